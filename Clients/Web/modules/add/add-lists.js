/** Lists of Add besides those of logged foods: own foods, recipes and healthy foods. */
import { FOOD_KEYS } from "../../core/nutrient-keys.js";
import { pictureOf } from "../../core/pictures.js";

/** @typedef {import("../../types.d.ts").Food} Food */

export const LISTS = ["own", "recipes", "healthy"];
/** The portion that the server gives to the food of a recipe. */
const SERVING = "1 serving";

/** A recipe as the food that is logged. Its list has the nutrients of a serving.
 * @param {import("../../types.d.ts").RecipeSummary} recipe @returns {Food} */
export function foodOfRecipe(recipe) {
  const per100 = FOOD_KEYS.map((key) => {
    const value = recipe.perServing[key];
    return [key, value === null ? null : value * 100 / recipe.servingG];
  });
  return /** @type {any} */ ({
    ...Object.fromEntries(per100),
    id: recipe.id,
    name: recipe.name,
    brand: null,
    imageURL: pictureOf(recipe),
    portions: [{ name: SERVING, grams: recipe.servingG }],
  });
}

/** A healthy food as the food that is logged. Its list has only the energy, so the other nutrients are unknown until
 * the server has answered.
 * @param {import("../../types.d.ts").HealthyFood} healthy @returns {Food} */
export const foodOfHealthy = (healthy) => /** @type {any} */ ({
  id: healthy.foodId,
  name: healthy.name,
  brand: null,
  kcal: healthy.kcal,
  imageURL: pictureOf(healthy),
  portions: [],
});

/** @type {Record<string, (items: any[]) => Food[]>} */
const FOODS = {
  own: (items) => items,
  recipes: (items) => items.map(foodOfRecipe),
  // Some have no food in this server's catalog.
  healthy: (items) => items.filter(({ foodId }) => foodId).map(foodOfHealthy),
};

/** @type {import("../../types.d.ts").Reducer} */
export function reduceLists(state, action) {
  switch (action.type) {
    case "add.tab":
      return [state, LISTS.includes(action.tab) ? [{ type: "add.loadList", list: action.tab }] : []];
    case "list.loaded": {
      const { list, items } = action;
      return [{ ...state, addLists: { ...state.addLists, [list]: FOODS[list](items) } }, []];
    }
    case "list.failed":
      // What the device has is enough.
      return state.add.tab === action.list && !state.addLists?.[/** @type {"own"} */ (action.list)]
        ? [{ ...state, add: { ...state.add, problem: action.problem } }, []]
        : [state, []];
    default:
      return [state, []];
  }
}
