/**
 * Keeps what a user writes until the server has it: a queue of writes, and the entries that the device has seen.
 *
 * - Days are read as a whole, and the queue is laid over them. The entries of a day give changes their versions.
 * - A write is saved, then sent. It stays in the queue until the server has confirmed it, the user has decided its
 *   conflict, or the user has dismissed its refusal.
 * - Of one object, one write is sent at a time. A later one takes the version that the earlier one was answered.
 * - An entry that was never sent leaves the queue with its removal.
 * - On 412 the contents are merged by field. Only a field that both sides changed becomes a conflict. A change
 *   wins over a removal.
 * - Nothing is sent for another user than the store's, or without a session.
 */
import { contentOf, previewOf } from "./content.js";
import { applying, baseOf, EATEN, eatsSame, isConsistent, take } from "./merging.js";
import { initialSync } from "./stored.js";
import { isChangeable, isCreation, isWithoutEffect, Turn } from "./turn.js";
import { set } from "./values.js";

/** @typedef {import("./types.d.ts").SyncState} SyncState */
/** @typedef {import("./types.d.ts").SyncAction} SyncAction */
/** @typedef {import("./types.d.ts").DiaryEntry} DiaryEntry */

/**
 * @param {SyncState} state @param {SyncAction} action
 * @returns {[SyncState, import("./types.d.ts").SyncEffect[]]}
 */
export function reduceSync(state, action) {
  const turn = new Turn(state);
  ACTIONS[action.kind]?.(turn, action);
  if (turn.now !== undefined) turn.advance(turn.now);
  return turn.finish();
}

/** Adds an action of a module outside of the first load. No request is sent before `answers.js` is there, and no module
 * writes before `module-writes.js` is.
 * @param {string} kind @param {(turn: Turn, action: SyncAction) => void} work */
export const handle = (kind, work) => void (ACTIONS[kind] = work);

/** @type {Record<string, (turn: Turn, action: SyncAction) => void>} */
const ACTIONS = {
  opened: open,
  signedIn(turn, { user, now }) {
    turn.state.sessionUser = user;
    if (user !== turn.stored.user) turn.effects.push({ kind: "openStore", user });
    turn.now = now;
  },
  sessionEnded: (turn) => turn.endSession(),
  create,
  change: edit,
  remove,
  restore,
  measure: (turn, { write, measurement, now }) => add(turn, write, { kind: "addMeasurement", measurement }, now),
  unmeasure: (turn, { write, measurement, now }) =>
    takeBack(turn, write, { kind: "removeMeasurement", measurement }, now),
  drink: (turn, { write, water, now }) => add(turn, write, { kind: "addWater", water }, now),
  undrink: (turn, { write, water, now }) => takeBack(turn, write, { kind: "removeWater", water }, now),
  set,
  resolve,
  dismiss(turn, { write: id, now }) {
    turn.now = now;
    const write = turn.stored.writes.find((write) => write.id === id);
    if (write?.status.kind === "refused") turn.drop(write);
  },
  saved: (turn, { number }) => turn.sendSaved(number, false),
  saveFailed: (turn, { number }) => turn.sendSaved(number, true),
  woke: (turn, { now }) => void (turn.now = now),
  online(turn, { now }) {
    turn.state.retryAt = undefined;
    turn.updateWrites((write) => ({ ...write, retryAt: undefined }));
    turn.now = now;
  },
  // Entries of a day that the server has answered.
  seen(turn, { entries }) {
    const known = turn.stored.entries;
    const newer = entries.filter((/** @type {DiaryEntry} */ { id, version }) => version > (known[id]?.version ?? 0));
    if (newer.length === 0) return;
    // One copy of the table for all of them.
    const table = {
      ...known,
      ...Object.fromEntries(newer.map((/** @type {DiaryEntry} */ entry) => [entry.id, entry])),
    };
    turn.state.stored = { ...turn.stored, entries: table };
    turn.changes.push(...newer.map((/** @type {DiaryEntry} */ entry) => ({ kind: "putEntry", entry })));
  },
};

/** Takes over the contents of a store. Whether the server has executed what was being sent is unknown.
 * @param {Turn} turn @param {SyncAction} action */
function open(turn, { stored, now }) {
  // Another window may have changed the store; the server's wish to wait holds for both.
  const { sessionUser, lastRequest, failures, retryAt, notBefore } = turn.state;
  turn.state = { ...initialSync(), sessionUser, lastRequest, failures, retryAt, notBefore, stored };
  turn.updateWrites((write) => ({
    ...write,
    change: isPerhapsMade(write) ? { ...write.change, isUnsure: true } : write.change,
    status: write.status.kind === "sent" ? { kind: "waiting" } : write.status,
    retryAt: undefined,
    failures: 0,
  }));
  turn.now = now;
}

/** True for a new object of which other content may have been sent, and forgotten: that of a save that failed.
 * @param {import("./types.d.ts").SyncWrite} write @returns {boolean} */
const isPerhapsMade = (write) => isChangeable(write) && isCreation(write.change);

