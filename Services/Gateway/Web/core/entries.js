/** Actions that change entries: each makes one write for the queue, and the action that takes it back. */
import { add as enqueue } from "./queue.js";
import { addDays } from "./dates.js";
import { pick } from "./nutrients.js";
import { findEntry, shownDay } from "./today.js";

/** @typedef {import("../types.d.ts").DiaryEntry} DiaryEntry */
/** @typedef {import("../types.d.ts").AppState} AppState */
/** @typedef {import("../types.d.ts").Effect} Effect */

/** A position after all others. */
const LAST = 1_000_000;

/**
 * Makes an entry of a chosen amount.
 * @param {{id: string, date: string, meal: import("../types.d.ts").Meal, at: string}} place
 * @param {import("../types.d.ts").Choice} choice
 * @param {number} [count] How often the amount is taken.
 * @returns {DiaryEntry}
 */
export function entryOf(place, choice, count = 1) {
  const { foodId, name, imageURL, portion } = choice;
  const quantity = choice.quantity === null ? null : choice.quantity * count;
  /** @type {any} */
  const nutrients = Object.fromEntries(
    Object.entries(pick(choice.nutrients)).map(([key, value]) => [key, value === null ? null : value * count]),
  );
  return {
    ...place,
    position: LAST,
    foodId,
    name,
    imageURL,
    grams: choice.grams * count,
    portion,
    quantity,
    version: 0,
    ...nutrients,
  };
}

/** Returns what a request for an entry says. Foods are named by id, so that the server takes its own numbers.
 * @param {DiaryEntry} entry */
export function bodyOf(entry) {
  const { date, meal, at, foodId, grams, portion, quantity } = entry;
  const place = { date, meal, at, ...(entry.position < LAST ? { position: entry.position } : {}) };
  if (foodId === null) {
    return { ...place, name: entry.name, ...(grams === null ? {} : { grams }), ...known(pick(entry)) };
  }
  return portion === null ? { ...place, foodId, grams } : { ...place, foodId, portion, quantity };
}

/** @param {object} value */
const known = (value) => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null));

/**
 * Puts a write into the queue.
 * @param {AppState} state @param {Parameters<typeof enqueue>[1]} write
 * @returns {[AppState, Effect[]]}
 */
export function written(state, write) {
  const [queue, changes] = enqueue(state.queue, write);
  return [{ ...state, queue }, [{ type: "storeWrites", ...changes }, { type: "send" }]];
}

/** @param {AppState} state @param {string} id The write's id. @param {DiaryEntry} entry @param {DiaryEntry | null} base */
export function putEntry(state, id, entry, base) {
  const body = base ? { ...bodyOf(entry), base: bodyOf(base) } : bodyOf(entry);
  const version = base && base.version > 0 ? base.version : null;
  return written(state, {
    id,
    target: `entry:${entry.id}`,
    kind: "putEntry",
    date: entry.date,
    body,
    entry,
    version,
  });
}

/** @param {AppState} state @param {string} id @param {DiaryEntry} entry */
const deleteEntry = (state, id, entry) =>
  written(state, {
    id,
    target: `entry:${entry.id}`,
    kind: "deleteEntry",
    date: entry.date,
    body: {},
    version: entry.version > 0 ? entry.version : null,
  });

/** @param {AppState} state @param {string} key @param {Record<string, string | number>} params
 * @param {import("../types.d.ts").Action | null} undo @returns {AppState} */
export const toasted = (state, key, params, undo) => ({
  ...state,
  toast: { id: (state.toast?.id ?? 0) + 1, key, params, undo },
});

/**
 * Needs `ids` in actions that write: the runner adds unused ones, so that reducers stay pure.
 * @type {import("../types.d.ts").Reducer}
 */
