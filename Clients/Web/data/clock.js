/** The current day of the person: it begins at an hour of the profile, in the time zone of the profile. */
import { addDays, dayAt, msToNextDay } from "../core/dates.js";

/** Longer timers overflow in browsers. */
const TIMER_MAX_MS = 3_600_000;

/** @typedef {import("../types.d.ts").Profile | null} Profile */

/** @param {Profile} profile */
const zoneOf = (profile) => profile?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

export class DayClock {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {() => number} now The time of the server. @param {() => import("../types.d.ts").AppState} getState
   * @param {(action: import("../types.d.ts").Action) => void} dispatch */
  constructor(now, getState, dispatch) {
    this.now = now;
    this.getState = getState;
    this.dispatch = dispatch;
  }

  /** @param {Profile} profile */
  dayOf(profile) {
    return dayAt(this.now(), zoneOf(profile), profile?.dayStartHour ?? 0);
  }

  /** The days that the first screen shows: that of the page's path, or the current one, each with the day before.
   * @param {string} path @param {Profile} profile */
  shownDates(path, profile) {
    const [, date = this.dayOf(profile)] = /^\/day\/([\d-]+)$/.exec(path) ?? [];
    return [date, addDays(date, -1)];
  }

  /** Says when the day changes, also after the window was hidden. */
  watch() {
    const { profile, todayDate } = this.getState();
    const date = this.dayOf(profile);
    if (date !== todayDate) this.dispatch({ type: "date.changed", date });
    clearTimeout(this.#timer);
    const ms = msToNextDay(this.now(), zoneOf(profile), profile?.dayStartHour ?? 0);
    this.#timer = setTimeout(() => this.watch(), Math.min(TIMER_MAX_MS, ms + 1000));
  }
}
