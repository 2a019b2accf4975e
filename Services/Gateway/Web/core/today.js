/** The state of a day: the server's answer, with the writes that still wait laid over it. */
import { incompleteIn, macros, none, OVER_FROM, remainingOf, sumOf } from "./nutrients.js";
import { MEALS } from "./router.js";
import { addDays, daysBetween } from "./dates.js";
import { isOpen, runSync, writeState, writtenEntries } from "./diary.js";
import { shownWaterMl } from "./sync/view.js";

/** @typedef {import("../types.d.ts").AppState} AppState */
/** @typedef {import("../types.d.ts").DiaryDay} DiaryDay */
/** @typedef {import("../types.d.ts").DiaryEntry} DiaryEntry */

/** Days kept in memory; the store keeps 14. */
const DAYS_MAX = 40;
const DAYS_OF_WEEK = 7;

/** @param {string} date @returns {import("../types.d.ts").TodayState} */
export const initialToday = (date) => ({ date, days: {}, loading: {}, problem: null, menuFor: null, advice: [] });

/** A day before the first answer of the server: nothing is logged, and no target is known.
 * @param {string} date @returns {DiaryDay} */
export const emptyDay = (date) => ({
  date,
  meals: MEALS.map((meal) => ({ meal, entries: [], totals: none() })),
  totals: none(),
  incomplete: [],
  target: null,
  remaining: null,
  week: {
    from: date,
    kcal: 0,
    targetKcal: null,
    remaining: null,
    totals: none(),
    incomplete: [],
    target: null,
    remainingNutrients: null,
  },
  exerciseKcal: null,
  waterMl: 0,
  note: "",
});

/**
 * Lays waiting writes over a day of the server.
 * @param {AppState} state @param {DiaryDay} day
 * @returns {DiaryDay}
 */
export function withWrites(state, day) {
  const entries = day.meals.flatMap(({ entries }) => entries);
  let result = day;
  for (const { id, entry } of writtenEntries(state, entries)) {
    result = entry ? withEntry(result, entry) : withoutEntry(result, id);
  }
  const added = shownWaterMl({
    ...state.sync,
    stored: { ...state.sync.stored, days: { [day.date]: { ...day, version: 0 } } },
  }, day.date);
  return added === day.waterMl ? result : { ...result, waterMl: added };
}

/** Returns a day with an entry added, changed or, where it moved to another day, removed.
 * @param {DiaryDay} day @param {DiaryEntry} entry @returns {DiaryDay} */
export function withEntry(day, entry) {
  const isElsewhere = entry.date !== day.date;
  if (isElsewhere) return withoutEntry(day, entry.id);
  const entries = day.meals.flatMap(({ entries }) => entries).filter(({ id }) => id !== entry.id);
  return withEntries(day, [...entries, entry]);
}

/** @param {DiaryDay} day @param {string} id @returns {DiaryDay} */
export function withoutEntry(day, id) {
  const entries = day.meals.flatMap(({ entries }) => entries);
  const rest = entries.filter((entry) => entry.id !== id);
  return rest.length === entries.length ? day : withEntries(day, rest);
}

/** Returns a day with other entries, and with their sums.
 * @param {DiaryDay} day @param {readonly DiaryEntry[]} entries @returns {DiaryDay} */
export function withEntries(day, entries) {
  const meals = MEALS.map((meal) => {
    const own = entries.filter((entry) => entry.meal === meal);
    own.sort((a, b) => a.position - b.position || (a.at < b.at ? -1 : 1));
    return { meal, entries: own, totals: sumOf(own) };
  });
  const totals = sumOf(entries);
  const change = totals.kcal - day.totals.kcal;
  const { week, target } = day;
  return {
    ...day,
    meals,
    totals,
    incomplete: incompleteIn(entries),
    remaining: target && remainingOf(target, totals),
    week: { ...week, kcal: week.kcal + change, remaining: week.remaining === null ? null : week.remaining - change },
  };
}

/** The day that a person sees: null before the server or the store has answered.
 * @param {AppState} state @param {string} [date] @returns {DiaryDay | null} */
export function shownDay(state, date = state.today.date) {
  const { days, problem, loading } = state.today;
  // Without an answer and without a copy, what is logged is shown on an empty day.
  const isUnanswered = date === state.today.date && problem !== null && !loading[date];
  const day = days[date] ?? (isUnanswered ? emptyDay(date) : null);
  return day ? withWrites(state, day) : null;
}

/** Finds an entry in a day as it is shown.
 * @param {AppState} state @param {string} date @param {string} id */
export const findEntry = (state, date, id) =>
  shownDay(state, date)?.meals.flatMap(({ entries }) => entries).find((entry) => entry.id === id) ?? null;

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
  const yesterday = shownDay(state, addDays(date, -1));
  return {
    date,
    isKnown: day !== null,
    isToday: date === state.todayDate,
    goal,
    eaten,
    left,
    isOver: goal !== null && eaten > goal * OVER_FROM,
    // Where the target stands in the bar of the day; 1 while the day is within it.
    goalPart: goal === null ? 1 : goal / whole,
    macros: macros(shown.totals, shown.target),
    week: weekModel(shown, state.todayDate),
    exerciseKcal: shown.exerciseKcal,
    waterMl: shown.waterMl,
    note: shown.note,
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
      const effects = [date, addDays(date, -1)].map((date) => ({ type: "loadDay", date }));
      const loading = { ...state.today.loading, [date]: true };
      return [today({ date, loading, problem: null, menuFor: null }), [...effects, { type: "loadAdvice", date }]];
    }
    case "day.loaded": {
      /** @type {Record<string, DiaryDay>} */
      const days = { ...state.today.days, [action.day.date]: action.day };
      const names = Object.keys(days);
      // The farthest day goes first.
      if (names.length > DAYS_MAX) delete days[names.sort((a, b) => far(b) - far(a))[0]];
      const loading = { ...state.today.loading, [action.day.date]: false };
      const next = today({ days, loading, problem: action.day.date === state.today.date ? null : state.today.problem });
      // Changes of these entries name their versions.
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
      return [today({ menuFor: action.id }), []];
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
      const { date, waterMl, note } = action.extras;
      return [today({ days: { ...state.today.days, [date]: { ...day, waterMl, note } } }), []];
    }
    default:
      return [state, []];
  }

  /** @param {string} date */
  function far(date) {
    return Math.abs(daysBetween(state.today.date, date));
  }
}
