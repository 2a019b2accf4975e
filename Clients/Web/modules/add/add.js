/** The state of Add: own foods at once, results while typing, and the tray of this visit. */
import { LISTS } from "./add-lists.js";
import { inTurn, removeEntry } from "../../core/entries.js";
import { isFavourite, shownFavourites } from "./favourites.js";
import { matches, QUERY_MIN } from "../../core/kept.js";
import { chosenOf, isMealText, linesOf } from "./lines.js";
import { ofFood, pick, times } from "../../core/nutrients.js";
import { paths } from "../../core/router.js";
import { pictureOf } from "../../core/pictures.js";
import { portionsOf } from "./portions.js";
import { readNumber } from "../../core/numbers.js";
import { shownDay } from "../../core/today.js";
import { anew, changed, logCollected, logLines, logTray, minusOne, plusOne, quick, recentsLoaded } from "./tray.js";
import { toMetric } from "../../core/convert.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../types.d.ts").AddState} AddState */
/** @typedef {import("../../types.d.ts").Choice} Choice */
/** @typedef {import("../../types.d.ts").Effect} Effect */
/** @typedef {import("../../types.d.ts").Food} Food */
/** @typedef {import("../../types.d.ts").Favourite} Favourite */
/** @typedef {import("../../types.d.ts").TrayItem} TrayItem */

/** A food without portions is proposed as this amount. */
export const DEFAULT_GRAMS = 100;
/** A number in the search field is energy within these bounds, in kcal. */
const QUICK_MIN = 1;
const QUICK_MAX = 5_000;

/** The choices that were made of foods. A food of the state always makes the same object, so that its row is not drawn
 * again. @type {WeakMap<object, Choice>} */
const made = new WeakMap();

/** @template {object} T @param {T} food @param {(food: T) => Choice} make */
function once(food, make) {
  const choice = made.get(food) ?? make(food);
  made.set(food, choice);
  return choice;
}

/** @param {Favourite} recent @returns {Choice} */
export const choiceOfRecent = (recent) => once(recent, ofRecent);

/** @param {Favourite} recent @returns {Choice} */
const ofRecent = (recent) => ({
  foodId: recent.foodId,
  name: recent.name,
  brand: null,
  imageURL: pictureOf(recent),
  grams: recent.grams,
  portion: recent.portion,
  portionLabel: recent.portionLabel,
  quantity: recent.quantity,
  nutrients: pick(recent),
  isOwn: true,
});

/**
 * Proposes an amount: the person's own last one, of this device or as the server states it, else one of the first
 * portion, else 100 g.
 * @param {Food} food @param {readonly Favourite[]} [recents] @returns {Choice}
 */
export function choiceOfFood(food, recents = []) {
  const own = recents.find(({ foodId }) => foodId === food.id);
  if (own) return { ...choiceOfRecent(own), name: food.name, brand: food.brand, imageURL: pictureOf(food) };
  return once(food, ofAmount);
}

/** @param {Food} food @returns {Choice} */
function ofAmount(food) {
  const { usual, portions } = food;
  // The portion may be gone since, and then the weight counts.
  const portion = usual ? portionsOf(food).find(({ name }) => name === usual.portion) : portions[0];
  const grams = usual?.grams ?? portion?.grams ?? DEFAULT_GRAMS;
  return {
    foodId: food.id,
    name: food.name,
    brand: food.brand,
    imageURL: pictureOf(food),
    grams,
    portion: portion?.name ?? null,
    portionLabel: portion?.label,
    quantity: portion ? usual?.quantity ?? 1 : null,
    nutrients: times(ofFood(food), grams / 100),
    isOwn: Boolean(usual),
  };
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
  const list = listOf(state);
  const understood = chosenOf(add.lines ?? []);
  // The search for the text of a whole meal finds only foods that are not meant.
  const isMeal = (add.lines?.length ?? 0) > 1;
  const shown = isMeal ? [] : choices(state, text);
  return {
    quick: quickKcal(text, state.energy),
    lines: add.lines,
    // While the person types, the parsed lines are those of an older text.
    isUnderstood: understood.length > 0 && add.linesOf === add.search,
    understood: { n: understood.length, kcal: understood.reduce((sum, { nutrients }) => sum + nutrients.kcal, 0) },
    choices: shown.map((choice) => ({
      choice,
      item: logged.get(choice.foodId) ?? null,
      isFavourite: isFavourite(state, choice.foodId),
    })),
    isKept: text !== "" && !isMeal && add.results?.isKept === true,
    isLoading: text === "" ? list === null && add.problem === null : add.isSearching && !add.results && !add.lines,
    isEmpty: text === "" ? list?.length === 0 : Boolean(add.results) && !add.isSearching && !add.lines,
    sum,
    left: remaining === null ? null : Math.round(remaining) - (add.isCollecting ? Math.round(sum) : 0),
    query: text,
  };
}

