/** What answers of the server change. */
import { contentOf, previewOf, same } from "./content.js";
import { baseOf, eatsSame, FIELDS, merge, revivedId, take } from "./merging.js";
import { isWithoutEffect, subjectOf } from "./turn.js";
import { OUTCOMES } from "./module-writes.js";
import { handle } from "./sync.js";
import { joinValue } from "./values.js";

/** @typedef {import("./turn.js").Turn} Turn */
/** @typedef {import("./types.d.ts").SyncWrite} SyncWrite */
/** @typedef {import("./types.d.ts").EntryPut} EntryPut */
/** @typedef {import("./types.d.ts").EntryBase} EntryBase */
/** @typedef {import("./types.d.ts").DiaryEntry} DiaryEntry */
/** @typedef {import("./types.d.ts").SyncAction} SyncAction */

/** Takes the outcome of a request. Answers to cancelled requests are ignored.
 * @param {Turn} turn @param {SyncAction} action */
export function answer(turn, action) {
  const { state } = turn;
  const open = state.requests.find(({ request, save }) => request.number === action.request && save === undefined);
  if (!open) return;
  state.requests = state.requests.filter((each) => each !== open);
  turn.now = action.now;
  countFailure(turn, action);
  const write = turn.stored.writes.find(({ id }) => id === open.write);
  if (!write) return;
  settle(turn, write, action);
  if (action.answer.kind === "sessionOver") turn.endSession();
}

/** Sets the wait after a failure of the connection or the server, and ends it after an answer.
 * @param {Turn} turn @param {SyncAction} action */
function countFailure(turn, { answer, now, jitter = 0 }) {
  const { state } = turn;
  // A write that fails waits by itself.
  if (["busy", "lost"].includes(answer.kind)) {
    // Requests that were open together fail together, and count as one failure.
    if ((state.retryAt ?? now) <= now) state.failures += 1;
    state.retryAt = Math.max(state.retryAt ?? 0, now + turn.wait(state.failures, jitter));
  } else {
    state.failures = 0;
    state.retryAt = undefined;
  }
  if (answer.kind === "busy" && answer.retryAfter != null) {
    state.notBefore = Math.max(state.notBefore ?? 0, now + answer.retryAfter);
  }
}

/** @param {Turn} turn @param {SyncWrite} write @param {SyncAction} action */
function settle(turn, write, { answer, now, jitter = 0 }) {
  const own = write.change.kind === "module" ? OUTCOMES[answer.kind] : undefined;
  if (own) return own(turn, write, answer);
  switch (answer.kind) {
    case "entry": {
      const known = turn.stored.entries[answer.entry.id];
      if (answer.entry.version > (known?.version ?? 0)) turn.change({ kind: "putEntry", entry: answer.entry });
      return confirm(turn, write, answer.entry);
    }
    case "measurement":
    case "day":
      return turn.drop(write);
    case "gone":
      return removed(turn, write);
    case "changed":
      return contradict(turn, write, answer.current ?? null);
    case "refused": {
      const { status, code, detail } = answer;
      return refuse(turn, write, { status, code, detail });
    }
    case "failed":
      turn.waitAgain(write.id);
      return turn.updateWrites((each) =>
        each.id === write.id
          ? { ...each, failures: each.failures + 1, retryAt: now + turn.wait(each.failures + 1, jitter) }
          : each
      );
    default:
      turn.waitAgain(write.id);
  }
}

/** Ends a removal, or an addition that was removed meanwhile.
 * @param {Turn} turn @param {SyncWrite} write */
function removed(turn, write) {
  const [kind, id] = subjectOf(write.change).split(" ");
  if (kind === "entry" && turn.stored.entries[id]) turn.change({ kind: "removeEntry", id });
  turn.drop(write);
}

/** Ends a confirmed write of an entry. The write after it continues from the confirmed state.
 * @param {Turn} turn @param {SyncWrite} write @param {DiaryEntry} entry */
function confirm(turn, write, entry) {
  const next = turn.after(write);
  turn.drop(write);
  if (!next) return;
  const { change } = next;
  if (change.kind === "putEntry") {
    // The server writes some values in a normal form, so unchanged fields take its values.
    const before = change.base?.content ?? change.content;
    const changed = FIELDS.filter((field) => !same(before[field], change.content[field]));
    const put = {
      ...change,
      content: take(contentOf(entry), changed, change.content),
      base: baseOf(entry),
      isUnsure: false,
    };
    if (isWithoutEffect(put)) turn.drop(next);
    else if (next.attempts === 0) turn.put({ ...next, change: put });
  } else if (change.kind === "removeEntry" && next.attempts === 0) {
    turn.put({ ...next, change: { ...change, base: baseOf(entry) } });
  }
}

/** Keeps a refused write, with what the user has changed since.
 * @param {Turn} turn @param {SyncWrite} write @param {{status: number, code: string, detail: string}} problem */
function refuse(turn, write, problem) {
  const next = turn.after(write);
  if (!next) return turn.put({ ...write, status: { kind: "refused", ...problem } });
  turn.drop(write);
  const { base = undefined, isUnsure = false } = write.change.kind === "putEntry" ? write.change : {};
  const { change } = next;
  if (change.kind === "putEntry") {
    const put = { ...change, base, isUnsure };
    if (isWithoutEffect(put)) turn.drop(next);
    else turn.put({ ...next, change: put });
  } else if (change.kind === "removeEntry" && base?.version !== undefined) {
    turn.put({ ...next, change: { ...change, base } });
  } // The addition does not exist, so there is nothing to take back.
  else turn.drop(next);
}

