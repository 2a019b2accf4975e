/** The state of Add: own foods at once, results while typing, and the tray of this visit. */
import { register } from "./app.js";
import { initialAdd } from "./initial.js";
import { putEntry } from "./diary.js";
import { entryOf, inTurn, removeEntry, toasted } from "./entries.js";
import { ofFood, pick, times } from "./nutrients.js";
import { readNumber } from "./numbers.js";
import { shownDay } from "./today.js";
import { toMetric } from "./units.js";

/** @typedef {import("../types.d.ts").AppState} AppState */
/** @typedef {import("../types.d.ts").AddState} AddState */
/** @typedef {import("../types.d.ts").Choice} Choice */
/** @typedef {import("../types.d.ts").Effect} Effect */
/** @typedef {import("../types.d.ts").Food} Food */
/** @typedef {import("../types.d.ts").RecentFood} RecentFood */

/** Fewer letters find too much. */
export const QUERY_MIN = 2;
/** A food without portions is proposed as this amount. */
const DEFAULT_GRAMS = 100;
/** A number in the search field is energy within these bounds, in kcal. */
const QUICK_MIN = 1;
const QUICK_MAX = 5_000;

/** @param {RecentFood} recent @returns {Choice} */
export const choiceOfRecent = (recent) => ({
  foodId: recent.foodId,
  name: recent.name,
  brand: null,
  imageURL: recent.imageURL,
  grams: recent.grams,
  portion: recent.portion,
  quantity: recent.quantity,
  nutrients: pick(recent),
  isOwn: true,
});

/**
 * Proposes an amount: the person's own last one, else one of the first portion, else 100 g.
 * @param {Food} food @param {readonly RecentFood[]} [recents] @returns {Choice}
 */
export function choiceOfFood(food, recents = []) {
  const own = recents.find(({ foodId }) => foodId === food.id);
  if (own) return { ...choiceOfRecent(own), name: food.name, brand: food.brand, imageURL: food.imageURL };
  const [portion] = food.portions;
  const grams = portion?.grams ?? DEFAULT_GRAMS;
  return {
    foodId: food.id,
    name: food.name,
    brand: food.brand,
    imageURL: food.imageURL,
    grams,
    portion: portion?.name ?? null,
    quantity: portion ? 1 : null,
    nutrients: times(ofFood(food), grams / 100),
    isOwn: false,
  };
}

/** Text for comparisons: without case, accents and punctuation.
 * @param {string} text */
const folded = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").normalize("NFC");

/** True if each word of a query begins a word of a name. Thai has no spaces, so there a part is enough.
 * @param {string} name @param {string} query */
export function matches(name, query) {
  const [text, words] = [folded(name), folded(query).split(/[\s,]+/).filter(Boolean)];
  const starts = text.split(/[\s,()/-]+/);
  return words.every((word) =>
    starts.some((start) => start.startsWith(word)) || (/[\u0e00-\u0e7f]/.test(word) && text.includes(word))
  );
}

/**
 * Computes what the screen shows.
 * @param {AppState} state
 */
export function addModel(state) {
  const { add } = state;
  const text = add.text.trim();
  const remaining = shownDay(state, add.date)?.remaining?.kcal ?? null;
  const logged = new Map(add.tray.map((item) => [item.choice.foodId, item]));
  const sum = add.tray.reduce((sum, { entry }) => sum + entry.kcal, 0);
  return {
    quick: quickKcal(text, state.energy),
    choices: choices(add, text).map((choice) => ({ choice, item: logged.get(choice.foodId) ?? null })),
    isLoading: text === "" ? listOf(add) === null && add.problem === null : add.isSearching && !add.results,
    isEmpty: text === "" ? listOf(add)?.length === 0 : Boolean(add.results) && !add.isSearching,
    sum,
    left: remaining === null ? null : Math.round(remaining) - (add.isCollecting ? Math.round(sum) : 0),
    query: text,
  };
}

/** @param {AddState} add */
const listOf = (add) => add.tab === "frequent" ? add.frequents : add.recents;

/**
 * Own foods that match come first and stay where they are when the server's results arrive after them.
 * @param {AddState} add @param {string} text @returns {Choice[]}
 */
function choices(add, text) {
  const recents = add.recents ?? [];
  if (text === "") return (listOf(add) ?? []).map(choiceOfRecent);
  const own = recents.filter(({ name }) => matches(name, text)).map(choiceOfRecent);
  const known = new Set(own.map(({ foodId }) => foodId));
  const found = text.length >= QUERY_MIN && add.results ? add.results.items : [];
  return [...own, ...found.filter(({ id }) => !known.has(id)).map((food) => choiceOfFood(food, recents))];
}

/** The energy that a typed number means; null if the text is no plain number.
 * @param {string} text @param {import("../types.d.ts").EnergyUnit} unit */
export function quickKcal(text, unit) {
  const read = readNumber(text.replace(/\s*(?:kcal|kj|ккал|кдж)$/i, ""));
  if (read.kind !== "number") return null;
  const kcal = toMetric(read.value, unit);
  return kcal >= QUICK_MIN && kcal <= QUICK_MAX ? kcal : null;
}

/** @param {AppState} state @param {Partial<AddState>} change @returns {AppState} */
const changed = (state, change) => ({ ...state, add: { ...state.add, ...change } });

