/** The geometry of charts. */
import { barChart } from "../../Clients/Web/modules/progress/charts/bars.js";
import { lineChart } from "../../Clients/Web/modules/progress/charts/line.js";
import { labelled, niceStep, ticks } from "../../Clients/Web/charts/scale.js";
import { moved, nearest } from "../../Clients/Web/modules/progress/points.js";
import { assert, equal } from "./checks.js";

Deno.test("charts: a scale has round values that contain all others", () => {
  equal(ticks(0, 2210, 5), [0, 500, 1000, 1500, 2000, 2500]);
  equal(ticks(64.4, 66.9), [64, 65, 66, 67]);
  equal(ticks(0, 0), [0, niceStep(0, 4)]);
  for (let high = 0.01; high < 1e6; high *= 1.7) {
    const values = ticks(0, high, 5);
    assert(values.length <= 7 && values[values.length - 1] >= high, `${high}: ${values}`);
  }
});

Deno.test("charts: bars grow with their values, and a day without entries has none", () => {
  const { bars, ticks } = barChart([{ value: 1000, target: 2000 }, { value: null, target: 2000 }, {
    value: 2000,
    target: 2000,
  }]);
  const height = (index) => bars[index].height;
  assert(Math.abs(height(2) - 2 * height(0)) < 0.1);
  equal(height(1), 0);
  equal(bars.map(({ x }) => Math.round(100 * x)), [17, 50, 83]);
  equal(ticks[0].y > ticks[1].y, true);
  assert(bars.every(({ top }) => top >= 34), "numbers and marks have room above");
});

Deno.test("charts: one target is a level line through all, and other targets make steps", () => {
  const path = (targets) => barChart(targets.map((target) => ({ value: 1000, target }))).target.path;
  assert(/^M0 [\d.]+H1000$/.test(path([2000, 2000, null])), path([2000, 2000, null]));
  assert(/^M0 [\d.]+H500V[\d.]+H1000$/.test(path([2000, 1500])), path([2000, 1500]));
  assert(/^M0 [\d.]+H333.33M666.67 [\d.]+H1000$/.test(path([2000, null, 1500])), path([2000, null, 1500]));
  equal(path([null, null]), "");
});

Deno.test("charts: the expected weight begins where the trend ends, within its range", () => {
  const points = [{ day: 0, value: 70, trend: 70 }, { day: 5, value: null, trend: 69.8 }, {
    day: 10,
    value: 69,
    trend: 69.6,
  }];
  const chart = lineChart(points, [{ day: 20, value: 69, low: 68, high: 70 }]);
  equal(chart.end, 0.5);
  assert(chart.expected.startsWith(`M500 ${chart.points[2].trendY}L1000 `), chart.expected);
  assert(chart.range.endsWith("Z"));
  equal(chart.dots.match(/h0/g).length, 2);
  equal(lineChart(points, []).expected, "");
});

Deno.test("charts: a single weight, and a goal far away, do not break the scale", () => {
  const chart = lineChart([{ day: 0, value: 70, trend: 70 }], [], 40);
  equal(chart.goal, null);
  assert(!/NaN|Infinity/.test(JSON.stringify(chart)));
  assert(!/NaN|Infinity/.test(JSON.stringify(lineChart([], []))));
  assert(chart.ticks[chart.ticks.length - 1].value - chart.ticks[0].value >= 2, "noise is not enlarged");
});

Deno.test("charts: arrows move between points and stay within them", () => {
  equal(["ArrowRight", "ArrowLeft", "Home", "End", "Escape"].map((key) => moved(1, 3, key)), [2, 0, 0, 2, null]);
  equal([moved(2, 3, "ArrowRight"), moved(0, 3, "ArrowLeft"), moved(null, 3, "ArrowLeft")], [2, 0, 2]);
  equal(moved(null, 0, "ArrowRight"), null);
  equal(nearest([{ x: 0 }, { x: 0.5 }, { x: 1 }], 0.7), 1);
});

Deno.test("charts: labels keep their distance, and the last one is always shown", () => {
  equal(labelled(7, 7), [0, 1, 2, 3, 4, 5, 6]);
  equal(labelled(12, 7), [1, 3, 5, 7, 9, 11]);
  equal(labelled(31, 7).length <= 7, true);
});
