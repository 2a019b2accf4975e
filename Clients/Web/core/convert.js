/** Rounding, and conversions between units without the reading of typed ones. */

const KJ_PER_KCAL = 4.184;
const KG_PER_LB = 0.45359237;
export const LB_PER_STONE = 14;
const CM_PER_INCH = 2.54;
const ML_PER_FLUID_OUNCE = 29.5735295625;
const GRAMS_PER_OUNCE = 28.349523125;
/** The name of a millilitre as a portion: an amount of 250 ml is 250 of it. */
export const ML = "ml";
/** Stored values are exact to so many digits, so that each typed value comes back as it was typed. */
export const STORED_DIGITS = 5;

/**
 * Rounds half away from zero, without the errors of binary fractions: 1.005 to 2 digits is 1.01.
 * @param {number} value
 * @param {number} [digits]
 */
export function rounded(value, digits = 0) {
  const factor = 10 ** digits;
  return Math.sign(value) * Math.round((Math.abs(value) + Number.EPSILON) * factor * (1 + Number.EPSILON)) / factor;
}

/** @type {Record<import("../types.d.ts").Unit, {factor: number, digits: number}>} */
const UNITS = {
  kcal: { factor: 1, digits: 0 },
  kj: { factor: 1 / KJ_PER_KCAL, digits: 0 },
  g: { factor: 1, digits: 0 },
  oz: { factor: GRAMS_PER_OUNCE, digits: 1 },
  ml: { factor: 1, digits: 0 },
  floz: { factor: ML_PER_FLUID_OUNCE, digits: 1 },
  kg: { factor: 1, digits: 1 },
  lb: { factor: KG_PER_LB, digits: 1 },
  st: { factor: KG_PER_LB * LB_PER_STONE, digits: 2 },
  cm: { factor: 1, digits: 1 },
  in: { factor: CM_PER_INCH, digits: 1 },
};

/** @param {number} value @param {import("../types.d.ts").Unit} unit */
export const toMetric = (value, unit) => rounded(value * UNITS[unit].factor, STORED_DIGITS);

/** Returns a stored value in a unit, rounded as people read it.
 * @param {number} value @param {import("../types.d.ts").Unit} unit @param {number} [digits] */
export const fromMetric = (value, unit, digits = UNITS[unit].digits) => rounded(value / UNITS[unit].factor, digits);
