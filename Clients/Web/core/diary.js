/** What writes to the diary: each change becomes a write of the queue. */
import { connectQueue, isOpen, runSync } from "./queue.js";
import { contentOf, previewOf, same } from "./sync/content.js";
import { FIELDS } from "./sync/merging.js";
import { reduceSync } from "./sync/sync.js";
import { LAST } from "./written.js";

/** @typedef {import("../types.d.ts").AppState} AppState */
/** @typedef {import("../types.d.ts").DiaryEntry} DiaryEntry */
/** @typedef {import("../types.d.ts").Effect} Effect */
/** @typedef {import("./sync/types.d.ts").SyncAction} SyncAction */

/** Passes a write to the queue. The first screen is there before the store is open: until then, the write waits.
 * @param {AppState} state @param {SyncAction} action @returns {[AppState, Effect[]]} */
export const write = (state, action) =>
  isOpen(state) ? runSync(state, action) : [{ ...state, early: [...state.early, action] }, []];

/**
 * Creates an entry, or changes the one that is shown.
 * @param {AppState} state @param {string} id That of the write, a new one. @param {DiaryEntry} entry
 * @param {DiaryEntry | null} shown What is shown now; null for a new entry. @param {number} now
 * @param {number} [index] Its wanted place among the other entries of its meal.
 * @returns {[AppState, Effect[]]}
 */
export function putEntry(state, id, entry, shown, now, index) {
  const [content, preview] = [contentOf(entry), previewOf(entry)];
  const position = index ?? (shown || entry.position >= LAST ? undefined : Math.ceil(entry.position));
  if (!shown) return write(state, { kind: "create", write: id, entry: entry.id, content, preview, position, now });
  const before = contentOf(shown);
  const changed = FIELDS.filter((field) => content[field] != null && !same(content[field], before[field]));
  const changes = Object.fromEntries(changed.map((field) => [field, content[field]]));
  return write(state, { kind: "change", write: id, entry: entry.id, changes, preview, position, now });
}

/** Sets a value of which the last write counts, such as the note of a day.
 * @param {AppState} state
 * @param {{write: string, subject: string, value: unknown, base?: object, name?: string, now: number}} set
 * @returns {[AppState, Effect[]]} */
export const setValue = (state, set) => write(state, { kind: "set", ...set });

connectQueue(reduceSync);