/** The amounts that are proposed while nothing is typed; null before they are known.
 * @param {AppState} state @returns {readonly Choice[] | null} */
function listOf(state) {
  const { tab, frequents, recents } = state.add;
  if (LISTS.includes(tab)) {
    const foods = state.addLists?.[/** @type {"own"} */ (tab)];
    return foods?.map((food) => choiceOfFood(food, recents ?? [])) ?? null;
  }
  const list = tab === "favourite" ? shownFavourites(state) : tab === "frequent" ? frequents : recents;
  return list?.map(choiceOfRecent) ?? null;
}

/**
 * Own foods that match come first and stay where they are when the server's results arrive after them.
 * @param {AppState} state @param {string} text @returns {Choice[]}
 */
function choices(state, text) {
  const { add } = state;
  if (text === "") return [...listOf(state) ?? []];
  const recents = add.recents ?? [];
  const own = recents.filter(({ name }) => matches(name, text)).map(choiceOfRecent);
  const known = new Set(own.map(({ foodId }) => foodId));
  const found = text.length >= QUERY_MIN && add.results ? add.results.items : [];
  const amounts = [...recents, ...(state.favourites ?? []), ...(add.results?.amounts ?? [])];
  return [...own, ...found.filter(({ id }) => !known.has(id)).map((food) => choiceOfFood(food, amounts))];
}

/** The energy that a typed number means; null if the text is no plain number.
 * @param {string} text @param {import("../../types.d.ts").EnergyUnit} unit Of a number without its own unit. */
export function quickKcal(text, unit) {
  const [suffix = "", inKcal] = /\s*(?:(kcal|ккал)|kj|кдж)$/i.exec(text) ?? [];
  const read = readNumber(text.slice(0, text.length - suffix.length));
  if (read.kind !== "number") return null;
  const kcal = toMetric(read.value, suffix === "" ? unit : inKcal ? "kcal" : "kj");
  return kcal >= QUICK_MIN && kcal <= QUICK_MAX ? kcal : null;
}

/** A collected tray is kept on the device until it is logged.
 * @type {import("../../types.d.ts").Reducer} */
export function reduceAdd(state, action) {
  const [next, effects] = reduceScreen(state, action);
  const [before, after] = [state.add, next.add];
  const isChanged = before.tray !== after.tray || before.isCollecting !== after.isCollecting;
  if (!isChanged || !(before.isCollecting || after.isCollecting)) return [next, effects];
  return [next, [...effects, { type: "keepTray", tray: after.isCollecting ? after.tray : null }]];
}

