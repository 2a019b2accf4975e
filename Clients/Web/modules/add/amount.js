/** The state of Amount: one quantity of one unit. All other numbers follow from them. */
import { fromMetric, ML, toMetric } from "../../core/convert.js";
import { initialAmount } from "../../core/initial.js";
import { putEntry } from "../../core/diary.js";
import { entryOf, toasted } from "../../core/entries.js";
import { ENTRY_GRAMS } from "../../core/limits.js";
import { splitKey } from "../../core/nutrient-keys.js";
import { macros, none, ofFood, pick, plus, times } from "../../core/nutrients.js";
import { numberOrNull, readNumber, rounded } from "../../core/numbers.js";
import { choiceOfFood, DEFAULT_GRAMS } from "./add.js";
import { pictureOf } from "../../core/pictures.js";
import { portionsOf, storedQuantity, typedQuantity } from "./portions.js";
import { findEntry, shownDay } from "../../core/today.js";
import { logAmount } from "./tray.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../types.d.ts").AmountState} AmountState */
/** @typedef {import("../../types.d.ts").Effect} Effect */

const QUICK_PORTIONS = [0.5, 1, 1.5, 2];
const QUICK_GRAMS = [50, 100, 150, 200];
const QUICK_VOLUMES = { ml: [100, 200, 250, 500], floz: [4, 8, 12, 16] };

/** The text of a number in a field, which `readNumber` reads back as the same number.
 * @param {number} value */
export const fieldText = (value) => String(rounded(value, 2));

/** The fractions that have a sign of their own. */
const FRACTIONS = new Map([["1/2", "½"], ["1/3", "⅓"], ["2/3", "⅔"], ["1/4", "¼"], ["3/4", "¾"], ["1/8", "⅛"]]);

/** The name of a portion without digits that read as a count: "1/2 fillet" is "½ fillet", "1 1/2 cups" is "1½ cups".
 * @param {string} name */
export const portionText = (name) =>
  name.replace(
    /^(?:(\d+) )?(\d\/\d)(?![\d/])/,
    (text, whole = "", part) => FRACTIONS.has(part) ? whole + FRACTIONS.get(part) : text,
  );

/** The name of a portion behind a count. A sign stands between two numbers: "× ½ fillet", but "bowl".
 * @param {string} name */
export const unitText = (name) => (/^[\d\p{No}]/u.test(name) ? "× " : "") + portionText(name);

/**
 * Computes what the screen shows.
 * @param {AppState} state
 */
export function amountModel(state) {
  const { amount } = state;
  const { food, entry } = amount;
  const basis = basisOf(amount);
  const read = readNumber(amount.text);
  const quantity = read.kind === "number" ? read.value : null;
  const portions = portionsWith(food, entry);
  const portion = portions.find(({ name }) => name === amount.portion) ?? null;
  const grams = quantity === null
    ? null
    : storedQuantity(amount.portion, quantity, state.volume) * (portion?.grams ?? 1);
  const isEnergyOnly = basis === null && entry !== null;
  const valid = quantity !== null && quantity > 0 && (isEnergyOnly || (grams ?? 0) <= ENTRY_GRAMS.max);
  const nutrients = !valid
    ? null
    : isEnergyOnly
    ? { ...pick(entry), kcal: toMetric(quantity, state.energy) }
    : basis && grams !== null
    ? times(basis, grams)
    : null;
  const day = shownDay(state, amount.date);
  // A changed entry counts once: the day without it is what the new amount is added to.
  const totals = day ? (entry ? plus(day.totals, pick(entry), -1) : day.totals) : none();
  const remaining = day?.remaining ? day.remaining.kcal + (entry ? entry.kcal : 0) : null;
  const quick = isEnergyOnly
    ? []
    : portion?.name === ML
    ? QUICK_VOLUMES[state.volume]
    : portion
    ? QUICK_PORTIONS
    : QUICK_GRAMS;
  const foodId = entry ? entry.foodId : amount.foodId;
  return {
    // The amount that a favourite stores: the usual one of the food.
    choice: food && foodId ? choiceOfFood(food, state.add.recents ?? []) : null,
    name: food?.name ?? entry?.name ?? "",
    grams,
    nutrients,
    portions,
    portion,
    isEnergyOnly,
    isReady: basis !== null || isEnergyOnly,
    isValid: valid && nutrients !== null,
    ask: read.kind === "ask" ? read.values : null,
    isWrong: read.kind === "wrong" || (quantity !== null && !valid),
    quick: quick.map((value) => ({ value, isChosen: quantity === value })),
    macros: macros(totals, day?.target ?? null, nutrients ?? none()),
    left: remaining === null || !nutrients ? null : Math.round(remaining) - Math.round(nutrients.kcal),
  };
}

