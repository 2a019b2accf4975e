/** Own foods, recipes, and healthy foods. */
import { fieldsOf, FORM_MS, picked, SEARCH_MS } from "../../core/drafts.js";
import { makeEffects } from "./effects.js";
import { reduceFoods } from "./foods.js";
import { foodsView } from "./views/foods.js";

/** @param {"food" | "recipe"} kind @param {readonly string[]} names @returns {import("../../types.d.ts").DraftForm} */
const formOf = (kind, names) => ({
  empty: null,
  maxAgeMs: FORM_MS,
  read: ({ foods }) => foods?.form?.kind === kind && foods.form.isLoaded ? picked(foods.form, names) : null,
  write: (state, fields) => {
    const form = /** @type {any} */ ({ ...state.foods?.form, ...fields });
    return { ...state, foods: /** @type {any} */ ({ ...state.foods, form }) };
  },
});

/** @type {import("../../types.d.ts").Module} */
export default {
  screens: [
    { path: "/foods", name: "foods", view: foodsView },
    { path: "/foods/:list", name: "foods", view: foodsView },
    { path: "/foods/own/:foodId", name: "food", view: foodsView },
    { path: "/foods/code/:code", name: "food", view: foodsView },
    { path: "/foods/recipes/:foodId", name: "recipe", view: foodsView },
  ],
  reducers: [reduceFoods],
  writing: ["foods.save"],
  effects: makeEffects,
  drafts: {
    food: formOf("food", ["newId", "values", "basis", "energy", "salt", "allergens", "knowsAllergens", "isShared"]),
    recipe: formOf("recipe", ["newId", "values", "parts"]),
    foods: fieldsOf("foods", ["filter"], { filter: "" }, { maxAgeMs: SEARCH_MS, isQuiet: true }),
  },
};
