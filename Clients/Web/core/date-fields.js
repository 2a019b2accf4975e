/** Dates in three fields: day, month and year, which may be Buddhist. */
import { isDay } from "./dates.js";

const BUDDHIST_OFFSET = 543;
/** A typed year from here on is Buddhist, also where the language is another. */
const BUDDHIST_FROM = 2400;

/**
 * Joins the three fields of a birth date. Years may be Buddhist.
 * @param {string} day @param {string} month @param {string} year
 * @returns {string | null}
 */
export function readDate(day, month, year) {
  const [d, m, y] = [day, month, year].map((text) =>
    Number(text.trim().replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50)))
  );
  if (![d, m, y].every(Number.isInteger) || year.trim().length !== 4) return null;
  const gregorian = y >= BUDDHIST_FROM ? y - BUDDHIST_OFFSET : y;
  const text = [String(gregorian).padStart(4, "0"), String(m).padStart(2, "0"), String(d).padStart(2, "0")].join("-");
  return isDay(text) ? text : null;
}

/** Splits a date into the texts of three fields, in the year of the language.
 * @param {string} date @param {string} language */
export function dateFields(date, language) {
  const [year, month, day] = date.split("-").map(Number);
  return { day: String(day), month: String(month), year: String(language === "th" ? year + BUDDHIST_OFFSET : year) };
}
