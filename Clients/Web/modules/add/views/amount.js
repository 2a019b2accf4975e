/** Amount: a quantity and its unit; energy and nutrients follow at once. */
import { amountModel, fieldText, portionText, unitText } from "../amount.js";
import { isFavourite } from "../favourites.js";
import { ML } from "../../../core/convert.js";
import { html } from "../../../core/html.js";
import { splitKey, WITHOUT_TARGET } from "../../../core/nutrient-keys.js";
import { picturePath } from "../../../core/pictures.js";
import { MEALS, paths } from "../../../core/router.js";
import {
  chipGroup,
  energy,
  energyText,
  gramsText,
  icon,
  macroBar,
  overMark,
  picture,
  problemStrip,
  skeletons,
} from "../../../views/parts.js";
import { cautions, details } from "./amount-details.js";
import { waiting } from "../../../views/shell.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {ReturnType<typeof amountModel>} Model */

/** Of the picture, in pixels. */
const LARGE_SIDE = 96;
/** Names of sources by the values of the API; an unknown value is its own name. */
export const SOURCE_NAMES = new Map([
  ["fndds", "USDA FNDDS"],
  ["foundation", "USDA Foundation Foods"],
  ["srLegacy", "USDA SR Legacy"],
  ["usdaBranded", "USDA Branded Foods"],
  ["openFoodFacts", "Open Food Facts"],
  ["edamam", "Edamam"],
]);
const QUICK_TEXTS = new Map([[0.5, "½"], [1.5, "1½"]]);

/** @param {Context} context */
export function amountView(context) {
  const { state, dispatch, t } = context;
  const { amount, todayDate } = state;
  const model = amountModel(state);
  const day = paths.day(amount.date, todayDate);
  const back = amount.entry ? day : paths.add(amount.date, amount.meal);
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    dispatch({ type: "amount.save", path: back });
  };
  return html`<section class="screen amount">
    <header class="flow-head">
      <a class="icon-button" href=${back} aria-label=${t("back")}>${icon("chevron-left")}</a>
      <h1 class="amount-name" tabindex="-1">${model.name || t("amount.title")}</h1>${waiting(context)}${
    star(context, model)
  }
    </header>
    ${problemStrip(context, model.isReady ? null : amount.problem)}
    ${source(context)}
    ${cautions(context)}
    ${
    model.isReady
      ? html`<form class="amount-form" novalidate @submit=${save}>
        ${quantity(context, model)}
        ${numbers(context, model)}
        ${details(context, model.grams)}
        ${reportLink(context)}
        <div class="flow-foot">${mealChoice(context)}<button class="button button-main button-wide" aria-disabled=${
        model.isValid ? null : "true"
      }>${
        amount.entry
          ? t("amount.save")
          : model.nutrients
          ? t("amount.log", { value: energyText(context, model.nutrients.kcal) })
          : t("amount.logNothing")
      }</button></div>
      </form>`
      : amount.problem
      ? null
      : html`<div class="card">${skeletons(context, 4)}</div>`
  }
  </section>`;
}

/** A favourite keeps the amount that is shown until another one was logged.
 * @param {Context} context @param {Model} model */
function star({ state, dispatch, t }, { choice }) {
  if (!choice) return null;
  const isOn = isFavourite(state, choice.foodId);
  return html`
    <button type="button" class="icon-button star" aria-pressed=${String(isOn)} aria-label=${t("amount.favourite")}
      @click=${() => dispatch({ type: "favourite.set", choice, isOn: !isOn })}>${icon("star")}</button>
  `;
}

/** Says where a food comes from.
 * @param {Context} context */
function sourceText({ state, t }) {
  const name = state.amount.food?.source;
  if (!name) return null;
  return name === "own" ? t("amount.source.own") : t("amount.source", { source: SOURCE_NAMES.get(name) ?? name });
}

/** @param {Context} context */
function source(context) {
  const { food, entry } = context.state.amount;
  const shown = [entry, food].find((each) => each && picturePath(each));
  if (!food && !shown) return null;
  const words = [food?.brand, sourceText(context)].filter(Boolean);
  return html`<div class="amount-food">${shown ? picture(shown, "picture picture-large", LARGE_SIDE) : null}<p
      class="amount-source muted small">${words.join("\u00a0· ")}</p></div>`;
}

/** Leads to a report of what is wrong with a food. The person mends an own one.
 * @param {Context} context */
const reportLink = ({ state, t }) =>
  state.amount.food && !state.amount.food.own
    ? html`<a class="amount-report small" href=${paths.report(state.amount.food.id)}>${t("amount.report")}</a>`
    : null;

