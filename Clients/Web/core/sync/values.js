/**
 * Values of which the last write counts: the note of a day, the mark of a complete day, a favourite, the tick of a
 * shopping list. Each request sets the whole value, so that it can be repeated at any time.
 */
import { isChangeable } from "./turn.js";

/** @typedef {import("./turn.js").Turn} Turn */
/** @typedef {import("./types.d.ts").SyncWrite} SyncWrite */
/** @typedef {import("./types.d.ts").ValueSet} ValueSet */

/** Sets a value: in its last write if the server has certainly not executed that, else in a write after it.
 * @param {Turn} turn @param {import("./types.d.ts").SyncAction} action */
export function set(turn, { write: id, subject, value, base, name, now }) {
  turn.now = now;
  /** @type {ValueSet} */
  const change = { kind: "setValue", subject, value, base, ...(name ? { name } : {}) };
  const last = turn.writesOfChange(change).pop();
  if (!last || !isChangeable(last)) return turn.append(id, change);
  const before = /** @type {ValueSet} */ (last.change).base ?? base;
  // A value that is again what it was needs no request.
  if (before && before.value === value) turn.drop(last);
  else turn.put(turn.renewed(last, { ...change, base: before }));
}

/**
 * Repeats a write for the newest version: an answer with 412. A note that both sides changed keeps both texts.
 * @param {Turn} turn @param {SyncWrite} write @param {ValueSet} change
 * @param {{note: string, version: number} | null} current The extras of the day on the server.
 */
export function joinValue(turn, write, change, current) {
  if (!current || current.note === change.value) return turn.drop(write);
  const isTheirs = current.note !== "" && current.note !== change.base?.value;
  const value = isTheirs && !change.value.includes(current.note) ? `${current.note}\n\n${change.value}` : change.value;
  turn.put(turn.renewed(write, { ...change, value, base: { value: current.note, version: current.version } }));
}
