/** Target: what it is and why, a change with its new numbers before it is saved, and what changed when. */
import { dayText } from "../../../core/dates.js";
import { html } from "../../../core/html.js";
import { WEEKDAYS } from "../manual-target.js";
import { problemText } from "../../../core/problems.js";
import { targetHints, targetState } from "../target.js";
import { energy, energyText, gramsText, icon, skeletons } from "../../../views/parts.js";
import { missingForm, wayForm } from "./target-forms.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {import("../../../types.d.ts").TargetPeriod} TargetPeriod */

const MACROS = /** @type {const} */ (["protein", "carbohydrate", "fat"]);
/** What physical activity adds to the basal rate (docs/reference/formulas.md). */
const FACTORS = { sedentary: 1.2, light: 1.375, moderate: 1.55, intense: 1.725, veryIntense: 1.9 };

/** The kinds of hints, by the beginnings of their codes. */
const HINTS = [
  { kind: "pace", sign: "progress" },
  { kind: "protein", sign: "foods" },
  { kind: "activity", sign: "exercise" },
];

/** @param {Context} context */
export function targetView(context) {
  const { state, t } = context;
  const { profile } = state;
  const { isSaved, way, preview } = targetState(state);
  return html`<section class="screen target">
    <header class="flow-head"><a class="icon-button" href="/more" aria-label=${t("back")}>${
    icon("chevron-left")
  }</a><h1 tabindex="-1">${t("target.title")}</h1></header>
    <div class="target-status" role="status">${
    isSaved ? html`<p class="strip">${icon("check", true)}<span>${t("target.saved")}</span></p>` : null
  }</div>
    ${problem(context)}
    ${
    !profile
      ? html`<div class="card">${skeletons(context, 4)}</div>`
      : !profile.target && profile.missing.length > 0
      ? missingForm(context, profile)
      : html`${profile.target ? [current(context, profile.target), hintCard(context)] : null}${
        wayForm(context, profile)
      }${preview && way ? previewCard(context, profile.target) : null}${workings(context, profile)}`
  }
    ${history(context)}
  </section>`;
}

/** @param {Context} context */
function problem({ state, t, texts }) {
  const { problem } = targetState(state);
  if (!problem) return null;
  const text = problem.status === 0 ? t("late.offline") : problemText(problem, texts);
  return html`<p class="strip strip-problem" role="alert">${
    icon(problem.status === 0 ? "offline" : "warning")
  }<span>${text}</span></p>`;
}

/** @param {Context} context @param {TargetPeriod} target */
function current(context, target) {
  const { t } = context;
  const cautions = target.cautions ?? [];
  return html`<section class="card late-form" aria-labelledby="target-now">
    <h2 class="only-read" id="target-now">${t("target.now")}</h2>
    <p><span class="large-number">${energy(context, target.dailyKcal)}</span> <span class="summary-word">${
    t(`unit.name.${context.state.energy}`)
  }</span> <span class="muted">${t("target.aDay")}</span></p>
    <ul class="target-macros">${
    MACROS.map((name) =>
      html`<li class=${`is-${name}`}><span class="small">${t(`nutrient.${name}`)}</span><b class="number">${
        gramsText(context, Math.round(target[`${name}G`]))
      }</b></li>`
    )
  }</ul>
    <dl class="facts">${fact(t("target.week"), energyText(context, target.weeklyKcal))}${
    fact(t("target.ofMonth"), energyText(context, target.monthlyKcal))
  }</dl>
    ${weekdayList(context, target.weekdays ?? {})}
    ${target.warnings.map(({ code }) => note(context, `warning.${code}`))}
    ${cautions.map(({ code, params }) => note(context, `target.caution.${code}`, params))}
  </section>`;
}

/** How to reach the target: pace, protein and activity, each with its reason.
 * @param {Context} context */
function hintCard(context) {
  const { hints, language } = targetHints(context.state);
  return hints.length === 0 ? null : html`<section class="card late-form" aria-labelledby="target-hints">
    <h2 id="target-hints">${context.t("target.hints")}</h2>${hintList(context, hints, language)}
  </section>`;
}

/** @param {Context} context @param {readonly import("../../../types.d.ts").TargetHint[]} hints
 * @param {string} language */
function hintList({ state, t }, hints, language) {
  const kindOf = (/** @type {string} */ code) => HINTS.find(({ kind }) => code.startsWith(kind)) ?? HINTS[0];
  return html`<ul class="rows" lang=${language === state.language ? null : language}>${
    hints.map(({ code, text }) => {
      const { kind, sign } = kindOf(code);
      return html`
        <li
          class="target-hint">${icon(sign)}<div class="row-text"><b lang=${state.language}>${t(
            `target.hint.${kind}`,
          )}</b><p>${text}</p></div></li>
      `;
    })
  }</ul>`;
}

/** @param {Context} context @param {string} key @param {Record<string, string>} [params] */
function note(context, key, params = {}) {
  if (!context.texts.has(key)) return null;
  const floor = energyText(context, Number(params.floorKcal ?? 0));
  return html`<p class="strip">${icon("info")}<span>${context.t(key, { floor })}</span></p>`;
}

/** @param {string} name @param {unknown} value */
const fact = (name, value) =>
  html`
    <div class="fact">
      <dt>${name}</dt>
      <dd><b>${value}</b></dd>
    </div>
  `;

/** @param {Context} context @param {Record<string, {dailyKcal: number}>} weekdays */
function weekdayList(context, weekdays) {
  const { t } = context;
  const named = WEEKDAYS.filter((name) => weekdays[name]);
  if (named.length === 0) return null;
  return html`<dl class="facts">${
    named.map((name) => fact(t(`weekday.${name}`), energyText(context, weekdays[name].dailyKcal)))
  }</dl>`;
}

