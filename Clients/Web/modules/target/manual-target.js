/** Targets by hand: open macronutrients are filled in as the server does it (`ManualTarget` of the profile service). */
import { addDays } from "../../core/dates.js";
import { rounded } from "../../core/numbers.js";

/** @typedef {import("../../types.d.ts").DayTarget} DayTarget */
/** @typedef {import("../../types.d.ts").RequestedTarget} RequestedTarget */

/** Energy of a gram, in kcal (Regulation (EU) 1169/2011, annex XIV). */
const KCAL = { proteinG: 4, fatG: 9, carbohydrateG: 4 };
const FAT_SHARE = 0.3;
const PROTEIN_SHARE_MAX = 0.7;
const PROTEIN_SHARE = 0.2;
/** Three macronutrients may have so much more energy than the target, because people round. */
const TOLERANCE = 1.1;

export const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** Fills in what the person left open.
 * @param {RequestedTarget} request @param {number | null} proteinG The protein of the computed target.
 * @returns {DayTarget} */
export function manualDay(request, proteinG) {
  const { dailyKcal: kcal } = request;
  const given = (/** @type {keyof typeof KCAL} */ name) => {
    const grams = request[name];
    return grams == null ? null : grams * KCAL[name];
  };
  const [fat, carbohydrate] = [given("fatG"), given("carbohydrateG")];
  const usualProtein = Math.min(
    proteinG === null ? kcal * PROTEIN_SHARE : proteinG * KCAL.proteinG,
    kcal * PROTEIN_SHARE_MAX,
  );
  const protein = given("proteinG") ?? Math.max(0, Math.min(usualProtein, kcal - (fat ?? 0) - (carbohydrate ?? 0)));
  const restForFat = kcal - protein - (carbohydrate ?? 0);
  const ownFat = fat ?? Math.max(0, Math.min(carbohydrate === null ? kcal * FAT_SHARE : restForFat, restForFat));
  const ownCarbohydrate = carbohydrate ?? Math.max(0, kcal - protein - ownFat);
  return {
    dailyKcal: kcal,
    proteinG: request.proteinG ?? rounded(protein / KCAL.proteinG, 1),
    fatG: request.fatG ?? rounded(ownFat / KCAL.fatG, 1),
    carbohydrateG: request.carbohydrateG ?? rounded(ownCarbohydrate / KCAL.carbohydrateG, 1),
  };
}

/** True if the macronutrients have more energy than the server accepts for the target.
 * @param {RequestedTarget} request */
export const isTooMuch = ({ dailyKcal, proteinG, fatG, carbohydrateG }) =>
  (proteinG ?? 0) * KCAL.proteinG + (fatG ?? 0) * KCAL.fatG + (carbohydrateG ?? 0) * KCAL.carbohydrateG >
    dailyKcal * TOLERANCE;

/** The name of a day's weekday.
 * @param {string} date */
export const weekdayOf = (date) => WEEKDAYS[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7];

/** Sums of a week and of the calendar month of a day.
 * @param {number} dailyKcal @param {Record<string, {dailyKcal: number}>} weekdays @param {string} today */
export function sumsOf(dailyKcal, weekdays, today) {
  const of = (/** @type {string} */ name) => weekdays[name]?.dailyKcal ?? dailyKcal;
  const first = `${today.slice(0, 7)}-01`;
  let monthlyKcal = 0;
  for (let day = first; day.slice(0, 7) === first.slice(0, 7); day = addDays(day, 1)) monthlyKcal += of(weekdayOf(day));
  return { weeklyKcal: WEEKDAYS.reduce((sum, name) => sum + of(name), 0), monthlyKcal };
}
