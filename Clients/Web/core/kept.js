/** The foods that the device keeps, and their search: own, recent and the commonest ones, without a connection. */
import { ofFood, times } from "./nutrients.js";
import { pictureOf } from "./pictures.js";

/** @typedef {import("../types.d.ts").Food} Food */

/** Fewer letters find too much. */
export const QUERY_MIN = 2;

/**
 * @typedef {object} KeptFood
 * @property {Food} food
 * @property {string[]} words The words of its names, folded.
 * @property {string} text Its names, folded; Thai has no spaces.
 * @property {import("../types.d.ts").Favourite | null} amount The person's last amount.
 */

/** Text for comparisons: without case, accents and punctuation.
 * @param {string} text */
export const folded = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").normalize("NFC");

/** @param {string} text A folded text. */
const wordsOf = (text) => text.split(/[\s,()/-]+/).filter(Boolean);

/** True if each word of a query begins a word of a name. Thai has no spaces, so there a part is enough.
 * @param {string} name @param {string} query */
export const matches = (name, query) => fits(wordsOf(folded(name)), folded(name), queryWords(query));

/** @param {string} query */
const queryWords = (query) => folded(query).split(/[\s,]+/).filter(Boolean);

/** @param {readonly string[]} words @param {string} text @param {readonly string[]} query */
const fits = (words, text, query) =>
  query.every((part) =>
    words.some((word) => word.startsWith(part)) || (/[\u0e00-\u0e7f]/.test(part) && text.includes(part))
  );

/**
 * Returns the foods of the device, each once: the foods that the person eats come first.
 * @param {import("../types.d.ts").OfflineFoods | null} file @returns {KeptFood[]}
 */
export function foodsOf(file) {
  /** @type {Map<string, KeptFood>} */
  const foods = new Map();
  /** @param {Food} food @param {KeptFood["amount"]} amount */
  const add = (food, amount) => {
    if (foods.has(food.id)) return;
    const text = [food.name, food.brand, ...Object.values(food.names ?? {})].filter(Boolean).map((name) =>
      folded(String(name))
    ).join(" ");
    foods.set(food.id, { food, text, words: wordsOf(text), amount });
  };
  for (const { food, grams, portion, quantity } of file?.recent ?? []) {
    const { id: foodId, name } = food;
    add(food, {
      foodId,
      name,
      imageURL: pictureOf(food),
      grams,
      portion,
      portionLabel: food.portions.find(({ name }) => name === portion)?.label,
      quantity,
      ...times(ofFood(food), grams / 100),
    });
  }
  (file?.own ?? []).forEach((food) => add(food, null));
  (file?.common ?? []).forEach((food) => add(food, null));
  return [...foods.values()];
}

/**
 * Finds foods by names that have all words of a text. Names that begin with the text come first, then the foods that
 * the person eats.
 * @param {readonly KeptFood[]} foods @param {string} text @param {number} limit
 * @returns {{items: Food[], amounts: import("../types.d.ts").Favourite[]}}
 */
export function searchKept(foods, text, limit) {
  const query = queryWords(text);
  const start = query.join(" ");
  const found = foods.filter((each) => fits(each.words, each.text, query));
  const rank = (/** @type {KeptFood} */ each) => (each.amount ? 0 : 2) + (each.text.startsWith(start) ? 0 : 1);
  // The sort is stable: foods of a rank keep their order, from the commonest on.
  const items = [...found].sort((a, b) => rank(a) - rank(b)).slice(0, limit);
  return {
    items: items.map(({ food }) => food),
    amounts: items.map(({ amount }) => amount).filter((amount) => amount !== null),
  };
}
