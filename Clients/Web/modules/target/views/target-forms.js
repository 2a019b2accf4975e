/** The forms of Target: what the profile lacks, and three ways to make a target. */
import { html } from "../../../core/html.js";
import { TARGET_KCAL } from "../../../core/limits.js";
import { WEEKDAYS } from "../manual-target.js";
import { MACROS } from "../../../core/nutrients.js";
import { fieldText } from "../../../core/problems.js";
import { bodyTexts, bodyUnits, CHOICES } from "../../../core/settings.js";
import { targetState } from "../target.js";
import { fromMetric } from "../../../core/convert.js";
import { selectField, switchField, textField } from "../../../views/fields.js";
import { chipGroup, energyText, icon } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {import("../../../types.d.ts").Profile} Profile */

/** What the profile lacks is asked for here, so that the person stays on the screen.
 * @param {Context} context @param {Profile} profile */
export function missingForm(context, profile) {
  const { state, dispatch, t } = context;
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    dispatch({ type: "target.complete" });
  };
  return html`
    <form class="card late-form" novalidate @submit=${save}>
      <h2>${t("target.lacks")}</h2>
      <p class="small muted">${t("target.lacks.why")}</p>
      <div class="late-grid">${profile.missing.map((name) => bodyField(context, profile, name))}</div>
      <button class="button button-main" aria-disabled=${targetState(state).isBusy ? "true" : null}>${t(
        "target.lacks.submit",
      )}</button>
    </form>
  `;
}

/** @param {Context} context @param {Profile} profile @param {string} name */
function bodyField({ state, dispatch, t, texts }, profile, name) {
  const { values, refused, problem } = targetState(state);
  const shown = bodyTexts(profile, state.language);
  const type = (/** @type {string} */ field) => (/** @type {string} */ text) =>
    dispatch({ type: "target.type", field, text });
  const error = refused[name] ? t(refused[name]) : fieldText(problem, name, texts);
  if (name in CHOICES) {
    const field = /** @type {keyof typeof CHOICES} */ (name);
    return selectField({
      id: `target-${name}`,
      label: t(`body.${name}`),
      hint: t(`body.${name}.hint`),
      error,
      value: values[name] ?? shown[name],
      choices: [
        ...(shown[name] === "" ? [{ value: "", text: t("body.none") }] : []),
        ...CHOICES[field].map((value) => ({ value, text: t(`${name}.${value}`) })),
      ],
      onChange: type(name),
    });
  }
  if (name === "birthDate") {
    const part = (/** @type {string} */ key, /** @type {number} */ length) =>
      html`
        <input id=${`target-${key}`} inputmode="numeric" maxlength=${length} autocomplete="off" aria-label=${t(
          `body.date.${key}`,
        )}
          aria-invalid=${error ? "true" : null} .value=${values[key] ?? shown[key]} @input=${(
            /** @type {any} */ event,
          ) => type(key)(event.target.value)}>
      `;
    return html`
      <div class="field" role="group"
        aria-label=${t("body.birthDate")}><span class="field-label">${t(
          "body.birthDate",
        )}</span><span class="date-parts">${part("day", 2)}${part("month", 2)}${part("year", 4)}</span>${error
          ? html`<span class="field-error">${icon("warning", true)}<span>${error}</span></span>`
          : null}<span class="field-hint">${t("body.birthDate.hint")}</span></div>
    `;
  }
  const { height, weight } = bodyUnits(profile);
  const unit = name === "heightCm" ? height : name === "bodyFatPercent" ? "percent" : weight;
  return textField({
    id: `target-${name}`,
    label: t(`body.${name}`),
    hint: t(`body.${name}.hint`),
    error,
    value: values[name] ?? shown[name] ?? "",
    unit: t(`body.unit.${unit}`),
    inputmode: unit === "ft" ? "text" : "decimal",
    maxlength: 12,
    onInput: type(name),
  });
}

/** Three ways to a target, one of which is open.
 * @param {Context} context @param {Profile} profile */
