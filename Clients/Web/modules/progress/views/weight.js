/** The card of the weight: its chart, and a field that logs it in two taps. */
import { lineChart } from "../charts/line.js";
import { dayText } from "../../../core/dates.js";
import { html } from "../../../core/html.js";
import { fromMetric } from "../../../core/convert.js";
import { chartFrame, chartTable, lineDrawing } from "./charts.js";
import { energyText, icon, skeletons } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {ReturnType<typeof import("../progress-model.js").progressModel>} Model */

const SKELETON_ROWS = 4;
/** The label where the measured weights end keeps this distance to those at both ends; else it is left out. */
const EDGE = 0.32;

/** @param {Context} context @param {Model} model */
export function weightCard(context, model) {
  const { t, texts } = context;
  const { weight, isRecentKnown } = model;
  const { unit, rate } = weight;
  const weightText = (/** @type {number} */ value, digits = 1) =>
    t(`progress.unit.${unit}`, { value: texts.number(value, digits) });
  const note = rate === null ? null : html`<p class="muted small">${
    t("progress.rate", {
      value: weightText(Math.abs(rate) < 0.005 ? 0 : rate, 2).replace(/^(?=\d)/, rate > 0.005 ? "+" : ""),
    })
  }</p>`;
  return html`<section class="card chart-card" aria-labelledby="weight-title">
    <div class="chart-head"><h2 id="weight-title">${t("progress.weight")}</h2>${note}</div>
    ${
    weight.points.length > 0
      ? chart(context, model, weightText)
      : isRecentKnown
      ? html`<p class="muted small weight-empty">${t("progress.weightEmpty")}</p>`
      : context.state.progress?.problem
      ? null
      : skeletons(context, SKELETON_ROWS)
  }
    ${form(context, model)}
  </section>`;
}

/** @param {Context} context @param {Model} model @param {(value: number, digits?: number) => string} weightText */
function chart(context, { weight, chosen }, weightText) {
  const { t, texts } = context;
  const { points, expected, end, goal } = weight;
  const drawn = lineChart(points, expected, goal);
  const digits = drawn.ticks.every(({ value }) => Number.isInteger(value)) ? 0 : 1;
  const [first, last] = [points[0], points[points.length - 1]];
  const index = chosen.weight !== null && chosen.weight < points.length ? chosen.weight : null;
  const day = (/** @type {string} */ date) => dayText(date, texts.locale, "dayMonth");
  /** @type {[number, string, "start" | "middle" | "end"][]} */
  const labels = points.length > 1 ? [[0, day(first.date), "start"]] : [];
  if (drawn.end > EDGE && drawn.end < 1 - EDGE) labels.push([drawn.end, day(last.date), "middle"]);
  labels.push([1, day(end?.date ?? last.date), "end"]);
  return html`${
    chartFrame(context, {
      name: "weight",
      label: t("progress.weight"),
      height: drawn.size.height,
      points: drawn.points,
      chosen: chosen.weight,
      drawing: lineDrawing(drawn, {
        ticks: drawn.ticks.map(({ value }) => texts.number(value, digits)),
        goal: goal === null ? "" : t("progress.goal", { value: weightText(goal) }),
        labels,
      }, index),
      legend: html`<ul class="chart-legend">${
        [expected.length ? "expected" : null].map((sign) =>
          sign && html`<li><i class="chart-sign is-expected" aria-hidden="true"></i>${
            end
              ? t("progress.expected", {
                date: day(end.date),
                value: weightText(end.value),
                low: texts.number(end.low, 1),
                high: weightText(end.high),
                energy: energyText(context, end.intakeKcal),
              })
              : null
          }</li>`
        )
      }<li><i class="chart-sign is-trend" aria-hidden="true"></i>${t("progress.legend.trend")}</li><li><i
            class="chart-sign is-dot" aria-hidden="true"></i>${t("progress.legend.dot")}</li></ul>`,
      say: (index) => {
        const { date, value, trend } = points[index];
        const name = dayText(date, texts.locale, "short");
        return value === null
          ? t("progress.sayTrend", { name, trend: weightText(trend) })
          : t("progress.sayWeight", { name, value: weightText(value), trend: weightText(trend) });
      },
    })
  }${
    chartTable(
      context,
      t("progress.weight"),
      [t("progress.head.day"), t("progress.weight"), t("progress.head.trend")],
      points.map(({ date, value, trend }) => [
        dayText(date, texts.locale, "short"),
        value === null ? "–" : weightText(value),
        weightText(trend),
      ]).reverse(),
    )
  }`;
}

/** The field holds the last weight, so that the same one needs one tap and another one two.
 * @param {Context} context @param {Model} model */
function form(context, { weight }) {
  const { dispatch, t, texts } = context;
  const { unit, text, kg, problem } = weight;
  const value = text ?? (kg === null ? "" : texts.number(fromMetric(kg, unit, 1), 1));
  const step = (/** @type {1 | -1} */ sign) => () => dispatch({ type: "weight.step", sign });
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    dispatch({ type: "weight.save" });
  };
  const onFocus = (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select();
  return html`<form class="weight-form" novalidate @submit=${save}>
    <label for="weight">${t("progress.weightToday", { unit: t(`progress.unitName.${unit}`) })}</label>
    <div class="weight-line">
      <div class="weight-box">
        <button type="button" class="icon-button" aria-label=${t("progress.less")} @click=${step(-1)}>${
    icon("minus")
  }</button>
        <input id="weight" inputmode="decimal" autocomplete="off" .value=${value} placeholder=${texts.number(70.5)}
          aria-invalid=${problem ? "true" : null} aria-describedby=${problem ? "weight-problem" : null}
          @focus=${onFocus} @input=${(/** @type {any} */ event) =>
    dispatch({ type: "weight.type", text: event.target.value })}>
        <button type="button" class="icon-button" aria-label=${t("progress.more")} @click=${step(1)}>${
    icon("plus")
  }</button>
      </div>
      <button class="button button-main" type="submit">${t("progress.logWeight")}</button>
    </div>
    ${
    problem
      ? html`<p class="field-error" id="weight-problem" role="alert">${icon("warning", true)}<span>${
        t(problem)
      }</span></p>`
      : null
  }
  </form>`;
}
