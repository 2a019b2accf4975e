/** A model of the diary of one user on a server, with the rules of the HTTP interface. */
import { contentOf, same } from "../../../Services/Gateway/Web/core/sync/content.js";

export const GRAMS_MAX = 10_000;
const FOOD = "food";

/** A number as the server stores it. @param {number} value */
export const inHundredths = (value) => Math.round(value * 100) / 100;

const refused = (status, code) => ({ kind: "refused", status, code, detail: "The server refuses this." });

export class ModelServer {
  /** @param {ReturnType<typeof import("./plan.js").planOf>} plan */
  constructor({ keyLife, pageItems }) {
    Object.assign(this, { keyLife, pageItems, lastChange: 0, epoch: 1 });
    this.entries = {};
    this.days = {};
    this.measurements = {};
    this.waters = new Map();
    this.removedMeasurements = new Set();
    this.removedWaters = new Set();
    /** The numbers of removals and changes, by the id of the entry or the date. */
    this.removals = new Map();
    this.removedVersions = new Map();
    this.entryChanges = new Map();
    this.dayChanges = new Map();
    this.keyed = new Map();
  }

  get food() {
    return FOOD;
  }

  /** Reads everything, at the start and for the comparison at the end: a model is always up to date. */
  readAll() {}

  /** Makes all cursors invalid, as after a restore. */
  fail() {
    this.epoch += 1;
  }

  /** Executes a request once under its key. @param {any} request @param {number} now */
  handle({ key, call }, now) {
    const known = key && this.keyed.get(key);
    if (known && now - known.time < this.keyLife) return known.answer;
    const answer = call.kind === "measurements" ? this.readMeasurements() : this[call.kind](call);
    if (key && ["entry", "measurement", "day", "gone"].includes(answer.kind)) {
      this.keyed.set(key, { answer, time: now });
    }
    return answer;
  }

  putEntry({ id, version, content: wanted, position }) {
    const energy = wanted.energy && { ...wanted.energy, kcal: inHundredths(wanted.energy.kcal) };
    const content = { ...wanted, energy };
    if ((content.amount?.grams ?? 0) > GRAMS_MAX || (energy?.kcal ?? 0) > GRAMS_MAX) return refused(422, "invalid");
    const stored = this.entries[id];
    if (stored && same(contentOf(stored), content) && this.#isPositioned(stored, position)) {
      return { kind: "entry", entry: stored };
    }
    if (stored ? version !== stored.version : version !== undefined || this.removals.has(id)) {
      return { kind: "changed", current: stored ?? null };
    }
    const grams = content.amount?.grams;
    const entry = {
      id,
      date: content.date,
      meal: content.meal,
      at: content.at,
      foodId: content.amount?.foodId ?? null,
      name: content.name ?? FOOD,
      grams: grams ?? null,
      kcal: energy?.kcal ?? inHundredths((grams ?? 0) * 2),
      version: (stored?.version ?? this.removedVersions.get(id) ?? 0) + 1,
    };
    const place = this.#place(entry, stored, position);
    this.entries = { ...this.entries, [id]: { ...entry, position: place } };
    this.entryChanges.set(id, this.#nextChange());
    return { kind: "entry", entry: this.entries[id] };
  }

  removeEntry({ id, version }) {
    const entry = this.entries[id];
    if (!entry) return { kind: "gone" };
    if (version !== undefined && version !== entry.version) return { kind: "changed", current: entry };
    const { [id]: _, ...rest } = this.entries;
    this.entries = rest;
    this.entryChanges.delete(id);
    this.removals.set(id, this.#nextChange());
    this.removedVersions.set(id, entry.version);
    return { kind: "gone" };
  }

  addMeasurement({ measurement }) {
    const { id } = measurement;
    if (this.removedMeasurements.has(id)) return { kind: "gone" };
    const known = this.measurements[id];
    if (known && !same(known, measurement)) return refused(409, "conflict");
    if (measurement.value > GRAMS_MAX) return refused(422, "invalid");
    this.measurements = { ...this.measurements, [id]: measurement };
    return { kind: "measurement", measurement };
  }

  removeMeasurement({ id }) {
    const { [id]: _, ...rest } = this.measurements;
    this.measurements = rest;
    this.removedMeasurements.add(id);
    return { kind: "gone" };
  }

  addWater({ water }) {
    if (this.removedWaters.has(water.id)) return { kind: "gone" };
    if (!this.waters.has(water.id)) {
      if (water.ml > GRAMS_MAX) return refused(422, "invalid");
      this.waters.set(water.id, water);
      this.#addWater(water.ml, water.date);
    }
    return { kind: "day", day: this.days[water.date] };
  }

  removeWater({ water }) {
    this.removedWaters.add(water.id);
    const known = this.waters.get(water.id);
    if (!known) return { kind: "gone" };
    this.waters.delete(water.id);
    this.#addWater(-known.ml, known.date);
    return { kind: "day", day: this.days[known.date] };
  }

  /** All measurements, as a request reads them. */
  readMeasurements() {
    const items = Object.values(this.measurements).sort((a, b) => a.id < b.id ? -1 : 1);
    return { kind: "measurements", items };
  }

  /** A page of the changes after a cursor. */
  changes({ cursor }) {
    const parts = (cursor ?? "").split("-").map(Number);
    const isValid = parts.length === 3 && parts[0] === this.epoch;
    const [start, base] = isValid ? [parts[1], parts[2]] : [0, this.lastChange];
    const found = [];
    for (const [id, number] of this.entryChanges) {
      if (number > start && this.entries[id]) found.push({ number, list: "items", value: this.entries[id] });
    }
    // A device that reads everything does not need the removals before it began.
    for (const [id, number] of this.removals) {
      if (number > Math.max(start, base)) found.push({ number, list: "deleted", value: id });
    }
    for (const [date, number] of this.dayChanges) {
      if (number > start) found.push({ number, list: "days", value: this.days[date] });
    }
    found.sort((a, b) => a.number - b.number);
    const isMore = found.length > this.pageItems;
    const end = isMore ? found[this.pageItems - 1].number : this.lastChange;
    const next = `${this.epoch}-${end}-${base > end ? base : 0}`;
    const page = {
      kind: "page",
      items: [],
      deleted: [],
      days: [],
      cursor: next,
      isMore,
      reset: cursor != null && !isValid,
    };
    for (const { list, value } of found.slice(0, this.pageItems)) page[list].push(value);
    return page;
  }

  #nextChange() {
    this.lastChange += 1;
    return this.lastChange;
  }

  #addWater(ml, date) {
    const { waterMl, version } = this.days[date] ?? { waterMl: 0, version: 0 };
    this.days = { ...this.days, [date]: { date, waterMl: waterMl + ml, note: "", version: version + 1 } };
    this.dayChanges.set(date, this.#nextChange());
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

  /** The position of an entry; others that move take a change number, and no version. */
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
      this.entryChanges.set(other.id, this.#nextChange());
    });
    return gap;
  }
}
