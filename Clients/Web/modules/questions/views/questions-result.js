/** The end of the questionnaire: the target, its steps and the BMI. */
import { html } from "../../../core/html.js";
import { resultModel } from "../questions.js";
import { energy, energyText, gramsText, icon } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */

/** The target, and where it comes from.
 * @param {Context} context */
export function resultView(context) {
  const { state, dispatch, t } = context;
  const model = resultModel(state);
  const { target } = model;
  if (!target) {
    return html`
      <section class="screen questions">
        <h1 tabindex="-1">${t("questions.done")}</h1>
        <p>${t("questions.noTarget")}</p>
        <a class="button button-main" href="/">${t("questions.begin")}</a>
      </section>
    `;
  }
  return html`<section class="screen questions questions-result">
    <h1 tabindex="-1">${t("questions.done")}</h1>
    <div class="card">
      <p><span class="large-number">${energy(context, target.dailyKcal)}</span> ${
    t("questions.aDay", { unit: t(`unit.name.${state.energy}`) })
  }</p>
      <ul class="questions-macros">${
    /** @type {const} */ (["protein", "carbohydrate", "fat"]).map((name) =>
      html`<li class=${`is-${name}`}><span class="small">${t(`nutrient.${name}`)}</span><b class="number">${
        gramsText(context, target[`${name}G`])
      }</b></li>`
    )
  }</ul>
      <p class="muted small">${
    t("questions.spans", {
      week: energyText(context, target.weeklyKcal),
      month: energyText(context, target.monthlyKcal),
    })
  }</p>
    </div>
    ${
    model.warnings.map((warning) =>
      html`<p class="strip">${icon("info")}<span>${warningText(context, warning)}</span></p>`
    )
  }
    <div class="card">
      <h2>${t("questions.from")}</h2>
      <ol class="questions-steps">${steps(context, model)}</ol>
    </div>
    ${bmiCard(context, model)}
    <div class="questions-foot">${
    model.isGuest
      ? html`<a class="button button-main button-wide" href="/welcome">${t("questions.account")}</a>`
      : html`<a class="button button-main button-wide" href="/">${t("questions.begin")}</a>`
  }
    <button type="button" class="button button-quiet button-wide" @click=${() =>
    dispatch({ type: "questions.again" })}>${t("questions.change")}</button><p class="muted small">${
    t("questions.notMedical")
  }</p></div>
  </section>`;
}

/** @param {Context} context @param {import("../../../types.d.ts").CalculationWarning} warning */
function warningText(context, { code, params }) {
  const energyOf = (/** @type {string} */ name) => energyText(context, Number(params[name] ?? 0));
  return context.t(`questions.warning.${code}`, { raw: energyOf("rawKcal"), daily: energyOf("dailyKcal") });
}

/** @param {Context} context @param {ReturnType<typeof resultModel>} model */
function steps(context, { bmr, tdee, factor, change, target, profile, isExplaining }) {
  const { t, texts } = context;
  if (!profile || !target) return null;
  const step = (/** @type {string} */ name, /** @type {string} */ note, /** @type {string} */ value) =>
    html`<li><div class="row-text"><b>${name}</b><span class="row-note">${note}</span></div><span class="number">${value}</span></li>`;
  // What is not known yet has its row, so that nothing moves when it arrives.
  const isShown = (/** @type {number | null} */ value) => value !== null || isExplaining;
  const number = (/** @type {number | null} */ value) => value === null ? "…" : energyText(context, value);
  const wanted = ["lose", "gain"].includes(profile.goal) ? profile.goal : "none";
  const goal = change === null ? wanted : change === 0 ? "none" : change < 0 ? "lose" : "gain";
  return [
    bmr === null ? null : step(
      t("questions.step.rest"),
      t("questions.step.rest.note", { formula: t(`questions.formula.${target.formula}`), age: profile.age }),
      energyText(context, bmr),
    ),
    !isShown(tdee) ? null : step(
      t("questions.step.activity"),
      `${t(`questions.activity.${profile.activityLevel}`)}${
        factor === null ? "" : `\u00a0· × ${texts.number(factor, 3)}`
      }`,
      number(tdee),
    ),
    !isShown(change) ? null : step(
      t("questions.step.goal"),
      t(`questions.step.goal.${goal}`),
      `${(change ?? 0) > 0 ? "+" : ""}${number(change)}`,
    ),
    step(t("questions.step.target"), t("questions.step.target.note"), energyText(context, target.dailyKcal)),
  ];
}

/** @param {Context} context @param {ReturnType<typeof resultModel>} model */
function bmiCard({ t, texts }, { bmi, bmiClass, bmiPart, bmiParts }) {
  if (bmi === null) return null;
  const name = bmiClass === null ? null : t(`questions.bmi.${bmiClass}`);
  return html`<div class="card">
    <h2>${t("questions.bmi")}</h2>
    <p class="questions-bmi"><span class="questions-bmi-value">${texts.number(bmi, 1)}</span>${
    name === null ? null : html`
      <span>${name}</span>
    `
  }</p>
    ${
    name === null
      ? null
      : html`<div class="bmi-scale" aria-hidden="true">${
        bmiParts.map((part, index) => html`<i class=${index === 1 ? "bmi-normal" : "bmi-zone"} --part=${part}></i>`)
      }<b --part=${bmiPart}></b></div>`
  }
    <p class="muted small">${t(name === null ? "questions.bmi.young" : "questions.bmi.note")}</p>
  </div>`;
}
