/** The energy of exercise, by the metabolic equivalents of activities. */
import { dayAt } from "../../core/dates.js";

/**
 * Metabolic equivalents (MET) of activities: Ainsworth et al., 2011 Compendium of Physical Activities.
 * @type {Record<string, number>}
 */
export const MET = {
  walking: 3.5,
  briskWalking: 4.3,
  hiking: 6,
  running: 8.3,
  cycling: 7.5,
  swimming: 6,
  strength: 3.5,
  football: 7,
  dancing: 7.8,
  yoga: 2.5,
  gardening: 3.8,
  housework: 3.3,
};

/** At rest, a person spends 1 MET, which the target has already. */
const REST = 1;
/** For a profile without a weight. */
export const DEFAULT_KG = 70;
const HOUR_MS = 3_600_000;

/** Returns the energy beyond that of rest: (MET − 1) × weight × hours.
 * @param {string} activity @param {number} minutes @param {number | null} weightKg */
export const exerciseKcal = (activity, minutes, weightKg) =>
  Math.round(((MET[activity] ?? REST) - REST) * (weightKg ?? DEFAULT_KG) * minutes / 60);

/** An instant in the middle of a person's day.
 * @param {string} date @param {string} timeZone @returns {string} RFC 3339 */
export function noonOf(date, timeZone) {
  const utc = Date.parse(`${date}T12:00:00Z`);
  // Zones are up to 14 hours from UTC, so noon there may be another day here.
  const found = [0, -12, 12].map((hours) => utc + hours * HOUR_MS).find((ms) =>
    dayAt(ms - 6 * HOUR_MS, timeZone, 0) === date && dayAt(ms, timeZone, 0) === date
  );
  return new Date(found ?? utc).toISOString();
}