/** @type {import("../../types.d.ts").Reducer} */
function reduceScreen(state, action) {
  const { add } = state;
  switch (action.type) {
    case "add.open": {
      const { date, meal } = action;
      // A return from Amount keeps the typed text and the tray; another meal begins without them.
      const isSame = add.date === date && add.meal === meal;
      const next = isSame ? state : changed(state, anew(add, date, meal));
      /** @type {Effect[]} */
      const loads = [
        { type: "loadRecents", meal, sort: "recent" },
        { type: "loadDay", date, isShared: true },
        { type: "loadOffline" },
      ];
      if (!state.favourites) loads.push({ type: "loadFavourites" });
      if (next.add.tray.length === 0) loads.push({ type: "loadTray" });
      return [next, loads];
    }
    case "add.meal": {
      // The typed text and collected foods are kept for the new meal; logged foods stay in their meal.
      const { meal } = action;
      const tray = add.isCollecting ? add.tray : [];
      const next = changed(state, { meal, recents: null, tray, isTrayOpen: add.isTrayOpen && tray.length > 0 });
      return [next, [{ type: "go", path: paths.add(add.date, meal), isReplaced: true }]];
    }
    case "add.tab": {
      /** @type {Effect[]} */
      const effects = action.tab === "frequent" && !add.frequents
        ? [{ type: "loadRecents", meal: add.meal, sort: "frequent" }]
        : action.tab === "favourite"
        ? [{ type: "loadFavourites" }]
        : [];
      return [changed(state, { tab: action.tab, problem: null }), effects];
    }
    case "favourites.failed":
      return add.tab === "favourite" && !state.favourites
        ? [changed(state, { problem: action.problem }), []]
        : [state, []];
    case "tray.loaded":
      return add.tray.length > 0
        ? [state, []]
        : [changed(state, { tray: action.tray, isCollecting: action.tray.length > 0 }), []];
    case "recents.loaded":
      return recentsLoaded(state, action);
    case "add.type": {
      const text = action.text;
      const search = add.search + 1;
      const isSearching = text.trim().length >= QUERY_MIN;
      const results = isSearching ? add.results : null;
      const isMeal = isMealText(text);
      // The parsed lines stay until the next answer, so that rows do not move while the person types.
      const lines = isMeal ? add.lines : null;
      /** @type {Effect[]} */
      const effects = isSearching ? [{ type: "search", text: text.trim(), search }] : [];
      if (isMeal) effects.push({ type: "parse", text: text.trim(), search });
      return [changed(state, { text, search, isSearching, results, lines, problem: null }), effects];
    }
    case "search.loaded":
      if (action.search !== add.search) return [state, []];
      return [
        changed(state, {
          results: { text: action.text, items: action.items, isKept: action.isKept, amounts: action.amounts },
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
    case "lines.loaded":
      return [
        action.search === add.search ? changed(state, { lines: linesOf(action.lines), linesOf: action.search }) : state,
        [],
      ];
    case "add.choose": {
      const lines = add.lines?.map((line, index) => index === action.line ? { ...line, chosen: action.chosen } : line);
      return [changed(state, { lines: lines ?? null }), []];
    }
    case "add.lines":
      return logLines(state, action);
    case "add.unlog": {
      const tray = add.tray.filter(({ entryId }) => !action.entries.includes(entryId));
      const next = { ...changed(state, { tray, isTrayOpen: add.isTrayOpen && tray.length > 0 }), toast: null };
      if (add.isCollecting) return [next, []];
      /** @type {string[]} */
      const entries = action.entries;
      return inTurn(next, entries, (state, id, i) => removeEntry(state, action.ids[i], id, action.now));
    }
    case "add.collect": {
      // What was logged before does not belong to what is collected; what was collected is logged with the rest.
      if (action.isOn || add.tray.length === 0) return [changed(state, { isCollecting: action.isOn, tray: [] }), []];
      const [next, effects] = logTray(state, action);
      return [changed(next, { isCollecting: false }), effects];
    }
    case "add.tray":
      return [changed(state, { isTrayOpen: action.isOpen }), []];
    case "add.plus":
      return plusOne(state, action);
    case "add.minus":
      return minusOne(state, action);
    case "add.quick":
      return quick(state, action);
    case "add.enter": {
      // Takes what stands first, if it is no mere search. A fast typist is ahead of the screen, so the state counts.
      const { quick: kcal, isUnderstood } = addModel(state);
      if (kcal !== null) return quick(state, { ...action, kcal });
      return isUnderstood ? logLines(state, action) : [state, []];
    }
    case "add.log":
      return logCollected(state, action);
    case "add.done":
      return [changed(state, anew({ ...add, isCollecting: false }, add.date, add.meal)), [{
        type: "back",
        path: action.path,
      }]];
    default:
      return [state, []];
  }
}
