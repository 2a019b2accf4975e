/** The state of a day: the server's answer, with the writes that still wait laid over it. */
import { macros, none, OVER_FROM, pick, plus } from "./nutrients.js";
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
  const rest = withoutEntry(day, entry.id);
  if (entry.date !== day.date) return rest;
  const meals = MEALS.map((meal) => {
    const old = rest.meals.find((each) => each.meal === meal) ?? { meal, entries: [], totals: none() };
    if (meal !== entry.meal) return old;
    const entries = [...old.entries, entry].sort((a, b) => a.position - b.position || (a.at < b.at ? -1 : 1));
    return { ...old, entries, totals: plus(old.totals, pick(entry)) };
  });
  return shifted({ ...rest, meals }, entry, 1);
}

/** @param {DiaryDay} day @param {string} id @returns {DiaryDay} */
export function withoutEntry(day, id) {
  const found = day.meals.flatMap(({ entries }) => entries).find((entry) => entry.id === id);
  if (!found) return day;
  const meals = day.meals.map((meal) => {
    const entries = meal.entries.filter((entry) => entry.id !== id);
    if (entries.length === meal.entries.length) return meal;
    return { ...meal, entries, totals: entries.length ? plus(meal.totals, pick(found), -1) : none() };
  });
  return shifted({ ...day, meals }, found, -1);
}

/** Moves the sums of a day by an entry.
 * @param {DiaryDay} day @param {DiaryEntry} entry @param {1 | -1} sign @returns {DiaryDay} */
function shifted(day, entry, sign) {
  const amount = pick(entry);
  const { week } = day;
  return {
    ...day,
    totals: plus(day.totals, amount, sign),
    remaining: day.remaining && plus(day.remaining, amount, -sign),
    week: {
      ...week,
      kcal: week.kcal + sign * amount.kcal,
      remaining: week.remaining === null ? null : week.remaining - sign * amount.kcal,
    },
  };
}

/** The day that a person sees: null before the server or the store has answered.
 * @param {AppState} state @param {string} [date] @returns {DiaryDay | null} */
export function shownDay(state, date = state.today.date) {
  const day = state.today.days[date];
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
