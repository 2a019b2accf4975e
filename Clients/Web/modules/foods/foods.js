/** The state of Foods: own foods, recipes and healthy foods, and the forms that make and change them. */
import { matches } from "../../core/kept.js";
import { toasted } from "../../core/entries.js";
import { foodForm, foodRequest, foodValues } from "../../core/food-form.js";
import { RECIPES_LIMIT } from "../../core/limits.js";
import { recipeForm, recipeRequest, recipeValues, reduceParts } from "./recipe-form.js";
import { paths } from "../../core/router.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../types.d.ts").Effect} Effect */
/** @typedef {import("./types.d.ts").FoodsState} FoodsState */

/** @type {import("./types.d.ts").FoodList[]} */
export const LISTS = ["own", "recipes", "healthy"];

/** @returns {FoodsState} */
export const initialFoods = () => ({
  list: "own",
  own: null,
  recipes: null,
  healthy: null,
  problem: null,
  filter: "",
  form: null,
});

/** @param {AppState} state */
export const foodsState = (state) => state.foods ?? initialFoods();

/** @param {AppState} state @param {Partial<FoodsState>} change @returns {AppState} */
export const withFoods = (state, change) => ({ ...state, foods: { ...foodsState(state), ...change } });

/** @param {AppState} state @param {object} change @returns {AppState} */
export function withForm(state, change) {
  const { form } = foodsState(state);
  return form ? withFoods(state, { form: /** @type {any} */ ({ ...form, ...change }) }) : state;
}

/** What a list loads. Own foods come with the foods for offline use, the only answer that lists them.
 * @param {AppState} state @param {import("./types.d.ts").FoodList} list @returns {Effect} */
function load({ language }, list) {
  const path = {
    own: `/v1/foods/offline?language=${language}`,
    recipes: `/v1/recipes?limit=${RECIPES_LIMIT.max}`,
    healthy: `/v1/foods/healthy?language=${language}`,
  }[list];
  return { type: "foods.ask", path, then: "foods.loaded", params: { list } };
}

/** The rows of the shown list, without those that do not fit what is typed.
 * @param {FoodsState} foods @returns {any[] | null} */
export function shownFoods({ list, filter, ...lists }) {
  const items = /** @type {any[] | null} */ (lists[list]);
  return items && (filter.trim() === "" ? items : items.filter(({ name }) => matches(name, filter)));
}

/** @type {import("../../types.d.ts").Reducer} */
export function reduceFoods(state, action) {
  const foods = foodsState(state);
  switch (action.type) {
    case "foods.open": {
      const list = LISTS.find((name) => name === action.list) ?? "own";
      return [withFoods(state, { list, filter: "", problem: null, form: null }), [load(state, list)]];
    }
    case "foods.retry":
      return [withFoods(state, { problem: null }), [load(state, foods.list)]];
    case "foods.loaded": {
      const { list, data } = action;
      const items = list === "own" ? data.own : data.items;
      // The catalog did not respond within the request for all offline foods.
      const problem = items ? null : { code: "unavailable", status: 503, detail: "", params: {} };
      return [withFoods(state, { [list]: items ?? foods[/** @type {"own"} */ (list)], problem }), []];
    }
    case "foods.failed":
      return foods.form
        ? [withForm(state, { problem: action.problem, isBusy: false }), [{ type: "focusError" }]]
        : [withFoods(state, { problem: action.problem }), []];
    case "foods.filter":
      return [withFoods(state, { filter: action.text }), []];
    case "food.open":
      return openForm(
        state,
        foodForm(/** @type {any} */ (action), state.energy),
        `/v1/foods/${encodeURIComponent(action.foodId)}`,
      );
    case "recipe.open":
      return openForm(state, recipeForm(action.foodId), `/v1/recipes/${encodeURIComponent(action.foodId)}`);
    case "foods.formLoaded": {
      const { form } = foods;
      if (!form || action.id !== form.id) return [state, []];
      const { data } = action;
      const filled = form.kind === "food"
        ? foodValues(form, data, state.language)
        : recipeValues(form, data, state.language);
      return [withFoods(state, { form: { ...filled, before: filled.values, isLoaded: true } }), []];
    }
    default:
      return reduceForm(state, action);
  }
}

