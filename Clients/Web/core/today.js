/** The state of a day: the server's answer, with the writes that still wait laid over it. */
import { register } from "./app.js";
import { macros, OVER_FROM } from "./nutrients.js";
import { MEALS } from "./router.js";
import { addDays, daysBetween } from "./dates.js";
import { emptyDay, exerciseAfter, withEntry, withKnown, withoutEntry, withWrites } from "./days.js";
import { isOpen, runSync } from "./queue.js";
import { writeState } from "./written.js";

/** @typedef {import("../types.d.ts").AppState} AppState */
/** @typedef {import("../types.d.ts").DiaryDay} DiaryDay */
/** @typedef {import("../types.d.ts").DiaryEntry} DiaryEntry */

/** Days kept in memory; the store keeps 14. */
const DAYS_MAX = 40;
const DAYS_OF_WEEK = 7;

/** The day that a person sees: null before the server or the store has answered.
 * @param {AppState} state @param {string} [date] @returns {DiaryDay | null} */
export function shownDay(state, date = state.today.date) {
  const { days, problem, loading } = state.today;
  // Without an answer and without a copy, what is logged is shown on an empty day.
  const isUnanswered = date === state.today.date && problem !== null && !loading[date];
  const day = days[date] ?? (isUnanswered ? emptyDay(date) : null);
  return day ? withWrites(state, day) : null;
}

/** Finds an entry in a day as it is shown; also one that was moved to a day that was never loaded.
 * @param {AppState} state @param {string} date @param {string} id
 * @returns {DiaryEntry | null} */
export function findEntry(state, date, id) {
  const day = shownDay(state, date) ?? withWrites(state, emptyDay(date));
  const known = state.sync.stored.entries[id];
  const isElsewhere = known?.date === date && !state.today.days[date];
  return day.meals.flatMap(({ entries }) => entries).find((entry) => entry.id === id) ?? (isElsewhere ? known : null);
}

/**
 * Computes what the screen of a day shows.
 * @param {AppState} state
 */
export function todayModel(state) {
  const { date } = state.today;
  const day = shownDay(state);
  const shown = day ?? emptyDay(date);
  const goal = shown.target?.dailyKcal ?? null;
  const eaten = shown.totals.kcal;
  const left = goal === null ? null : Math.round(goal) - Math.round(eaten);
  const whole = Math.max(goal ?? 0, eaten, 1);
  const remaining = shown.month?.remaining ?? null;
  const yesterday = shownDay(state, addDays(date, -1));
  return {
    date,
    isKnown: day !== null,
    isToday: date === state.todayDate,
    isFuture: date > state.todayDate,
    goal,
    eaten,
    left,
    isOver: goal !== null && eaten > goal * OVER_FROM,
    // Where the target stands in the bar of the day; 1 while the day is within it. Without a target there is no bar.
    goalPart: goal === null ? null : goal / whole,
    macros: macros(shown.totals, shown.target),
    week: weekModel(shown, state.todayDate),
    monthLeft: remaining === null ? null : Math.round(remaining),
    exerciseKcal: shown.exerciseKcal,
    waterMl: shown.waterMl,
    note: shown.note,
    isComplete: shown.isComplete ?? false,
    isIncomplete: shown.incomplete.length > 0,
    meals: MEALS.map((meal) => {
      const found = shown.meals.find((each) => each.meal === meal);
      const entries = found?.entries ?? [];
      const before = yesterday?.meals.find((each) => each.meal === meal);
      return {
        meal,
        kcal: found?.totals.kcal ?? 0,
        part: (found?.totals.kcal ?? 0) / whole,
        entries: entries.map((entry) => ({ entry, state: writeState(state, entry.id) })),
        again: entries.length === 0 && before && before.entries.length > 0
          ? {
            count: before.entries.length,
            kcal: before.totals.kcal,
            names: before.entries.map(({ name }) => name),
          }
          : null,
      };
    }),
  };
}

/** What is left of the week, and for how many days, the shown one included.
 * @param {DiaryDay} day @param {string} today */
