/** The entries of a day as their writes change them. */
import { shownEntry } from "./sync/view.js";

/** @typedef {import("../types.d.ts").AppState} AppState */
/** @typedef {import("../types.d.ts").DiaryEntry} DiaryEntry */

/** A position after all others; the server assigns the final one. */
export const LAST = 1_000_000;

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
