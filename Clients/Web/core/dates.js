/**
 * Days as `YYYY-MM-DD` in the Gregorian calendar, and how each language shows them.
 *
 * `Intl` provides genitive months and Buddhist years; only the shown text has them.
 */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** @param {string} day */
const asUTC = (day) => new Date(`${day}T00:00:00Z`);

/** @param {string} day @returns {boolean} True for a day that the calendar has. */
export function isDay(day) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const date = asUTC(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** @param {string} day @param {number} count */
export const addDays = (day, count) => new Date(asUTC(day).getTime() + count * DAY_MS).toISOString().slice(0, 10);

/** @param {string} from @param {string} to */
export const daysBetween = (from, to) => Math.round((asUTC(to).getTime() - asUTC(from).getTime()) / DAY_MS);

/**
 * Returns the day of a person: before the hour at which a day starts, it is still the day before.
 * @param {number} nowMs The server's time in milliseconds.
 * @param {string} timeZone
 * @param {number} dayStartHour
 */
export function dayAt(nowMs, timeZone, dayStartHour) {
  const options =
    /** @type {const} */ ({ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", hourCycle: "h23" });
  const format = dateFormat("en-US-u-ca-gregory-nu-latn", { ...options, timeZone: knownZone(timeZone) });
  const parts = Object.fromEntries(format.formatToParts(new Date(nowMs)).map(({ type, value }) => [type, value]));
  const day = `${parts.year.padStart(4, "0")}-${parts.month}-${parts.day}`;
  return Number(parts.hour) < dayStartHour ? addDays(day, -1) : day;
}

/** Returns when the person's day changes next, at most HOUR_MS late after a change of the clock.
 * @param {number} nowMs @param {string} timeZone @param {number} dayStartHour */
export function msToNextDay(nowMs, timeZone, dayStartHour) {
  const today = dayAt(nowMs, timeZone, dayStartHour);
  let [low, high] = [nowMs, nowMs + DAY_MS + 2 * HOUR_MS];
  while (high - low > 1000) {
    const middle = (low + high) / 2;
    if (dayAt(middle, timeZone, dayStartHour) === today) low = middle;
    else high = middle;
  }
  return high - nowMs;
}

/** @param {string} timeZone */
function knownZone(timeZone) {
  try {
    dateFormat("en", { timeZone });
    return timeZone;
  } catch {
    return "UTC";
  }
}

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const STYLES = {
  long: { weekday: "long", day: "numeric", month: "long" },
  longWithYear: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  short: { weekday: "short", day: "numeric", month: "short" },
  dayMonth: { day: "numeric", month: "short" },
  weekday: { weekday: "long" },
  date: { day: "numeric", month: "long", year: "numeric" },
};

/** @type {Map<string, Intl.DateTimeFormat>} Making one takes longer than a frame on slow phones. */
const formats = new Map();

/** @param {string} locale @param {Intl.DateTimeFormatOptions} options */
export function dateFormat(locale, options) {
  const id = locale + JSON.stringify(options);
  let format = formats.get(id);
  if (!format) formats.set(id, format = new Intl.DateTimeFormat(locale, options));
  return format;
}

/**
 * @param {string} day
 * @param {string} locale
 * @param {keyof STYLES & string} style
 */
export function dayText(day, locale, style) {
  const parts = dateFormat(locale, { ...STYLES[style], timeZone: "UTC" }).formatToParts(asUTC(day));
  const text = parts.map(({ value }) => value).join("");
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

/** @param {string} instant RFC 3339 @param {string} locale @param {string} timeZone */
export const timeText = (instant, locale, timeZone) =>
  dateFormat(locale, { hour: "numeric", minute: "2-digit", timeZone: knownZone(timeZone) }).format(new Date(instant));

/**
 * Names a day in relation to today; null where its date says more.
 * @param {string} day @param {string} today
 * @returns {"today" | "yesterday" | "tomorrow" | null}
 */
export function relativeDay(day, today) {
  const distance = daysBetween(today, day);
  return distance === 0 ? "today" : distance === -1 ? "yesterday" : distance === 1 ? "tomorrow" : null;
}
