/** The card of waist, sleep and steps on Progress: a chart, a field, and the newest values. */
import { barChart } from "../charts/bars.js";
import { lineChart } from "../charts/line.js";
import { labelled } from "../../../charts/scale.js";
import { dayText } from "../../../core/dates.js";
import { html } from "../../../core/html.js";
import { MEASURES, measuresModel } from "../measures.js";
import { barDrawing, chartFrame, chartTable, lineDrawing } from "./charts.js";
import { chipGroup, icon, skeletons } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {ReturnType<typeof measuresModel>} Model */

const SKELETON_ROWS = 3;
/** The most labels below the bars. */
const LABELS_MAX = 5;

/** @param {Context} context @param {Model} model */
const valueText = ({ t, texts }, { unit }) => (/** @type {number} */ value) =>
  t(`measures.unit.${unit}`, { value: texts.number(value, unit === "steps" ? 0 : 1), n: value });

/** @param {Context} context @param {{measure: number | null}} chosen */
export function measuresCard(context, { measure: chosen }) {
  const { dispatch, t } = context;
  const model = measuresModel(context.state);
  const { kind, mean } = model;
  const kinds = MEASURES.map((value) => ({ value, text: t(`measures.${value}`), isChosen: value === kind }));
  const isEmpty = model.isLine ? model.points.length === 0 : !model.hasBars;
  return html`<section class="card chart-card" aria-labelledby="measures-title">
    <div class="chart-head"><h2 id="measures-title">${t("measures.title")}</h2>${
    model.isLine || mean === null
      ? null
      : html`<p class="muted small">${t("measures.mean", { value: valueText(context, model)(mean) })}</p>`
  }</div>
    ${chipGroup(t("measures.title"), kinds, (kind) => dispatch({ type: "measure.kind", kind }))}
    ${
    isEmpty
      ? model.isKnown
        ? html`<p class="muted small">${t(`measures.empty.${kind}`)}</p>`
        : context.state.progress?.problem
        ? null
        : skeletons(context, SKELETON_ROWS)
      : model.isLine
      ? line(context, model, chosen)
      : bars(context, model, chosen)
  }
    ${form(context, model)}
    ${newest(context, model)}
  </section>`;
}

/** @param {Context} context @param {Model} model @param {number | null} chosen */
function line(context, model, chosen) {
  const { t, texts } = context;
  const { points, kind } = model;
  const text = valueText(context, model);
  const drawn = lineChart(points, [], null);
  const day = (/** @type {string} */ date) => dayText(date, texts.locale, "dayMonth");
  const last = points[points.length - 1];
  const index = chosen !== null && chosen < points.length ? chosen : null;
  return html`${
    chartFrame(context, {
      name: "measure",
      label: t(`measures.${kind}`),
      height: drawn.size.height,
      points: drawn.points,
      chosen,
      drawing: lineDrawing(drawn, {
        ticks: drawn.ticks.map(({ value }) => texts.number(value, 1)),
        goal: "",
        labels: points.length > 1
          ? [[0, day(points[0].date), "start"], [1, day(last.date), "end"]]
          : [[1, day(last.date), "end"]],
      }, index),
      legend: text(last.value),
      say: (index) => sentence(context, model, points[index].date, points[index].value),
    })
  }${table(context, model, [...points].reverse())}`;
}

/** @param {Context} context @param {Model} model @param {number | null} chosen */
function bars(context, model, chosen) {
  const { t, texts } = context;
  const chart = barChart(model.bars.map(({ value }) => ({ value, target: null })));
  const shown = labelled(model.bars.length, LABELS_MAX);
  const drawing = barDrawing(chart, model.bars.map(() => ({ mark: null, isOpen: false })), {
    ticks: chart.ticks.map(({ value }) => texts.number(value, 1)),
    numbers: [],
    labels: shown.map((index) => [index, String(Number(model.bars[index].date.slice(8)))]),
  });
  const days = model.bars.filter(({ value }) => value !== null).reverse();
  return html`${
    chartFrame(context, {
      name: "measure",
      label: t(`measures.${model.kind}`),
      height: chart.size.height,
      points: chart.bars,
      chosen,
      drawing,
      legend: null,
      say: (index) => sentence(context, model, model.bars[index].date, model.bars[index].value),
    })
  }${table(context, model, /** @type {{date: string, value: number}[]} */ (days))}`;
}

/** @param {Context} context @param {Model} model @param {string} date @param {number | null} value */
function sentence(context, model, date, value) {
  const name = dayText(date, context.texts.locale, "short");
  return value === null
    ? context.t("measures.sayNothing", { name })
    : context.t("progress.say", { name, value: valueText(context, model)(value) });
}

/** @param {Context} context @param {Model} model @param {readonly {date: string, value: number}[]} days */
const table = (context, model, days) =>
  chartTable(
    context,
    context.t(`measures.${model.kind}`),
    [context.t("progress.head.day"), context.t(`measures.${model.kind}`)],
    days.map(({ date, value }) => [dayText(date, context.texts.locale, "short"), valueText(context, model)(value)]),
  );

/** @param {Context} context @param {Model} model */
function form({ dispatch, t }, { kind, unit, text, problem }) {
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    dispatch({ type: "measure.save" });
  };
  return html`<form class="weight-form" novalidate @submit=${save}>
    <label for="measure">${t(`measures.field.${unit}`)}</label>
    <div class="weight-line">
      <div class="weight-box"><input id="measure" inputmode=${
    unit === "steps" ? "numeric" : "decimal"
  } autocomplete="off" maxlength="12" .value=${text} aria-invalid=${problem ? "true" : null} aria-describedby=${
    problem ? "measure-problem" : null
  } @input=${(/** @type {any} */ event) => dispatch({ type: "measure.type", text: event.target.value })}></div>
      <button class="button" type="submit">${t("progress.logWeight")}<span class="only-read"> ${
    t(`measures.${kind}`)
  }</span></button>
    </div>
    ${
    problem
      ? html`<p class="field-error" id="measure-problem" role="alert">${icon("warning", true)}<span>${
        t(problem)
      }</span></p>`
      : null
  }
  </form>`;
}

/** The newest values, so that a wrong one can be removed.
 * @param {Context} context @param {Model} model */
function newest(context, model) {
  const { dispatch, t, texts } = context;
  if (model.rows.length === 0) return null;
  const text = valueText(context, model);
  return html`
    <details class="chart-table">
      <summary>${t("measures.newest")}</summary>
      <ul class="rows">${model.rows.map(({ item, value }) =>
        html`
          <li
            class="row"><span class="row-text"><span>${text(value)}</span><span class="row-note">${[
              dayText(item.date, texts.locale, "short"),
              item.source,
            ].filter(Boolean).join(
              "\u00a0· ",
            )}</span></span><button type="button" class="icon-button icon-button-quiet" aria-label=${t(
              "measures.remove",
              { value: text(value) },
            )} @click=${() => dispatch({ type: "measure.remove", measurement: item })}>${icon("trash")}</button></li>
        `
      )}</ul>
    </details>
  `;
}
