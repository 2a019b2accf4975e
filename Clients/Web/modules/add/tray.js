/** One visit of Add: what it begins with, and its tray: what it has logged, or collects to log it together. */
import { putEntry } from "../../core/diary.js";
import { entryOf, inTurn, removeEntry, toasted } from "../../core/entries.js";
import { initialAdd } from "../../core/initial.js";
import { chosenOf } from "./lines.js";
import { bare } from "../../core/nutrients.js";

/** @typedef {import("../../types.d.ts").Action} Action */
/** @typedef {import("../../types.d.ts").AddState} AddState */
/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../types.d.ts").Choice} Choice */
/** @typedef {import("../../types.d.ts").Effect} Effect */

/** @param {AppState} state @param {Partial<AddState>} change @returns {AppState} */
export const changed = (state, change) => ({ ...state, add: { ...state.add, ...change } });

/** Returns the state of another visit, with the collected foods.
 * @param {AddState} add @param {string} date @param {import("../../types.d.ts").Meal} meal @returns {AddState} */
export const anew = ({ frequents, tray, isCollecting }, date, meal) => ({
  ...initialAdd(date, meal),
  frequents,
  ...(isCollecting ? { tray, isCollecting } : {}),
});

/** Takes a list of foods that were logged before.
 * @param {AppState} state @param {Action} action @returns {[AppState, Effect[]]} */
export function recentsLoaded(state, { sort, meal, items }) {
  const { add, route } = state;
  if (sort === "frequent") return [changed(state, { frequents: items }), []];
  if (meal !== add.meal) return [state, []];
  // On the first visit there is nothing to choose from, so the first thing to do is to type.
  const isFirst = route.name === "add" && add.recents === null && items.length === 0 && add.text === "";
  return [changed(state, { recents: items, problem: null }), isFirst ? [{ type: "focusField" }] : []];
}

/** Foods of this prefix are bare energy, which has no food. */
const QUICK = "quick-";

/** @param {AppState} state @param {string} id @param {string} at @param {Choice} choice @param {number} count */
function trayEntry({ add }, id, at, choice, count) {
  const entry = entryOf({ id, date: add.date, meal: add.meal, at }, choice, count);
  return choice.foodId.startsWith(QUICK) ? { ...entry, foodId: null, grams: null } : entry;
}

/** Adds an amount once, or once more. It is logged at once, except while foods are collected.
 * @param {AppState} state @param {Action} action @returns {[AppState, Effect[]]} */
export function plusOne(state, { choice, entryId: known, ids, at, now }) {
  const { add } = state;
  // A typed meal may have a food twice, so the tray names the entry.
  const old = add.tray.find((item) => known ? item.entryId === known : item.choice.foodId === choice.foodId);
  const count = (old?.count ?? 0) + 1;
  const entryId = old?.entryId ?? ids[0];
  const used = old?.choice ?? choice;
  const entry = trayEntry(state, entryId, old?.entry.at ?? at, used, count);
  const item = { entryId, choice: used, count, entry };
  const tray = old ? add.tray.map((each) => each === old ? item : each) : [...add.tray, item];
  const next = changed(state, { tray });
  return add.isCollecting ? [next, []] : putEntry(next, ids[1], entry, old?.entry ?? null, now);
}

/** @param {AppState} state @param {Action} action @returns {[AppState, Effect[]]} */
export function minusOne(state, { entryId, ids, now }) {
  const { add } = state;
  const old = add.tray.find((item) => item.entryId === entryId);
  if (!old) return [state, []];
  const count = old.count - 1;
  if (count > 0) {
    const entry = trayEntry(state, entryId, old.entry.at, old.choice, count);
    const next = changed(state, { tray: add.tray.map((each) => each === old ? { ...old, count, entry } : each) });
    return add.isCollecting ? [next, []] : putEntry(next, ids[0], entry, old.entry, now);
  }
  const tray = add.tray.filter((each) => each !== old);
  const next = changed(state, { tray, isTrayOpen: add.isTrayOpen && tray.length > 0 });
  const [after, effects] = add.isCollecting ? [next, []] : removeEntry(next, ids[0], entryId, now);
  return [
    toasted(after, "toast.removed", { name: old.choice.name }, { type: "add.plus", choice: old.choice }),
    effects,
  ];
}