/** @param {Context} context @param {Model} model */
function quantity(context, model) {
  const { state, dispatch, t, texts } = context;
  const { text, portion } = state.amount;
  const type = (/** @type {string} */ text) => dispatch({ type: "amount.type", text });
  const units = [
    { value: /** @type {string | null} */ (null), text: t("unit.grams"), isChosen: portion === null },
    ...model.portions.map(({ name, label, grams }) => ({
      value: name,
      text: name === ML
        ? t(`unit.name.${state.volume}`)
        : `${portionText(label ?? name)}\u00a0· ${gramsText(context, grams)}`,
      isChosen: portion === name,
    })),
  ];
  const unit = model.isEnergyOnly
    ? t(`unit.name.${state.energy}`)
    : portion === null
    ? t("unit.gram")
    : portion === ML
    ? t(`unit.name.${state.volume}`)
    : unitText(model.portion?.label ?? portion);
  const quick = model.quick.map(({ value, isChosen }) => ({
    value,
    isChosen,
    text: QUICK_TEXTS.get(value) ?? texts.number(value),
  }));
  return html`<div class="card quantity">
    <div class="quantity-field"><input id="quantity" class="quantity-input" data-focus inputmode="decimal" autocomplete="off" maxlength="12" aria-label=${
    t("amount.quantity")
  } aria-invalid=${model.isWrong ? "true" : null} aria-describedby="quantity-note" .value=${text} @focus=${(
    /** @type {any} */ event,
  ) => event.target.select()} @input=${(/** @type {any} */ event) =>
    type(event.target.value)}><label class="quantity-unit" for="quantity">${unit}</label></div>
    <p class="quantity-note small" id="quantity-note" aria-live="polite">${note(context, model)}</p>
    ${
    model.ask
      ? ask(context, model.ask)
      : quick.length > 0
      ? chipGroup(t("amount.quick"), quick, (value) => type(fieldText(value)), "chips chips-center")
      : null
  }
    ${
    units.length > 1
      ? chipGroup(t("amount.unit"), units, (value) =>
        dispatch({ type: "amount.portion", portion: value }), "chips chips-center chips-line")
      : null
  }
  </div>`;
}

/** @param {Context} context @param {Model} model */
function note(context, model) {
  const { t } = context;
  if (model.ask) return t("number.ask");
  if (model.isWrong) return html`<span class="is-over">${t("number.wrong")}</span>`;
  return model.portion && model.grams !== null
    ? html`<span class="muted">= ${gramsText(context, model.grams)}</span>`
    : "";
}

/** A text with two meanings: the person chooses.
 * @param {Context} context @param {[number, number]} values */
const ask = ({ dispatch, texts }, values) =>
  html`<div class="chips chips-center">${
    values.map((value) =>
      html`<button type="button" class="chip" @click=${() =>
        dispatch({ type: "amount.type", text: fieldText(value) })}>${texts.number(value, 3)}</button>`
    )
  }</div>`;

/** @param {Context} context @param {Model} model */
function numbers(context, model) {
  const { t } = context;
  const { nutrients, left } = model;
  const value = (/** @type {number | null | undefined} */ amount) =>
    amount == null ? html`<span class="muted">${nutrients ? t("unknown") : "–"}</span>` : gramsText(context, amount);
  return html`<div class="card numbers">
    <div class="summary-top" aria-live="polite">
      <p class="summary-left"><span class="large-number">${
    nutrients ? energy(context, nutrients.kcal) : "–"
  }</span> <span class="summary-word">${t(`unit.name.${context.state.energy}`)}</span></p>
      ${
    left === null
      ? null
      : html`<p class="summary-of small muted">${left < 0 ? overMark(context) : null}${
        left < 0
          ? t("amount.over", { value: energyText(context, -left) })
          : t("amount.leaves", { value: energyText(context, left) })
      }</p>`
  }
    </div>
    ${
    model.isEnergyOnly ? null : html`
      <div class="macros macros-rows">${model.macros.map((macro) => macroBar(context, macro))}</div>
      <dl class="nutrients">${WITHOUT_TARGET.map((key) =>
        html`
          <div>
            <dt>${t(`nutrient.${splitKey(key)?.name}`)}</dt>
            <dd class="number">${value(nutrients?.[key])}</dd>
          </div>
        `
      )}</dl>
    `
  }
  </div>`;
}

/** @param {Context} context */
const mealChoice = ({ state, dispatch, t }) =>
  html`
    <label
      class="chip chip-select"><span class="only-read">${t("add.meal")}</span><select @change=${(
        /** @type {any} */ event,
      ) => dispatch({ type: "amount.meal", meal: event.target.value })}>${MEALS.map((meal) =>
        html`<option value=${meal} .selected=${meal === state.amount.meal}>${t(`meal.${meal}`)}</option>`
      )}</select>${icon("chevron-down", true)}</label>
  `;
