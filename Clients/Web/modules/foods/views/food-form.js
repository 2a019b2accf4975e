/** The form of an own food, in the order of a label. */
import { LABEL, labelModel } from "../../../core/food-form.js";
import { html } from "../../../core/html.js";
import { BRAND_LENGTH, FOOD_NAME_LENGTH } from "../../../core/limits.js";
import { fieldText, problemText } from "../../../core/problems.js";
import { ALLERGENS } from "../../../core/settings.js";
import { pictureField, switchField, textField } from "../../../views/fields.js";
import { chipGroup, energyText, icon, skeletons } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {import("../types.d.ts").FoodForm} FoodForm */

/** The fields of the contract that have another name in the form.
 * @type {Record<string, string>} */
const SENT = { code: "barcode", salt: "sodiumMg" };

/** @param {Context} context @param {FoodForm} form */
export function foodFormView(context, form) {
  const { dispatch, t } = context;
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    dispatch({ type: "foods.save" });
  };
  return html`<section class="screen foods">
    ${formHead(context, form, form.id ? "foods.change" : "foods.make", "/foods")}
    ${
    form.isScanned && !form.id
      ? html`<p class="strip">${icon("barcode")}<span>${
        t("foods.unknownCode", { code: form.values.code ?? "" })
      }</span></p>`
      : null
  }
    ${formProblem(context, form)}
    ${
    form.isLoaded
      ? html`<form class="late-form" novalidate @submit=${save}>
        <div class="card late-form">${
        field(context, form, "name", { isFirst: true, maxlength: FOOD_NAME_LENGTH.max })
      }${field(context, form, "brand", { maxlength: BRAND_LENGTH.max })}${
        field(context, form, "code", { inputmode: "numeric", maxlength: 20 })
      }${formPicture(context, form)}</div>
        ${label(context, form)}
        ${allergens(context, form)}
        <div class="card late-form">${
        switchField({
          id: "food-shared",
          label: t("foods.shared"),
          hint: t("foods.shared.hint"),
          isOn: form.isShared,
          onChange: (isShared) => dispatch({ type: "foods.choose", change: { isShared } }),
        })
      }</div>
        ${formFoot(context, form)}
      </form>`
      : form.problem
      ? null
      : html`<div class="card">${skeletons(context, 5)}</div>`
  }
  </section>`;
}

/** @param {Context} context @param {FoodForm} form */
function label(context, form) {
  const { dispatch, t } = context;
  const { per100, ofMacros } = labelModel(form);
  const choose = (/** @type {string} */ field) => (/** @type {string} */ value) =>
    dispatch({ type: "foods.choose", change: { [field]: value } });
  const choices = (/** @type {string} */ field, /** @type {string[]} */ values, /** @type {string} */ chosen) =>
    chipGroup(
      t(`foods.${field}`),
      values.map((value) => ({ value, text: t(`foods.${field}.${value}`), isChosen: value === chosen })),
      choose(field),
    );
  return html`<fieldset class="card late-form"><legend class="late-legend">${t("foods.label")}</legend>
    ${choices("basis", ["hundred", "serving"], form.basis)}
    ${field(context, form, "servingG", { inputmode: "decimal", maxlength: 12, unit: t("unit.gram") })}
    <div class="late-actions label-units">${choices("energy", ["kcal", "kj"], form.energy)}${
    choices("salt", ["salt", "sodium"], form.salt)
  }</div>
    <div class="label-rows">${
    LABEL.map((name) =>
      field(context, form, name, {
        inputmode: "decimal",
        maxlength: 12,
        unit: name === "kcal"
          ? t(`unit.name.${form.energy}`)
          : name === "salt" && form.salt === "sodium"
          ? "mg"
          : t("unit.gram"),
        label: t(name === "salt" ? `foods.salt.${form.salt}` : `foods.${name}`),
      })
    )
  }</div>
    <p class="small muted" role="status">${
    per100 === null ? null : t("foods.perHundredIs", { energy: energyText(context, per100) })
  }</p>
    ${
    ofMacros === null
      ? null
      : html`<p class="strip">${icon("info")}<span>${
        t("foods.mismatch", { energy: energyText(context, ofMacros) })
      }</span></p>`
  }
  </fieldset>`;
}

