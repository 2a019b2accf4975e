/** Sums and shares of nutrients. Unknown is null, never 0. */
import { rounded } from "./convert.js";

/** @typedef {import("../types.d.ts").Nutrients} Nutrients */

/** @type {import("../types.d.ts").NutrientKey[]} */
export const KEYS = ["kcal", "proteinG", "fatG", "carbohydrateG", "fiberG", "sugarG", "saltG"];
/** Salt is sodium with chloride: 2.5 times its mass (Regulation (EU) 1169/2011). */
const SALT_G_PER_SODIUM_MG = 2.5 / 1000;
const DIGITS = 2;

/** @returns {Nutrients} */
export const none = () => ({ kcal: 0, proteinG: 0, fatG: 0, carbohydrateG: 0, fiberG: 0, sugarG: 0, saltG: 0 });

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
export function times(amount, factor) {
  const result = none();
  for (const key of KEYS) {
    const value = amount[key];
    // Only `kcal` is never null.
    /** @type {any} */ (result)[key] = value == null ? null : rounded(value * factor, DIGITS);
  }
  return result;
}

/** Adds amounts up. A nutrient that all of them lack is unknown.
 * @param {readonly Nutrients[]} amounts @returns {Nutrients} */
export function sumOf(amounts) {
  const sum = none();
  for (const key of KEYS) {
    const known = amounts.map((amount) => amount[key]).filter((value) => value != null);
    const isUnknown = known.length === 0 && amounts.length > 0;
    /** @type {any} */ (sum)[key] = isUnknown
      ? null
      : rounded(known.reduce((total, value) => total + value, 0), DIGITS);
  }
  return sum;
}

/** The nutrients that some of the amounts lack.
 * @param {readonly Nutrients[]} amounts */
export const incompleteIn = (amounts) => KEYS.filter((key) => amounts.some((amount) => amount[key] == null));

/** What remains of a target; only of what it names.
 * @param {import("../types.d.ts").DayTarget} target @param {Nutrients} totals @returns {Nutrients} */
export function remainingOf(target, totals) {
  const left = (/** @type {"proteinG" | "fatG" | "carbohydrateG"} */ key) => {
    const eaten = totals[key];
    return eaten === null ? null : rounded(target[key] - eaten, DIGITS);
  };
  const unknown = { fiberG: null, sugarG: null, saltG: null };
  const kcal = rounded(target.dailyKcal - totals.kcal, DIGITS);
  return { kcal, proteinG: left("proteinG"), fatG: left("fatG"), carbohydrateG: left("carbohydrateG"), ...unknown };
}

/** Returns what 100 g of a food contain.
 * @param {import("../types.d.ts").Food} food @returns {Nutrients} */
export const ofFood = ({ kcal, proteinG, fatG, carbohydrateG, fiberG, sugarG, sodiumMg }) => ({
  kcal,
  proteinG,
  fatG,
  carbohydrateG,
  fiberG,
  sugarG,
  saltG: sodiumMg == null ? null : rounded(sodiumMg * SALT_G_PER_SODIUM_MG, 4),
});

/** Returns the nutrients of an entry, a recent food or a total, without its other fields.
 * @param {Nutrients} value @returns {Nutrients} */
export const pick = ({ kcal, proteinG, fatG, carbohydrateG, fiberG, sugarG, saltG }) => (
  { kcal, proteinG, fatG, carbohydrateG, fiberG, sugarG, saltG }
);

/**
 * Returns three macros with what a day has, its target and what a food would add.
 * @param {Nutrients} totals @param {import("../types.d.ts").DayTarget | null} target @param {Nutrients} [added]
 */
export function macros(totals, target, added = none()) {
  return /** @type {const} */ (["protein", "carbohydrate", "fat"]).map((name) => {
    const key = /** @type {"proteinG" | "carbohydrateG" | "fatG"} */ (`${name}G`);
    const [eaten, more, goal] = [totals[key] ?? 0, added[key], target?.[key] ?? null];
    const all = eaten + (more ?? 0);
    // Where the day has more than its target, the bar is the whole day.
    const whole = Math.max(goal ?? 0, all, 1);
    return {
      name,
      eaten,
      added: more,
      goal,
      before: eaten / whole,
      after: (more ?? 0) / whole,
      // A target of protein is one to reach, so more of it is no mistake.
      isOver: name !== "protein" && goal !== null && all > goal * OVER_FROM,
    };
  });
}

/** A day is over its target from a tenth above it: below, the numbers of foods are not exact enough. */
export const OVER_FROM = 1.1;
