/**
 * The app's store in IndexedDB: one schema with migrations. API answers are stored here, never in the worker's cache.
 *
 * Every value except the profile of the device belongs to a user; `wipe` removes all of one.
 */

import { emptyStore } from "../core/sync/stored.js";

const NAME = "mealwire";

/**
 * The migrations, each from one version to the next. A published one never changes.
 * @type {((db: IDBDatabase) => void)[]}
 */
export const MIGRATIONS = [
  (db) => {
    db.createObjectStore("writes", { keyPath: ["user", "write.id"] });
    // The newest known versions of entries, which changes name.
    db.createObjectStore("entries", { keyPath: ["user", "entry.id"] });
    db.createObjectStore("days", { keyPath: ["userId", "date"] });
    // Recents, the profile, the last user: small values by name.
    db.createObjectStore("values", { keyPath: ["userId", "name"] });
  },
];

/** Days that the store keeps: older ones are removed. */
export const DAYS_KEPT = 14;
/** The unit of energy on this device, in `localStorage`, which is there before the first screen is drawn. */
export const ENERGY_KEY = "mealwire-energy";
/** The unit of volume on this device. */
export const VOLUME_KEY = "mealwire-volume";
/** The modules in the bar of a phone on this device. */
export const PLACES_KEY = "mealwire-places";
/** Values of the device rather than of a user. */
export const DEVICE = "device";
/** A value of the device: true while the server has not confirmed a sign-out. */
export const SIGN_OUT = "signOut";

/** A random UUID; `randomUUID` exists over HTTPS only. */
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const text = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {IDBTransaction} transaction */
const ended = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });

/** All keys of a user.
 * @param {string} user */
const rangeOf = (user) => IDBKeyRange.bound([user, ""], [user, "\uffff"]);

/**
 * Opens the store.
 * @param {IDBFactory | undefined} factory
 * @param {() => void} [onBlocked] Called if a newer version of the app waits for this window to close the store.
 * @returns {Promise<Store>} A store that holds nothing where the browser offers none, as in some private windows.
 */
export async function openStore(factory = globalThis.indexedDB, onBlocked = () => {}) {
  if (!factory) return new Store(null);
  try {
    const request = factory.open(NAME, MIGRATIONS.length);
    request.onupgradeneeded = ({ oldVersion }) =>
      MIGRATIONS.slice(oldVersion).forEach((migrate) => migrate(request.result));
    const db = await result(request);
    db.onversionchange = () => {
      db.close();
      onBlocked();
    };
    return new Store(db);
  } catch {
    return new Store(null);
  }
}

export class Store {
  /** @param {IDBDatabase | null} db */
  constructor(db) {
    this.db = db;
  }

  /** False where nothing is kept beyond this window. */
  get isLasting() {
    return this.db !== null;
  }

  /**
   * Runs one transaction, and returns when it is on the disk.
   * @template T
   * @param {string} name @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T> | void} work
   * @returns {Promise<T | undefined>}
   */
  async run(name, mode, work) {
    if (!this.db) return undefined;
    const transaction = this.db.transaction(name, mode);
    const request = work(transaction.objectStore(name));
    await ended(transaction);
    return request?.result;
  }

  /** Reads the queue of a user, and the entries that its writes change.
   * @param {string} user @returns {Promise<import("../core/sync/types.d.ts").Stored>} */
  async readSync(user) {
    if (!this.db) return emptyStore(user);
    const all = rangeOf(user);
    const writes = await this.run("writes", "readonly", (store) => store.getAll(all)) ?? [];
    const entries = await this.run("entries", "readonly", (store) => store.getAll(all)) ?? [];
    return {
      ...emptyStore(user),
      entries: Object.fromEntries(entries.map(({ entry }) => [entry.id, entry])),
      writes: writes.map(({ write }) => write).sort((a, b) => a.order - b.order),
    };
  }

