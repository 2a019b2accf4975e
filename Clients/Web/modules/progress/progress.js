/** The state of the screen Progress: what the server has returned for periods, and the weight that is typed. */
import { addDays } from "../../core/dates.js";
import { write } from "../../core/diary.js";
import { toasted } from "../../core/entries.js";
import { WEIGHT_KG } from "../../core/limits.js";
import { rounded } from "../../core/numbers.js";
import { moved } from "./points.js";
import { PERIODS, spanOf } from "./periods.js";
import { readWeight } from "../../core/body-units.js";
import { fromMetric, toMetric } from "../../core/convert.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("./types.d.ts").ProgressState} ProgressState */
/** @typedef {import("../../types.d.ts").Effect} Effect */

/** The days of the weight chart. */
export const RECENT_DAYS = 90;
/** How far the weight is projected. */
export const HORIZON_DAYS = 28;
/** Weight before any is known, in kg: only where the buttons − and + begin. */
const WEIGHT_START = 70;
/** Periods kept in memory. */
const KEPT_MAX = 24;

/** @returns {ProgressState} */
export const initialProgress = () => ({
  period: "week",
  date: "",
  periods: {},
  recent: null,
  expenditure: null,
  projection: null,
  added: {},
  problem: null,
  chosen: { energy: null, weight: null, measure: null },
  weightText: null,
  weightKg: null,
  weightProblem: null,
});

/** @param {AppState} state */
export const progressOf = (state) => state.progress ?? initialProgress();

/** @param {AppState} state @returns {"kg" | "lb"} */
export const weightUnit = ({ profile }) => profile?.units === "imperial" ? "lb" : "kg";

/** The period that is shown.
 * @param {AppState} state */
export function shownSpan(state) {
  const { period, date } = progressOf(state);
  return spanOf(period, date || state.todayDate, state.profile?.weekStart ?? 1);
}

/** The name of a period in the state and in the store.
 * @param {string} period @param {string} from */
export const periodKey = (period, from) => `${period}-${from}`;

/** The weights that the server's answers may lack: those that wait, and those that were just sent.
 * @param {AppState} state @returns {Record<string, number>} Kilograms by date. */
export function ownWeights(state) {
  const { added } = progressOf(state);
  /** @type {Record<string, import("../../core/sync/types.d.ts").Measurement>} */
  const all = { ...added };
  for (const { change, status } of state.sync.stored.writes) {
    if (!("measurement" in change) || change.measurement.kind !== "weight" || status.kind === "refused") continue;
    if (change.kind === "addMeasurement") all[change.measurement.id] = change.measurement;
    else delete all[change.measurement.id];
  }
  const ordered = Object.values(all).sort((a, b) => a.at < b.at ? -1 : 1);
  return Object.fromEntries(ordered.map(({ date, value }) => [date, value]));
}

/** The newest known weight in kg, or null.
 * @param {AppState} state */
export function lastWeight(state) {
  const own = Object.entries(ownWeights(state)).sort().pop();
  const measured = (progressOf(state).recent?.weightTrend ?? []).filter(({ weightKg }) => weightKg !== null).pop();
  if (own && (!measured || own[0] >= measured.date)) return own[1];
  return measured?.weightKg ?? state.profile?.weightKg ?? null;
}

