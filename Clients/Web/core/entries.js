/** Actions that change entries: each makes writes for the queue, and the action that takes them back. */
import { register } from "./app.js";
import { declareWriting } from "./modules.js";
import { addDays } from "./dates.js";
import { putEntry, setValue, write } from "./diary.js";
import { LAST, writesOf } from "./written.js";
import { runSync } from "./queue.js";
import { pick } from "./nutrients.js";
import { contentOf, previewOf } from "./sync/content.js";
import { findEntry, shownDay } from "./today.js";

/** @typedef {import("../types.d.ts").DiaryEntry} DiaryEntry */
/** @typedef {import("../types.d.ts").AppState} AppState */
/** @typedef {import("../types.d.ts").Action} Action */
/** @typedef {import("../types.d.ts").Effect} Effect */

/**
 * Makes an entry of a chosen amount.
 * @param {{id: string, date: string, meal: import("../types.d.ts").Meal, at: string}} place
 * @param {import("../types.d.ts").Choice} choice
 * @param {number} [count] How often the amount is taken.
 * @returns {DiaryEntry}
 */
export function entryOf({ id, date, meal, at }, choice, count = 1) {
  const { foodId, name, imageURL, portion, portionLabel } = choice;
  const quantity = choice.quantity === null ? null : choice.quantity * count;
  /** @type {any} */
  const nutrients = Object.fromEntries(
    Object.entries(pick(choice.nutrients)).map(([key, value]) => [key, value === null ? null : value * count]),
  );
  const grams = choice.grams * count;
  return {
    id,
    date,
    meal,
    at,
    position: LAST,
    foodId,
    name,
    imageURL,
    grams,
    portion,
    portionLabel,
    quantity,
    version: 0,
    ...nutrients,
  };
}

/** @param {AppState} state @param {string} key @param {Record<string, string | number>} params
 * @param {Action | null} undo @returns {AppState} */
export const toasted = (state, key, params, undo) => ({
  ...state,
  toast: { id: (state.toast?.id ?? 0) + 1, key, params, undo },
});

/** Applies several changes one after the other.
 * @template T @param {AppState} state @param {readonly T[]} items
 * @param {(state: AppState, item: T, index: number) => [AppState, Effect[]]} change
 * @returns {[AppState, Effect[]]} */
export function inTurn(state, items, change) {
  /** @type {Effect[]} */
  const effects = [];
  let next = state;
  items.forEach((item, index) => {
    const [after, more] = change(next, item, index);
    next = after;
    effects.push(...more);
  });
  return [next, effects];
}

/** @param {AppState} state @param {string} writeId @param {string} id @param {number} now
 * @returns {[AppState, Effect[]]} */
export const removeEntry = (state, writeId, id, now) => write(state, { kind: "remove", write: writeId, id, now });

/** Undoes a removal; if it may have reached the server, by an entry under a new id.
 * @param {AppState} state @param {string} writeId @param {DiaryEntry} entry @param {string} newId @param {number} now
 * @returns {[AppState, Effect[]]} */
export function restoreEntry(state, writeId, entry, newId, now) {
  // An entry that was never sent left the queue with its removal, so its id is free.
  const isNew = entry.version === 0 && writesOf(state.sync, entry.id).length === 0;
  const position = entry.position < LAST ? Math.ceil(entry.position) : undefined;
  const creation = {
    write: writeId,
    entry: isNew ? entry.id : newId,
    content: contentOf(entry),
    preview: previewOf(entry),
    position,
    now,
  };
  return write(state, { kind: "restore", removed: entry.id, creation });
}

/**
 * Needs `ids`, `at` and `now` in actions that write: the app adds them, so that reducers stay pure.
 * @type {import("../types.d.ts").Reducer}
 */