/** The portions of a food, and that of the entry, which the food may have lost since.
 * @param {AmountState["food"]} food @param {AmountState["entry"]} entry
 * @returns {import("../../types.d.ts").Food["portions"]} */
function portionsWith(food, entry) {
  const known = food ? portionsOf(food) : [];
  if (!entry?.portion || !entry.grams || !entry.quantity || known.some(({ name }) => name === entry.portion)) {
    return known;
  }
  return [...known, { name: entry.portion, label: entry.portionLabel, grams: entry.grams / entry.quantity }];
}

/** The nutrients that have no row of their own on the screen, of an amount; unknown ones are left out.
 * @param {import("../../types.d.ts").Food} food @param {number} grams
 * @returns {{name: string, value: number, unit: "g" | "mg" | "ug"}[]} */
export function furtherNutrients({ saturatedFatG, nutrients }, grams) {
  return Object.entries({ saturatedFatG, ...nutrients }).flatMap(([key, per100]) => {
    const parts = splitKey(key);
    return per100 == null || !parts ? [] : [{ ...parts, value: rounded(per100 * grams / 100, 2) }];
  });
}

/** Returns the nutrients of one gram; null while nothing is known.
 * @param {AmountState} amount */
function basisOf({ food, entry }) {
  // An entry keeps the numbers of its food at its time, so a changed amount scales those.
  if (entry) return entry.grams ? times10(pick(entry), 1 / entry.grams) : null;
  return food ? times10(ofFood(food), 1 / 100) : null;
}

/** Like `times`, without rounding: the result is multiplied again.
 * @param {import("../../types.d.ts").Nutrients} value @param {number} factor
 * @returns {import("../../types.d.ts").Nutrients} */
function times10(value, factor) {
  const pairs = Object.entries(value).map(([key, each]) => [key, each === null ? null : each * factor]);
  return /** @type {any} */ (Object.fromEntries(pairs));
}

/** @param {AppState} state @param {Partial<AmountState>} change @returns {AppState} */
const changed = (state, change) => ({ ...state, amount: { ...state.amount, ...change } });

/** @type {import("../../types.d.ts").Reducer} */
export function reduceAmount(state, action) {
  const { amount } = state;
  switch (action.type) {
    case "amount.open": {
      const { date, meal, foodId, entryId } = action;
      if (entryId) return edit(state, date, entryId);
      const isSame = amount.foodId === foodId && amount.entry === null && amount.date === date;
      const next = isSame ? changed(state, { meal }) : changed(state, { ...initialAmount(date), meal, foodId });
      /** @type {Effect[]} */
      const loads = [{ type: "loadFood", foodId }, { type: "loadDay", date, isShared: true }];
      if (!state.favourites) loads.push({ type: "loadFavourites" });
      return withFood(next, state.add.results?.items.find(({ id }) => id === foodId) ?? null, loads);
    }
    case "day.loaded": {
      // A link to an entry was opened before its day was known.
      if (!amount.isAsking || state.route.name !== "amount") return [state, []];
      const entry = findEntry(state, action.day.date, state.route.params.entryId ?? "");
      return entry ? opened(state, entry, []) : [state, []];
    }
    case "amount.food":
      return action.food.id === (amount.entry?.foodId ?? amount.foodId)
        ? withFood(state, action.food, [])
        : [state, []];
    case "amount.foodFailed":
      return [action.foodId === amount.foodId ? changed(state, { problem: action.problem }) : state, []];
    case "amount.type":
      return [changed(state, { text: action.text }), []];
    case "amount.portion": {
      // The same weight in the new unit, where that is a simple number; else one of it, or 100 g.
      const { grams: typed, portions } = amountModel(state);
      const grams = typed === null || typed <= 0 ? DEFAULT_GRAMS : typed;
      const chosen = portions.find(({ name }) => name === action.portion);
      if (action.portion === amount.portion) return [state, []];
      const text = chosen?.name === ML
        ? fieldText(fromMetric(grams / chosen.grams, state.volume))
        : chosen
        ? "1"
        : fieldText(rounded(grams));
      return [changed(state, { portion: chosen ? action.portion : null, text }), []];
    }
    case "amount.meal":
      return [changed(state, { meal: action.meal }), []];
    case "amount.save":
      return save(state, action);
    default:
      return [state, []];
  }
}