function weekModel(day, today) {
  const { remaining, from } = day.week;
  if (remaining === null) return null;
  const days = DAYS_OF_WEEK - daysBetween(from, day.date > today ? today : day.date);
  return { left: Math.round(remaining), days: Math.max(1, Math.min(DAYS_OF_WEEK, days)) };
}

/** @type {import("../types.d.ts").Reducer} */
export function reduceToday(state, action) {
  const today = (/** @type {Partial<import("../types.d.ts").TodayState>} */ change) => ({
    ...state,
    today: { ...state.today, ...change },
  });
  switch (action.type) {
    case "day.show": {
      const { date } = action;
      /** @type {(date: string) => import("../types.d.ts").Effect} */
      const load = (date) => ({ type: "loadDay", date, isShared: true });
      const loading = { ...state.today.loading, [date]: true };
      return [today({ date, loading, problem: null, menuFor: null, sheet: null }), [
        load(date),
        load(addDays(date, -1)),
        { type: "loadAdvice", date },
      ]];
    }
    case "day.loaded": {
      /** @type {Record<string, DiaryDay>} */
      const days = { ...state.today.days, [action.day.date]: withKnown(action.day, state.today.days[action.day.date]) };
      const names = Object.keys(days);
      // The day that is farthest from the shown one is removed.
      if (names.length > DAYS_MAX) delete days[names.sort((a, b) => far(b) - far(a))[0]];
      const loading = { ...state.today.loading, [action.day.date]: false };
      const next = today({ days, loading, problem: action.day.date === state.today.date ? null : state.today.problem });
      // Changes need the versions of these entries.
      const entries = /** @type {DiaryDay} */ (action.day).meals.flatMap(({ entries }) => entries);
      return isOpen(state) ? runSync(next, { kind: "seen", entries }) : [next, []];
    }
    case "day.failed": {
      const loading = { ...state.today.loading, [action.date]: false };
      return [
        today({ loading, problem: action.date === state.today.date ? action.problem : state.today.problem }),
        [],
      ];
    }
    case "advice.loaded":
      return [action.date === state.today.date ? today({ advice: action.items }) : state, []];
    case "entry.menu":
      return [today({ menuFor: action.id }), action.id === null ? [] : [{ type: "loadModule", module: "day" }]];
    case "sheet.open": {
      const { type: _, ...sheet } = action;
      const next = today({ sheet: /** @type {import("../types.d.ts").Sheet} */ (sheet), menuFor: null });
      return [next, [{ type: "loadModule", module: "day", action: { type: "sheet.shown" } }]];
    }
    case "sheet.close":
      // The close event of a replaced sheet comes after the next sheet was opened.
      return [action.name === state.today.sheet?.name ? today({ sheet: null }) : state, []];
    case "entry.stored": {
      // An answer to a write: the store and the screen take it before the day is fetched again.
      const days = Object.fromEntries(
        Object.entries(state.today.days).map(([date, day]) => [
          date,
          action.entry ? withEntry(day, action.entry) : withoutEntry(day, action.id),
        ]),
      );
      return [today({ days }), []];
    }
    case "extras.stored": {
      const day = state.today.days[action.extras.date];
      if (!day) return [state, []];
      const { date, waterMl, note, isComplete = false, version } = action.extras;
      const extras = { waterMl, note, isComplete, extrasVersion: version };
      return [today({ days: { ...state.today.days, [date]: { ...day, ...extras } } }), []];
    }
    case "weight.stored": {
      // The write leaves the queue now, and the server's day has the exercise some time later.
      const { id } = action.measurement;
      const write = state.sync.stored.writes.find(({ change }) =>
        "measurement" in change && change.measurement.id === id
      );
      const measurement = write && "measurement" in write.change ? write.change.measurement : action.measurement;
      const day = state.today.days[measurement.date];
      if (measurement.kind !== "activeEnergy" || !day) return [state, []];
      const exerciseKcal = exerciseAfter(day.exerciseKcal, measurement, action.isRemoved === true);
      const days = { ...state.today.days, [day.date]: { ...day, exerciseKcal } };
      return [today({ days }), [{ type: "loadDayLater", date: day.date }]];
    }
    default:
      return [state, []];
  }

  /** @param {string} date */
  function far(date) {
    return Math.abs(daysBetween(state.today.date, date));
  }
}

register(reduceToday);
