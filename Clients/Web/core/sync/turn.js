/** One action's work on the state: changes of the store, what is sent, and when. */
import { same } from "./content.js";
import { applied } from "./stored.js";

/** @typedef {import("./types.d.ts").SyncState} SyncState */
/** @typedef {import("./types.d.ts").SyncWrite} SyncWrite */
/** @typedef {import("./types.d.ts").WriteChange} WriteChange */
/** @typedef {import("./types.d.ts").StoreChange} StoreChange */

/** Writes that are open at once: browsers have six connections to a server, and live hints need one. */
const OPEN_WRITES_MAX = 4;
/** The wait after the first failure, and the longest one without `Retry-After`, in milliseconds. */
const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 300_000;
/** 2^9 of the shortest wait is more than the longest. */
const DOUBLINGS_MAX = 9;

/** What a write changes, such as `entry e1`.
 * @param {WriteChange} change */
export function subjectOf(change) {
  if (change.kind === "setValue") return change.subject;
  if (change.kind === "module") return `module ${change.module} ${change.subject}`;
  if ("water" in change) return `water ${change.water.id}`;
  return "measurement" in change ? `measurement ${change.measurement.id}` : `entry ${change.id}`;
}

/** True if the server has certainly not executed a write, so that it can still be changed or dropped.
 * @param {SyncWrite} write */
export const isChangeable = ({ status, attempts }) =>
  status.kind === "waiting" ? attempts === 0 : status.kind !== "sent";

/** True for an object that the server does not have, as far as the device knows.
 * @param {WriteChange} change */
export const isCreation = (change) =>
  change.kind === "putEntry"
    ? !change.base
    : change.kind === "module" && change.method === "PUT" && !change.version && !change.base;

/** @param {import("./types.d.ts").EntryPut} put */
export const isWithoutEffect = ({ position, base, content }) =>
  position === undefined && base !== undefined && same(base.content, content);

export class Turn {
  /** @param {SyncState} state */
  constructor(state) {
    /** @type {SyncState} A copy that this turn may change; objects below are replaced, never changed. */
    this.state = { ...state, stored: { ...state.stored } };
    /** @type {number | undefined} The time, if the action may lead to requests. */
    this.now = undefined;
    /** @type {StoreChange[]} */
    this.changes = [];
    /** @type {import("./types.d.ts").SyncEffect[]} */
    this.effects = [];
  }

  get stored() {
    return this.state.stored;
  }

  /** @param {string} kind @param {string} id */
  writesOf(kind, id) {
    return this.stored.writes.filter(({ change }) => subjectOf(change) === `${kind} ${id}`);
  }

  /** @param {WriteChange} change */
  writesOfChange(change) {
    return this.stored.writes.filter((write) => subjectOf(write.change) === subjectOf(change));
  }

  /** The write of the same object after a write.
   * @param {SyncWrite} write */
  after(write) {
    return this.writesOfChange(write.change).find(({ order }) => order > write.order);
  }

  /** Changes writes in memory; they are saved when they are sent.
   * @param {(write: SyncWrite) => SyncWrite} change */
  updateWrites(change) {
    this.state.stored = { ...this.stored, writes: this.stored.writes.map(change) };
  }

  /** Applies a change to the store in memory, and has it saved.
   * @param {StoreChange} change */
  change(change) {
    this.state.stored = applied(this.stored, change);
    this.changes.push(change);
  }

  /** @param {string} id @param {WriteChange} change */
  append(id, change) {
    const { writes } = this.stored;
    const order = (writes[writes.length - 1]?.order ?? 0) + 1;
    this.put({
      id,
      order,
      change,
      revision: 1,
      attempts: 0,
      status: { kind: "waiting" },
      failures: 0,
    });
  }

  /** Stores a write in the place of the one with its id; of several changes in a turn, the last one is saved.
   * @param {SyncWrite} write */
  put(write) {
    this.changes = this.changes.filter((former) => !(former.kind === "putWrite" && former.write.id === write.id));
    this.change({ kind: "putWrite", write });
  }

  /** @param {SyncWrite} write */
  drop(write) {
    this.change({ kind: "removeWrite", id: write.id });
  }

  /** A write that begins anew with another content.
   * @param {SyncWrite} write @param {WriteChange} change @returns {SyncWrite} */
  renewed({ id, order, revision }, change) {
    return {
      id,
      order,
      change,
      revision: revision + 1,
      attempts: 0,
      status: { kind: "waiting" },
      failures: 0,
    };
  }

  /** Replaces the content of a write; one without effect leaves the queue.
   * @param {SyncWrite} write @param {import("./types.d.ts").EntryPut} put */
  replace(write, put) {
    if (isWithoutEffect(put)) this.drop(write);
    else this.put(this.renewed(write, put));
  }

  /** Puts a write back that was being sent.
   * @param {string} id */
  waitAgain(id) {
    this.updateWrites((write) =>
      write.id === id && write.status.kind === "sent" ? { ...write, status: { kind: "waiting" } } : write
    );
  }

