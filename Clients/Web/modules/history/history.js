/** The state of History: all days, newest first, without end; entries found by words; logging them again. */
import { addDays } from "../../core/dates.js";
import { putEntry } from "../../core/diary.js";
import { LAST } from "../../core/written.js";
import { inTurn, toasted } from "../../core/entries.js";
import { emptyDay, withWrites } from "../../core/days.js";
import { matches, QUERY_MIN } from "../../core/kept.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../types.d.ts").DiaryDay} DiaryDay */
/** @typedef {import("../../types.d.ts").DiaryEntry} DiaryEntry */
/** @typedef {import("../../types.d.ts").Effect} Effect */
/** @typedef {import("./types.d.ts").HistoryState} HistoryState */

/** Days of the first answer: enough to fill a screen, and few enough for a slow connection. */
const FIRST_DAYS = 14;
/** Days of every other answer: the API's maximum. */
const MORE_DAYS = 31;
/** After so many months without an entry the person is asked before older ones are loaded. */
const GAPS_MAX = 3;
const RESULTS = 50;
/** The most entries that are logged again at once: the app gives an action two ids for each. */
const AGAIN_MAX = 60;

/** @returns {HistoryState} */
export const initialHistory = () => ({
  days: [],
  from: null,
  kept: [],
  isOwn: false,
  isLoading: false,
  gaps: 0,
  problem: null,
  text: "",
  search: 0,
  found: null,
  cursor: null,
  isSearching: false,
});

/** @param {AppState} state */
export const historyState = (state) => state.history ?? initialHistory();

/** @param {AppState} state @param {Partial<HistoryState>} change @returns {AppState} */
const withHistory = (state, change) => ({ ...state, history: { ...historyState(state), ...change } });

/** @param {{meals: {entries: unknown[]}[]}} day */
const hasEntries = ({ meals }) => meals.some(({ entries }) => entries.length > 0);

/** @param {DiaryDay[]} days */
const newestFirst = (days) => days.sort((a, b) => b.date < a.date ? -1 : 1);

/** @param {DiaryDay[]} days @param {DiaryDay} day */
const withDay = (days, day) => newestFirst([...days.filter(({ date }) => date !== day.date), day]);

/** The days that are shown. Waiting writes are laid over today and over the days of the device; no other day is changed
 * here.
 * @param {AppState} state */
function shownDays(state) {
  const { todayDate } = state;
  const { from, kept, days } = historyState(state);
  const known = (from === null ? kept : days).filter(({ date }) => date <= todayDate);
  // The first entry of the day may wait.
  const all = known[0]?.date === todayDate ? known : [emptyDay(todayDate), ...known];
  return all.map((day) => from === null || day.date === todayDate ? withWrites(state, day) : day).filter(hasEntries);
}

/** What the screen shows: days, or entries that were found by their days. Until the first answer, and without a
 * connection, it shows and searches the days that the device keeps.
 * @param {AppState} state */
export function historyModel(state) {
  const history = historyState(state);
  const text = history.text.trim();
  const days = shownDays(state);
  const found = history.isOwn
    ? days.flatMap(({ meals }) => meals.flatMap(({ entries }) => entries)).filter(({ name }) => matches(name, text))
    : history.found;
  /** @type {Map<string, DiaryEntry[]>} */
  const byDate = new Map();
  for (const entry of found ?? []) byDate.set(entry.date, [...byDate.get(entry.date) ?? [], entry]);
  const hasProblem = history.problem !== null;
  return {
    isSearch: text.length >= QUERY_MIN,
    isOwn: history.isOwn,
    days,
    found: found && [...byDate].map(([date, entries]) => ({ date, entries })),
    canLoad: history.from !== null && !history.isLoading && !hasProblem,
    canFindMore: history.cursor !== null && !history.isSearching && !hasProblem,
    isAsking: history.gaps >= GAPS_MAX,
  };
}

/** Asks for the days before those that are there.
 * @param {AppState} state @returns {[AppState, Effect[]]} */
function loadOlder(state) {
  const { from, isLoading } = historyState(state);
  if (isLoading) return [state, []];
  const to = from === null ? state.todayDate : addDays(from, -1);
  const first = addDays(to, 1 - (from === null ? FIRST_DAYS : MORE_DAYS));
  return [withHistory(state, { isLoading: true, problem: null }), [askDays(first, { from: first, to, before: [] })]];
}

/** @param {string} first @param {{from: string, to: string, before: unknown[]}} params What the answer comes with: the
 *   whole range, and the days of it that are there already. @returns {Effect} */
const askDays = (first, params) => ({
  type: "history.ask",
  path: `/v1/diary/days?from=${first}&to=${params.to}`,
  then: "history.days",
  params,
});

/** @param {string} text @param {number} search @param {string | null} cursor @returns {Effect} */
const searchEffect = (text, search, cursor) => ({
  type: "history.search",
  search,
  path: `/v1/diary/entries?q=${encodeURIComponent(text.trim())}&limit=${RESULTS}${
    cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""
  }`,
  then: "history.found",
  params: { search, isMore: cursor !== null },
});