/** Each number with its formula and its inputs.
 * @param {Context} context @param {import("../../../types.d.ts").Profile} profile */
function workings(context, profile) {
  const { state, t, texts } = context;
  const { workings, expenditure } = targetState(state);
  const { target } = profile;
  if (!target || (!workings && !target.byHand)) return null;
  const row = (/** @type {string} */ name, /** @type {string} */ why, /** @type {string} */ value) =>
    html`
      <li
        class="target-step"><div class="row-text"><b>${name}</b><span class="row-note">${why}</span></div><span class="number">${value}</span></li>
    `;
  const isEER = workings?.formula === "eer2023";
  const difference = workings ? Math.round(workings.rawKcal - workings.tdee) : 0;
  const body = {
    weight: texts.number(profile.weightKg, 1),
    height: texts.number(profile.heightCm, 1),
    age: profile.age,
  };
  return html`<section class="card late-form" aria-labelledby="target-why">
    <h2 id="target-why">${t("target.from")}</h2>
    ${
    target.byHand
      ? html`
        <p>${t("target.byHand")}</p>
        <p class="small muted">${t("target.computedWouldBe")}</p>
      `
      : null
  }
    ${
    workings
      ? html`<ol class="rows">${
        row(
          t("target.bmr"),
          t("target.bmr.why", { formula: t(`formula.${workings.formula}`), ...body }),
          energyText(context, workings.bmr),
        )
      }${
        row(
          t("target.tdee"),
          isEER
            ? t("target.tdee.eer", { activity: t(`activityLevel.${profile.activityLevel}`) })
            : t("target.tdee.why", {
              factor: texts.number(FACTORS[profile.activityLevel], 3),
              activity: t(`activityLevel.${profile.activityLevel}`),
            }),
          energyText(context, workings.tdee),
        )
      }${
        row(
          t(`goal.${profile.goal}`),
          t(`target.goal.${profile.goal}`),
          difference === 0 ? "±0" : `${difference > 0 ? "+" : "−"}${energyText(context, Math.abs(difference))}`,
        )
      }${row(t("target.day"), t("target.day.why"), energyText(context, workings.dailyKcal))}${
        row(
          t("target.macros"),
          t(profile.goal === "keep" ? "target.macros.keep" : "target.macros.why"),
          MACROS.map((name) => gramsText(context, Math.round(workings.macros[`${name}G`]))).join("\u00a0· "),
        )
      }</ol>`
      : null
  }
    ${
    expenditure?.enough && expenditure.kcal !== null
      ? html`<p class="small muted">${
        t("target.measured.note", {
          value: energyText(context, expenditure.kcal),
          low: energyText(context, expenditure.low ?? expenditure.kcal),
          high: energyText(context, expenditure.high ?? expenditure.kcal),
        })
      }</p>`
      : null
  }
    <p class="small muted">${t("target.notMedical")}</p>
  </section>`;
}

/** @param {Context} context @param {TargetPeriod | null} before */
function previewCard(context, before) {
  const { state, dispatch, t } = context;
  const { preview, isBusy } = targetState(state);
  if (!preview) return null;
  const row = (
    /** @type {string} */ name,
    /** @type {number | undefined} */ old,
    /** @type {number} */ next,
    isEnergy = true,
  ) => {
    const text = (/** @type {number} */ value) =>
      isEnergy ? energyText(context, value) : gramsText(context, Math.round(value));
    return html`
      <tr>
        <th scope="row">${name}</th>
        <td>${old === undefined ? "–" : text(old)}</td>
        <td><b>${text(next)}</b></td>
      </tr>
    `;
  };
  const keys = /** @type {const} */ (["dailyKcal", "weeklyKcal", "monthlyKcal"]);
  return html`<section class="card late-form target-preview" data-reveal aria-labelledby="target-preview">
    <h2 id="target-preview">${t("target.preview")}</h2>
    <table class="target-table"><thead><tr><td></td><th scope="col">${t("target.before")}</th><th scope="col">${
    t("target.after")
  }</th></tr></thead><tbody>${keys.map((key) => row(t(`target.${key}`), before?.[key], preview[key]))}${
    MACROS.map((name) => row(t(`nutrient.${name}`), before?.[`${name}G`], preview[`${name}G`], false))
  }</tbody></table>
    ${weekdayList(context, preview.weekdays)}
    ${preview.warnings.map(({ code }) => note(context, `warning.${code}`))}
    ${preview.workings?.hints?.length ? hintList(context, preview.workings.hints, state.language) : null}
    <p class="small muted">${t("target.fromToday")}</p>
    <div class="late-actions"><button type="button" class="button button-main" aria-disabled=${
    isBusy ? "true" : null
  } @click=${() => dispatch({ type: "target.store" })}>${
    t("target.save")
  }</button><button type="button" class="button button-quiet" @click=${() =>
    dispatch({ type: "target.way", way: null })}>${t("late.cancel")}</button></div>
  </section>`;
}

/** @param {Context} context */
function history(context) {
  const { state, t, texts } = context;
  const { history } = targetState(state);
  if (!history || history.length === 0) return null;
  return html`
    <section class="card late-form" aria-labelledby="target-history">
      <h2 id="target-history">${t("target.changes")}</h2>
      <ol class="rows">${history.map((period) =>
        html`
          <li
            class="target-step"><div class="row-text"><b>${dayText(
              period.from,
              texts.locale,
              "date",
            )}</b><span class="row-note">${period.byHand ? t("target.change.hand") : t("target.change.computed", {
              formula: t(`formula.${period.formula}`),
              goal: t(`goal.${period.goal}`),
            })}</span></div><span class="number">${energyText(context, period.dailyKcal)}</span></li>
        `
      )}</ol>
    </section>
  `;
}