/** @param {Turn} turn @param {SyncAction} action */
function create(turn, { write, entry: id, content, preview, position, now }) {
  turn.now = now;
  if (turn.writesOf("entry", id).length > 0 || turn.stored.entries[id]) return;
  turn.append(write, { kind: "putEntry", id, content, preview, position: position ?? undefined, isUnsure: false });
}

/** Changes an entry: in its last write if the server has certainly not executed that, else in a write after it.
 * @param {Turn} turn @param {SyncAction} action */
function edit(turn, { write: writeId, entry: id, changes, preview, position, now }) {
  turn.now = now;
  const wanted = { preview: preview ?? undefined, position: position ?? undefined };
  const last = turn.writesOf("entry", id).pop();
  if (!last) {
    const entry = turn.stored.entries[id];
    if (!entry) return;
    const content = applying(contentOf(entry), changes);
    /** @type {import("./types.d.ts").EntryPut} */
    const put = {
      kind: "putEntry",
      id,
      content,
      preview: wanted.preview ?? previewOf(entry),
      position: wanted.position,
      base: baseOf(entry),
      isUnsure: false,
    };
    if (!isWithoutEffect(put)) turn.append(writeId, put);
    return;
  }
  if (last.change.kind !== "putEntry") return;
  const isOpen = isChangeable(last);
  const { change: old } = last;
  const base = !isOpen
    ? { content: old.content }
    : last.status.kind === "conflict"
    ? baseOf(last.status.theirs)
    : old.base;
  const put = {
    ...old,
    base,
    isUnsure: isOpen && last.status.kind !== "conflict" && old.isUnsure,
    content: applying(old.content, changes),
    preview: wanted.preview ?? old.preview,
    position: wanted.position ?? (isOpen ? old.position : undefined),
  };
  if (isOpen) turn.replace(last, put);
  else if (!isWithoutEffect(put)) turn.append(writeId, put);
}

/** Removes an entry. If the server has certainly never had it, its write leaves the queue.
 * @param {Turn} turn @param {SyncAction} action */
function remove(turn, { write, id, now }) {
  turn.now = now;
  const writes = turn.writesOf("entry", id);
  const last = writes[writes.length - 1];
  if (!last) {
    const entry = turn.stored.entries[id];
    if (entry) turn.append(write, { kind: "removeEntry", id, base: baseOf(entry) });
    return;
  }
  if (last.change.kind !== "putEntry") return;
  const base = last.status.kind === "conflict" ? baseOf(last.status.theirs) : last.change.base;
  if (!isChangeable(last)) {
    return turn.append(write, { kind: "removeEntry", id, base: { content: last.change.content } });
  }
  if (!base || (base.version === undefined && writes.length === 1)) return turn.drop(last);
  turn.put(turn.renewed(last, { kind: "removeEntry", id, base }));
}

/** Undoes a removal: in the queue if it was not sent, else by a new entry with the same content.
 * @param {Turn} turn @param {SyncAction} action */
function restore(turn, { removed, creation }) {
  const last = turn.writesOf("entry", removed).pop();
  if (!last || !isChangeable(last) || last.change.kind !== "removeEntry") {
    return create(turn, { kind: "create", ...creation });
  }
  turn.now = creation.now;
  const { content, preview } = creation;
  turn.replace(last, {
    kind: "putEntry",
    id: last.change.id,
    content,
    preview,
    base: last.change.base,
    isUnsure: false,
  });
}

/** Continues a write with the user's decision, on top of the server's state.
 * @param {Turn} turn @param {SyncAction} action */
function resolve(turn, { write: id, mine, now }) {
  turn.now = now;
  const write = turn.stored.writes.find((write) => write.id === id);
  if (write?.status.kind !== "conflict" || write.change.kind !== "putEntry") return;
  const { theirs, fields } = write.status;
  const { change } = write;
  let content = take(change.content, fields.filter((field) => !mine.includes(field)), contentOf(theirs));
  if (!isConsistent(content)) content = take(content, EATEN, change.content);
  const preview = eatsSame(content, contentOf(theirs)) ? previewOf(theirs) : change.preview;
  turn.replace(write, { ...change, content, preview, base: baseOf(theirs), isUnsure: false });
}

/** Adds a measurement or water.
 * @param {Turn} turn @param {string} id @param {import("./types.d.ts").WriteChange} change @param {number} now */
function add(turn, id, change, now) {
  turn.now = now;
  if (turn.writesOfChange(change).length === 0) turn.append(id, change);
}

/** Undoes an addition. If the server has certainly never had it, its write leaves the queue.
 * @param {Turn} turn @param {string} id @param {import("./types.d.ts").WriteChange} change @param {number} now */
function takeBack(turn, id, change, now) {
  turn.now = now;
  const last = turn.writesOfChange(change).pop();
  if (last?.change.kind === "removeMeasurement" || last?.change.kind === "removeWater") return;
  if (last && isChangeable(last)) turn.drop(last);
  else turn.append(id, change);
}