  /** Saves changes of the queue in one transaction. Days are not kept here.
   * @param {string} user @param {import("../core/sync/types.d.ts").StoreChange[]} changes
   * @throws If the disk is full: the caller says that a write is not kept. */
  async saveSync(user, changes) {
    if (!this.db) throw new Error("This browser keeps nothing.");
    const transaction = this.db.transaction(["writes", "entries"], "readwrite");
    const [writes, entries] = [transaction.objectStore("writes"), transaction.objectStore("entries")];
    for (const change of changes) {
      if (change.kind === "putWrite") writes.put({ user, write: change.write });
      if (change.kind === "removeWrite") writes.delete([user, change.id]);
      if (change.kind === "putEntry") entries.put({ user, entry: change.entry });
      if (change.kind === "removeEntry") entries.delete([user, change.id]);
      if (change.kind === "replace") {
        entries.delete(rangeOf(user));
        writes.delete(rangeOf(user));
        for (const write of change.stored.writes) writes.put({ user, write });
        for (const entry of Object.values(change.stored.entries)) entries.put({ user, entry });
      }
    }
    await ended(transaction);
  }

  /** Reads what the first screen shows, in one transaction: the last user, the profile, and the days of some dates.
   * @param {(profile: import("../types.d.ts").Profile | null) => string[]} datesOf
   * @returns {Promise<{user: any, profile: any, days: import("../types.d.ts").DiaryDay[]}>} */
  async first(datesOf) {
    const transaction = this.db?.transaction(["values", "days"], "readonly");
    const [values, days] = ["values", "days"].map((name) => transaction?.objectStore(name));
    const value = async (/** @type {string} */ userId, /** @type {string} */ name) =>
      values ? (await result(values.get([userId, name])))?.value ?? null : null;
    const user = await value(DEVICE, "user");
    if (!user || !days) return { user, profile: null, days: [] };
    const profile = await value(user.id, "profile");
    const found = await Promise.all(datesOf(profile).map((date) => result(days.get([user.id, date]))));
    return { user, profile, days: found.filter(Boolean).map(({ day }) => day) };
  }

  /** @param {string} userId @param {string} date */
  async day(userId, date) {
    return (await this.run("days", "readonly", (store) => store.get([userId, date])))?.day ?? null;
  }

  /** Returns all days of a user that are kept, the oldest first.
   * @param {string} userId @returns {Promise<import("../types.d.ts").DiaryDay[]>} */
  async days(userId) {
    const found = await this.run("days", "readonly", (store) => store.getAll(rangeOf(userId))) ?? [];
    return found.map(({ day }) => day);
  }

  /** Keeps a day, and removes the oldest where there are too many.
   * @param {string} userId @param {import("../types.d.ts").DiaryDay} day */
  async putDay(userId, day) {
    await this.run("days", "readwrite", (store) => {
      store.put({ userId, date: day.date, day });
      const keys = store.getAllKeys(rangeOf(userId));
      keys.onsuccess = () =>
        keys.result.slice(0, Math.max(0, keys.result.length - DAYS_KEPT)).forEach((key) => store.delete(key));
    });
  }

  /** @param {string} userId @param {string} name */
  async value(userId, name) {
    return (await this.run("values", "readonly", (store) => store.get([userId, name])))?.value ?? null;
  }

  /** @param {string} userId @param {string} name @param {unknown} value */
  async putValue(userId, name, value) {
    await this.run("values", "readwrite", (store) => store.put({ userId, name, value }));
  }

  /** Changes a value in one transaction, so that changes at the same time are all kept.
   * @param {string} userId @param {string} name
   * @param {(value: any) => any} change Null stands for no value; null as the result changes nothing. */
  async changeValue(userId, name, change) {
    await this.run("values", "readwrite", (store) => {
      const known = store.get([userId, name]);
      known.onsuccess = () => {
        const value = change(known.result?.value ?? null);
        if (value !== null) store.put({ userId, name, value });
      };
    });
  }

  /** Removes everything of a user, as when the account was erased.
   * @param {string} userId */
  async wipe(userId) {
    if (!this.db) return;
    for (const name of ["writes", "entries", "days", "values"]) {
      await this.run(name, "readwrite", (store) => store.delete(rangeOf(userId)));
    }
  }
}
