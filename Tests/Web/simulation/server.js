/** A model of the diary of one user on a server, with the rules of the HTTP interface. */
import { contentOf, same } from "../../../Clients/Web/core/sync/content.js";
import { emptyDay, withEntries } from "../../../Clients/Web/core/days.js";
import { handleTask } from "./tasks-server.js";

export const GRAMS_MAX = 10_000;
const FOOD = "food";

/** A number as the server stores it. @param {number} value */
export const inHundredths = (value) => Math.round(value * 100) / 100;

const done = (/** @type {any} */ body) => ({ status: 200, body });
const GONE = { status: 204, body: null };
const REFUSED = { status: 422, body: { code: "invalid", detail: "The server refuses this." } };
/** What was removed is not made again under its id. */
const REMOVED = { status: 409, body: { code: "conflict", detail: "", current: null } };
const CONFLICT = { status: 409, body: { code: "conflict", detail: "", current: {} } };
const changed = (/** @type {any} */ current) => ({
  status: 412,
  body: { code: "versionMismatch", detail: "", current },
});

export class ModelServer {
  /** @param {ReturnType<typeof import("./plan.js").planOf>} plan */
  constructor({ keyLife }) {
    Object.assign(this, { keyLife, entries: {}, days: {}, measurements: {} });
    this.waters = new Map();
    /** The objects of the simulated module, and the ids of removed ones. */
    this.tasks = {};
    this.removedTasks = new Set();
    this.removedMeasurements = new Set();
    this.removedWaters = new Set();
    /** The versions that removed entries had, by their ids. */
    this.removals = new Map();
    this.keyed = new Map();
  }

  get food() {
    return FOOD;
  }

  /** Reads everything, at the start and for the comparison at the end: a model is always up to date. */
  readAll() {}

  /** Forgets the keys of requests, as after a restore. */
  fail() {
    this.keyed.clear();
  }

  /** What a device and the server must have in common of a day. */
  partOf(day) {
    return day;
  }

  /** Executes a request once under its key. @param {any} request @param {number} now */
  handle({ method, path, body, version, key }, now) {
    const known = key && this.keyed.get(key);
    if (known && now - known.time < this.keyLife) return known.reply;
    if (path.includes("/tasks/")) return this.#keep(key, handleTask(this, method, path, body, version), now);
    const [, , , kind, id, , water] = path.split("/");
    const reply = this[`${method} ${water ? "water" : kind}`](id.split("?")[0], body, water ?? version);
    return this.#keep(key, reply, now);
  }

  #keep(key, reply, now) {
    if (key && reply.status < 300) this.keyed.set(key, { reply, time: now });
    return reply;
  }

  "GET days"(date) {
    return done(this.day(date));
  }

  "PUT entries"(id, wanted, version) {
    const { date, meal, at, foodId, grams, name, position } = wanted;
    const kcal = foodId ? inHundredths(grams * 2) : inHundredths(wanted.kcal);
    if ((grams ?? 0) > GRAMS_MAX) return REFUSED;
    const stored = this.entries[id];
    const entry = {
      id,
      date,
      meal,
      at,
      foodId: foodId ?? null,
      name: name ?? FOOD,
      grams: grams ?? null,
      kcal,
      version: (stored?.version ?? this.removals.get(id) ?? 0) + 1,
    };
    if (stored && same(contentOf(stored), contentOf(entry)) && this.#isPositioned(stored, position)) {
      return done(stored);
    }
    if (stored ? version !== stored.version : version !== undefined || this.removals.has(id)) {
      return changed(stored ?? null);
    }
    const place = this.#place(entry, stored, position);
    this.entries = { ...this.entries, [id]: { ...entry, position: place } };
    return done(this.entries[id]);
  }

  "DELETE entries"(id, _body, version) {
    const entry = this.entries[id];
    if (!entry) return { status: 404, body: { code: "notFound", detail: "" } };
    if (version !== undefined && version !== entry.version) return changed(entry);
    const { [id]: _, ...rest } = this.entries;
    this.entries = rest;
    this.removals.set(id, entry.version);
    return GONE;
  }

  "PUT measurements"(id, { kind, value, at }) {
    if (this.removedMeasurements.has(id)) return REMOVED;
    const measurement = { id, kind, value, at, date: at.slice(0, 10) };
    const known = this.measurements[id];
    if (known && !same(known, measurement)) return CONFLICT;
    if (value > GRAMS_MAX) return REFUSED;
    this.measurements = { ...this.measurements, [id]: measurement };
    return done(measurement);
  }

  "DELETE measurements"(id) {
    const { [id]: _, ...rest } = this.measurements;
    this.measurements = rest;
    this.removedMeasurements.add(id);
    return GONE;
  }

  "PUT water"(date, { ml }, id) {
    if (this.removedWaters.has(id)) return REMOVED;
    if (!this.waters.has(id)) {
      if (ml > GRAMS_MAX) return REFUSED;
      this.waters.set(id, { id, date, ml });
      this.#addWater(ml, date);
    }
    return done(this.days[date]);
  }

  "DELETE water"(date, _body, id) {
    this.removedWaters.add(id);
    const known = this.waters.get(id);
    if (known) {
      this.waters.delete(id);
      this.#addWater(-known.ml, date);
    }
    return done(this.days[date] ?? { date, waterMl: 0, note: "", isComplete: false, version: 0 });
  }

  /** A day, as a request reads it. @param {string} date */
  day(date) {
    const { waterMl = 0, version = 0 } = this.days[date] ?? {};
    const entries = Object.values(this.entries).filter((entry) => entry.date === date);
    return { ...withEntries(emptyDay(date), entries), waterMl, extrasVersion: version };
  }

  #addWater(ml, date) {
    const { waterMl, version } = this.days[date] ?? { waterMl: 0, version: 0 };
    const day = { date, waterMl: waterMl + ml, note: "", isComplete: false, version: version + 1 };
    this.days = { ...this.days, [date]: day };
  }

  #order({ date, meal }) {
    return Object.values(this.entries).filter((entry) => entry.date === date && entry.meal === meal)
      .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
  }

  #isPositioned(entry, wanted) {
    if (wanted === undefined) return true;
    const order = this.#order(entry);
    return order.findIndex(({ id }) => id === entry.id) === Math.min(wanted, order.length - 1);
  }

  /** The position of an entry; others that move get no new version. */
  #place(entry, before, wanted) {
    const others = this.#order(entry).filter(({ id }) => id !== entry.id);
    if (wanted === undefined) {
      if (before && before.date === entry.date && before.meal === entry.meal) return before.position;
      return (others.at(-1)?.position ?? -1) + 1;
    }
    const gap = Math.min(wanted, others.length);
    others.forEach((other, index) => {
      const position = index < gap ? index : index + 1;
      if (position === other.position) return;
      this.entries = { ...this.entries, [other.id]: { ...other, position } };
    });
    return gap;
  }
}
