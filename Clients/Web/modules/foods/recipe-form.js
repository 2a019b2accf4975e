/** The form of a recipe: ingredients by weight, and what a serving has. */
import { QUERY_MIN } from "../../core/kept.js";
import { emptyForm, numberText } from "../../core/food-form.js";
import { none, ofFood, plus, times } from "../../core/nutrients.js";
import { numberOrNull } from "../../core/numbers.js";

/** @typedef {import("./types.d.ts").RecipeForm} RecipeForm */
/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../types.d.ts").Effect} Effect */

/** The weight of an ingredient before the person changes it. */
const FIRST_GRAMS = "100";

/** @param {string} [foodId] @returns {RecipeForm} */
export const recipeForm = (foodId) => ({
  ...emptyForm(foodId),
  kind: "recipe",
  values: { servings: "2" },
  parts: [],
  search: { text: "", number: 0, items: null },
});

/** Fills the form with a recipe of the server.
 * @param {RecipeForm} form @param {import("../../types.d.ts").Recipe} recipe @param {string} language
 * @returns {RecipeForm} */
export const recipeValues = (form, recipe, language) => ({
  ...form,
  version: recipe.version ?? null,
  imageURL: recipe.imageURL,
  values: {
    name: recipe.name,
    servings: numberText(recipe.servings, language),
    cooked: numberText(recipe.cookedGrams, language),
    steps: recipe.steps.join("\n"),
  },
  parts: recipe.ingredients.map(({ foodId, name, grams, per100g }) => ({
    foodId,
    name,
    nutrients: ofFood(per100g),
    text: numberText(grams, language),
  })),
});

/** @param {RecipeForm} form */
export function recipeModel({ values, parts }) {
  const grams = parts.map(({ text }) => numberOrNull(text));
  const raw = grams.reduce((/** @type {number} */ sum, value) => sum + (value ?? 0), 0);
  const servings = numberOrNull(values.servings ?? "");
  const cooked = numberOrNull(values.cooked ?? "");
  const sum = parts.reduce(
    (sum, { nutrients }, index) => plus(sum, times(nutrients, (grams[index] ?? 0) / 100)),
    none(),
  );
  const isComplete = parts.length > 0 && servings !== null && servings > 0 && grams.every((value) => value !== null);
  return {
    raw,
    isCooked: cooked !== null,
    serving: isComplete ? times(sum, 1 / servings) : null,
    servingGrams: isComplete ? (cooked ?? raw) / servings : null,
  };
}

/** Reads the form.
 * @param {RecipeForm} form
 * @returns {{refused: Record<string, string>, body: Record<string, unknown>}} */
export function recipeRequest(form) {
  const { values, parts } = form;
  /** @type {Record<string, string>} */
  const refused = {};
  const name = (values.name ?? "").trim();
  if (name === "") refused.name = "field.missing";
  const servings = numberOrNull(values.servings ?? "");
  if (!servings) refused.servings = "number.wrong";
  const cooked = numberOrNull(values.cooked ?? "");
  if ((values.cooked ?? "").trim() !== "" && !cooked) refused.cooked = "number.wrong";
  if (parts.length === 0) refused.parts = "recipe.wrong.none";
  const ingredients = parts.map(({ foodId, text }, index) => {
    const grams = numberOrNull(text);
    if (!grams) refused[`part-${index}`] = "number.wrong";
    return { foodId, grams };
  });
  const steps = (values.steps ?? "").split("\n").map((step) => step.trim()).filter(Boolean);
  const body = { name, servings, ingredients, steps, cookedGrams: cooked };
  return { refused, body: form.id ? body : Object.fromEntries(Object.entries(body).filter(([, v]) => v !== null)) };
}

/** Ingredients: searched, added, weighed, removed.
 * @param {AppState} state @param {RecipeForm} form @param {import("../../types.d.ts").Action} action
 * @returns {[AppState, Effect[]]} */
export function reduceParts(state, form, action) {
  const changed = (/** @type {Partial<RecipeForm>} */ change) => ({
    ...state,
    foods: /** @type {any} */ ({ ...state.foods, form: { ...form, ...change } }),
  });
  const { search, parts } = form;
  switch (action.type) {
    case "recipe.search": {
      const { text } = action;
      const number = search.number + 1;
      const isLong = text.trim().length >= QUERY_MIN;
      const items = isLong ? search.items : null;
      return [
        changed({ search: { text, number, items } }),
        isLong ? [{ type: "foods.search", text: text.trim(), number }] : [],
      ];
    }
    case "recipe.found":
      return action.number === search.number
        ? [changed({ search: { ...search, items: action.items } }), []]
        : [state, []];
    case "recipe.add": {
      const { food } = action;
      const part = { foodId: food.id, name: food.name, nutrients: ofFood(food), text: FIRST_GRAMS };
      const rest = parts.filter(({ foodId }) => foodId !== food.id);
      return [
        changed({
          parts: [...rest, parts.find(({ foodId }) => foodId === food.id) ?? part],
          search: { text: "", number: search.number + 1, items: null },
          refused: { ...form.refused, parts: "" },
        }),
        [],
      ];
    }
    case "recipe.weigh":
      return [
        changed({
          parts: parts.map((part, index) => index === action.index ? { ...part, text: action.text } : part),
          refused: { ...form.refused, [`part-${action.index}`]: "" },
        }),
        [],
      ];
    case "recipe.drop":
      return [changed({ parts: parts.filter((_, index) => index !== action.index), refused: {} }), []];
    default:
      return [state, []];
  }
}
