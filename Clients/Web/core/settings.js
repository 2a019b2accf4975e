/** Values of settings: how the profile's metric values are typed and read in the units of the person. */
import { dateFields, readDate } from "./date-fields.js";
import { numberOrNull } from "./numbers.js";
import { feetAndInches, readHeight, readWeight } from "./body-units.js";
import { fromMetric } from "./convert.js";

/** @typedef {import("../types.d.ts").AppState} AppState */
/** @typedef {import("../types.d.ts").Profile} Profile */

export const ALLERGENS = [
  "celery",
  "crustaceans",
  "eggs",
  "fish",
  "gluten",
  "lupin",
  "milk",
  "molluscs",
  "mustard",
  "nuts",
  "peanuts",
  "sesame",
  "soybeans",
  "sulphites",
];
export const CHOICES = {
  sex: ["female", "male", "other"],
  activityLevel: ["sedentary", "light", "moderate", "intense", "veryIntense"],
  goal: ["lose", "keep", "gain"],
  formula: ["harrisBenedict", "mifflinStJeor", "katchMcArdle", "cunningham", "eer2023"],
};
/** How long a token may be valid, in days. The server allows 366. */
export const TOKEN_DAYS = [30, 90, 365];
const DATE_PARTS = ["day", "month", "year"];

/** The units in which a person types a body.
 * @param {Profile} profile */
export const bodyUnits = ({ units }) =>
  units === "imperial"
    ? { height: /** @type {const} */ ("ft"), weight: /** @type {const} */ ("lb") }
    : { height: /** @type {const} */ ("cm"), weight: /** @type {const} */ ("kg") };

/** The texts of the body's fields, as the profile has them.
 * @param {Profile} profile @param {string} language @returns {Record<string, string>} */
export function bodyTexts(profile, language) {
  const { height, weight } = bodyUnits(profile);
  const decimal = language === "uk" ? "," : ".";
  const text = (/** @type {number | null} */ value) => value === null ? "" : String(value).replace(".", decimal);
  const [feet, inches] = feetAndInches(profile.heightCm);
  return {
    ...dateFields(profile.birthDate, language),
    heightCm: height === "ft" ? `${feet} ${text(inches)}` : text(fromMetric(profile.heightCm, "cm")),
    weightKg: text(fromMetric(profile.weightKg, weight)),
    goalWeightKg: text(profile.goalWeightKg === null ? null : fromMetric(profile.goalWeightKg, weight)),
    bodyFatPercent: text(profile.bodyFatPercent),
    sex: profile.sex ?? "",
    activityLevel: profile.activityLevel,
    goal: profile.goal,
    formula: profile.formula,
  };
}

/**
 * Reads what was typed about the body.
 * @param {AppState} state @param {Record<string, string>} values The fields that were changed.
 * @returns {{change: Record<string, unknown>, refused: Record<string, string>}}
 *   The fields of the request, and those that cannot be read.
 */
export function bodyChange({ profile, language }, values) {
  /** @type {Record<string, unknown>} */
  const change = {};
  /** @type {Record<string, string>} */
  const refused = {};
  if (!profile) return { change, refused };
  const { height, weight } = bodyUnits(profile);
  const shown = bodyTexts(profile, language);
  const texts = { ...shown, ...values };
  const typed = (/** @type {string} */ field) => texts[field] !== shown[field];
  /** @param {string} field @param {(text: string) => number | null} read @param {boolean} mayBeEmpty */
  const number = (field, read, mayBeEmpty) => {
    if (!typed(field)) return;
    const isEmpty = texts[field].trim() === "";
    const value = isEmpty ? null : read(texts[field]);
    if (value === null && !(isEmpty && mayBeEmpty)) refused[field] = isEmpty ? "field.missing" : "more.number";
    else change[field] = value;
  };
  number("heightCm", (text) => readHeight(text, height), false);
  number("weightKg", (text) => readWeight(text, weight), false);
  number("goalWeightKg", (text) => readWeight(text, weight), true);
  number("bodyFatPercent", numberOrNull, true);
  for (const field of Object.keys(CHOICES)) if (typed(field)) change[field] = texts[field] || null;
  if (DATE_PARTS.some(typed)) {
    const date = readDate(texts.day, texts.month, texts.year);
    if (date) change.birthDate = date;
    else refused.birthDate = "more.date";
  }
  return { change, refused };
}

/** Time zones by their names; the device's one and the profile's are always among them.
 * @param {string} own @param {string} device */
export function timeZones(own, device) {
  const known = /** @type {any} */ (Intl).supportedValuesOf?.("timeZone") ?? [];
  return [...new Set([own, device, "UTC", ...known])].filter(Boolean).sort();
}