/** Adds an amount that was chosen on its own screen to the visit of its day and meal, which Add shows next.
 * @param {AppState} state @param {Choice} choice @param {import("../../types.d.ts").DiaryEntry} entry
 * @param {string} writeId @param {number} now @returns {[AppState, Effect[]]} */
export function logAmount(state, choice, entry, writeId, now) {
  const { date, meal, id, name } = entry;
  const visit = state.add.date === date && state.add.meal === meal ? state.add : anew(state.add, date, meal);
  const next = changed(state, { ...visit, tray: [...visit.tray, { entryId: id, choice, count: 1, entry }] });
  /** @type {Action} */
  const undo = { type: "add.unlog", entries: [id] };
  if (visit.isCollecting) return [toasted(next, "add.collected", { n: 1 }, undo), []];
  const [after, effects] = putEntry(next, writeId, entry, null, now);
  return [toasted(after, "toast.added", { name, meal: `@mealTo.${meal}` }, undo), effects];
}

/** Logs bare energy.
 * @param {AppState} state @param {Action} action @returns {[AppState, Effect[]]} */
export function quick(state, { kcal, name, ids, at, now }) {
  const food = { foodId: `${QUICK}${ids[0]}`, name, brand: null, imageURL: null, isOwn: false };
  const choice = { ...food, grams: 0, portion: null, quantity: null, nutrients: bare(kcal) };
  const cleared = changed(state, cleanSearch(state.add));
  return plusOne(cleared, { type: "add.plus", choice, ids, at, now });
}

/** @param {AddState} add */
const cleanSearch = (add) => ({ text: "", results: null, lines: null, isSearching: false, search: add.search + 1 });

/** Adds all foods of a typed meal, each as an entry of its own.
 * @param {AppState} state @param {Action} action @returns {[AppState, Effect[]]} */
export function logLines(state, { ids, at, now }) {
  const { add } = state;
  if (add.linesOf !== add.search) return [state, []];
  const made = chosenOf(add.lines ?? []).map((choice, index) => {
    const entryId = ids[2 * index];
    return { entryId, choice, count: 1, entry: trayEntry(state, entryId, at, choice, 1) };
  });
  if (made.length === 0) return [state, []];
  const next = changed(state, { ...cleanSearch(add), tray: [...add.tray, ...made] });
  /** @type {Action} */
  const undo = { type: "add.unlog", entries: made.map(({ entryId }) => entryId) };
  if (add.isCollecting) return [toasted(next, "add.collected", { n: made.length }, undo), []];
  const [after, effects] = inTurn(
    next,
    made,
    (state, { entry }, i) => putEntry(state, ids[2 * i + 1], entry, null, now),
  );
  return [toasted(after, "toast.logged", { n: made.length, meal: `@mealTo.${add.meal}` }, undo), effects];
}

/** Logs the collected tray: each food becomes an entry made on this device.
 * @param {AppState} state @param {Action} action @returns {[AppState, Effect[]]} */
export function logTray(state, { ids, now }) {
  const { date, meal, tray } = state.add;
  const [next, effects] = inTurn(
    state,
    tray,
    (state, { entry }, i) => putEntry(state, ids[i], { ...entry, date, meal }, null, now),
  );
  /** @type {Action} */
  const undo = { type: "entries.remove", entries: tray.map(({ entryId }) => entryId) };
  return [toasted(next, "toast.logged", { n: tray.length, meal: `@mealTo.${meal}` }, undo), effects];
}

/** @param {AppState} state @param {Action} action @returns {[AppState, Effect[]]} */
export function logCollected(state, action) {
  const { add } = state;
  const [next, effects] = logTray(state, action);
  const done = changed(next, anew({ ...add, isCollecting: false }, add.date, add.meal));
  return [done, [...effects, { type: "back", path: action.path }]];
}