/** Opens an entry of the diary.
 * @param {AppState} state @param {string} date @param {string} entryId @returns {[AppState, Effect[]]} */
function edit(state, date, entryId) {
  const entry = findEntry(state, date, entryId);
  /** @type {Effect[]} */
  const loads = [{ type: "loadDay", date, isShared: true }];
  if (!state.favourites) loads.push({ type: "loadFavourites" });
  if (!entry) return [changed(state, { ...initialAmount(date), isAsking: true }), loads];
  return opened(state, entry, loads);
}

/** @param {AppState} state @param {import("../../types.d.ts").DiaryEntry} entry @param {Effect[]} effects
 * @returns {[AppState, Effect[]]} */
function opened(state, entry, effects) {
  const { portion, quantity, grams, kcal, foodId } = entry;
  const text = portion !== null && quantity !== null
    ? typedQuantity(portion, quantity, state.volume)
    : grams ?? fromMetric(kcal, state.energy, 2);
  const next = changed(state, {
    ...initialAmount(entry.date),
    meal: entry.meal,
    entry,
    foodId,
    portion,
    text: fieldText(text),
  });
  return [next, foodId ? [...effects, { type: "loadFood", foodId }] : effects];
}

/** Fills in the usual amount of a food that was opened.
 * @param {AppState} state @param {import("../../types.d.ts").Food | null} food @param {Effect[]} effects
 * @returns {[AppState, Effect[]]} */
function withFood(state, food, effects) {
  if (!food) return [state, effects];
  const { amount } = state;
  if (amount.entry || amount.text !== "") return [changed(state, { food, problem: null }), effects];
  const { portion, quantity, grams } = choiceOfFood(food, state.add.recents ?? []);
  const isKnown = portion !== null && portionsOf(food).some(({ name }) => name === portion);
  const text = fieldText(isKnown ? typedQuantity(portion, quantity ?? 1, state.volume) : grams);
  return [changed(state, { food, portion: isKnown ? portion : null, text, problem: null }), effects];
}

/** @param {AppState} state @param {import("../../types.d.ts").Action} action @returns {[AppState, Effect[]]} */
function save(state, { ids, at, now, path }) {
  const { amount } = state;
  const model = amountModel(state);
  const quantity = numberOrNull(amount.text);
  if (!model.isValid || !model.nutrients || quantity === null) return [state, []];
  const place = { date: amount.date, meal: amount.meal, at: amount.entry?.at ?? at };
  const portion = model.portion?.name ?? null;
  const choice = {
    foodId: amount.foodId ?? "",
    name: model.name,
    brand: null,
    imageURL: pictureOf(amount.entry ?? {}) ?? pictureOf(amount.food ?? {}),
    grams: rounded(model.grams ?? 0, 2),
    portion,
    portionLabel: model.portion?.label,
    quantity: portion === null ? null : storedQuantity(portion, quantity, state.volume),
    nutrients: model.nutrients,
    isOwn: true,
  };
  const entry = entryOf({ ...place, id: amount.entry?.id ?? ids[0] }, choice);
  const old = amount.entry;
  const cleared = changed(state, initialAmount(amount.date));
  /** @type {Effect} */
  const back = { type: "back", path };
  if (!old) {
    const [next, effects] = logAmount(cleared, choice, entry, ids[1], now);
    return [next, [...effects, back]];
  }
  const whole = {
    ...entry,
    foodId: old.foodId,
    version: old.version,
    position: old.position,
    grams: model.isEnergyOnly ? old.grams : entry.grams,
  };
  const [next, effects] = putEntry(cleared, ids[1], whole, old, now);
  /** @type {import("../../types.d.ts").Action} */
  const undo = { type: "entry.put", entry: old, base: whole };
  return [toasted(next, "toast.changed", { name: whole.name, meal: `@mealTo.${whole.meal}` }, undo), [
    ...effects,
    back,
  ]];
}
