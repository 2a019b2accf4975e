/** Progress: energy against the target, the weight with its trend, macros, streaks and the expenditure. */
import { barChart } from "../charts/bars.js";
import { labelled } from "../../../charts/scale.js";
import { dateFormat, dayText } from "../../../core/dates.js";
import { html } from "../../../core/html.js";
import { spanText } from "../periods.js";
import { paths } from "../../../core/router.js";
import { progressModel } from "../progress-model.js";
import { fromMetric } from "../../../core/convert.js";
import { barDrawing, chartFrame, chartTable } from "./charts.js";
import { energy, energyText, icon, macroBar, problemStrip, skeletons } from "../../../views/parts.js";
import { measuresCard } from "./measures.js";
import { status } from "../../../views/shell.js";
import { weightCard } from "./weight.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {ReturnType<typeof progressModel>} Model */
/** @typedef {Model["bars"][number]} Bar */

/** More bars than this have no room for numbers of their own. */
const NUMBERS_MAX = 7;
/** The most labels below the bars. */
const LABELS_MAX = 7;
/** The rows of the skeleton of a chart. */
const SKELETON_ROWS = 4;

/** @param {Context} context */
export function progressView(context) {
  const { state } = context;
  const model = progressModel(state);
  const { problem } = state.progress ?? {};
  // Where the device has an answer, the status says enough about a lost connection.
  const isKept = problem?.status === 0 && model.isKnown && model.isRecentKnown;
  return html`<section class="screen progress">
    ${head(context, model)}
    ${problem && !isKept ? failed(context, problem) : null}
    <div class="progress-main">
      ${energyCard(context, model)}
      ${weightCard(context, model)}
      ${measuresCard(context, model.chosen)}
    </div>
    <div class="progress-side">
      ${streaks(context, model)}
      ${within(context, model)}
      ${expenditure(context, model)}
      ${macroCard(context, model)}
    </div>
  </section>`;
}

/** The problem of the period, with a button that tries again.
 * @param {Context} context @param {import("../../../types.d.ts").AppProblem} problem */
function failed(context, problem) {
  const { state, dispatch, t } = context;
  return html`<div class="progress-failed">${problemStrip(context, problem)}<button type="button" class="button"
    @click=${() => dispatch({ type: "progress.open", ...state.route.params })}>${t("screen.retry")}</button></div>`;
}

/** @param {Context} context @param {Model} model */
function head(context, { period, periods, span, date, isCurrent, before, after }) {
  const { state, t, texts } = context;
  const today = state.todayDate;
  // Another period shows today where the present one does, else its own first day.
  const day = isCurrent ? today : period === "day" ? date : span.from;
  return html`
    <header class="progress-head">
      <h1 tabindex="-1">${t("nav.progress")}</h1>
      <div class="progress-status">${status(context)}</div>
      <nav class="chips progress-periods" aria-label=${t("progress.period")}>${periods.map((each) =>
        html`<a class="chip" href=${paths.progress(each, day)} aria-current=${each === period ? "true" : null}>${
          t(`progress.period.${each}`)
        }</a>`
      )}</nav>
      <div class="progress-span">
        <a class="icon-button" data-step="-1" href=${paths.progress(period, before)} aria-label=${t(
          `progress.before.${period}`,
        )}>${icon("chevron-left")}</a>
        <span class="progress-span-text">${spanText(period, span, texts.locale)}</span>
        ${after === null
          ? html`<span class="icon-button" aria-hidden="true"></span>`
          : html`<a class="icon-button" data-step="1" href=${paths.progress(period, after)} aria-label=${
            t(`progress.after.${period}`)
          }>${icon("chevron-right")}</a>`}
      </div>
    </header>
  `;
}

