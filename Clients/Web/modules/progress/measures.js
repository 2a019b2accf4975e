/** Waist, sleep and steps on Progress: what was measured, and what is typed. */
import { fromMetric, toMetric } from "../../core/convert.js";
import { addDays, daysBetween } from "../../core/dates.js";
import { write } from "../../core/diary.js";
import { toasted } from "../../core/entries.js";
import { MEASUREMENTS_LIMIT, SLEEP_MINUTES, STEPS, WAIST_CM } from "../../core/limits.js";
import { numberOrNull, rounded } from "../../core/numbers.js";
import { RECENT_DAYS } from "./progress.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("./types.d.ts").MeasureKind} MeasureKind */
/** @typedef {import("./types.d.ts").MeasuresState} MeasuresState */
/** @typedef {import("../../core/sync/types.d.ts").Measurement & {source?: string | null}} Measured */

/** @type {MeasureKind[]} */
export const MEASURES = ["waist", "sleep", "steps"];
/** The days of the bars of sleep and steps, today included: as many as have room on a phone. */
const BAR_DAYS = 14;
const MINUTES_PER_HOUR = 60;
/** @type {Record<MeasureKind, {min: number, max: number}>} */
const RANGES = { waist: WAIST_CM, sleep: SLEEP_MINUTES, steps: STEPS };
/** The newest values that can be removed. */
const ROWS_MAX = 5;

/** @returns {MeasuresState} */
const initialMeasures = () => ({ kind: "waist", items: {}, added: {}, removed: [], text: "", problem: null });

/** @param {AppState} state */
export const measuresOf = (state) => state.measures ?? initialMeasures();

/** The unit of a kind as the person reads it.
 * @param {AppState} state @param {MeasureKind} kind @returns {"cm" | "in" | "h" | "steps"} */
export const measureUnit = ({ profile }, kind) =>
  kind === "waist" ? profile?.units === "imperial" ? "in" : "cm" : kind === "sleep" ? "h" : "steps";

/** All values of a kind that are known: the server's, and those that wait or were just sent.
 * @param {AppState} state @returns {Measured[]} The newest first. */
function known(state) {
  const { kind, items, added, removed } = measuresOf(state);
  /** @type {Map<string, Measured>} */
  const all = new Map((items[kind] ?? []).map((item) => [item.id, item]));
  const put = (/** @type {Measured} */ item) => item.kind === kind && all.set(item.id, item);
  Object.values(added).forEach(put);
  removed.forEach((id) => all.delete(id));
  for (const { change, status } of state.sync.stored.writes) {
    if (!("measurement" in change) || status.kind === "refused") continue;
    if (change.kind === "addMeasurement") put(change.measurement);
    else all.delete(change.measurement.id);
  }
  return [...all.values()].sort((a, b) => a.at < b.at ? 1 : -1);
}

/** The value of a day: the last waist, or the sum of sleep and steps. Several devices may count the same steps, so the
 * one that counts most counts.
 * @param {MeasureKind} kind @param {readonly Measured[]} items Of one day, the newest first. */
function dayValue(kind, items) {
  if (kind === "waist") return items[0].value;
  /** @type {Record<string, number>} */
  const sums = {};
  for (const { source, value } of items) sums[source ?? ""] = (sums[source ?? ""] ?? 0) + value;
  return Math.max(...Object.values(sums));
}

/** @param {MeasureKind} kind @param {number} value In the unit of the server.
 * @param {"cm" | "in" | "h" | "steps"} unit */
const shown = (kind, value, unit) =>
  kind === "waist"
    ? fromMetric(value, unit === "in" ? "in" : "cm", 1)
    : kind === "sleep"
    ? rounded(value / MINUTES_PER_HOUR, 1)
    : Math.round(value);

/**
 * What the card shows.
 * @param {AppState} state
 */
export function measuresModel(state) {
  const { kind, items, text, problem } = measuresOf(state);
  const unit = measureUnit(state, kind);
  /** @type {Map<string, Measured[]>} */
  const byDay = new Map();
  const all = known(state);
  for (const item of all) byDay.set(item.date, [...byDay.get(item.date) ?? [], item]);
  const values = [...byDay].map(([date, items]) => ({ date, value: shown(kind, dayValue(kind, items), unit) }))
    .sort((a, b) => a.date < b.date ? -1 : 1);
  const first = values[0]?.date;
  const from = addDays(state.todayDate, 1 - BAR_DAYS);
  const bars = Array.from({ length: BAR_DAYS }, (_, index) => addDays(from, index)).map((date) => ({
    date,
    value: values.find((each) => each.date === date)?.value ?? null,
  }));
  const counted = bars.flatMap(({ value }) => value === null ? [] : [value]);
  return {
    kind,
    unit,
    isKnown: items[kind] !== undefined || values.length > 0,
    isLine: kind === "waist",
    points: values.map(({ date, value }) => ({ date, day: daysBetween(first, date), value, trend: value })),
    bars,
    hasBars: counted.length > 0,
    mean: counted.length > 0
      ? rounded(counted.reduce((sum, value) => sum + value, 0) / counted.length, kind === "steps" ? 0 : 1)
      : null,
    rows: all.slice(0, ROWS_MAX).map((item) => ({ item, value: shown(kind, item.value, unit) })),
    text,
    problem,
  };
}

