/** Heights and weights in two units, such as feet and inches, and as people type them. */
import { numberOrNull, rounded } from "./numbers.js";
import { fromMetric, LB_PER_STONE, STORED_DIGITS, toMetric } from "./convert.js";

const INCHES_PER_FOOT = 12;
/** A height below this is one in metres: 1.75 is 175 cm. */
const METRES_BELOW = 3;

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
