/**
 * Rounds half away from zero, without the errors of binary fractions: 1.005 to 2 digits is 1.01.
 * @param {number} value
 * @param {number} [digits]
 */
export function rounded(value, digits = 0) {
  const factor = 10 ** digits;
  return Math.sign(value) * Math.round((Math.abs(value) + Number.EPSILON) * factor * (1 + Number.EPSILON)) / factor;
}