export function wayForm(context, profile) {
  const { state, dispatch, t } = context;
  const { way, isBusy, preview } = targetState(state);
  if (way === null) {
    const open = () => dispatch({ type: "target.way", way: profile.target?.byHand ? "hand" : "goal" });
    return html`<button type="button" class="button" @click=${open}>${t("target.change")}</button>`;
  }
  const ways = /** @type {const} */ (["goal", "hand", "measured"]).map((value) => ({
    value,
    text: t(`target.way.${value}`),
    isChosen: value === way,
  }));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    dispatch({ type: "target.preview" });
  };
  const fields = { goal: goalFields, hand: handFields, measured: measuredFields }[way](context, profile);
  return html`<form class="card late-form" data-reveal novalidate @submit=${submit}>
    <h2>${t("target.change")}</h2>
    ${chipGroup(t("target.ways"), ways, (value) => dispatch({ type: "target.way", way: value }))}
    ${fields}
    ${
    preview || (way === "measured" && !targetState(state).expenditure?.offer) ? null : html`
      <div
        class="late-actions"><button class="button button-main" aria-disabled=${isBusy ? "true" : null}>${t(
          "target.show",
        )}</button><button type="button" class="button button-quiet" @click=${() =>
          dispatch({ type: "target.way", way: null })}>${t("late.cancel")}</button></div>
    `
  }
  </form>`;
}

/** @param {Context} context @param {Profile} profile */
function goalFields(context, profile) {
  const { values } = targetState(context.state);
  const formula = values.formula ?? profile.formula;
  const needsFat = formula === "katchMcArdle" || formula === "cunningham";
  const names = ["goal", "goalWeightKg", "activityLevel", "formula", ...(needsFat ? ["bodyFatPercent"] : [])];
  return html`<div class="late-grid target-fields">${names.map((name) => bodyField(context, profile, name))}</div>`;
}

/** @param {Context} context */
function handFields(context) {
  const { state, dispatch, t, texts } = context;
  const { values, refused, problem, hasWeekdays } = targetState(state);
  const limits = {
    min: texts.number(fromMetric(TARGET_KCAL.min, state.energy)),
    max: texts.number(fromMetric(TARGET_KCAL.max, state.energy)),
  };
  const field = (
    /** @type {string} */ name,
    /** @type {string} */ label,
    /** @type {string} */ unit,
    isFirst = false,
  ) =>
    textField({
      id: `target-${name}`,
      label,
      error: refused[name] ? t(refused[name], limits) : fieldText(problem, name, texts),
      value: values[name] ?? "",
      unit,
      inputmode: "decimal",
      maxlength: 8,
      isFirst,
      onInput: (text) => dispatch({ type: "target.type", field: name, text }),
    });
  const energy = t(`unit.name.${state.energy}`);
  return html`${field("dailyKcal", t("target.dailyKcal"), energy, true)}
    <p class="small muted">${t("target.hand.open")}</p>
    <div class="late-grid">${
    MACROS.map((name) => field(name, t(`nutrient.${name.slice(0, -1)}`), t("unit.gram")))
  }</div>
    ${
    switchField({
      id: "target-weekdays",
      label: t("target.weekdays"),
      hint: t("target.weekdays.hint"),
      isOn: hasWeekdays,
      onChange: (isOn) => dispatch({ type: "target.weekdays", isOn }),
    })
  }
    ${
    hasWeekdays
      ? html`<div class="late-grid">${WEEKDAYS.map((name) => field(name, t(`weekday.${name}`), energy))}</div>`
      : null
  }`;
}

/** @param {Context} context */
function measuredFields(context) {
  const { state, t } = context;
  const { expenditure } = targetState(state);
  if (!expenditure) return html`<p class="muted">${t("target.measured.none")}</p>`;
  const { kcal, low, high, offer, enough, reasons, bounded } = expenditure;
  if (!enough || kcal === null) {
    return html`
      <p>${t("target.measured.more")}</p>
      <ul class="target-reasons small muted">${reasons.map(({ code }) =>
        html`<li>${t(`target.measured.${code}`)}</li>`
      )}</ul>
    `;
  }
  return html`
    <p>${t("target.measured.text", {
      value: energyText(context, kcal),
      low: energyText(context, low ?? kcal),
      high: energyText(context, high ?? kcal),
      days: expenditure.days,
    })}</p>
    <p class="small muted">${offer
      ? t("target.measured.how")
      : t(bounded ? "target.measured.bounded" : "target.measured.wide")}</p>
  `;
}