export function reduceEntries(state, action) {
  const { ids = [] } = action;
  switch (action.type) {
    case "entry.remove": {
      const entry = findEntry(state, action.date, action.id);
      if (!entry) return [state, []];
      const [next, effects] = deleteEntry(state, ids[0], entry);
      const undo = { type: "entry.restore", entry };
      return [
        toasted(
          { ...next, today: { ...next.today, menuFor: null } },
          "toast.removed",
          { name: entry.name },
          undo,
        ),
        effects,
      ];
    }
    case "entry.restore": {
      // The removed id stays removed on the server, so the entry comes back under a new one.
      const isUnsent = !state.queue.writes.some(({ target }) => target === `entry:${action.entry.id}`) &&
        action.entry.version === 0;
      const entry = { ...action.entry, id: isUnsent ? action.entry.id : ids[1], version: 0 };
      const [next, effects] = putEntry(state, ids[0], entry, null);
      return [{ ...next, toast: null }, effects];
    }
    case "entry.put": {
      const known = findEntry(state, action.base.date, action.base.id) ?? action.base;
      const [next, effects] = putEntry(state, ids[0], { ...action.entry, version: known.version }, known);
      return [{ ...next, toast: null }, effects];
    }
    case "entry.move": {
      const entry = findEntry(state, action.date, action.id);
      if (!entry) return [state, []];
      const moved = {
        ...entry,
        meal: action.meal ?? entry.meal,
        date: action.toDate ?? entry.date,
        position: LAST,
      };
      const [next, effects] = putEntry(state, ids[0], moved, entry);
      const undo = {
        type: "entry.move",
        id: entry.id,
        date: moved.date,
        meal: entry.meal,
        toDate: entry.date,
        isUndo: true,
      };
      const closed = { ...next, today: { ...next.today, menuFor: null } };
      if (action.isUndo) return [{ ...closed, toast: null }, effects];
      return [toasted(closed, "toast.moved", { name: entry.name, meal: `@mealTo.${moved.meal}` }, undo), effects];
    }
    case "meal.again": {
      // Copies are entries made on this device, so they work offline and are safe by their ids.
      const entries =
        shownDay(state, addDays(action.date, -1))?.meals.find(({ meal }) => meal === action.meal)?.entries ??
          [];
      let [next, effects] = /** @type {[AppState, Effect[]]} */ ([state, []]);
      const made = entries.map((entry, index) => ({
        ...entry,
        id: ids[2 * index],
        date: action.date,
        at: action.at,
        version: 0,
      }));
      made.forEach((entry, index) => {
        const [after, more] = putEntry(next, ids[2 * index + 1], entry, null);
        [next, effects] = [after, [...effects, ...more]];
      });
      const undo = { type: "entries.remove", entries: made.map(({ id, date }) => ({ id, date })) };
      return [toasted(next, "toast.copied", { n: made.length }, undo), effects];
    }
    case "entries.remove": {
      let [next, effects] = /** @type {[AppState, Effect[]]} */ ([state, []]);
      action.entries.forEach(
        (/** @type {{id: string, date: string}} */ { id, date }, /** @type {number} */ index) => {
          const entry = findEntry(next, date, id);
          if (!entry) return;
          const [after, more] = deleteEntry(next, ids[index], entry);
          [next, effects] = [after, [...effects, ...more]];
        },
      );
      return [{ ...next, toast: null }, effects];
    }
    case "water.add": {
      const { date, ml } = action;
      const write = {
        id: ids[0],
        target: `water:${date}`,
        kind: /** @type {const} */ ("addWater"),
        date,
        body: { ml },
        version: null,
      };
      const [next, effects] = written(state, write);
      if (action.isUndo) return [{ ...next, toast: null }, effects];
      return [toasted(next, "toast.water", { ml }, { type: "water.add", date, ml: -ml, isUndo: true }), effects];
    }
    case "toast.close":
      return [action.id === undefined || action.id === state.toast?.id ? { ...state, toast: null } : state, []];
    default:
      return [state, []];
  }
}
