/** A device: its state in memory, and its disk. */
import { applied, emptyStore } from "../../../Services/Gateway/Web/core/sync/stored.js";

export const USER = "anna";
export const OTHER_USER = "boris";

export class Device {
  /** @param {number} number @param {any} sync The modules of the queue. @param {string} [mutation] */
  constructor(number, sync, mutation) {
    Object.assign(this, { number, sync, mutation });
    this.state = sync.initialSync();
    this.disk = emptyStore(USER);
    /** Counts the runs of the app. */
    this.boot = 0;
    this.pendingSaves = [];
    /** Whether a save has failed, so that only one that replaces everything may succeed. */
    this.diskIsBehind = false;
    /** Whether the server accepts the session, and the user of the app's session. */
    this.hasSession = true;
    this.sessionUser = USER;
    this.offlineUntil = 0;
    /** Before these times nothing may be sent: by `Retry-After`, and by the pause after a failure. */
    this.notBefore = 0;
    this.pauseUntil = 0;
    /** The newest version that the device was answered for each entry, and entries known as removed, in this run. */
    this.answeredVersions = new Map();
    this.gone = new Set();
    /** Entries that were removed before they were sent, with the save of the removal. */
    this.cancelled = new Map();
    /** Additions of water that the user may take back, and the last removed entries. */
    this.waters = [];
    this.removed = [];
  }

  /** Applies the oldest save, or refuses it. @param {boolean} fails */
  completeSave(fails) {
    const save = this.pendingSaves.shift();
    if (!save) return undefined;
    const isReplacement = save.changes[0]?.kind === "replace";
    if (fails || (this.diskIsBehind && !isReplacement && this.mutation !== "forgetsFailedSaves")) {
      this.diskIsBehind = true;
      return { number: save.number, isDone: false };
    }
    this.diskIsBehind = false;
    for (const change of save.changes) this.disk = applied(this.disk, change);
    for (const entry of this.cancelled.values()) {
      if (entry.boot === this.boot && entry.save <= save.number) entry.isSaved = true;
    }
    return { number: save.number, isDone: true };
  }

  /** Begins a new run of the app with what is on the disk. */
  restart() {
    this.boot += 1;
    this.pendingSaves = [];
    this.state = this.sync.initialSync();
    this.notBefore = 0;
    this.pauseUntil = 0;
    this.answeredVersions = new Map();
    this.gone = new Set();
    this.diskIsBehind = false;
    this.cancelled = new Map([...this.cancelled].filter(([, { isSaved }]) => isSaved));
  }
}
