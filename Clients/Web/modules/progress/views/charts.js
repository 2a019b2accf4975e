/** Charts on the screen: an SVG, a line that says the chosen value, keys, and a table with the same values. */
import { BOX } from "../../../charts/scale.js";
import { html } from "../../../core/html.js";
import { KEYS, nearest } from "../points.js";

/** @typedef {import("../../../types.d.ts").Context} Context */

/** A share as SVG reads it. @param {number} part */
const percent = (part) => `${(100 * part).toFixed(3)}%`;

/**
 * A text in a chart. Each piece of a chart is an SVG of its own, because a template must begin inside of its namespace.
 * @param {string} text @param {string} name The class. @param {number} x @param {number} y
 */
const label = (text, name, x, y) =>
  html`
    <svg class=${name}>
      <text x=${percent(x)} y=${y}>${text}</text>
    </svg>
  `;

/** A level line of a scale with its number at the left.
 * @param {{value: number, y: number}} tick @param {string} text */
const gridLine = ({ y }, text) =>
  html`
    <svg class="chart-grid">
      <line x1="0" x2="100%" y1=${y} y2=${y}></line>
      <text x="-8" y=${y + 4}>${text}</text>
    </svg>
  `;

/** A path in the box that is as wide as the chart.
 * @param {string} name @param {string} d @param {number} height */
const path = (name, d, height) =>
  d === "" ? null : html`
    <svg class=${name} viewBox=${`0 0 ${BOX} ${height}`} height=${height} width="100%" preserveAspectRatio="none">
      <path
        d=${d} vector-effect="non-scaling-stroke"></path>
    </svg>
  `;

/**
 * The frame of a chart: the plot with keys, the line below that says a value, and the table.
 * @param {Context} context
 * @param {object} chart
 * @param {"energy" | "weight" | "measure"} chart.name
 * @param {string} chart.label What the plot is called.
 * @param {number} chart.height
 * @param {readonly {x: number}[]} chart.points
 * @param {number | null} chart.chosen
 * @param {unknown} chart.drawing
 * @param {unknown} chart.legend What stands below while no point is chosen.
 * @param {(index: number) => unknown} chart.say
 */
export function chartFrame({ dispatch, t }, { name, label, height, points, chosen, drawing, legend, say }) {
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (!KEYS.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    dispatch({ type: "progress.key", chart: name, key: event.key, count: points.length });
  };
  const onClick = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    const index = nearest(points, (event.clientX - box.left) / Math.max(1, box.width));
    dispatch({ type: "progress.choose", chart: name, index: index === chosen ? null : index });
  };
  const index = chosen !== null && chosen < points.length ? chosen : null;
  return html`
    <div class="chart">
      <div class="chart-plot" role="group" tabindex="0" aria-label=${label} aria-describedby=${`chart-${name}-keys`}
        @keydown=${onKey} @click=${onClick}>
        <svg class="chart-drawing" width="100%" height=${height} aria-hidden="true">${index === null ? null : html`
          <svg class="chart-cursor">
            <line x1=${percent(points[index].x)} x2=${percent(points[index].x)} y1="0" y2=${height}></line>
          </svg>
        `}${drawing}</svg>
      </div>
      <p class="only-read" id=${`chart-${name}-keys`}>${t("progress.keys")}</p>
      <div class="chart-say small" role="status">${index === null ? legend : say(index)}</div>
    </div>
  `;
}

/**
 * @param {ReturnType<typeof import("../charts/bars.js").barChart>} chart
 * @param {readonly {mark: "over" | "under" | null, isOpen: boolean}[]} items
 * @param {{numbers: string[], labels: [number, string][], ticks: string[]}} texts Numbers above the bars, labels below.
 */
export function barDrawing(chart, items, { numbers, labels, ticks }) {
  const { height } = chart.size;
  return [
    chart.ticks.map((tick, index) => gridLine(tick, ticks[index])),
    chart.bars.map((bar, index) => {
      const { mark, isOpen } = items[index];
      const kind = `chart-bar${mark ? ` is-${mark}` : ""}${isOpen ? " is-open" : ""}`;
      return bar.height === 0 ? null : html`
        <svg class=${kind}>
          <rect x=${percent(bar.left)} y=${bar.top} width=${percent(bar.width)} height=${bar.height}
            rx="3"></rect>
        </svg>
      `;
    }),
    path("chart-target", chart.target.path, height),
    chart.bars.map((bar, index) => {
      const { mark } = items[index];
      const hasNumber = numbers[index] !== undefined && numbers[index] !== "";
      return [
        hasNumber ? label(numbers[index], "chart-number", bar.x, bar.top - 6) : null,
        mark ? markAt(mark, bar.x, bar.top - (hasNumber ? 20 : 5)) : null,
      ];
    }),
    labels.map(([index, text], at) =>
      label(text, at % 2 === 0 ? "chart-label" : "chart-label is-second", chart.bars[index].x, height + 20)
    ),
  ];
}

/** An arrow that points away from the target: over and under differ by form, not by colour alone.
 * @param {"over" | "under"} mark @param {number} x @param {number} y Its lower end. */
const markAt = (mark, x, y) =>
  html`
    <svg class=${`chart-mark is-${mark}`} x=${percent(x)} y=${y}>
      <path d=${mark === "over" ? "M-4.5 0L0 -8L4.5 0Z" : "M-4.5 -8L0 0L4.5 -8Z"}></path>
    </svg>
  `;

/**
 * @param {ReturnType<typeof import("../charts/line.js").lineChart>} chart
 * @param {{labels: [number, string, "start" | "middle" | "end"][], ticks: string[], goal: string}} texts
 *   Labels at shares of the width.
 * @param {number | null} chosen
 */
export function lineDrawing(chart, { labels, ticks, goal }, chosen) {
  const { height } = chart.size;
  const point = chosen === null ? null : chart.points[chosen];
  return [
    chart.ticks.map((tick, index) => gridLine(tick, ticks[index])),
    path("chart-range", chart.range, height),
    chart.goal
      ? [path("chart-goal", chart.goal.path, height), label(goal, "chart-goal-label", 1, chart.goal.y - 5)]
      : null,
    path("chart-dots", chart.dots, height),
    path("chart-trend", chart.trend, height),
    path("chart-expected", chart.expected, height),
    point
      ? html`
        <svg class="chart-chosen">
          <circle cx=${percent(point.x)} cy=${point.y} r="5"></circle>
        </svg>
      `
      : null,
    labels.map(([x, text, anchor]) => label(text, `chart-label is-${anchor}`, x, height + 20)),
  ];
}

/** The values of a chart as a table that can be opened.
 * @param {Context} context @param {string} caption @param {string[]} heads @param {unknown[][]} rows */
export const chartTable = ({ t }, caption, heads, rows) =>
  html`
    <details class="chart-table">
      <summary>${t("progress.table")}</summary>
      <div class="chart-table-box" tabindex="0"
        role="region" aria-label=${`${t("progress.table")}: ${caption}`}>
        <table>
          <caption class="only-read">${caption}</caption>
          <thead>
            <tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr>
          </thead>
          <tbody>${rows.map(([first, ...rest]) =>
            html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`
          )}</tbody>
        </table>
      </div>
    </details>
  `;
