/** Foods: own foods, recipes and healthy foods. */
import { foodsState, LISTS, shownFoods } from "../foods.js";
import { each, html } from "../../../core/html.js";
import { hasPictures } from "../../../core/pictures.js";
import { mealAt, paths } from "../../../core/router.js";
import { foodFormView } from "./food-form.js";
import { recipeFormView } from "./recipe-form.js";
import {
  chipGroup,
  energyText,
  gramsText,
  icon,
  picture,
  problemStrip,
  rowPicture,
  skeletons,
} from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {import("../types.d.ts").FoodsState} FoodsState */

/** Of the picture on a card, in pixels. */
const HEALTHY_SIDE = 72;
/** Shorter lists need no filter. */
const FILTER_FROM = 8;

/** @param {Context} context */
export function foodsView(context) {
  const { form } = foodsState(context.state);
  if (form?.kind === "food") return foodFormView(context, form);
  return form ? recipeFormView(context, form) : listView(context);
}

/** @param {Context} context */
function listView(context) {
  const { state, dispatch, t } = context;
  const foods = foodsState(state);
  const { list } = foods;
  const rows = shownFoods(foods);
  const all = foods[list];
  const lists = LISTS.map((value) => ({ value, text: t(`foods.${value}`), isChosen: value === list }));
  const open = (/** @type {string} */ value) =>
    dispatch({ type: "go", path: value === "own" ? "/foods" : `/foods/${value}`, isReplaced: true });
  return html`<section class="screen foods">
    <header class="flow-head"><a class="icon-button" href="/more" aria-label=${t("back")}>${
    icon("chevron-left")
  }</a><h1 tabindex="-1">${t("nav.foods")}</h1></header>
    ${chipGroup(t("foods.lists"), lists, open)}
    ${make(context, list)}
    ${all && all.length >= FILTER_FROM ? filter(context, foods) : null}
    ${problemStrip(context, foods.problem, { retry: { type: "foods.retry" } })}
    ${
    rows === null
      ? foods.problem ? null : html`<div class="card">${skeletons(context, 5)}</div>`
      : rows.length === 0
      ? html`<div class="empty">${icon(all?.length ? "search" : "foods")}<p>${
        all?.length ? t("foods.noneFits", { query: foods.filter.trim() }) : t(`foods.empty.${list}`)
      }</p></div>`
      : list === "healthy"
      ? html`<ul class="foods-cards">${each(rows, ({ id }) => id, (food) => healthyCard(context, food))}</ul>`
      : html`<ul class="card rows foods-rows">${
        each(rows, ({ id }) => id, (row) => ownRow(context, list, row, hasPictures(rows)))
      }</ul>`
  }
  </section>`;
}

/** What can be made in a list.
 * @param {Context} context @param {string} list */
function make({ state, t }, list) {
  if (list === "healthy") return html`<p class="small muted">${t("foods.healthy.why")}</p>`;
  return html`<div class="late-actions"><a class="button button-main" href=${
    list === "own" ? "/foods/own/new" : "/foods/recipes/new"
  }>${icon("plus", true)}${t(list === "own" ? "foods.make" : "recipe.make")}</a>${
    list === "own"
      ? html`<a class="button" href=${paths.scan(state.todayDate, mealAt(new Date().getHours()))}>${
        icon("barcode", true)
      }${t("foods.scan")}</a>`
      : null
  }</div>`;
}

/** @param {Context} context @param {FoodsState} foods */
const filter = ({ dispatch, t }, { filter }) =>
  html`
    <div class="search"
      role="search">${icon(
        "search",
      )}<input id="foods-filter" type="search" autocomplete="off" autocapitalize="none" maxlength="100" aria-label=${t(
        "foods.filter",
      )} placeholder=${t("foods.filter")} .value=${filter} @input=${(/** @type {any} */ event) =>
        dispatch({ type: "foods.filter", text: event.target.value })}></div>
  `;

/** A row leads to the form; + leads to the amount.
 * @param {Context} context @param {string} list @param {any} row @param {boolean} isPictured */
function ownRow(context, list, row, isPictured) {
  const { state, t } = context;
  const isRecipe = list === "recipes";
  const note = isRecipe
    ? t("recipe.note", {
      serving: `${energyText(context, row.perServing.kcal)}\u00a0· ${gramsText(context, Math.round(row.servingG))}`,
    })
    : [row.brand, t("foods.per100", { energy: energyText(context, row.kcal) })].filter(Boolean).join("\u00a0· ");
  const edit = isRecipe ? "/foods/recipes/" : "/foods/own/";
  return html`<li class="row"><a class="row-main" href=${edit + encodeURIComponent(row.id)}>${
    rowPicture(row, isPictured)
  }<span
      class="row-text"><span class="row-name">${row.name}</span><span class="row-note">${note}</span></span></a><a
      class="icon-button icon-button-soft" href=${
    paths.amount(state.todayDate, mealAt(new Date().getHours()), row.id)
  } aria-label=${t("foods.log", { name: row.name })}>${icon("plus")}</a></li>`;
}

/** @param {Context} context @param {import("../../../types.d.ts").HealthyFood} food */
function healthyCard(context, food) {
  const { state, t } = context;
  const energy = t("foods.per100", { energy: energyText(context, food.kcal) });
  return html`
    <li class="card healthy">
      <span class="healthy-sign" aria-hidden="true">${icon("foods")}${picture(
        food,
        "healthy-picture",
        HEALTHY_SIDE,
      )}</span>
      <div class="healthy-text">
        <h2>${food.name}</h2>
        <p class="small muted">${`${food.category}\u00a0· ${energy}`}</p>
        <p class="small">${food.description}</p>
        <p class="late-actions">${food.foodId
          ? html`<a class="button" href=${paths.amount(state.todayDate, mealAt(new Date().getHours()), food.foodId)}>${
            icon("plus", true)
          }<span>${t("foods.logIt")}<span class="only-read"> ${food.name}</span></span></a>`
          : null}${food.recipeURL
          ? html`
            <a class="button button-quiet" href=${food.recipeURL} target="_blank"
              rel="noopener noreferrer"><span>${t("foods.recipe")}<span class="only-read"> ${food
                .name}</span></span>${icon(
                  "chevron-right",
                  true,
                )}</a>
          `
          : null}</p>
      </div>
    </li>
  `;
}