/** Reads what was typed, in the unit of the server; null if it cannot be read.
 * @param {MeasureKind} kind @param {string} text @param {"cm" | "in" | "h" | "steps"} unit */
export function readMeasure(kind, text, unit) {
  if (kind === "steps") {
    // Steps are whole, so each sign groups thousands.
    const steps = numberOrNull(text.replace(/[.,\s\u00a0']/g, ""));
    return steps === null ? null : Math.round(steps);
  }
  if (kind === "sleep") {
    const [, hours, minutes] = /^\s*(\S{1,2})\s*[:h]\s*(\S{1,2})\s*$/.exec(text) ?? [];
    const [whole, rest] = [numberOrNull(hours ?? text), minutes === undefined ? 0 : numberOrNull(minutes)];
    return whole === null || rest === null || rest >= MINUTES_PER_HOUR
      ? null
      : Math.round(whole * MINUTES_PER_HOUR + rest);
  }
  const value = numberOrNull(text);
  return value === null ? null : toMetric(value, unit === "in" ? "in" : "cm");
}

/** @param {AppState} state @returns {import("../../types.d.ts").Effect} */
const load = (state) => ({
  type: "measures.load",
  kind: measuresOf(state).kind,
  from: addDays(state.todayDate, 1 - RECENT_DAYS),
  to: state.todayDate,
  // Devices may store many steps a day.
  limit: MEASUREMENTS_LIMIT.max,
});

/** @type {import("../../types.d.ts").Reducer} */
export function reduceMeasures(state, action) {
  const own = measuresOf(state);
  const changed = (/** @type {Partial<MeasuresState>} */ change) => ({ ...state, measures: { ...own, ...change } });
  switch (action.type) {
    case "progress.open":
      return [changed({}), [load(state)]];
    case "measure.kind": {
      const next = changed({ kind: action.kind, text: "", problem: null });
      return [next, [load(next)]];
    }
    case "measures.loaded": {
      const items = { ...own.items, [action.kind]: action.items };
      if (action.isKept) return [changed({ items }), []];
      // The server's answer has what was sent before.
      const added = Object.fromEntries(Object.entries(own.added).filter(([, { kind }]) => kind !== action.kind));
      return [changed({ items, added, removed: [] }), []];
    }
    case "hint":
      return state.route.name === "progress" && ["measurement", "reset"].includes(action.hint.kind)
        ? [state, [load(state)]]
        : [state, []];
    case "measure.type":
      return [changed({ text: action.text, problem: null }), []];
    case "measure.save": {
      const { kind, text } = own;
      const value = readMeasure(kind, text, measureUnit(state, kind));
      const { min, max } = RANGES[kind];
      if (value === null || value < min || value > max) {
        return [changed({ problem: `measures.wrong.${kind}` }), [{ type: "focusError" }]];
      }
      const { ids: [id, writeId], at, now } = action;
      const measurement = { id, kind, value, at, date: state.todayDate };
      const [next, effects] = write(changed({ text: "", problem: null }), {
        kind: "measure",
        write: writeId,
        measurement,
        now,
      });
      return [toasted(next, `toast.measured.${kind}`, {}, { type: "measure.remove", measurement }), effects];
    }
    case "measure.remove": {
      const { measurement, ids, now } = action;
      const added = { ...own.added };
      delete added[measurement.id];
      const next = { ...changed({ added, removed: [...own.removed, measurement.id] }), toast: null };
      return write(next, { kind: "unmeasure", write: ids[0], measurement, now });
    }
    case "weight.stored": {
      // Answers of all kinds arrive here; the write leaves the queue now.
      const { measurement, isRemoved } = action;
      if (isRemoved || !MEASURES.includes(measurement.kind)) return [state, []];
      return [changed({ added: { ...own.added, [measurement.id]: measurement } }), []];
    }
    default:
      return [state, []];
  }
}