/** @type {import("../../types.d.ts").Reducer} */
export function reduceHistory(state, action) {
  const history = historyState(state);
  switch (action.type) {
    case "history.open": {
      // A return from an entry keeps the search.
      const { text, search, found, cursor } = history;
      const [next, effects] = loadOlder(withHistory(state, { ...initialHistory(), text, search, found, cursor }));
      return [next, [{ type: "history.kept" }, ...effects, { type: "loadDay", date: state.todayDate }]];
    }
    case "history.kept": {
      // A day that the server has sent meanwhile is newer.
      const known = new Set(history.kept.map(({ date }) => date));
      const days = action.days.filter((/** @type {DiaryDay} */ { date }) => !known.has(date));
      return [withHistory(state, { kept: newestFirst([...history.kept, ...days]) }), []];
    }
    case "day.loaded": {
      // A day that was changed meanwhile: it takes the place of its older answer.
      const { day } = action;
      if (history.from === null) return [withHistory(state, { kept: withDay(history.kept, day) }), []];
      const days = withDay(history.days, day).filter(hasEntries);
      return [day.date < history.from ? state : withHistory(state, { days }), []];
    }
    case "history.more":
      return loadOlder(withHistory(state, { gaps: action.isAsked ? 0 : history.gaps }));
    case "history.days": {
      // The answer to a request of an earlier visit.
      if (history.from !== null && action.from >= history.from) return [state, []];
      const { from, to, before = [], data } = action;
      const items = [...before, ...data.items];
      // Days that are very full come in several answers.
      if (data.nextFrom) return [state, [askDays(data.nextFrom, { from, to, before: items })]];
      const days = items.reverse().filter(hasEntries)
        .filter(({ date }) => !history.days.some((day) => day.date === date));
      return [
        withHistory(state, {
          days: [...history.days, ...days],
          from: action.from,
          isLoading: false,
          gaps: days.length > 0 ? 0 : history.gaps + 1,
        }),
        [],
      ];
    }
    case "history.failed": {
      const { search, problem, isMore } = action;
      if (search === undefined) return [withHistory(state, { isLoading: false, problem }), []];
      if (search !== history.search) return [state, []];
      return [withHistory(state, { isSearching: false, problem, isOwn: problem.status === 0 && !isMore }), []];
    }
    case "history.retry":
      return history.text.trim().length >= QUERY_MIN
        ? reduceHistory(state, { type: "history.type", text: history.text })
        : loadOlder(state);
    case "connection.back": {
      const isWanted = state.route.name === "history" && history.problem?.status === 0;
      return isWanted ? reduceHistory(state, { type: "history.retry" }) : [state, []];
    }
    case "history.type": {
      const search = history.search + 1;
      const isLong = action.text.trim().length >= QUERY_MIN;
      const found = isLong ? history.found : null;
      const next = withHistory(state, {
        text: action.text,
        search,
        found,
        cursor: null,
        isSearching: isLong,
        // Without a connection the device answers at once.
        isOwn: isLong && history.isOwn && !state.isOnline,
        problem: isLong && history.isOwn && !state.isOnline ? history.problem : null,
      });
      if (isLong) return [next, [searchEffect(action.text, search, null)]];
      // The days may not have arrived before the search.
      return history.from === null ? loadOlder(next) : [next, []];
    }
    case "history.found": {
      if (action.search !== history.search) return [state, []];
      const { items, nextCursor } = action.data;
      const found = action.isMore ? [...history.found ?? [], ...items] : items;
      return [withHistory(state, { found, cursor: nextCursor, isSearching: false, isOwn: false, problem: null }), []];
    }
    case "history.moreFound":
      if (!historyModel(state).canFindMore) return [state, []];
      return [withHistory(state, { isSearching: true }), [searchEffect(history.text, history.search, history.cursor)]];
    case "entries.again":
      return again(state, action);
    default:
      return [state, []];
  }
}

/** Logs entries once more, today: they are made on this device, so they work offline.
 * @param {AppState} state @param {import("../../types.d.ts").Action} action @returns {[AppState, Effect[]]} */
function again(state, { entries, ids, at, now }) {
  const made = entries.slice(0, AGAIN_MAX).map((/** @type {DiaryEntry} */ entry, /** @type {number} */ index) => ({
    ...entry,
    id: ids[2 * index],
    date: state.todayDate,
    at,
    position: LAST,
    version: 0,
  }));
  const [next, effects] = inTurn(state, made, (state, entry, i) => putEntry(state, ids[2 * i + 1], entry, null, now));
  /** @type {import("../../types.d.ts").Action} */
  const undo = { type: "entries.remove", entries: made.map((/** @type {DiaryEntry} */ { id }) => id) };
  const [first] = made;
  const meal = `@mealTo.${first.meal}`;
  const said = made.length === 1
    ? toasted(next, "toast.added", { name: first.name, meal }, undo)
    : toasted(next, "toast.logged", { n: made.length, meal }, undo);
  return [said, effects];
}
