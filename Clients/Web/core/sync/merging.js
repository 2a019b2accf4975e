/** How the changes of two devices are joined. */
import { contentOf, same } from "./content.js";

/** @typedef {import("./types.d.ts").EntryContent} EntryContent */
/** @typedef {import("./types.d.ts").DiaryEntry} DiaryEntry */
/** @typedef {import("./types.d.ts").EntryField} EntryField */

/** @type {EntryField[]} */
export const FIELDS = ["date", "meal", "at", "amount", "name", "energy"];
/** The fields that say what was eaten.
 * @type {EntryField[]} */
export const EATEN = ["amount", "name", "energy"];

/** @param {DiaryEntry} entry @returns {import("./types.d.ts").EntryBase} */
export const baseOf = (entry) => ({ content: contentOf(entry), version: entry.version });

/** @param {EntryContent} content @param {Partial<EntryContent>} changes @returns {EntryContent} */
export const applying = (content, changes) => take(content, FIELDS.filter((field) => changes[field] != null), changes);

/** Takes fields of another content.
 * @param {EntryContent} content @param {readonly EntryField[]} fields @param {Partial<EntryContent>} other
 * @returns {EntryContent} */
export const take = (content, fields, other) => /** @type {EntryContent} */ ({
  ...content,
  ...Object.fromEntries(fields.map((field) => [field, other[field]])),
});

/** @param {EntryContent} a @param {EntryContent} b */
export const eatsSame = (a, b) => EATEN.every((field) => same(a[field], b[field]));

/** An entry is a food with an amount, or a name with its energy.
 * @param {EntryContent} content */
export const isConsistent = ({ amount, name, energy }) =>
  amount != null ? name == null && energy == null : name != null && energy != null;

/**
 * Joins two contents by their fields.
 * @param {EntryContent} base @param {EntryContent} mine @param {EntryContent} theirs
 * @param {boolean} isUnsure True if `theirs` may have been changed back, so that each of my fields is a conflict.
 * @returns {{content: EntryContent, conflicts: EntryField[]}}
 */
export function merge(base, mine, theirs, isUnsure) {
  const own = FIELDS.filter((field) => !same(mine[field], base[field]) && !same(mine[field], theirs[field]));
  const conflicts = own.filter((field) => isUnsure || !same(theirs[field], base[field]));
  const content = take(theirs, own, mine);
  if (isConsistent(content)) return { content, conflicts };
  // One side changed a food into bare energy. No mixture of both is an entry.
  return {
    content: take(content, EATEN, mine),
    conflicts: FIELDS.filter((field) => conflicts.includes(field) || EATEN.includes(field)),
  };
}

/** The last digits of an id, which change: 48 bits. The step is odd, so that all ids follow each other. */
const REVIVED_DIGITS = 12;
const REVIVED_STEP = 0x9e3779b97f4bn;

/** Returns the id under which a changed entry continues that another device removed: the same one on all devices.
 * @param {string} id */
export function revivedId(id) {
  const value = /^[0-9a-f]+$/i.test(id.slice(-REVIVED_DIGITS)) ? BigInt(`0x${id.slice(-REVIVED_DIGITS)}`) : 0n;
  return id.slice(0, -REVIVED_DIGITS) +
    ((value + REVIVED_STEP) % (1n << 48n)).toString(16).padStart(REVIVED_DIGITS, "0");
}
