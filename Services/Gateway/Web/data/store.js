/**
 * The app's store in IndexedDB: one schema with migrations. API answers live here, never in the worker's cache.
 *
 * Every value except the profile of the device belongs to a user; `wipe` removes all of one.
 */

const NAME = "mealwire";

/**
 * The migrations, each from one version to the next. A published one never changes.
 * @type {((db: IDBDatabase) => void)[]}
 */
export const MIGRATIONS = [
  (db) => {
    const writes = db.createObjectStore("writes", { keyPath: "id" });
    writes.createIndex("userId", "userId");
    db.createObjectStore("days", { keyPath: ["userId", "date"] });
    // Recents, the profile, the last user: small values by name.
    db.createObjectStore("values", { keyPath: ["userId", "name"] });
  },
];

/** Days that the store keeps: older ones are removed. */
export const DAYS_KEPT = 14;
/** Values of the device rather than of a user. */
export const DEVICE = "device";

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

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
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
    return request?.result;
  }

  /** @param {string} userId @returns {Promise<import("../types.d.ts").Write[]>} */
  async writes(userId) {
    return await this.run("writes", "readonly", (store) => store.index("userId").getAll(userId)) ?? [];
  }

  /** @param {import("../types.d.ts").Write[]} put @param {string[]} removed
   * @throws If the disk is full: the caller must say that a write is not kept. */
  async changeWrites(put, removed) {
    if (put.length + removed.length === 0) return;
    await this.run("writes", "readwrite", (store) => {
      put.forEach((write) => store.put(write));
      removed.forEach((id) => store.delete(id));
    });
  }

  /** @param {string} userId @param {string} date */
  async day(userId, date) {
    return (await this.run("days", "readonly", (store) => store.get([userId, date])))?.day ?? null;
  }

  /** Keeps a day, and removes the oldest where there are too many.
   * @param {string} userId @param {import("../types.d.ts").DiaryDay} day */
  async putDay(userId, day) {
    await this.run("days", "readwrite", (store) => {
      store.put({ userId, date: day.date, day });
      const keys = store.getAllKeys(IDBKeyRange.bound([userId, ""], [userId, "\uffff"]));
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

  /** Removes everything of a user, as when the account was erased.
   * @param {string} userId */
  async wipe(userId) {
    for (const name of ["days", "values"]) {
      await this.run(
        name,
        "readwrite",
        (store) => store.delete(IDBKeyRange.bound([userId, ""], [userId, "\uffff"])),
      );
    }
    const writes = await this.writes(userId);
    await this.changeWrites([], writes.map(({ id }) => id));
  }
}