  /** Ends the session. The writes stay in the queue. */
  endSession() {
    this.state.sessionUser = undefined;
  }

  get isActive() {
    return this.stored.user !== "" && this.state.sessionUser === this.stored.user;
  }

  /** How long to wait after a number of failures: doubled each time, from half of it to all of it.
   * @param {number} failures @param {number} jitter */
  wait(failures, jitter) {
    const full = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(failures - 1, DOUBLINGS_MAX));
    return full / 2 + Math.trunc((full / 2) * jitter);
  }

  /** Sends what may be sent now, and sets the timer for what may be sent later.
   * @param {number} now */
  advance(now) {
    if (!this.isActive) return;
    const wait = Math.max(this.state.retryAt ?? 0, this.state.notBefore ?? 0);
    if (wait > now) return this.wake(wait, now);
    this.state.retryAt = undefined;
    this.state.notBefore = undefined;
    this.sendWrites(now);
    const times = this.stored.writes.map(({ retryAt }) => retryAt ?? 0).filter((time) => time > now);
    if (times.length > 0) this.wake(Math.min(...times), now);
  }

  /** @param {number} at @param {number} now */
  wake(at, now) {
    const { wakeAt } = this.state;
    if (wakeAt !== undefined && wakeAt > now && wakeAt <= at) return;
    this.state.wakeAt = at;
    this.effects.push({ kind: "wake", at });
  }

  /** Sends the first write of each object, in the order of the queue.
   * @param {number} now */
  sendWrites(now) {
    const subjects = new Set();
    for (const write of this.stored.writes) {
      const subject = subjectOf(write.change);
      const isFirst = !subjects.has(subject);
      // What was refused holds up only what is laid over it: a module's later fields of a refused object.
      const isLaidOver = "method" in write.change && write.change.method === "PUT";
      if (write.status.kind !== "refused" || isLaidOver) subjects.add(subject);
      if (!isFirst || write.status.kind !== "waiting" || (write.retryAt ?? now) > now) continue;
      if (this.state.requests.length >= OPEN_WRITES_MAX) return;
      this.send(write, now);
    }
  }

  /** @param {SyncWrite} old @param {number} now */
  send(old, now) {
    const firstSentAt = old.firstSentAt ?? now;
    /** @type {SyncWrite} */
    const write = { ...old, status: { kind: "sent" }, attempts: old.attempts + 1, firstSentAt, retryAt: undefined };
    this.put(write);
    this.state.lastRequest += 1;
    const request = {
      number: this.state.lastRequest,
      user: this.stored.user,
      key: `${write.id}.${write.revision}.${firstSentAt}`,
      call: callOf(write.change),
    };
    // It is sent when the save of this turn is on the disk.
    this.state.requests = [...this.state.requests, { request, write: write.id, save: this.state.lastSave + 1 }];
  }

  /** Sends the requests that waited for a save. A write that cannot be stored is sent at once, too.
   * @param {number} save @param {boolean} hasFailed */
  sendSaved(save, hasFailed) {
    const { state } = this;
    state.isUnsaved = hasFailed;
    const canSend = this.isActive && state.retryAt === undefined && state.notBefore === undefined;
    for (const open of state.requests.filter((open) => open.save !== undefined && open.save <= save)) {
      if (canSend) {
        state.requests = state.requests.map((each) =>
          each === open ? { request: open.request, write: open.write } : each
        );
        this.effects.push({ kind: "send", ...open.request });
      } else this.waitAgain(open.write);
    }
    // The session ended, or another request failed, before they were sent.
    state.requests = state.requests.filter((open) => open.save === undefined || open.save > save);
  }

  /** Ends the turn: the save comes first. After a failed one the next replaces everything.
   * @returns {[SyncState, import("./types.d.ts").SyncEffect[]]} */
  finish() {
    const { state } = this;
    const isSaving = this.now !== undefined || this.changes.length > 0;
    const isWhole = state.isUnsaved && isSaving && state.stored.user !== "";
    const changes = isWhole ? [{ kind: "replace", stored: state.stored }] : this.changes;
    if (changes.length === 0) return [state, this.effects];
    state.lastSave += 1;
    return [state, [{ kind: "save", number: state.lastSave, user: state.stored.user, changes }, ...this.effects]];
  }
}

/** @param {WriteChange} change @returns {import("./types.d.ts").SyncRequest["call"]} */
function callOf(change) {
  switch (change.kind) {
    case "putEntry":
      return {
        kind: "putEntry",
        id: change.id,
        version: change.base?.version,
        content: change.content,
        position: change.position,
      };
    case "removeEntry":
      return { kind: "removeEntry", id: change.id, version: change.base.version };
    case "removeMeasurement":
      return { kind: "removeMeasurement", id: change.measurement.id };
    default:
      return change;
  }
}
