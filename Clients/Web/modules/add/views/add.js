/** Add: one field, own foods at once, a typed meal, and the tray of this visit. */
import { addModel } from "../add.js";
import { dayText, relativeDay } from "../../../core/dates.js";
import { each, html } from "../../../core/html.js";
import { FOOD_QUERY_LENGTH } from "../../../core/limits.js";
import { hasPictures } from "../../../core/pictures.js";
import { MEALS, paths } from "../../../core/router.js";
import { rowsOfFrame } from "../../../core/row-budget.js";
import { understood } from "./add-lines.js";
import { outside } from "./add-outside.js";
import {
  amountText,
  chipGroup,
  energy,
  energyText,
  icon,
  problemStrip,
  rowPicture,
  skeletons,
} from "../../../views/parts.js";
import { waiting } from "../../../views/shell.js";
import { clearButton, focusSearch } from "../../../views/late-parts.js";
import { tray } from "./tray.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {ReturnType<typeof addModel>} Model */

/** @param {Context} context */
export function addView(context) {
  const { state } = context;
  const { add } = state;
  const model = addModel(state);
  const back = paths.day(add.date, state.todayDate);
  return html`<section class=${add.tray.length > 0 ? "screen add has-tray" : "screen add"}>
    ${head(context, back)}
    <div class="add-top">
      ${searchField(context)}
      ${model.query === "" ? tabs(context) : null}
    </div>
    <div class="add-list">
      ${quick(context, model)}
      ${understood(context, model)}
      ${
    model.isKept ? html`<p class="strip add-kept">${icon("offline")}<span>${context.t("add.kept")}</span></p>` : null
  }
      ${problemStrip(context, add.problem)}
      ${model.isLoading ? skeletons(context, 6) : null}
      <ul class="rows">${choiceRows(context, model)}</ul>
      ${empty(context, model)}
      ${outside(context)}
    </div>
    ${tray(context, model, back)}
  </section>`;
}

/** @param {Context} context @param {string} back */
function head(context, back) {
  const { state, dispatch, t, texts } = context;
  const { add, todayDate } = state;
  const relative = relativeDay(add.date, todayDate);
  const day = relative ? t(`day.${relative}`) : dayText(add.date, texts.locale, "short");
  return html`
    <header class="flow-head">
      <a class="icon-button" href=${back} aria-label=${t("close")}>${icon("close")}</a>
      <h1 tabindex="-1">${t("add.title")}</h1>${waiting(context)}
      <label
        class="chip chip-select"><span class="only-read">${t("add.meal")}</span><select @change=${(
          /** @type {any} */ event,
        ) => dispatch({ type: "add.meal", meal: event.target.value })}>${MEALS
          .map((meal) =>
            html`<option value=${meal} .selected=${meal === add.meal}>${
              add.date === todayDate ? t(`meal.${meal}`) : `${t(`meal.${meal}`)}, ${day}`
            }</option>`
          )}</select>${icon("chevron-down", true)}</label>
    </header>
  `;
}

/** @param {Context} context */
function searchField(context) {
  const { state, dispatch, t } = context;
  const { text } = state.add;
  const enter = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && !event.isComposing) dispatch({ type: "add.enter", name: t("add.quickName") });
  };
  return html`<div class="search" role="search">
    ${icon("search")}
    <input id="search" type="search" data-focus autocomplete="off" autocapitalize="none" enterkeyhint="search" maxlength=${FOOD_QUERY_LENGTH.max} placeholder=${
    t("add.placeholder", { unit: t(`unit.name.${state.energy}`) })
  } aria-label=${t("add.search")} .value=${text} @keydown=${enter} @input=${(/** @type {any} */ event) =>
    dispatch({ type: "add.type", text: event.target.value })}>
    ${
    text === ""
      ? html`<a class="icon-button icon-button-quiet" href=${paths.scan(state.add.date, state.add.meal)} aria-label=${
        t("add.scan")
      }>${icon("barcode")}</a>`
      : clearButton(context, () => dispatch({ type: "add.type", text: "" }))
  }
  </div>`;
}

