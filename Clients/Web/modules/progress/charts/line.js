/** A chart of measured points, their trend, and what is expected next, with its range. */
import { BOX, lineThrough, round, ticks, vertical } from "../../../charts/scale.js";

/** @typedef {{day: number, value: number | null, trend: number}} Point `day` counts from the first one. */
/** @typedef {{day: number, value: number, low: number, high: number}} Expected */

export const SIZE = { height: 180, head: 12 };
/** The least span of the axis, in the unit of the values: a smaller one would enlarge the noise of the scales. */
const SPAN_MIN = 2;

/**
 * @param {readonly Point[]} points
 * @param {readonly Expected[]} expected
 * @param {number | null} goal
 * @param {typeof SIZE} [size]
 */
export function lineChart(points, expected, goal = null, size = SIZE) {
  const numbers = [
    ...points.flatMap(({ value, trend }) => value === null ? [trend] : [value, trend]),
    ...expected.flatMap(({ low, high }) => [low, high]),
  ];
  const [least, most] = numbers.length ? [Math.min(...numbers), Math.max(...numbers)] : [0, 1];
  const spare = Math.max(0, SPAN_MIN - (most - least)) / 2;
  const values = ticks(least - spare, most + spare);
  const y = vertical(values, size);
  const days = Math.max(1, ...points.map(({ day }) => day), ...expected.map(({ day }) => day));
  const x = (/** @type {number} */ day) => day / days;
  const trend = points.map((point) => ({ x: x(point.day), y: y(point.trend) }));
  const next = expected.map((point) => ({ x: x(point.day), y: y(point.value) }));
  const low = expected.map((point) => ({ x: x(point.day), y: y(point.low) })).reverse();
  const high = expected.map((point) => ({ x: x(point.day), y: y(point.high) }));
  const isGoalInside = goal !== null && goal >= values[0] && goal <= values[values.length - 1];
  const last = trend[trend.length - 1];
  return {
    size,
    days,
    ticks: values.map((value) => ({ value, y: y(value) })),
    points: points.map(({ day, value, trend }) => ({ x: x(day), y: y(value ?? trend), trendY: y(trend) })),
    // A line without length has a round end at both sides, which is a dot that no stretching deforms.
    dots: points.filter(({ value }) => value !== null)
      .map(({ day, value }) => `M${round(x(day) * BOX)} ${y(value ?? 0)}h0`).join(""),
    trend: lineThrough(trend),
    expected: last && next.length ? lineThrough([last, ...next]) : "",
    range: last && next.length ? `${lineThrough([last, ...high, ...low])}Z` : "",
    goal: isGoalInside ? { path: `M0 ${y(goal)}H${BOX}`, y: y(goal) } : null,
    /** The x of the last measured value. */
    end: last?.x ?? 1,
  };
}