/** @param {Context} context @param {Model} model */
function energyCard(context, model) {
  const { state, t, texts } = context;
  const { bars, average, period } = model;
  const title = t(`progress.energy.${period}`);
  const frame = (/** @type {unknown} */ content, /** @type {unknown} */ note = null) =>
    html`<section class="card chart-card" aria-labelledby="energy-title">
      <div class="chart-head"><h2 id="energy-title">${title}</h2>${note}</div>${content}</section>`;
  if (!model.isKnown) return state.progress?.problem ? null : frame(skeletons(context, SKELETON_ROWS));
  if (model.isEmpty) {
    return frame(
      html`<div class="empty">${icon("progress")}<p>${t("progress.empty")}</p><a class="button" href="/">${
        t("progress.log")
      }</a></div>`,
    );
  }
  const inUnit = (/** @type {number | null} */ kcal) => kcal === null ? null : fromMetric(kcal, state.energy, 0);
  const chart = barChart(bars.map(({ kcal, target }) => ({ value: inUnit(kcal), target: inUnit(target) })));
  const unit = t(`unit.name.${state.energy}`);
  const shown = labelled(bars.length, LABELS_MAX);
  const drawing = barDrawing(chart, bars, {
    ticks: chart.ticks.map(({ value }) => texts.number(value)),
    numbers: bars.length > NUMBERS_MAX ? [] : bars.map(({ kcal }) => kcal ? energy(context, kcal) : ""),
    labels: shown.map((index) => [index, barLabel(context, bars[index], period)]),
  });
  const note = average &&
    html`<p class="muted small">${
      average.target === null
        ? t("progress.average", { value: energyText(context, average.kcal), n: average.days })
        : t("progress.averageOf", {
          value: energy(context, average.kcal),
          goal: energyText(context, average.target),
          n: average.days,
        })
    }</p>`;
  return frame(
    html`${
      chartFrame(context, {
        name: "energy",
        label: title,
        height: chart.size.height,
        points: chart.bars,
        chosen: model.chosen.energy,
        drawing,
        legend: legend(context, model),
        say: (index) => barText(context, bars[index]),
      })
    }${
      chartTable(
        context,
        title,
        [
          t(`progress.head.${period === "day" ? "meal" : period === "year" ? "month" : "day"}`),
          t("progress.head.energy", { unit }),
          t("progress.head.target", { unit }),
          t("progress.head.difference"),
        ],
        bars.map((bar) => [
          barName(context, bar),
          bar.kcal === null ? "–" : energy(context, bar.kcal),
          bar.target === null ? "–" : energy(context, bar.target),
          difference(context, bar),
        ]),
      )
    }`,
    note,
  );
}

/** What the signs of the chart mean; only those that it has.
 * @param {Context} context @param {Model} model */
function legend({ t }, { bars }) {
  const has = (/** @type {(bar: Bar) => boolean} */ test) => bars.some((bar) => bar.kcal !== null && test(bar));
  const signs = [
    bars.some(({ target }) => target !== null) ? "target" : null,
    has(({ mark }) => mark === "over") ? "over" : null,
    has(({ mark }) => mark === "under") ? "under" : null,
    has(({ isOpen, meal }) => isOpen && meal === null) ? "open" : null,
  ].filter((sign) => sign !== null);
  return html`<ul class="chart-legend">${
    signs.map((sign) =>
      html`<li><i class=${`chart-sign is-${sign}`} aria-hidden="true"></i>${t(`progress.legend.${sign}`)}</li>`
    )
  }</ul>`;
}

/** The label below a bar. @param {Context} context @param {Bar} bar @param {Model["period"]} period */
function barLabel({ t, texts }, { from, meal }, period) {
  if (meal) return t(`meal.${meal}`);
  // Thai names of weekdays are too wide for seven on a phone, and their letters differ.
  const weekday = texts.language === "th" ? "narrow" : "short";
  /** @type {Intl.DateTimeFormatOptions} */
  const style = period === "week" ? { weekday } : period === "month" ? { day: "numeric" } : { month: "short" };
  const text = dateFormat(texts.locale, { ...style, timeZone: "UTC" }).format(new Date(`${from}T00:00:00Z`));
  return period === "month" ? String(Number(from.slice(8))) : text;
}

/** @param {Context} context @param {Bar} bar */
function barName({ t, texts }, { from, to, meal }) {
  if (meal) return t("progress.after", { meal: t(`meal.${meal}`) });
  if (from === to) return dayText(from, texts.locale, "short");
  return spanText("month", { from, to }, texts.locale);
}

