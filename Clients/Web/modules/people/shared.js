/** The state of shared foods: what sharers ate on one of the last seven days, and logging the same. */
import { addDays } from "../../core/dates.js";
import { putEntry } from "../../core/diary.js";
import { entryOf, toasted } from "../../core/entries.js";
import { KEYS } from "../../core/nutrients.js";
import { pictureOf } from "../../core/pictures.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../types.d.ts").Effect} Effect */
/** @typedef {import("./types.d.ts").SharedRow} SharedRow */
/** @typedef {import("./types.d.ts").SharedState} SharedState */

/** Days that sharers show, today included. */
export const SHARED_DAYS = 7;
/** Foods in one answer: some screens of a phone. */
const PAGE = 30;
const NOT_FOUND = 404;

/** @param {string} date @returns {SharedState} */
export const initialShared = (date) => ({
  date,
  items: null,
  cursor: null,
  isLoading: true,
  problem: null,
  busy: null,
  logged: {},
});

/** @param {AppState} state */
export const sharedState = (state) => state.shared ?? initialShared(state.todayDate);

/** @param {AppState} state @param {Partial<SharedState>} change @returns {AppState} */
const withShared = (state, change) => ({ ...state, shared: { ...sharedState(state), ...change } });

/** The days that can be chosen, the newest first.
 * @param {string} today */
export const sharedDays = (today) => Array.from({ length: SHARED_DAYS }, (_, index) => addDays(today, -index));

/** The rows by their persons, in the order of the server.
 * @param {readonly SharedRow[]} items */
export function sharedPeople(items) {
  /** @type {Map<string, {userId: string, name: string, imageURL: string | null, rows: SharedRow[]}>} */
  const people = new Map();
  for (const row of items) {
    const { userId, name, imageURL } = row;
    const person = people.get(userId) ?? { userId, name, imageURL, rows: [] };
    person.rows.push(row);
    people.set(userId, person);
  }
  return [...people.values()];
}

/** @param {string} date @param {string | null} [cursor] @returns {Effect} */
function load(date, cursor = null) {
  const more = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
  const path = `/v1/leaderboard/foods?date=${date}&limit=${PAGE}${more}`;
  return { type: "shared.ask", path, then: "shared.loaded", params: { date, cursor } };
}

/** @type {import("../../types.d.ts").Reducer} */
export function reduceShared(state, action) {
  const shared = sharedState(state);
  switch (action.type) {
    case "shared.open": {
      const date = sharedDays(state.todayDate).find((day) => day === action.date) ?? state.todayDate;
      const logged = date === shared.date ? shared.logged : {};
      return [{ ...state, shared: { ...initialShared(date), logged } }, [load(date)]];
    }
    case "shared.retry":
      return [withShared(state, { problem: null, isLoading: true }), [load(shared.date, shared.cursor)]];
    case "shared.more":
      return shared.isLoading || shared.cursor === null
        ? [state, []]
        : [withShared(state, { isLoading: true, problem: null }), [load(shared.date, shared.cursor)]];
    case "shared.loaded": {
      // Another day or page may have been asked for meanwhile.
      if (action.date !== shared.date || action.cursor !== shared.cursor) return [state, []];
      const before = action.cursor === null ? [] : shared.items ?? [];
      const fresh = action.data.items.map((/** @type {any} */ item, /** @type {number} */ index) => ({
        ...item,
        key: `${item.userId} ${item.food.id ?? before.length + index}`,
      }));
      const change = { items: [...before, ...fresh], cursor: action.data.nextCursor, isLoading: false, problem: null };
      return [withShared(state, change), []];
    }
    case "shared.failed":
      if (action.then === "entry.logToo") {
        // A food that only the other person may read is logged by its name. What else fails, the queue sends later.
        const isReadable = action.problem.status !== NOT_FOUND;
        return [state, [{ type: "dispatch", action: { ...action, type: "entry.logToo", isReadable } }]];
      }
      return action.date === shared.date
        ? [withShared(state, { isLoading: false, problem: action.problem }), []]
        : [state, []];
    case "shared.log": {
      const row = shared.items?.find(({ key }) => key === action.key);
      if (!row || shared.busy !== null) return [state, []];
      const { foodId } = row.food;
      const params = { row, meal: action.meal };
      const next = withShared(state, { busy: row.key });
      return foodId === null
        ? [next, [{ type: "dispatch", action: { type: "entry.logToo", isReadable: false, ...params } }]]
        : [next, [{
          type: "shared.ask",
          path: `/v1/foods/${encodeURIComponent(foodId)}`,
          then: "entry.logToo",
          params,
        }]];
    }
    case "entry.logToo":
      return logToo(state, action);
    case "entries.remove": {
      const kept = Object.entries(shared.logged).filter(([, entry]) => !action.entries.includes(entry));
      return state.shared ? [withShared(state, { logged: Object.fromEntries(kept) }), []] : [state, []];
    }
    default:
      return [state, []];
  }
}

/** Logs a shared food today.
 * @param {AppState} state @param {import("../../types.d.ts").Action} action @returns {[AppState, Effect[]]} */
function logToo(state, { row, meal, isReadable = true, ids, at, now }) {
  const free = withShared(state, { busy: null });
  const { food } = /** @type {SharedRow} */ (row);
  /** @type {any} */
  const known = food;
  const isFood = isReadable && food.foodId !== null && food.grams !== null;
  const place = { id: ids[0], date: state.todayDate, meal, at };
  const entry = entryOf(place, {
    foodId: food.foodId ?? "",
    name: food.name,
    brand: null,
    imageURL: pictureOf(food),
    grams: food.grams ?? 0,
    portion: null,
    quantity: null,
    nutrients: /** @type {any} */ (Object.fromEntries(KEYS.map((key) => [key, known[key] ?? null]))),
    isOwn: false,
  });
  const whole = isFood ? entry : { ...entry, foodId: null, grams: null };
  const [next, effects] = putEntry(free, ids[1], whole, null, now);
  const logged = { ...sharedState(next).logged, [row.key]: whole.id };
  /** @type {import("../../types.d.ts").Action} */
  const undo = { type: "entries.remove", entries: [whole.id] };
  return [
    toasted(withShared(next, { logged }), "toast.added", { name: food.name, meal: `@mealTo.${meal}` }, undo),
    effects,
  ];
}
