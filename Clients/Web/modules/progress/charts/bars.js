/** A chart of bars against a target that may differ from bar to bar. */
import { BOX, round, ticks, vertical } from "../../../charts/scale.js";

/** @typedef {{value: number | null, target: number | null}} Item */

/** Pixels: the whole plot, and what stays free above for numbers and marks. */
export const SIZE = { height: 180, head: 34 };
/** The most steps of the scale. */
const STEPS_MAX = 5;
/** The share of its interval that a bar fills. */
const FILL = 0.62;
/** The widest bar as a share of the plot, for charts with few bars. */
const WIDTH_MAX = 0.11;

/**
 * @param {readonly Item[]} items
 * @param {typeof SIZE} [size]
 */
export function barChart(items, size = SIZE) {
  const numbers = items.flatMap(({ value, target }) => [value ?? 0, target ?? 0]);
  const values = ticks(0, Math.max(1, ...numbers), STEPS_MAX);
  const y = vertical(values, size);
  const place = 1 / Math.max(1, items.length);
  const width = Math.min(place * FILL, WIDTH_MAX);
  return {
    size,
    ticks: values.map((value) => ({ value, y: y(value) })),
    bars: items.map(({ value }, index) => {
      const top = value === null ? size.height : y(value);
      const x = place * (index + 0.5);
      return { x, left: x - width / 2, width, top, height: round(Math.max(0, size.height - top)) };
    }),
    target: targetLine(items, y, place),
  };
}

/** Returns the line of targets: a level piece for each run of equal ones, joined where they are neighbours.
 * @param {readonly Item[]} items @param {(value: number) => number} y @param {number} place */
function targetLine(items, y, place) {
  let path = "";
  /** @type {number | null} */
  let before = null;
  items.forEach(({ target }, index) => {
    if (target !== null) {
      const [start, end, level] = [round(index * place * BOX), round((index + 1) * place * BOX), y(target)];
      path += before === null ? `M${start} ${level}` : before === level ? "" : `V${level}`;
      path += `H${end}`;
      before = level;
    } else before = null;
  });
  const levels = [...new Set(items.map(({ target }) => target).filter((target) => target !== null))];
  // If all targets are equal, the line also crosses days without one, which are in the future.
  if (levels.length === 1) return { path: `M0 ${y(levels[0])}H${BOX}`, y: y(levels[0]) };
  return { path, y: before };
}
