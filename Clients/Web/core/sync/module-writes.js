/**
 * Writes of modules: requests that the queue sends without knowing what they mean.
 *
 * - A later PUT or DELETE of an object replaces what was not sent, a later PATCH that of its field.
 * - An object that was never sent leaves the queue with its removal.
 * - A confirmed write gives its version to the later ones of its object, if these have seen what it started from.
 * - On 412 the module merges all writes of the object, or the person is asked.
 */
import { same } from "./content.js";
import { merged, THEIRS } from "./modules.js";
import { handle } from "./sync.js";
import { isChangeable, isCreation } from "./turn.js";

/** @typedef {import("./turn.js").Turn} Turn */
/** @typedef {import("./types.d.ts").SyncAction} SyncAction */
/** @typedef {import("./types.d.ts").ModuleWrite} ModuleWrite */
/** @typedef {import("./types.d.ts").SyncWrite & {change: ModuleWrite}} Write */

/** True if a later write sets all that an earlier one of the same object does.
 * @param {ModuleWrite} later @param {ModuleWrite} change */
const replaces = (later, change) =>
  later.method !== "PATCH" || (change.method === "PATCH" && change.field === later.field);

/** True if an earlier write of the same object hides what the server has where a later one changes it.
 * @param {ModuleWrite} earlier @param {ModuleWrite} change */
const hides = (earlier, change) =>
  earlier.method === "PUT" || change.method !== "PATCH" || earlier.field === change.field;

/** @param {Turn} turn @param {ModuleWrite} change */
const writesOf = (turn, change) => /** @type {Write[]} */ (turn.writesOfChange(change));

/** The writes after one of the same object, without those that were refused.
 * @param {Turn} turn @param {Write} write */
const laterThan = (turn, write) =>
  writesOf(turn, write.change).filter(({ order, status }) => order > write.order && status.kind !== "refused");

/** What a write starts from.
 * @param {Write | undefined} write @returns {{base?: any, version?: number}} */
const startOf = (write) =>
  write?.change.version === undefined ? {} : { base: write.change.base, version: write.change.version };

/** The state of the server, as the start of a write.
 * @param {any} object */
const from = (object) => ({ base: object, version: object?.version ?? 0 });

/** @param {Turn} turn @param {SyncAction} action */
function add(turn, { write: id, now, ...rest }) {
  turn.now = now;
  const change = /** @type {ModuleWrite} */ (rest);
  const writes = writesOf(turn, change);
  const last = writes[writes.length - 1];
  const isRemoved = last?.change.method === "DELETE" && ["waiting", "sent"].includes(last.status.kind);
  if (change.method === "PATCH" && isRemoved) return;
  const old = writes.filter((write) => isChangeable(write) && replaces(change, write.change));
  old.forEach((write) => turn.drop(write));
  const [first] = old;
  const isUnsure = old.some(({ change }) => change.isUnsure);
  const next = { ...change, ...startFor(change, first, writes), ...(isUnsure ? { isUnsure } : {}) };
  if (first && old.length === writes.length && isNeedless(first, next)) return;
  turn.append(id, next);
}

/** What a change over a write starts from: the older of what both have seen. The decision of a conflict starts from the
 * object of the server.
 * @param {ModuleWrite} change @param {Write | undefined} first The first write that it replaces.
 * @param {Write[]} writes All of the object. */
function startFor(change, first, writes) {
  const decided = first?.status.kind === "conflict" ? from(first.status.theirs) : undefined;
  if (change.version === undefined) return decided ?? {};
  const start = decided ?? startOf(first ?? writes.find((write) => hides(write.change, change)));
  // Of an object that this window does not have, the person has seen what waits.
  const isOlder = change.version > 0 && (start.version ?? Infinity) > change.version;
  return isOlder ? {} : start;
}

/** True for a change that leaves the server as it is.
 * @param {Write} first The first of the writes that it replaces, which are all of the object.
 * @param {ModuleWrite} next */
function isNeedless({ change, status }, { method, field = "", body, base }) {
  if (method === "PATCH") return base != null && same(base[field], body?.[field]);
  if (method !== "DELETE") return false;
  return status.kind === "conflict" ? !status.theirs : isCreation(change);
}

/** Continues a write with the decision of the person.
 * @param {Turn} turn @param {SyncAction} action */
