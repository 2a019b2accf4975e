/**
 * Units of the person, and the metric ones that the server keeps: kcal, grams, millilitres, kilograms, centimetres.
 *
 * Stored values are exact to STORED_DIGITS, so that each typed value comes back as it was typed.
 */
import { numberOrNull, rounded } from "./numbers.js";

const KJ_PER_KCAL = 4.184;
const KG_PER_LB = 0.45359237;
const LB_PER_STONE = 14;
const CM_PER_INCH = 2.54;
const INCHES_PER_FOOT = 12;
const ML_PER_FLUID_OUNCE = 29.5735295625;
const GRAMS_PER_OUNCE = 28.349523125;
const STORED_DIGITS = 5;
/** A height below this is one in metres: 1.75 is 175 cm. */
const METRES_BELOW = 3;

/** @type {Record<import("../types.d.ts").Unit, {factor: number, digits: number}>} */
const UNITS = {
  kcal: { factor: 1, digits: 0 },
  kj: { factor: 1 / KJ_PER_KCAL, digits: 0 },
  g: { factor: 1, digits: 0 },
  oz: { factor: GRAMS_PER_OUNCE, digits: 1 },
  ml: { factor: 1, digits: 0 },
  floz: { factor: ML_PER_FLUID_OUNCE, digits: 1 },
  kg: { factor: 1, digits: 1 },
  lb: { factor: KG_PER_LB, digits: 1 },
  st: { factor: KG_PER_LB * LB_PER_STONE, digits: 2 },
  cm: { factor: 1, digits: 1 },
  in: { factor: CM_PER_INCH, digits: 1 },
};

/** @param {number} value @param {import("../types.d.ts").Unit} unit */
export const toMetric = (value, unit) => rounded(value * UNITS[unit].factor, STORED_DIGITS);

/** Returns a stored value in a unit, rounded as people read it.
 * @param {number} value @param {import("../types.d.ts").Unit} unit @param {number} [digits] */
export const fromMetric = (value, unit, digits = UNITS[unit].digits) => rounded(value / UNITS[unit].factor, digits);

/** Returns whole stones and the pounds that remain, to a tenth.
 * @param {number} kg @returns {[number, number]} */
export function stonesAndPounds(kg) {
  const pounds = fromMetric(kg, "lb");
  const stones = Math.floor(pounds / LB_PER_STONE);
  return [stones, rounded(pounds - stones * LB_PER_STONE, 1)];
}

/** Returns whole feet and the inches that remain, to a tenth.
 * @param {number} cm @returns {[number, number]} */
export function feetAndInches(cm) {
  const inches = fromMetric(cm, "in");
  const feet = Math.floor(inches / INCHES_PER_FOOT);
  return [feet, rounded(inches - feet * INCHES_PER_FOOT, 1)];
}

/**
 * Reads a height: "175", "1.75" and "1,75" are 175 cm; for feet "5 9", "5'9" and "5 ft 9 in".
 * @param {string} text @param {"cm" | "ft"} unit
 * @returns {number | null} Centimetres.
 */
export function readHeight(text, unit) {
  if (unit === "ft") return readPair(text, INCHES_PER_FOOT, "in");
  const value = numberOrNull(text.replace(/\s*(?:cm|m|см|м|ซม\.?|ม\.?)$/i, ""));
  if (value === null) return null;
  return rounded(value < METRES_BELOW ? value * 100 : value, STORED_DIGITS);
}

/**
 * Reads a weight; for stones "11 4", "11 st 4 lb" and "11.5".
 * @param {string} text @param {"kg" | "lb" | "st"} unit
 * @returns {number | null} Kilograms.
 */
export function readWeight(text, unit) {
  if (unit === "st") return readPair(text, LB_PER_STONE, "lb");
  const value = numberOrNull(text.replace(/\s*(?:kgs?|lbs?|кг|กก\.?)$/i, ""));
  return value === null ? null : toMetric(value, unit);
}

/** Reads a large and a small unit, such as feet and inches.
 * @param {string} text @param {number} ratio @param {import("../types.d.ts").Unit} small */
function readPair(text, ratio, small) {
  const parts = text.trim().split(/\s*(?:feet|foot|ft|inches|inch|in|st|lbs?|['"′″’”-])\.?\s*|\s+/i).filter(Boolean);
  const [large, rest] = parts.map(numberOrNull);
  if (parts.length === 0 || parts.length > 2 || large == null || (parts.length === 2 && rest == null)) return null;
  return (rest ?? 0) >= ratio ? null : toMetric(large * ratio + (rest ?? 0), small);
}
