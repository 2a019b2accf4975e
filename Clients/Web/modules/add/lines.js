/** A meal that was typed as a line, such as "2 eggs, toast 40 g", as the server has understood it. */
import { ML } from "../../core/convert.js";
import { ofFood, times } from "../../core/nutrients.js";
import { pictureOf } from "../../core/pictures.js";

/** @typedef {import("../../types.d.ts").Choice} Choice */
/** @typedef {import("../../types.d.ts").Food} Food */
/** @typedef {import("../../types.d.ts").MealLine} MealLine */
/** @typedef {import("../../types.d.ts").ParsedLine} ParsedLine */

/** Amounts that the text itself says. */
const SAID = new Set(["stated", "portion"]);
/** What stands between foods, or makes an amount of a food. A name alone has none of these. */
const MEAL = /[,;\n+&]|\d|[๐-๙½¼¾⅓⅔]|\s(?:and|with|і|й|та|з|із|กับ|และ)\s|กับ|และ/iu;

/** True for a text that may name several foods, or an amount.
 * @param {string} text */
export const isMealText = (text) => /\p{L}{2}/u.test(text) && MEAL.test(text);

/** @param {Food} food @param {number} grams
 * @param {{name: string, label?: string | null, count: number} | null} portion @returns {Choice} */
const choiceOf = (food, grams, portion) => ({
  foodId: food.id,
  name: food.name,
  brand: food.brand,
  imageURL: pictureOf(food),
  grams,
  portion: portion?.name ?? null,
  portionLabel: portion?.label,
  quantity: portion?.count ?? null,
  nutrients: times(ofFood(food), grams / 100),
  isOwn: false,
});

/**
 * Returns the lines that the screen shows; null where a search says more than the parser.
 * @param {readonly ParsedLine[]} parsed @returns {MealLine[] | null}
 */
export function linesOf(parsed) {
  const lines = parsed.map((line) => {
    const { food, grams, ml, portion, alternatives } = line;
    const volume = ml ? { name: ML, count: ml } : null;
    const choices = food && grams !== null ? [choiceOf(food, grams, portion ?? volume)] : [];
    for (const other of alternatives) choices.push(choiceOf(other.food, other.grams, null));
    return { words: line.words.text, choices, chosen: choices.length > 0 ? 0 : -1 };
  });
  const isSure = parsed.length > 1 || SAID.has(parsed[0]?.amountSource ?? "");
  return isSure && lines.some(({ choices }) => choices.length > 0) ? lines : null;
}

/** The foods that are logged, in the order of the text.
 * @param {readonly MealLine[]} lines @returns {Choice[]} */
export const chosenOf = (lines) => lines.flatMap(({ choices, chosen }) => choices[chosen] ?? []);