function decide(turn, { write: id, isMine, now }) {
  turn.now = now;
  const write = turn.stored.writes.find((write) => write.id === id);
  if (write?.status.kind !== "conflict" || write.change.kind !== "module") return;
  if (!isMine) return turn.drop(write);
  const start = from(write.status.theirs);
  turn.put(turn.renewed(write, { ...write.change, ...start }));
  // What was changed since continues from there, unless it asks for itself.
  for (const each of laterThan(turn, /** @type {Write} */ (write))) {
    if (each.status.kind !== "waiting" || each.change.version === undefined) continue;
    if (hides(write.change, each.change)) turn.put({ ...each, change: { ...each.change, ...start } });
  }
}

/** Merges conflicts of a module that was not there when they arose.
 * @param {Turn} turn @param {SyncAction} action */
function joinAgain(turn, { module, now }) {
  turn.now = now;
  for (const { id } of turn.stored.writes) {
    const write = turn.stored.writes.find((write) => write.id === id);
    if (write?.change.kind !== "module" || write.change.module !== module || write.status.kind !== "conflict") continue;
    const { theirs, isUnsure = false } = write.status;
    const first = /** @type {Write} */ (write);
    for (const each of [first, ...laterThan(turn, first)]) join(turn, each, theirs, isUnsure);
  }
}

/** Gives a confirmed state to the writes of the object that wait.
 * @param {Turn} turn @param {ModuleWrite} change The confirmed change. Its write has left the queue.
 * @param {any} object @param {number | null | undefined} version */
function passOn(turn, change, object, version) {
  for (const write of writesOf(turn, change)) {
    const { status, change: next } = write;
    if (status.kind === "conflict") turn.put({ ...write, status: { ...status, theirs: object } });
    // A write that has not seen what the confirmed one started from is merged, because its version is refused.
    const isSeen = change.version !== undefined && next.version !== undefined && next.version >= change.version;
    if (isSeen && version != null && status.kind !== "conflict") {
      turn.put({ ...write, change: { ...next, base: object, version } });
    }
  }
}

/**
 * Merges a write with the object of the server.
 * @param {Turn} turn @param {Write} write @param {any} theirs @param {boolean} isUnsure
 * @param {any} [start] What a new object has started from on the server.
 */
function join(turn, write, theirs, isUnsure, start = null) {
  const change = { ...write.change, base: write.change.base ?? start };
  const isRemoval = change.method === "DELETE";
  const body = isRemoval && !theirs ? THEIRS : merged(change, theirs, isUnsure);
  if (body === THEIRS) return turn.drop(write);
  if (body === null) {
    if (write.status.kind === "conflict" && write.status.theirs === theirs) return;
    return turn.put({ ...write, change, status: { kind: "conflict", theirs, fields: [], isUnsure } });
  }
  const next = { ...change, ...from(theirs) };
  turn.put(turn.renewed(write, isRemoval ? next : { ...next, body }));
}

/** What the answers change, by their kinds; the others are those of all writes.
 * @type {Record<string, (turn: Turn, write: any, answer: Record<string, any>) => void>} */
export const OUTCOMES = {
  done(turn, write, { object, version }) {
    turn.drop(write);
    passOn(turn, write.change, object, version);
  },
  gone(turn, write) {
    turn.drop(write);
    passOn(turn, write.change, null, 0);
  },
  changed(turn, /** @type {Write} */ write, { current = null }) {
    const { change, attempts } = write;
    const later = laterThan(turn, write);
    const isReplaced = later.some((each) => replaces(each.change, change));
    if (isReplaced) turn.drop(write);
    // No other device has the id of a new object, so the server has executed its creation before.
    const start = isCreation(change) && attempts > 1 && !change.isUnsure ? change.body : null;
    // The change may have been executed, and changed back: that takes two versions.
    const isUnsure = !start && attempts > 1 && (current?.version ?? 0) > (change.version ?? 0) + 1;
    for (const each of isReplaced ? later : [write, ...later]) join(turn, each, current, isUnsure, start);
  },
  refused(turn, /** @type {Write} */ write, { status, code, detail }) {
    const later = laterThan(turn, write);
    const isReplaced = later.some((each) => replaces(each.change, write.change));
    if (!isReplaced) return turn.put({ ...write, status: { kind: "refused", status, code, detail } });
    turn.drop(write);
    // The server has no such object, so there is nothing to take back.
    if (isCreation(write.change) && later[0].change.method === "DELETE") turn.drop(later[0]);
  },
};

handle("module", add);
handle("decide", decide);
handle("joined", joinAgain);
