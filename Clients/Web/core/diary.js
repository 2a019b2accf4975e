/** The diary's queue of writes within the state of the app: `state.sync` is its state. */
import { contentOf, FIELDS, previewOf, same } from "./sync/content.js";
import { reduceSync } from "./sync/sync.js";
import { shownEntry } from "./sync/view.js";

/** @typedef {import("../types.d.ts").AppState} AppState */
/** @typedef {import("../types.d.ts").DiaryEntry} DiaryEntry */
/** @typedef {import("../types.d.ts").Effect} Effect */
/** @typedef {import("./sync/types.d.ts").SyncAction} SyncAction */

/** A position after all others; the server assigns the final one. */
export const LAST = 1_000_000;

/** Passes an action to the queue. Its effects become effects of the app, each of the type `sync.<kind>`.
 * @param {AppState} state @param {SyncAction} action @returns {[AppState, Effect[]]} */
export function runSync(state, action) {
  const [sync, effects] = reduceSync(state.sync, action);
  return [{ ...state, sync }, effects.map((effect) => ({ type: `sync.${effect.kind}`, effect }))];
}

/** True if the store of the session's user is open. Before, a write would have no queue.
 * @param {AppState} state */
export const isOpen = ({ sync, session }) => sync.stored.user !== "" && sync.stored.user === session.user?.id;

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

/** Lays the writes of entries over the entries of a day.
 * @param {AppState} state @param {readonly DiaryEntry[]} entries The server's entries of the day.
 * @returns {{id: string, entry: DiaryEntry | null, index?: number}[]}
 *   Each entry with writes, as it is shown; null if it is removed. `index` is the wanted place among the other entries
 *   of its meal. */
export function writtenEntries({ sync }, entries) {
  /** @type {Map<string, import("./sync/types.d.ts").SyncWrite[]>} */
  const writes = new Map();
  for (const write of sync.stored.writes) {
    const { change } = write;
    if (change.kind === "putEntry" || change.kind === "removeEntry") {
      writes.set(change.id, [...writes.get(change.id) ?? [], write]);
    }
  }
  return [...writes].map(([id, writes]) => {
    const known = entries.find((entry) => entry.id === id) ?? sync.stored.entries[id];
    const shown = shownEntry(known, writes);
    const { change } = writes[writes.length - 1];
    const index = change.kind === "putEntry" ? change.position : undefined;
    return { id, entry: shown && flat(shown, known), index };
  });
}

/** The state of an entry's write: `waiting`, `conflict`, `refused`, or null without one.
 * @param {AppState} state @param {string} id */
export function writeState({ sync }, id) {
  const write = writesOf(sync, id).pop();
  return !write ? null : write.status.kind === "sent" ? "waiting" : write.status.kind;
}

/** @param {AppState["sync"]} sync @param {string} id */
export const writesOf = (sync, id) => sync.stored.writes.filter(({ change }) => "id" in change && change.id === id);

/** Makes an entry in the form of the server's answers.
 * @param {NonNullable<ReturnType<typeof shownEntry>>} shown @param {DiaryEntry | undefined} known
 * @returns {DiaryEntry} */
function flat({ id, content, preview, position }, known) {
  const { date, meal, at, amount, name, energy } = content;
  return {
    id,
    date,
    meal,
    at,
    position: position ?? LAST,
    foodId: amount?.foodId ?? null,
    name: name ?? preview.name,
    imageURL: preview.imageURL ?? null,
    grams: amount?.grams ?? preview.grams ?? null,
    portion: amount?.portion ?? null,
    portionLabel: amount?.portion == null ? undefined : preview.portionLabel,
    quantity: amount?.quantity ?? null,
    version: known?.version ?? 0,
    ...(energy ?? preview.nutrients),
  };
}