/** @param {Context} context */
function tabs({ state, dispatch, t }) {
  const { tab, isCollecting } = state.add;
  const choices = /** @type {const} */ (["recent", "frequent", "favourite", "own", "recipes", "healthy"]).map((
    value,
  ) => ({
    value,
    // The star needs less room than its name.
    text: value === "favourite"
      ? html`${icon("star", true)}<span class="only-read">${t("add.tab.favourite")}</span>`
      : t(`add.tab.${value}`),
    isChosen: tab === value,
  }));
  return html`
    <div
      class="add-tabs">${chipGroup(
        t("add.tabs"),
        choices,
        (value) => dispatch({ type: "add.tab", tab: value }),
      )}<button type="button" class="chip" aria-pressed=${String(isCollecting)} @click=${() =>
        dispatch({ type: "add.collect", isOn: !isCollecting })}>${isCollecting ? icon("check", true) : null}${t(
          "add.collect",
        )}</button></div>
  `;
}

/** A number in the field is energy.
 * @param {Context} context @param {Model} model */
function quick(context, { quick }) {
  if (quick === null) return null;
  const { dispatch, t } = context;
  const log = (/** @type {Event} */ event) => {
    focusSearch(event);
    dispatch({ type: "add.quick", kcal: quick, name: t("add.quickName") });
  };
  return html`
    <button type="button" class="again quick"
      @click=${log}>${icon("energy")}<span class="row-text again-title">${t("add.quick", {
        value: energyText(context, quick),
      })}</span>${icon("plus")}</button>
  `;
}

/** @param {Context} context @param {Model} model */
function choiceRows(context, { choices }) {
  const { add, energy } = context.state;
  const isPictured = hasPictures(choices.map(({ choice }) => choice));
  const key = (/** @type {Model["choices"][number]} */ { choice }) => choice.foodId;
  return each(
    rowsOfFrame(context, choices, key),
    key,
    (row) => choiceRow(context, row, isPictured),
    ({ choice, item, isFavourite }) => [
      choice,
      item?.count,
      isFavourite,
      add.date,
      add.meal,
      energy,
      isPictured,
      context.texts,
    ],
  );
}

/** @param {Context} context @param {Model["choices"][number]} row @param {boolean} isPictured */
function choiceRow(context, { choice, item, isFavourite }, isPictured) {
  const { state, dispatch, t } = context;
  const { add } = state;
  const count = item?.count ?? 0;
  const label = count > 0
    ? t("add.again", { name: choice.name, n: count })
    : t("add.plus", { name: choice.name, amount: amountText(context, choice) });
  return html`
    <li class="row">
      <a class="row-main" href=${paths.amount(add.date, add.meal, choice.foodId)}>
        ${rowPicture(choice, isPictured)}
        <span class="row-text"><span class="row-name">${choice.name}</span><span class="row-note">${choice.brand
          ? `${choice.brand}\u00a0· `
          : ""}${amountText(context, choice)}${isFavourite
          ? html`
            ${icon("star", true)}<span class="only-read">${t("add.isFavourite")}</span>
          `
          : null}</span></span>
        <span class="number add-number">${energy(context, choice.nutrients.kcal)}<span class="add-unit muted">${t(
          `unit.name.${context.state.energy}`,
        )}</span></span>
        </a>
      <button type="button" data-tap class=${count > 0
        ? "icon-button icon-button-done"
        : "icon-button icon-button-soft"} aria-label=${label} @click=${() =>
        dispatch({ type: "add.plus", choice })}>${count > 1
        ? html`<span class="count">×${count}</span>`
        : icon(count === 1 ? "check" : "plus")}</button>
    </li>
  `;
}

/** What an empty list says, by its tab.
 * @type {Record<string, string>} */
const EMPTY = {
  favourite: "add.emptyFavourite",
  own: "add.emptyOwn",
  recipes: "add.emptyRecipes",
  healthy: "add.emptyHealthy",
};
/** Where an empty list is filled.
 * @type {Record<string, string>} */
const MAKE = { own: "/foods/own/new", recipes: "/foods/recipes/new" };

/** @param {Context} context @param {Model} model */
function empty({ state, t }, { isEmpty, choices, query, quick }) {
  const { tab } = state.add;
  const isFavourite = tab === "favourite";
  if (!isEmpty || choices.length > 0 || quick !== null) return null;
  const first = t(EMPTY[tab] ?? "add.emptyRecent");
  return html`<div class="empty">${icon(query !== "" ? "search" : isFavourite ? "star" : "foods")}<p>${
    query === "" ? first : t("add.nothingFound", { query })
  }</p>${
    query === ""
      ? MAKE[tab] ? html`<a class="button" href=${MAKE[tab]}>${t(`add.make.${tab}`)}</a>` : null
      : html`<a class="button" href="/foods/own/new">${t("add.make")}</a>`
  }</div>`;
}