/** @param {AppState} state @param {import("./types.d.ts").FoodForm | import("./types.d.ts").RecipeForm} form
 * @param {string} path @returns {[AppState, Effect[]]} */
function openForm(state, form, path) {
  /** @type {Effect} */
  const asks = { type: "foods.ask", path, then: "foods.formLoaded", params: { id: form.id } };
  return [withFoods(state, { form, problem: null }), form.id ? [asks] : []];
}

/** What is typed, saved and deleted.
 * @type {import("../../types.d.ts").Reducer} */
function reduceForm(state, action) {
  const { form } = foodsState(state);
  if (!form) return [state, []];
  switch (action.type) {
    case "foods.type":
      return [
        withForm(state, {
          values: { ...form.values, [action.field]: action.text },
          refused: { ...form.refused, [action.field]: "" },
        }),
        [],
      ];
    case "foods.choose":
      return [withForm(state, action.change), []];
    case "foods.picture":
      return [state, [{ type: "foods.readPicture", file: action.file }]];
    case "foods.pictureRead":
      return [withForm(state, { picture: action.picture, problem: null }), []];
    case "foods.save": {
      if (form.isBusy) return [state, []];
      const { refused, body } = form.kind === "food" ? foodRequest(form) : recipeRequest(form);
      if (Object.keys(refused).length > 0) {
        return [withForm(state, { refused, problem: null }), [{ type: "focusError" }]];
      }
      const newId = form.newId ?? action.ids[0];
      return [withForm(state, { newId, isBusy: true, problem: null, refused: {} }), [{
        type: "foods.send",
        path: form.kind === "food" ? "/v1/foods" : "/v1/recipes",
        id: form.id,
        version: form.version,
        body: form.id ? body : { ...body, id: newId },
        picture: form.picture?.file ?? null,
      }]];
    }
    case "foods.saved":
      return saved(state, form, action);
    case "foods.askDelete":
      return [withForm(state, { isAsking: action.isAsking }), [{ type: "focusField" }]];
    case "foods.delete": {
      if (form.isBusy || !form.id) return [state, []];
      const path = `/v1/${form.kind === "food" ? "foods" : "recipes"}/${encodeURIComponent(form.id)}`;
      return [withForm(state, { isBusy: true, problem: null }), [{
        type: "foods.ask",
        method: "DELETE",
        path,
        then: "foods.deleted",
      }]];
    }
    case "foods.deleted":
      return [
        toasted(withFoods(state, { form: null }), "foods.toast.deleted", { name: form.before.name ?? "" }, null),
        [{ type: "back", path: listPath(form) }],
      ];
    default:
      return form.kind === "recipe" ? reduceParts(state, form, action) : [state, []];
  }
}

/** @param {{kind: "food" | "recipe"}} form */
const listPath = ({ kind }) => kind === "food" ? "/foods" : "/foods/recipes";

/** A food that was made for a scanned code is logged next; everything else leads back to its list.
 * @param {AppState} state @param {import("./types.d.ts").FoodForm | import("./types.d.ts").RecipeForm} form
 * @param {import("../../types.d.ts").Action} action @returns {[AppState, Effect[]]} */
function saved(state, form, { data, pictureProblem }) {
  const { date, meal } = state.scan ?? state.add;
  const isNext = form.kind === "food" && form.isScanned;
  /** @type {Effect} */
  const next = isNext
    ? { type: "go", path: paths.amount(date, meal, data.id), isReplaced: true }
    : { type: "back", path: listPath(form) };
  const key = pictureProblem ? "foods.toast.noPicture" : form.id ? "foods.toast.changed" : "foods.toast.made";
  return [toasted(withFoods(state, { form: null }), key, { name: data.name }, null), [next]];
}