/** Merges a write with the state on the server: an answer with 412.
 * @param {Turn} turn @param {SyncWrite} write @param {DiaryEntry | null} current Null if it was removed. */
function contradict(turn, write, current) {
  const { change } = write;
  if (change.kind === "setValue") return joinValue(turn, write, change, /** @type {any} */ (current));
  if (change.kind !== "putEntry" && change.kind !== "removeEntry") {
    return turn.put({ ...write, status: { kind: "refused", status: 412, code: "versionMismatch", detail: "" } });
  }
  if (current) turn.change({ kind: "putEntry", entry: current });
  else if (turn.stored.entries[change.id]) turn.change({ kind: "removeEntry", id: change.id });
  if (change.kind === "removeEntry") {
    return overrule(turn, write, current, !current || same(contentOf(current), change.base.content));
  }
  const next = turn.after(write);
  if (next?.change.kind === "removeEntry") {
    turn.drop(write);
    // The server has the state before or after the first write, or another device has changed it.
    const isSeen = !current ||
      [change.base?.content, change.content].some((content) => same(content, contentOf(current)));
    overrule(turn, next, current, isSeen);
  } else if (next?.change.kind === "putEntry") {
    turn.drop(write);
    join(turn, next, next.change, change, write.attempts, current);
  } else join(turn, write, change, change, write.attempts, current);
}

/** Cancels a removal of an entry that another device has changed since, or repeats it for the newest version.
 * @param {Turn} turn @param {SyncWrite} write @param {DiaryEntry | null} current @param {boolean} isSeen */
function overrule(turn, write, current, isSeen) {
  if (!current) return turn.drop(write);
  if (isSeen) return turn.put(turn.renewed(write, { kind: "removeEntry", id: current.id, base: baseOf(current) }));
  turn.drop(write);
  turn.effects.push({ kind: "removalOverruled", entry: current });
}

/**
 * Merges a change of an entry with the state on the server.
 * @param {Turn} turn @param {SyncWrite} write The write that continues. @param {EntryPut} put Its change.
 * @param {EntryPut} first The change that was sent: the same, or an earlier one of the same entry.
 * @param {number} attempts How often the latter was sent. @param {DiaryEntry | null} current
 */
function join(turn, write, put, first, attempts, current) {
  if (!first.base && (attempts === 1 || first.isUnsure)) return joinUnsaved(turn, write, put, current);
  // No other device has the id of a new entry. So the server has executed its creation before.
  const base = first.base ?? { content: first.content };
  // An earlier attempt may have been executed, and its change changed back: that takes two versions.
  const wasPerhapsExecuted = first.base !== undefined && attempts > 1;
  if (!current) return revive(turn, write, put, base, first.isUnsure || wasPerhapsExecuted);
  const isUnsure = first.isUnsure || (wasPerhapsExecuted && current.version > (base.version ?? 0) + 1);
  const theirs = contentOf(current);
  const { content, conflicts } = merge(base.content, put.content, theirs, isUnsure);
  const preview = eatsSame(content, theirs) ? previewOf(current) : put.preview;
  /** @type {EntryPut} */
  const merged = { ...put, content, preview, position: undefined, base: baseOf(current), isUnsure: false };
  if (conflicts.length === 0) return turn.replace(write, merged);
  const asking = turn.renewed(write, { ...merged, base });
  turn.put({ ...asking, status: { kind: "conflict", theirs: current, fields: conflicts } });
}

/**
 * Merges a new entry that is on the server, perhaps with other content than this: that was sent while the disk failed,
 * and forgotten by a restart. So it is unknown what both sides started from, and which is newer: also the first version
 * may be what the person set last.
 * @param {Turn} turn @param {SyncWrite} write @param {EntryPut} put @param {DiaryEntry | null} current
 */
function joinUnsaved(turn, write, put, current) {
  const own = { ...put, position: undefined };
  if (!current) {
    // Not the next id: another device may have continued the entry there.
    const id = revivedId(revivedId(put.id));
    turn.effects.push({ kind: "revived", removed: put.id, entry: id });
    return turn.replace(write, { ...own, id });
  }
  const theirs = contentOf(current);
  const fields = FIELDS.filter((field) => !same(put.content[field], theirs[field]));
  if (fields.length === 0) return turn.drop(write);
  const asking = turn.renewed(write, { ...own, base: undefined });
  turn.put({ ...asking, status: { kind: "conflict", theirs: current, fields } });
}

/** Continues a change of a removed entry under another id, which all devices derive.
 * @param {Turn} turn @param {SyncWrite} write @param {EntryPut} put @param {EntryBase} base
 * @param {boolean} isUnsure */
function revive(turn, write, put, base, isUnsure) {
  if (same(put.content, base.content)) return turn.drop(write);
  let id = revivedId(put.id);
  while (turn.writesOf("entry", id).length > 0) id = revivedId(id);
  turn.effects.push({ kind: "revived", removed: put.id, entry: id });
  const revived = { ...put, id, base: { content: base.content }, isUnsure };
  const current = turn.stored.entries[id];
  if (current) join(turn, write, revived, revived, 0, current);
  else turn.replace(write, revived);
}

handle("answered", answer);