export function reduceEntries(state, action) {
  const { ids = [], now = 0 } = action;
  const closed = (/** @type {AppState} */ next) => ({ ...next, today: { ...next.today, menuFor: null } });
  switch (action.type) {
    case "entry.remove": {
      const entry = findEntry(state, action.date, action.id);
      if (!entry) return [state, []];
      const [next, effects] = removeEntry(state, ids[0], entry.id, now);
      return [toasted(closed(next), "toast.removed", { name: entry.name }, { type: "entry.restore", entry }), effects];
    }
    case "entry.restore": {
      const [next, effects] = restoreEntry(state, ids[0], action.entry, ids[1], now);
      return [{ ...next, toast: null }, effects];
    }
    case "entry.put": {
      const shown = findEntry(state, action.base.date, action.base.id) ?? action.base;
      const [next, effects] = putEntry(state, ids[0], action.entry, shown, now);
      return [{ ...next, toast: null }, effects];
    }
    case "entry.move":
      return move(state, action);
    case "entry.resolve": {
      // The person decides a conflict: for this device's fields, or for the server's.
      const write = writesOf(state.sync, action.id).find(({ status }) => status.kind === "conflict");
      if (write?.status.kind !== "conflict") return [state, []];
      const mine = action.isMine ? write.status.fields : [];
      const [next, effects] = runSync(state, { kind: "resolve", write: write.id, mine, now });
      return [closed(next), effects];
    }
    case "entry.dismiss": {
      const write = writesOf(state.sync, action.id).find(({ status }) => status.kind === "refused");
      if (!write) return [state, []];
      const [next, effects] = runSync(state, { kind: "dismiss", write: write.id, now });
      return [closed(next), effects];
    }
    case "meal.again": {
      // Copies are entries made on this device, so they work offline and are safe by their ids.
      const before = shownDay(state, addDays(action.date, -1))?.meals.find(({ meal }) => meal === action.meal);
      const made = (before?.entries ?? []).map((entry, index) => ({
        ...entry,
        id: ids[2 * index],
        date: action.date,
        at: action.at,
        position: LAST,
        version: 0,
      }));
      const [next, effects] = inTurn(
        state,
        made,
        (state, entry, i) => putEntry(state, ids[2 * i + 1], entry, null, now),
      );
      /** @type {Action} */
      const undo = { type: "entries.remove", entries: made.map(({ id }) => id) };
      return [toasted(next, "toast.copied", { n: made.length }, undo), effects];
    }
    case "entries.remove": {
      const [next, effects] = inTurn(state, action.entries, (state, id, i) => removeEntry(state, ids[i], id, now));
      return [{ ...next, toast: null }, effects];
    }
    case "water.add": {
      const water = { id: ids[1], date: action.date, ml: action.ml };
      const [next, effects] = write(state, { kind: "drink", write: ids[0], water, now });
      return [toasted(next, "toast.water", { ml: action.ml }, { type: "water.undo", water }), effects];
    }
    case "water.undo": {
      const [next, effects] = write(state, { kind: "undrink", write: ids[0], water: action.water, now });
      return [{ ...next, toast: null }, effects];
    }
    case "day.complete": {
      const { date, isComplete } = action;
      const set = { write: ids[0], subject: `complete ${date}`, value: isComplete, base: { value: !isComplete }, now };
      return setValue(state, set);
    }
    case "entry.overruled":
      return [toasted(state, "toast.overruled", { name: action.entry.name }, null), [{
        type: "loadDay",
        date: action.entry.date,
      }]];
    case "module.missing": {
      const next = closed(state);
      return [toasted({ ...next, today: { ...next.today, sheet: null } }, "screen.failed", {}, null), []];
    }
    case "store.full":
      return [toasted(state, "toast.notKept", {}, null), []];
    case "toast.close":
      return [action.id === undefined || action.id === state.toast?.id ? { ...state, toast: null } : state, []];
    default:
      return [state, []];
  }
}

/** Moves an entry to another meal or day, or to another place of its meal.
 * @param {AppState} state @param {Action} action @returns {[AppState, Effect[]]} */
function move(state, { ids, now, date, id, meal, toDate, index, isUndo }) {
  const entry = findEntry(state, date, id);
  if (!entry) return [state, []];
  const moved = { ...entry, meal: meal ?? entry.meal, date: toDate ?? entry.date, position: LAST };
  const isNear = moved.meal === entry.meal && moved.date === entry.date;
  const [next, effects] = putEntry(state, ids[0], moved, entry, now, index);
  const closed = { ...next, today: { ...next.today, menuFor: null } };
  if (isUndo) return [{ ...closed, toast: null }, effects];
  // A move within a meal is visible and easily repeated, so it needs no toast.
  if (isNear) return [closed, effects];
  /** @type {Action} */
  const undo = { type: "entry.move", id, date: moved.date, meal: entry.meal, toDate: entry.date, isUndo: true };
  const said = moved.date === entry.date
    ? { key: "toast.moved", params: { name: entry.name, meal: `@mealTo.${moved.meal}` } }
    : { key: "toast.movedDay", params: { name: entry.name, date: moved.date } };
  return [toasted(closed, said.key, /** @type {any} */ (said.params), undo), effects];
}

register(reduceEntries);
declareWriting([
  "day.complete",
  "entries.remove",
  "entry.dismiss",
  "entry.move",
  "entry.overruled",
  "entry.put",
  "entry.remove",
  "entry.resolve",
  "entry.restore",
  "meal.again",
  "water.add",
  "water.undo",
]);
