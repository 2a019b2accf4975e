/** Geometry of the live pipeline: lines between boxes, as wide as their rates, and small line charts of an hour. */
import { BOX, lineThrough, round } from "../../../charts/scale.js";

/** The widest and the thinnest line, in pixels. */
const WIDTH_MAX = 12;
const WIDTH_MIN = 1.5;
export const SPARK = { height: 44 };
/** Space for the width of the line itself. */
const EDGE = 2;

/** The width of a line for a rate. Its area grows with the rate, so small ones stay visible.
 * @param {number} rate @param {number} most */
export const flowWidth = (rate, most) =>
  rate <= 0 || most <= 0 ? WIDTH_MIN : round(Math.max(WIDTH_MIN, WIDTH_MAX * Math.sqrt(Math.min(1, rate / most))));

/** Curves from the middle of the left side to `count` boxes of equal height at the right side.
 * @param {number} count */
export const flowPaths = (count) =>
  Array.from({ length: count }, (_, index) => {
    const y = round(BOX * (index + 0.5) / count);
    return `M0 ${BOX / 2}C${BOX / 2} ${BOX / 2} ${BOX / 2} ${y} ${BOX} ${y}`;
  });

/** Returns a line through numbers, from 0 to their maximum; unknown numbers have no point.
 * @param {readonly (number | null)[]} values @param {number} [height] */
export function spark(values, height = SPARK.height) {
  const known = values.filter((value) => value !== null);
  const most = Math.max(0, ...known);
  const points = values.flatMap((value, index) =>
    value === null ? [] : [{
      x: values.length > 1 ? index / (values.length - 1) : 1,
      y: round(height - EDGE - (most === 0 ? 0 : value / most) * (height - 2 * EDGE)),
    }]
  );
  return { path: points.length > 1 ? lineThrough(points) : "", most, last: known[known.length - 1] ?? null };
}