/** @type {import("../types.d.ts").Reducer} */
export function reduceAdd(state, action) {
  const { add } = state;
  switch (action.type) {
    case "add.open": {
      const { date, meal } = action;
      // Coming back from Amount keeps what was typed and the tray; another meal begins anew.
      const isSame = add.date === date && add.meal === meal;
      const next = isSame ? state : changed(state, { ...initialAdd(date, meal), frequents: add.frequents });
      return [next, [{ type: "loadRecents", meal, sort: "recent" }, { type: "loadDay", date }]];
    }
    case "add.meal":
      return [changed(state, { meal: action.meal }), [{
        type: "loadRecents",
        meal: action.meal,
        sort: "recent",
      }]];
    case "add.tab": {
      const effects = action.tab === "frequent" && !add.frequents
        ? [{ type: "loadRecents", meal: add.meal, sort: "frequent" }]
        : [];
      return [changed(state, { tab: action.tab }), effects];
    }
    case "recents.loaded":
      if (action.sort === "frequent") return [changed(state, { frequents: action.items }), []];
      return [action.meal === add.meal ? changed(state, { recents: action.items, problem: null }) : state, []];
    case "add.type": {
      const text = action.text;
      const search = add.search + 1;
      const isSearching = text.trim().length >= QUERY_MIN;
      const results = isSearching ? add.results : null;
      const effects = isSearching ? [{ type: "search", text: text.trim(), search }] : [];
      return [changed(state, { text, search, isSearching, results, problem: null }), effects];
    }
    case "search.loaded":
      if (action.search !== add.search) return [state, []];
      return [
        changed(state, {
          results: { text: action.text, items: action.items },
          isSearching: false,
          problem: null,
        }),
        [],
      ];
    case "search.failed":
      return [
        action.search === add.search ? changed(state, { isSearching: false, problem: action.problem }) : state,
        [],
      ];
    case "add.collect":
      return [changed(state, { isCollecting: action.isOn }), []];
    case "add.tray":
      return [changed(state, { isTrayOpen: action.isOpen }), []];
    case "add.plus":
      return plusOne(state, action);
    case "add.minus":
      return minusOne(state, action);
    case "add.quick":
      return quick(state, action);
    case "add.log":
      return logCollected(state, action);
    case "add.done":
      return [changed(state, { ...initialAdd(add.date, add.meal), frequents: add.frequents }), [{
        type: "back",
        path: action.path,
      }]];
    default:
      return [state, []];
  }
}

/** Foods of this prefix are bare energy, which has no food. */
const QUICK = "quick-";

/** @param {AppState} state @param {string} id @param {string} at @param {Choice} choice @param {number} count */
function trayEntry({ add }, id, at, choice, count) {
  const entry = entryOf({ id, date: add.date, meal: add.meal, at }, choice, count);
  return choice.foodId.startsWith(QUICK) ? { ...entry, foodId: null, grams: null } : entry;
}

/** Takes an amount once, or once more. It is logged at once, except while foods are collected.
 * @param {AppState} state @param {import("../types.d.ts").Action} action @returns {[AppState, Effect[]]} */
function plusOne(state, { choice, ids, at, now }) {
  const { add } = state;
  const old = add.tray.find((item) => item.choice.foodId === choice.foodId);
  const count = (old?.count ?? 0) + 1;
  const entryId = old?.entryId ?? ids[0];
  const used = old?.choice ?? choice;
  const entry = trayEntry(state, entryId, old?.entry.at ?? at, used, count);
  const item = { entryId, choice: used, count, entry };
  const tray = old ? add.tray.map((each) => each === old ? item : each) : [...add.tray, item];
  const next = changed(state, { tray });
  return add.isCollecting ? [next, []] : putEntry(next, ids[1], entry, old?.entry ?? null, now);
}

/** @param {AppState} state @param {import("../types.d.ts").Action} action @returns {[AppState, Effect[]]} */
function minusOne(state, { entryId, ids, now }) {
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
  if (add.isCollecting) return [next, []];
  const [after, effects] = removeEntry(next, ids[0], entryId, now);
  return [
    toasted(after, "toast.removed", { name: old.choice.name }, { type: "add.plus", choice: old.choice }),
    effects,
  ];
}

/** Logs bare energy.
 * @param {AppState} state @param {import("../types.d.ts").Action} action @returns {[AppState, Effect[]]} */
function quick(state, { kcal, name, ids, at, now }) {
  const nutrients = { kcal, proteinG: null, fatG: null, carbohydrateG: null, fiberG: null, sugarG: null, saltG: null };
  const food = { foodId: `${QUICK}${ids[0]}`, name, brand: null, imageURL: null, isOwn: false };
  const choice = { ...food, grams: 0, portion: null, quantity: null, nutrients };
  const cleared = changed(state, { text: "", results: null, search: state.add.search + 1 });
  return plusOne(cleared, { type: "add.plus", choice, ids, at, now });
}

/** Logs what was collected: each food becomes an entry made on this device.
 * @param {AppState} state @param {import("../types.d.ts").Action} action @returns {[AppState, Effect[]]} */
function logCollected(state, { ids, path, now }) {
  const { date, meal, tray, frequents } = state.add;
  const [next, effects] = inTurn(
    state,
    tray,
    (state, { entry }, i) => putEntry(state, ids[i], { ...entry, meal }, null, now),
  );
  const undo = { type: "entries.remove", entries: tray.map(({ entryId }) => entryId) };
  const done = changed(next, { ...initialAdd(date, meal), frequents });
  const said = toasted(done, "toast.logged", { n: tray.length, meal: `@mealTo.${meal}` }, undo);
  return [said, [...effects, { type: "back", path }]];
}

register(reduceAdd);