/** @param {Context} context @param {Bar} bar */
function difference({ texts }, { percent, mark }) {
  if (percent === null) return "–";
  const format = new Intl.NumberFormat(texts.locale, { style: "percent", signDisplay: "exceptZero" });
  const text = format.format(percent / 100).replace("-", "−");
  return mark ? html`<span class=${`mark mark-${mark}`}>${icon(mark, true)}${text}</span>` : text;
}

/** @param {Context} context @param {Bar} bar */
function barText(context, bar) {
  const { t } = context;
  const name = barName(context, bar);
  if (bar.kcal === null) return t("progress.sayNothing", { name });
  const value = energyText(context, bar.kcal);
  if (bar.target === null || bar.percent === null) return t("progress.say", { name, value });
  const params = { name, value, goal: energyText(context, bar.target), percent: Math.abs(bar.percent) };
  const key = bar.mark ?? (bar.isOpen ? "open" : "within");
  return html`${bar.mark ? html`<span class=${`mark mark-${bar.mark}`}>${icon(bar.mark, true)}</span>` : null}<span>${
    t(`progress.say.${key}`, params)
  }</span>`;
}

/** A number with its name above and a sentence below.
 * @param {string} title @param {unknown} value @param {unknown} note @param {string} [name] */
const tile = (title, value, note, name = "") =>
  html`
    <section
      class=${`card tile ${name}`}><h2 class="tile-title">${title}</h2><p class="tile-value">${value}</p>${note
        ? html`<p class="muted small">${note}</p>`
        : null}</section>
  `;

/** @param {Context} context @param {Model} model */
function streaks(context, { streaks }) {
  const { state, t } = context;
  if (!streaks) {
    return state.progress?.problem ? null : html`<section class="card tile">${skeletons(context, 1)}</section>`;
  }
  const { logged, onTarget, longest } = streaks;
  return tile(
    t("progress.streak"),
    t("progress.days", { n: logged }),
    logged === 0
      ? html`${t("progress.streakNone")}${longest > 0 ? html`<br>${t("progress.longest", { n: longest })}` : null}`
      : html`${t("progress.streakOnTarget", { n: onTarget })}<br>${t("progress.longest", { n: longest })}`,
  );
}

/** @param {Context} context @param {Model} model */
function within(context, { within, period }) {
  const { t } = context;
  if (!within) return null;
  const { count, all, farthest } = within;
  return tile(
    t("progress.within"),
    t(`progress.withinOf.${period === "year" ? "months" : "days"}`, { count, n: all }),
    farthest
      ? html`${t("progress.farthest", { name: barName(context, farthest) })} ${difference(context, farthest)}`
      : null,
  );
}

/** @param {Context} context @param {Model} model */
function expenditure(context, { expenditure }) {
  const { t } = context;
  if (!expenditure) return null;
  const { kcal, low, high, days, weights, reasons, enough } = expenditure;
  if (!enough || kcal === null || low === null || high === null) {
    const first = reasons.find(({ code }) => context.texts.has(`progress.reason.${code}`));
    const need = Number(first?.params.need ?? 0);
    const have = Number(first?.params.have ?? 0);
    return tile(
      t("progress.expenditure"),
      "–",
      first ? t(`progress.reason.${first.code}`, { n: need, have }) : t("progress.reason.other"),
    );
  }
  // The middle half of the scale is the range, so that its width and the place of the number are seen.
  const part = high > low ? 0.2 + 0.6 * (kcal - low) / (high - low) : 0.5;
  return tile(
    t("progress.expenditure"),
    energyText(context, kcal),
    html`
      <span class="range"
        aria-hidden="true"><i class="range-fill"></i><i class="range-mark" --part=${part}></i></span>${t(
          "progress.range",
          { low: energy(context, low), high: energyText(context, high) },
        )}<br>${t("progress.rangeFrom", { n: days, weights: t("progress.weights", { n: weights }) })}
    `,
  );
}

/** @param {Context} context @param {Model} model */
function macroCard(context, { macros, period }) {
  const { t } = context;
  if (!macros) return null;
  return html`
    <section class="card" aria-labelledby="macros-title">
      <h2 id="macros-title">${t(period === "day" ? "progress.macrosDay" : "progress.macros")}</h2>
      <div class="macros macros-rows">${macros.map((macro) => macroBar(context, macro))}</div>
    </section>
  `;
}
