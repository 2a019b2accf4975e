/** The app's store on a device, in the form of `data/store.js`. A crash loses what is not written yet. */
import { applied, emptyStore } from "../../../Clients/Web/core/sync/stored.js";

export class Disk {
  constructor(sim, device) {
    Object.assign(this, { sim, device });
    /** By user: the queue. */
    this.queues = new Map();
    /** By user and date: the days that are kept. */
    this.keptDays = new Map();
    this.values = new Map();
    /** The save that is being written. */
    this.pending = undefined;
    /** Whether a save has failed, so that only one that replaces everything may succeed. */
    this.isBehind = false;
  }

  get isLasting() {
    return true;
  }

  /** @param {string} user */
  queueOf(user) {
    return this.queues.get(user) ?? emptyStore(user);
  }

  value(user, name) {
    return Promise.resolve(this.values.get(`${user} ${name}`) ?? null);
  }

  putValue(user, name, value) {
    return Promise.resolve(void this.values.set(`${user} ${name}`, value));
  }

  readSync(user) {
    return Promise.resolve(this.queueOf(user));
  }

  saveSync(user, changes) {
    this.sim.schedule("save", this.device, this.sim.random.number(this.sim.plan.saveTime));
    return new Promise((resolve, reject) => void (this.pending = { user, changes, resolve, reject }));
  }

  day(user, date) {
    return Promise.resolve(this.keptDays.get(`${user} ${date}`) ?? null);
  }

  putDay(user, day) {
    // A day that the app has put together from answers is as new as these.
    const { readAt } = this.sim;
    const { seenAt, writtenAt } = this.device;
    const newest = Math.max(seenAt.get(day.date) ?? 0, writtenAt.get(day.date) ?? 0);
    if (!readAt.has(day)) readAt.set(day, { clock: newest, user });
    return Promise.resolve(void this.keptDays.set(`${user} ${day.date}`, day));
  }

  /** Writes the save that is pending; returns its changes. */
  write() {
    const { user, changes } = this.pending;
    this.queues.set(user, changes.reduce(applied, this.queueOf(user)));
    return changes;
  }
}
