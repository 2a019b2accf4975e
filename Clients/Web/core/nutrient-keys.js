/** What follows from the keys of nutrients, for screens that are loaded late. */
import { KEYS, MACROS, NUTRIENTS } from "./nutrients.js";

/** The nutrients without a target. */
export const WITHOUT_TARGET = NUTRIENTS.filter((key) => !MACROS.some((macro) => macro === key));

/** The fields of foods and recipes from which entries take nutrients: sodium for salt.
 * @type {import("../types.d.ts").FoodNutrientKey[]} */
export const FOOD_KEYS = KEYS.map((key) => key === "saltG" ? "sodiumMg" : key);

/** A name without its unit, and the unit: "fiberG" is "fiber" and "g". Undefined for other names.
 * @param {string} key @returns {{name: string, unit: "g" | "mg" | "ug"} | undefined} */
export function splitKey(key) {
  const [, name, unit] = /^(.+)(G|Mg|Ug)$/.exec(key) ?? [];
  return name ? { name, unit: /** @type {"g" | "mg" | "ug"} */ (unit.toLowerCase()) } : undefined;
}
