/** Days: the server's answers, the writes that are laid over them, and the sums of both. */
import { LAST, writtenEntries } from "./written.js";
import { incompleteIn, none, remainingOf, sumOf } from "./nutrients.js";
import { MEALS } from "./router.js";
import { same as equal } from "./sync/content.js";
import { shownValue, shownWaterMl } from "./sync/view.js";

/** @typedef {import("../types.d.ts").AppState} AppState */
/** @typedef {import("../types.d.ts").DiaryDay} DiaryDay */
/** @typedef {import("../types.d.ts").DiaryEntry} DiaryEntry */

/** A day before the first answer of the server: nothing is logged, and no target is known.
 * @param {string} date @returns {DiaryDay} */
export const emptyDay = (date) => ({
  date,
  meals: MEALS.map((meal) => ({ meal, entries: [], totals: none() })),
  totals: none(),
  incomplete: [],
  target: null,
  remaining: null,
  week: {
    from: date,
    kcal: 0,
    targetKcal: null,
    remaining: null,
    totals: none(),
    incomplete: [],
    target: null,
    remainingNutrients: null,
  },
  month: { from: `${date.slice(0, 7)}-01`, kcal: 0, targetKcal: null, remaining: null },
  exerciseKcal: null,
  waterMl: 0,
  note: "",
  isComplete: false,
  extrasVersion: 0,
});

/** Returns a day in which each entry without a change is the same object as before, so that its row is not drawn again.
 * @param {DiaryDay} day @param {DiaryDay | undefined} before @returns {DiaryDay} */
export function withKnown(day, before) {
  if (!before) return day;
  const known = new Map(entriesOf(before).map((entry) => [entry.id, entry]));
  const same = (/** @type {DiaryEntry} */ entry) => {
    const old = known.get(entry.id);
    return old && equal(old, entry) ? old : entry;
  };
  return { ...day, meals: day.meals.map((meal) => ({ ...meal, entries: meal.entries.map(same) })) };
}

/** What each day was last shown with. One tap asks for the same day several times, and the sums of a long day take
 * time.
 * @type {WeakMap<DiaryDay, {stored: AppState["sync"]["stored"], shown: DiaryDay}>} */
const laid = new WeakMap();

/**
 * Lays waiting writes over a day of the server. The same day and writes give the same object.
 * @param {AppState} state @param {DiaryDay} day
 * @returns {DiaryDay}
 */
export function withWrites(state, day) {
  const { stored } = state.sync;
  const known = laid.get(day);
  if (known?.stored === stored) return known.shown;
  const shown = laidOver(state, day);
  laid.set(day, { stored, shown });
  return shown;
}

/** @param {DiaryDay} day */
const entriesOf = ({ meals }) => meals.flatMap(({ entries }) => entries);

/** @param {AppState} state @param {DiaryDay} day @returns {DiaryDay} */
function laidOver(state, day) {
  let result = day;
  for (const { id, version } of entriesOf(day)) {
    // Changes are based on the newest known version, so that one is shown.
    const newest = state.sync.stored.entries[id];
    if (newest?.version > version) result = withEntry(result, newest);
  }
  for (const { id, entry, index } of writtenEntries(state, entriesOf(result))) {
    result = !entry
      ? withoutEntry(result, id)
      : withEntry(result, index === undefined ? entry : placed(result, entry, index));
  }
  const added = shownWaterMl(state.sync, day);
  const { date } = day;
  const note = shownValue(state.sync, `note ${date}`, day.note);
  const isComplete = shownValue(state.sync, `complete ${date}`, day.isComplete ?? false);
  const exerciseKcal = withExercise(state, day);
  const { waterMl } = day;
  // A day without writes stays the same object.
  const isSame = added === waterMl && note === day.note && isComplete === (day.isComplete ?? false) &&
    exerciseKcal === day.exerciseKcal;
  return isSame ? result : { ...result, waterMl: added, note, isComplete, exerciseKcal };
}

/** An entry with a position that puts it at an index among the other entries of its meal.
 * @param {DiaryDay} day @param {DiaryEntry} entry @param {number} index @returns {DiaryEntry} */
function placed(day, entry, index) {
  const others = day.meals.find(({ meal }) => meal === entry.meal)?.entries.filter(({ id }) => id !== entry.id) ?? [];
  const [before, after] = [others[index - 1], others[index]];
  if (!after) return { ...entry, position: LAST };
  return { ...entry, position: before ? (before.position + after.position) / 2 : after.position - 1 };
}

/** The exercise of a day with what was added and taken back since.
 * @param {AppState} state @param {DiaryDay} day */
function withExercise({ sync }, { date, exerciseKcal }) {
  let kcal = exerciseKcal;
  for (const { change, status } of sync.stored.writes) {
    if (!("measurement" in change) || status.kind === "refused") continue;
    if (change.measurement.date === date) {
      kcal = exerciseAfter(kcal, change.measurement, change.kind === "removeMeasurement");
    }
  }
  return kcal;
}

/** @param {number | null} kcal @param {import("./sync/types.d.ts").Measurement} measurement
 * @param {boolean} isRemoved */
export function exerciseAfter(kcal, { kind, value }, isRemoved) {
  if (kind !== "activeEnergy") return kcal;
  return Math.max(0, (kcal ?? 0) + (isRemoved ? -value : value)) || null;
}

/** Returns a day with an entry added, changed or, where it moved to another day, removed.
 * @param {DiaryDay} day @param {DiaryEntry} entry @returns {DiaryDay} */
export function withEntry(day, entry) {
  const isElsewhere = entry.date !== day.date;
  if (isElsewhere) return withoutEntry(day, entry.id);
  return withEntries(day, [...entriesOf(day).filter(({ id }) => id !== entry.id), entry]);
}

/** @param {DiaryDay} day @param {string} id @returns {DiaryDay} */
export function withoutEntry(day, id) {
  const entries = entriesOf(day);
  const rest = entries.filter((entry) => entry.id !== id);
  return rest.length === entries.length ? day : withEntries(day, rest);
}

/** Returns a day with other entries, and with their sums.
 * @param {DiaryDay} day @param {readonly DiaryEntry[]} entries @returns {DiaryDay} */
export function withEntries(day, entries) {
  const meals = MEALS.map((meal) => {
    const own = entries.filter((entry) => entry.meal === meal);
    own.sort((a, b) => a.position - b.position || (a.at < b.at ? -1 : 1));
    return { meal, entries: own, totals: sumOf(own) };
  });
  const totals = sumOf(entries);
  const change = totals.kcal - day.totals.kcal;
  const { week, month, target } = day;
  /** @template {{kcal: number, remaining: number | null}} T @param {T} span @returns {T} */
  const shifted = (span) => ({
    ...span,
    kcal: span.kcal + change,
    remaining: span.remaining === null ? null : span.remaining - change,
  });
  return {
    ...day,
    meals,
    totals,
    incomplete: incompleteIn(entries),
    remaining: target && remainingOf(target, totals),
    week: shifted(week),
    ...(month ? { month: shifted(month) } : {}),
  };
}
