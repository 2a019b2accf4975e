/** Sums and shares of nutrients. Unknown is null, never 0. */
import { rounded } from "./convert.js";

/** @typedef {import("../types.d.ts").Nutrients} Nutrients */

/** The nutrients that may be unknown (`Nutrient` of the contract); a test compares them. A further one is added here.
 * @type {Exclude<import("../types.d.ts").NutrientKey, "kcal">[]} */
export const NUTRIENTS = ["proteinG", "fatG", "carbohydrateG", "fiberG", "sugarG", "saltG"];
/** @type {import("../types.d.ts").NutrientKey[]} */
export const KEYS = ["kcal", ...NUTRIENTS];
/** The nutrients with a target. */
export const MACROS = /** @type {const} */ (["proteinG", "carbohydrateG", "fatG"]);
/** Salt is sodium with chloride: 2.5 times its mass (Regulation (EU) 1169/2011). */
const SALT_G_PER_SODIUM_MG = 2.5 / 1000;
const DIGITS = 2;

/** Makes amounts of what a function returns for each key.
 * @param {(key: import("../types.d.ts").NutrientKey) => number | null} amount @returns {Nutrients} */
function each(amount) {
  // Only `kcal` is never null.
  const result = /** @type {any} */ ({});
  for (const key of KEYS) result[key] = amount(key);
  return result;
}

export const none = () => each(() => 0);

/** Energy of which nothing else is known.
 * @param {number} kcal */
export const bare = (kcal) => each((key) => key === "kcal" ? kcal : null);

/**
 * Adds `factor` times an amount to a sum. An unknown amount leaves the sum as it is.
 * @param {Nutrients} sum @param {Nutrients} amount @param {number} [factor]
 * @returns {Nutrients}
 */
export function plus(sum, amount, factor = 1) {
  const result = { ...sum };
  for (const key of KEYS) {
    const [a, b] = [sum[key], amount[key]];
    if (b != null) result[key] = rounded((a ?? 0) + factor * b, DIGITS);
  }
  return result;
}

/** @param {Nutrients} amount @param {number} factor @returns {Nutrients} */
export const times = (amount, factor) =>
  each((key) => amount[key] == null ? null : rounded(amount[key] * factor, DIGITS));

/** Adds amounts up. A nutrient that all of them lack is unknown.
 * @param {readonly Nutrients[]} amounts @returns {Nutrients} */
export const sumOf = (amounts) =>
  each((key) => {
    const known = amounts.map((amount) => amount[key]).filter((value) => value != null);
    const isUnknown = known.length === 0 && amounts.length > 0;
    return isUnknown ? null : rounded(known.reduce((total, value) => total + value, 0), DIGITS);
  });

/** The nutrients that some of the amounts lack.
 * @param {readonly Nutrients[]} amounts */
export const incompleteIn = (amounts) => KEYS.filter((key) => amounts.some((amount) => amount[key] == null));

/** What remains of a target; only of what it names.
 * @param {import("../types.d.ts").DayTarget} target @param {Nutrients} totals @returns {Nutrients} */
export function remainingOf(target, totals) {
  const left = bare(rounded(target.dailyKcal - totals.kcal, DIGITS));
  for (const key of MACROS) left[key] = totals[key] === null ? null : rounded(target[key] - totals[key], DIGITS);
  return left;
}

/** Returns what 100 g of a food contain.
 * @param {Pick<import("../types.d.ts").Food, import("../types.d.ts").FoodNutrientKey>} food */
export const ofFood = (food) =>
  each((key) => {
    if (key !== "saltG") return food[key];
    return food.sodiumMg == null ? null : rounded(food.sodiumMg * SALT_G_PER_SODIUM_MG, 4);
  });

/** Returns the nutrients of an entry, a recent food or a total, without its other fields.
 * @param {Nutrients} value */
export const pick = (value) => each((key) => value[key]);

/**
 * Returns three macros with what a day has, its target and what a food would add.
 * @param {Nutrients} totals @param {import("../types.d.ts").DayTarget | null} target @param {Nutrients} [added]
 */
export function macros(totals, target, added = none()) {
  return MACROS.map((key) => {
    const [eaten, more, goal] = [totals[key] ?? 0, added[key], target?.[key] ?? null];
    const all = eaten + (more ?? 0);
    // Where the day has more than its target, the bar is the whole day.
    const whole = Math.max(goal ?? 0, all, 1);
    return {
      name: key.slice(0, -1),
      eaten,
      added: more,
      goal,
      before: eaten / whole,
      after: (more ?? 0) / whole,
      // A target of protein is one to reach, so more of it is no mistake.
      isOver: key !== "proteinG" && goal !== null && all > goal * OVER_FROM,
    };
  });
}

/** A day is over its target from a tenth above it: below, the numbers of foods are not exact enough. */
export const OVER_FROM = 1.1;