/** @param {Context} context @param {FoodForm} form */
function allergens({ dispatch, t }, form) {
  const set = (/** @type {object} */ change) => dispatch({ type: "foods.choose", change });
  const toggle = (/** @type {string} */ name) => {
    const has = form.allergens.includes(name);
    set({
      knowsAllergens: true,
      allergens: has ? form.allergens.filter((each) => each !== name) : [...form.allergens, name],
    });
  };
  return html`
    <fieldset class="card late-form">
      <legend class="late-legend">${t("foods.allergens")}</legend>
      <p class="small muted">${t("foods.allergens.hint")}</p>
      <div class="chips">${ALLERGENS.map((name) => {
        const has = form.allergens.includes(name);
        return html`<button type="button" class="chip" aria-pressed=${String(has)} @click=${() => toggle(name)}>${
          has ? icon("check", true) : null
        }${t(`allergen.${name}`)}</button>`;
      })}</div>
      <label
        class="check-row"><input type="checkbox" name="no-allergens" .checked=${form.knowsAllergens &&
          form.allergens.length === 0} @change=${(/** @type {any} */ event) =>
          set({ knowsAllergens: event.target.checked, allergens: [] })}><span>${t(
            "foods.allergens.none",
          )}</span></label>
    </fieldset>
  `;
}

/** A field of a form of foods.
 * @param {Context} context @param {import("../types.d.ts").ShelfForm & {kind: string}} form @param {string} name
 * @param {Partial<import("../../../views/fields.js").FieldOptions>} options */
export function field({ dispatch, t, texts }, form, name, options = {}) {
  const prefix = form.kind === "food" ? "foods" : "recipe";
  const hint = `${prefix}.${name}.hint`;
  const refused = form.refused[name];
  return textField({
    id: `${form.kind}-${name}`,
    label: t(`${prefix}.${name}`),
    hint: texts.has(hint) ? t(hint) : null,
    error: refused ? t(refused) : fieldText(form.problem, SENT[name] ?? name, texts),
    value: form.values[name] ?? "",
    onInput: (text) => dispatch({ type: "foods.type", field: name, text }),
    ...options,
  });
}

/** @param {Context} context @param {import("../types.d.ts").ShelfForm} form */
export const formPicture = ({ dispatch, t }, form) =>
  pictureField({
    url: form.picture?.url ?? form.imageURL,
    alt: t("late.picture"),
    add: t("late.picture.add"),
    other: t("late.picture.other"),
    onFile: (file) => dispatch({ type: "foods.picture", file }),
  });

/** @param {Context} context @param {import("../types.d.ts").ShelfForm} form @param {string} title
 * @param {string} back */
export const formHead = ({ t }, form, title, back) =>
  html`
    <header
      class="flow-head"><a class="icon-button" href=${back} aria-label=${t("back")}>${icon(
        "chevron-left",
      )}</a><h1 tabindex="-1">${form.id && form.before.name ? form.before.name : t(title)}</h1></header>
  `;

/** The problem of the form that belongs to no field.
 * @param {Context} context @param {import("../types.d.ts").ShelfForm} form */
export function formProblem({ t, texts }, { problem, refused }) {
  if (Object.values(refused).some(Boolean)) {
    return html`<p class="strip strip-problem" role="alert">${icon("warning")}<span>${t("problem.invalid")}</span></p>`;
  }
  if (!problem) return null;
  const text = problem.status === 0
    ? t("late.offline")
    : problem.code === "noPicture"
    ? t("late.picture.wrong")
    : problem.code === "conflict" && problem.detail
    ? problem.detail
    : problemText(problem, texts);
  return html`<p class="strip strip-problem" role="alert">${
    icon(problem.status === 0 ? "offline" : "warning")
  }<span>${text}</span></p>`;
}

/** Save, and delete with a question.
 * @param {Context} context @param {import("../types.d.ts").ShelfForm} form */
export function formFoot({ dispatch, t }, form) {
  const busy = form.isBusy ? "true" : null;
  return html`
    <div
      class="late-foot"><button class="button button-main button-wide" aria-disabled=${busy}>${t(
        "amount.save",
      )}</button>${form.id === null ? null : form.isAsking
        ? html`
          <div class="card late-form" data-reveal role="group" aria-label=${t("foods.delete")}>
            <p>${t("foods.delete.ask")}</p>
            <div
              class="late-actions"><button type="button" class="button is-over" aria-disabled=${busy} @click=${() =>
                dispatch({ type: "foods.delete" })}>${t(
                  "foods.delete",
                )}</button><button type="button" class="button button-quiet" data-focus="" @click=${() =>
                dispatch({ type: "foods.askDelete", isAsking: false })}>${t("late.cancel")}</button></div>
          </div>
        `
        : html`<button type="button" class="button button-quiet is-over" @click=${() =>
          dispatch({ type: "foods.askDelete", isAsking: true })}>${icon("trash", true)}${
          t("foods.delete")
        }</button>`}</div>
  `;
}
