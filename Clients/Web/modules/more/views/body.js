/** The section of the body: what the target is computed from, and the target with its numbers. */
import { html } from "../../../core/html.js";
import { moreState } from "../more.js";
import { fieldText } from "../../../core/problems.js";
import { bodyTexts, bodyUnits, CHOICES } from "../../../core/settings.js";
import { selectField } from "../../../views/fields.js";
import { energy, energyText, gramsText, icon } from "../../../views/parts.js";
import { formCard, formField } from "./settings.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {import("../../../types.d.ts").Profile} Profile */

/** @param {Context} context @param {Profile} profile */
export function bodySection(context, profile) {
  const { state, dispatch, t, texts } = context;
  const { values, refused, problem } = moreState(state);
  const shown = bodyTexts(profile, state.language);
  const { height, weight } = bodyUnits(profile);
  const number = (/** @type {string} */ field, /** @type {string} */ unit) =>
    formField(context, "body", field, {
      label: t(`body.${field}`),
      hint: t(`body.${field}.hint`),
      from: shown[field],
      inputmode: unit === "ft" ? "text" : "decimal",
      maxlength: 12,
      unit: t(`body.unit.${unit}`),
    });
  const choice = (/** @type {keyof typeof CHOICES} */ field) =>
    selectField({
      id: `body-${field}`,
      label: t(`body.${field}`),
      hint: t(`body.${field}.hint`),
      value: values[field] ?? shown[field],
      choices: [
        ...(shown[field] === "" ? [{ value: "", text: t("body.none") }] : []),
        ...CHOICES[field].map((value) => ({ value, text: t(`${field}.${value}`) })),
      ],
      onChange: (text) => dispatch({ type: "more.type", form: "body", field, text }),
    });
  const part = (/** @type {string} */ name, /** @type {number} */ length) =>
    html`
      <input id=${`body-${name}`} inputmode="numeric" maxlength=${length} aria-label=${t(
        `body.date.${name}`,
      )} aria-invalid=${refused.birthDate ? "true" : null}
        .value=${values[name] ?? shown[name]} @input=${(
          /** @type {any} */ event,
        ) => dispatch({ type: "more.type", form: "body", field: name, text: event.target.value })}>
    `;
  const wrong = refused.birthDate ? t(refused.birthDate) : fieldText(problem, "birthDate", texts);
  return html`<div class="more-sections">
    ${targetCard(context, profile)}
    ${
    formCard(
      context,
      "body",
      html`<div class="more-fields more-grid">
        ${choice("sex")}
        <div class="field" role="group" aria-label=${t("body.birthDate")}><span class="field-label">${
        t("body.birthDate")
      }</span><span class="date-parts">${part("day", 2)}${part("month", 2)}${part("year", 4)}</span>${
        wrong ? html`<span class="field-error">${icon("warning", true)}<span>${wrong}</span></span>` : null
      }<span class="field-hint">${t("body.birthDate.hint")}</span></div>
        ${number("heightCm", height)}${number("weightKg", weight)}${number("goalWeightKg", weight)}${
        number("bodyFatPercent", "percent")
      }${choice("activityLevel")}${choice("goal")}${choice("formula")}</div>`,
      { title: t("more.body.title"), note: t("more.body.why") },
    )
  }
  </div>`;
}

/** The target with the numbers that it is made of.
 * @param {Context} context @param {Profile} profile */
function targetCard(context, profile) {
  const { t, texts } = context;
  const { target, bmi, bmiCategory, bmr } = profile;
  if (!target) {
    return html`
      <div class="card more-form">
        <h2>${t("target.title")}</h2>
        <p>${t("target.missing")}</p>
      </div>
    `;
  }
  const row = (/** @type {string} */ name, /** @type {unknown} */ value, /** @type {unknown} */ note = null) =>
    html`
      <div class="fact">
        <dt>${name}</dt>
        <dd><b>${value}</b>${note
          ? html`
            <span class="muted">${note}</span>
          `
          : null}</dd>
      </div>
    `;
  return html`<div class="card more-form">
    <h2>${t("target.title")}</h2>
    <p><span class="large-number">${energy(context, target.dailyKcal)}</span> <span class="summary-word">${
    t(`unit.name.${context.state.energy}`)
  }</span> <span class="muted">${t("target.aDay")}</span></p>
    <p class="small muted">${
    target.byHand
      ? t("target.byHand")
      : t("target.why", { formula: t(`formula.${target.formula}`), goal: t(`goal.${target.goal}`) })
  }</p>
    <dl class="facts">
      ${row(t("target.week"), energyText(context, target.weeklyKcal))}
      ${row(t("target.month"), energyText(context, target.monthlyKcal))}
      ${row(t("nutrient.protein"), gramsText(context, Math.round(target.proteinG)))}
      ${row(t("nutrient.carbohydrate"), gramsText(context, Math.round(target.carbohydrateG)))}
      ${row(t("nutrient.fat"), gramsText(context, Math.round(target.fatG)))}
      ${bmr === null ? null : row(t("target.bmr"), energyText(context, bmr), t("target.bmr.note"))}
      ${bmi === null ? null : row("BMI", texts.number(bmi, 1), bmiCategory ? t(`bmi.${bmiCategory}`) : null)}
    </dl>
    ${target.warnings.map(({ code }) => html`<p class="strip">${icon("info")}<span>${t(`warning.${code}`)}</span></p>`)}
  </div>`;
}
