/** Days, weeks, months and years of the calendar, as the screens of progress show them. */
import { addDays, dateFormat } from "../../core/dates.js";

/** @typedef {"day" | "week" | "month" | "year"} Period */

/** @type {Period[]} */
export const PERIODS = ["day", "week", "month", "year"];
const DAYS_OF_WEEK = 7;
const MONTHS_OF_YEAR = 12;

/** @param {number} year @param {number} month From 0; others count into the years around. */
const monthStart = (year, month) => new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);

/** @param {string} day */
const parts = (day) => day.split("-").map(Number);

/** Returns the weekday of a day, from 1 for Monday to 7 for Sunday.
 * @param {string} day */
export const weekdayOf = (day) => new Date(`${day}T00:00:00Z`).getUTCDay() || DAYS_OF_WEEK;

/** Returns the first and the last day of the period that contains a day.
 * @param {Period} period @param {string} day @param {number} weekStart From 1 for Monday to 7 for Sunday. */
export function spanOf(period, day, weekStart) {
  const [year, month] = parts(day);
  switch (period) {
    case "day":
      return { from: day, to: day };
    case "week": {
      const from = addDays(day, -((weekdayOf(day) - weekStart + DAYS_OF_WEEK) % DAYS_OF_WEEK));
      return { from, to: addDays(from, DAYS_OF_WEEK - 1) };
    }
    case "month":
      return { from: monthStart(year, month - 1), to: addDays(monthStart(year, month), -1) };
    default:
      return { from: monthStart(year, 0), to: addDays(monthStart(year, MONTHS_OF_YEAR), -1) };
  }
}

/** Returns a day of the period before or after.
 * @param {Period} period @param {string} from The first day of a period. @param {1 | -1} step */
export function shifted(period, from, step) {
  const [year, month] = parts(from);
  if (period === "day") return addDays(from, step);
  if (period === "week") return addDays(from, step * DAYS_OF_WEEK);
  return period === "month" ? monthStart(year, month - 1 + step) : monthStart(year + step, 0);
}

/** Returns the intervals of a period: the days of a week and a month, the months of a year.
 * @param {Period} period @param {{from: string, to: string}} span */
export function intervalsOf(period, { from, to }) {
  const spans = [];
  for (let day = from; day <= to;) {
    const end = period === "year" ? spanOf("month", day, 1).to : day;
    spans.push({ from: day, to: end });
    day = addDays(end, 1);
  }
  return spans;
}

/** Names a period: "16–22 Nov 2026", "November 2026", "2026".
 * @param {Period} period @param {{from: string, to: string}} span @param {string} locale */
export function spanText(period, { from, to }, locale) {
  /** @type {Record<Period, Intl.DateTimeFormatOptions>} */
  const styles = {
    day: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
    week: { day: "numeric", month: "short", year: "numeric" },
    month: { month: "long", year: "numeric" },
    year: { year: "numeric" },
  };
  const format = dateFormat(locale, { ...styles[period], timeZone: "UTC" });
  const [first, last] = [from, to].map((day) => new Date(`${day}T00:00:00Z`));
  const text = period === "week" ? format.formatRange(first, last) : format.format(first);
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
