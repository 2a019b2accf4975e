/** The content of entries. */
import { pick } from "../nutrients.js";
import { pictureOf } from "../pictures.js";

/** @typedef {import("./types.d.ts").EntryContent} EntryContent */
/** @typedef {import("./types.d.ts").DiaryEntry} DiaryEntry */

/** True for equal values; null and a missing member are the same.
 * @param {any} a @param {any} b @returns {boolean} */
export function same(a, b) {
  if (a == null || b == null) return (a ?? null) === (b ?? null);
  if (typeof a !== "object" || typeof b !== "object") return a === b;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => same(a[key], b[key]));
}

/** What a request for an entry says.
 * @param {DiaryEntry} entry @returns {EntryContent} */
export function contentOf(entry) {
  const { date, meal, at, foodId, name, portion, quantity } = entry;
  if (foodId == null) return { date, meal, at, name, energy: pick(entry) };
  const grams = portion == null ? entry.grams : undefined;
  return { date, meal, at, amount: { foodId, grams, portion, quantity } };
}

/** What is shown of an entry until the server has answered.
 * @param {DiaryEntry} entry @returns {import("./types.d.ts").EntryPreview} */
export const previewOf = (entry) => {
  const { name, grams, portionLabel } = entry;
  return { name, imageURL: pictureOf(entry), grams, portionLabel, nutrients: pick(entry) };
};