/** @type {import("../../types.d.ts").Reducer} */
export function reduceProgress(state, action) {
  const old = progressOf(state);
  const progress = (/** @type {Partial<ProgressState>} */ change) => ({ ...state, progress: { ...old, ...change } });
  switch (action.type) {
    case "progress.open": {
      const period = PERIODS.find((period) => period === action.period) ?? "week";
      const next = progress({
        period,
        date: action.date ?? state.todayDate,
        chosen: { energy: null, weight: null, measure: null },
        problem: null,
      });
      return [next, [...loads(next), ...recentLoads(next)]];
    }
    case "progress.loaded": {
      /** @type {ProgressState["periods"]} */
      const periods = { ...old.periods, [action.key]: action.data };
      const names = Object.keys(periods);
      if (names.length > KEPT_MAX) delete periods[names[0]];
      return [progress({ periods, problem: null }), []];
    }
    case "progress.failed":
      return [progress({ problem: action.problem }), []];
    case "progress.recent": {
      // The server's answer has these weights now.
      const known = new Set(action.data.weightTrend.map((/** @type {{date: string}} */ { date }) => date));
      const added = Object.fromEntries(Object.entries(old.added).filter(([, { date }]) => !known.has(date)));
      const next = progress({ recent: action.data, added: action.isKept ? old.added : added });
      return [next, action.isKept ? [] : projectionLoads(next)];
    }
    case "progress.expenditure":
      return [progress({ expenditure: action.data }), []];
    case "progress.projection":
      return [progress({ projection: action.data }), []];
    case "progress.choose":
      return [progress({ chosen: { energy: null, weight: null, measure: null, [action.chart]: action.index } }), []];
    case "progress.key": {
      const chart = /** @type {"energy" | "weight" | "measure"} */ (action.chart);
      const index = moved(old.chosen[chart], action.count, action.key);
      return [progress({ chosen: { energy: null, weight: null, measure: null, [chart]: index } }), []];
    }
    case "hint":
      return state.route.name === "progress" &&
          ["day", "target", "profile", "measurement", "reset"].includes(action.hint.kind)
        ? [state, [...loads(state), ...recentLoads(state)]]
        : [state, []];
    case "day.failed":
      return state.route.name === "progress" && action.date === old.date
        ? [progress({ problem: action.problem }), []]
        : [state, []];
    case "weight.type":
      return [progress({ weightText: action.text, weightProblem: null }), []];
    case "weight.step": {
      const unit = weightUnit(state);
      const typed = old.weightText === null ? null : readWeight(old.weightText, unit);
      const kg = typed ?? old.weightKg ?? lastWeight(state) ?? WEIGHT_START;
      const value = rounded(fromMetric(kg, unit, 1) + action.sign * (unit === "kg" ? 0.1 : 0.2), 1);
      return [progress({ weightText: null, weightKg: toMetric(value, unit), weightProblem: null }), []];
    }
    case "weight.save":
      return saveWeight(state, action);
    case "weight.undo": {
      const added = { ...old.added };
      const { measurement, ids, now } = action;
      delete added[measurement.id];
      return write({ ...progress({ added }), toast: null }, { kind: "unmeasure", write: ids[0], measurement, now });
    }
    case "weight.stored": {
      // The write leaves the queue now; the chart keeps the weight until the server's trend has it.
      // Answers of all kinds arrive here. One of a removal has only an id.
      const { kind } = action.measurement;
      if (kind !== undefined && kind !== "weight") return [state, []];
      /** @type {ProgressState["added"]} */
      const added = { ...old.added, [action.measurement.id]: action.measurement };
      if (!action.isRemoved) return [progress({ added }), recentLoads(state)];
      delete added[action.measurement.id];
      return [progress({ added }), recentLoads(state)];
    }
    default:
      return [state, []];
  }
}

/** Logs the typed weight, or the last one again.
 * @param {AppState} state @param {import("../../types.d.ts").Action} action @returns {[AppState, Effect[]]} */
function saveWeight(state, { ids, at, now }) {
  const old = progressOf(state);
  const refused = (/** @type {string} */ key) => [{ ...state, progress: { ...old, weightProblem: key } }, []];
  const unit = weightUnit(state);
  const text = (old.weightText ?? "").trim();
  const kg = text !== "" ? readWeight(text, unit) : old.weightText === null ? old.weightKg ?? lastWeight(state) : null;
  if (kg === null) return /** @type {any} */ (refused("progress.weightWrong"));
  if (kg < WEIGHT_KG.min || kg > WEIGHT_KG.max) return /** @type {any} */ (refused("progress.weightRange"));
  const [id, writeId] = ids;
  const measurement = { id, kind: "weight", value: kg, at, date: state.todayDate };
  const cleared = { ...state, progress: { ...old, weightText: null, weightKg: null, weightProblem: null } };
  const [next, effects] = write(cleared, { kind: "measure", write: writeId, measurement, now });
  const value = String(fromMetric(kg, unit, 1));
  /** @type {import("../../types.d.ts").Action} */
  const undo = { type: "weight.undo", measurement };
  return [toasted(next, `toast.weight.${unit}`, { value: Number(value) }, undo), effects];
}

/** @param {AppState} state @returns {Effect[]} */
function loads(state) {
  const { period } = progressOf(state);
  const { from, to } = shownSpan(state);
  const end = to > state.todayDate ? state.todayDate : to;
  // A day shows its meals, which are those of Today.
  if (period === "day") return [{ type: "loadDay", date: from }];
  if (from > end) return [];
  const by = period === "year" ? "month" : "day";
  return [{ type: "progress.load", key: periodKey(period, from), period, from, to: end, by }];
}

/** @param {AppState} state @returns {Effect[]} */
const recentLoads = ({ todayDate }) => [{
  type: "progress.loadRecent",
  from: addDays(todayDate, 1 - RECENT_DAYS),
  to: todayDate,
}];

/** Asks for the projection where the profile has what it needs.
 * @param {AppState} state @returns {Effect[]} */
function projectionLoads(state) {
  const { profile } = state;
  const { recent, expenditure } = progressOf(state);
  const trend = [...recent?.weightTrend ?? []].pop();
  if (!profile?.sex || !trend) return [];
  const { sex, birthDate, heightCm, activityLevel, goal, formula, bodyFatPercent, goalWeightKg, target } = profile;
  const body = {
    sex,
    birthDate,
    heightCm,
    activityLevel,
    goal,
    formula,
    weightKg: trend.trendKg,
    days: HORIZON_DAYS,
    ...(bodyFatPercent === null ? {} : { bodyFatPercent }),
    ...(goalWeightKg === null ? {} : { goalWeightKg }),
    ...(target ? { intakeKcal: target.dailyKcal } : {}),
    // Otherwise the curve would fall by the water that a diet loses in its first days.
    ...(expenditure?.intakeKcal ? { intakeSoFarKcal: expenditure.intakeKcal } : {}),
  };
  return [{ type: "progress.project", body }];
}
