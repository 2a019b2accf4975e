/** Scales of charts. A chart is drawn in a box that is as wide as its place: x is a share from 0 to 1, y is in
 * pixels. */

/** The width of the box of paths, which the style sheet stretches to the width of the chart. */
export const BOX = 1000;
const STEPS = [1, 2, 2.5, 5, 10];

/** Returns a step of 1, 2, 2.5 or 5 times a power of ten, so that at most `count` steps cover a span.
 * @param {number} span @param {number} count */
export function niceStep(span, count) {
  const least = Math.max(span, 1e-9) / count;
  const power = 10 ** Math.floor(Math.log10(least));
  return (STEPS.find((step) => step * power >= least * (1 - 1e-9)) ?? 10) * power;
}

/** Returns round values from at most `low` to at least `high`.
 * @param {number} low @param {number} high @param {number} [count] The most steps. */
export function ticks(low, high, count = 4) {
  const step = niceStep(high - low, count);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** Returns a function that gives the y of a value.
 * @param {readonly number[]} values The ticks. @param {{height: number, head: number}} size */
export const vertical = (values, { height, head }) => {
  const [low, high] = [values[0], values[values.length - 1]];
  return (/** @type {number} */ value) => round(head + (height - head) * (1 - (value - low) / (high - low)));
};

/** @param {number} value */
export const round = (value) => Math.round(value * 100) / 100;

/** Returns a path through points, in the stretched box.
 * @param {readonly {x: number, y: number}[]} points */
export const lineThrough = (points) =>
  points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${round(x * BOX)} ${y}`).join("");

/** Chooses which of many labels are shown: every one, every second, … and the last.
 * @param {number} count @param {number} most @returns {number[]} Their indexes. */
export function labelled(count, most) {
  const step = Math.ceil(count / most);
  return Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % step === 0);
}
