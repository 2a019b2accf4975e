/** The sheets of Today: calendar, note, exercise, and the copy of another day. */
import { addDays } from "../../core/dates.js";
import { putEntry, setValue, write } from "../../core/diary.js";
import { LAST } from "../../core/written.js";
import { inTurn, toasted } from "../../core/entries.js";
import { exerciseKcal, noonOf } from "./exercise.js";
import { EXERCISE_KCAL } from "../../core/limits.js";
import { numberOrNull } from "../../core/numbers.js";
import { MEALS, paths } from "../../core/router.js";
import { findEntry, shownDay } from "../../core/today.js";
import { toMetric } from "../../core/convert.js";

/** @typedef {import("../../types.d.ts").Action} Action */
/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../types.d.ts").DiaryEntry} DiaryEntry */
/** @typedef {import("../../types.d.ts").Effect} Effect */
/** @typedef {import("../../types.d.ts").Sheet} Sheet */

const DAYS_OF_WEEK = 7;
const MONDAY = 1;

/** The month before or after another one.
 * @param {string} month `YYYY-MM` @param {number} count */
export function addMonths(month, count) {
  const [year, index] = month.split("-").map(Number);
  const whole = year * 12 + index - 1 + count;
  return `${String(Math.floor(whole / 12)).padStart(4, "0")}-${String((whole % 12) + 1).padStart(2, "0")}`;
}

/**
 * Returns the weeks of a month, with the days of its neighbours that fill them.
 * @param {AppState} state @param {Sheet} sheet
 */
export function calendarModel(state, sheet) {
  const { month } = sheet;
  const first = `${month}-01`;
  const weekStart = state.profile?.weekStart ?? MONDAY;
  // Monday is 1 and Sunday 7, as in the profile.
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % DAYS_OF_WEEK + 1;
  const start = addDays(first, -((weekday - weekStart + DAYS_OF_WEEK) % DAYS_OF_WEEK));
  const end = addDays(`${addMonths(month, 1)}-01`, -1);
  const weeks = [];
  for (let date = start; date <= end; date = addDays(date, DAYS_OF_WEEK)) {
    weeks.push(
      Array.from({ length: DAYS_OF_WEEK }, (_, index) => addDays(date, index)).map((date) => ({
        date,
        isOutside: date.slice(0, 7) !== month,
        isToday: date === state.todayDate,
        isShown: date === state.today.date,
        isLogged: sheet.logged?.[date] ?? hasEntries(state, date),
      })),
    );
  }
  const cursor = sheet.cursor ?? (state.today.date.startsWith(month) ? state.today.date : first);
  return { weeks, cursor, days: weeks[0].map(({ date }) => date) };
}

/** @param {AppState} state @param {string} date */
const hasEntries = (state, date) => state.today.days[date]?.meals.some(({ entries }) => entries.length > 0) ?? false;

/** What can be copied from a day: its meals, and how many foods are chosen.
 * @param {AppState} state @param {Sheet} sheet */
export function copyModel(state, { from, without = {} }) {
  const day = shownDay(state, from);
  const meals = (day?.meals ?? []).filter(({ entries }) => entries.length > 0).map(({ meal, entries, totals }) => ({
    meal,
    entries,
    kcal: totals.kcal,
    isChosen: !without[meal],
  }));
  meals.sort((a, b) => MEALS.indexOf(a.meal) - MEALS.indexOf(b.meal));
  const entries = meals.filter(({ isChosen }) => isChosen).flatMap(({ entries }) => entries);
  return { isKnown: day !== null, meals, entries };
}

/** The exercise that the sheet means, in kcal; null if nothing valid is typed.
 * @param {AppState} state @param {Sheet} sheet */
export function exerciseModel(state, { activity, minutes = "", kcal = "" }) {
  const number = numberOrNull(activity ? minutes : kcal);
  if (number === null) return { value: null, isWrong: (activity ? minutes : kcal).trim() !== "" };
  const value = activity
    ? exerciseKcal(activity, number, state.profile?.weightKg ?? null)
    : Math.round(toMetric(number, state.energy));
  const isValid = value > 0 && value <= EXERCISE_KCAL.max && (!activity || number <= MINUTES_MAX);
  return { value: isValid ? value : null, isWrong: !isValid };
}

/** The minutes of a day. */
const MINUTES_MAX = 1_440;

/** @type {import("../../types.d.ts").Reducer} */
export function reduceDay(state, action) {
  const { sheet } = state.today;
  const put = (/** @type {Sheet | null} */ sheet) => ({ ...state, today: { ...state.today, sheet } });
  switch (action.type) {
    case "sheet.shown":
      return [state, sheet ? loads(sheet) : []];
    case "sheet.change": {
      if (!sheet) return [state, []];
      const { type: _, ...change } = action;
      const next = { ...sheet, ...change };
      return [put(next), change.month && change.month !== sheet.month ? loads(next) : []];
    }
    case "month.loaded":
      return [
        sheet?.name === "calendar" ? put({ ...sheet, logged: { ...sheet.logged, ...action.logged } }) : state,
        [],
      ];
    case "exercise.loaded":
      return [sheet?.name === "exercise" ? put({ ...sheet, items: action.items }) : state, []];
    case "day.pick":
      return sheet ? picked(state, sheet, action) : [state, []];
    case "day.copy":
      return copied(put(null), copyModel(state, sheet ?? /** @type {any} */ ({})).entries, state.today.date, action);
    case "note.save":
      return saveNote(put(null), action);
    case "entry.photo": {
      // A picture needs a connection: it is too large for the queue of writes.
      const { id, date, file } = action;
      const next = { ...state, today: { ...state.today, menuFor: null } };
      const { name } = findEntry(state, date, id) ?? { name: "" };
      const said = file ? toasted(next, "toast.photoSending", { name }, null) : next;
      return [said, [{ type: "day.sendPhoto", id, date, file, name }]];
    }
    case "entry.photoStored":
      return [
        toasted(state, action.isRemoved ? "toast.photoRemoved" : "toast.photo", { name: action.name }, null),
        [{ type: "loadDay", date: action.date }],
      ];
    case "entry.photoFailed":
      return [toasted(state, `toast.photoFailed.${action.reason}`, { name: action.name }, null), []];
    case "exercise.save":
      return saveExercise(state, action);
    case "exercise.remove": {
      const { measurement } = action;
      const items = (sheet?.items ?? []).filter((/** @type {{id: string}} */ { id }) => id !== measurement.id);
      const next = sheet && !action.isUndo ? put({ ...sheet, items }) : state;
      const take = { kind: "unmeasure", write: action.ids[0], measurement, now: action.now };
      const [after, effects] = write(next, take);
      return [action.isUndo ? { ...after, toast: null } : after, effects];
    }
    default:
      return [state, []];
  }
}

/** Returns the effects that load what a sheet needs.
 * @param {Sheet} sheet @returns {Effect[]} */
function loads({ name, month, date, from }) {
  if (name === "calendar") {
    return [{ type: "day.loadMonth", from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) }];
  }
  if (name === "exercise") return [{ type: "day.loadExercise", date }];
  return name === "copy" ? [{ type: "loadDay", date: from, isShared: true }] : [];
}

/** A day was chosen in the calendar.
 * @param {AppState} state @param {Sheet} sheet @param {Action} action @returns {[AppState, Effect[]]} */
function picked(state, sheet, action) {
  const { date } = state.today;
  const { purpose, id } = sheet;
  const closed = { ...state, today: { ...state.today, sheet: null } };
  switch (purpose) {
    case "show":
      return [closed, [{ type: "go", path: paths.day(action.date, state.todayDate) }]];
    case "move":
      return [closed, [{ type: "dispatch", action: { type: "entry.move", date, id, toDate: action.date } }]];
    case "copyEntry": {
      const entry = findEntry(state, date, id);
      return copied(closed, entry ? [entry] : [], action.date, action);
    }
    default: {
      const next = /** @type {Sheet} */ ({ name: "copy", date, from: action.date });
      return [{ ...state, today: { ...state.today, sheet: next } }, loads(next)];
    }
  }
}

/** Copies entries to a day: entries made on this device, so it works offline and is safe by their ids.
 * @param {AppState} state @param {readonly DiaryEntry[]} entries @param {string} date @param {Action} action
 * @returns {[AppState, Effect[]]} */
function copied(state, entries, date, { ids, at, now }) {
  const made = entries.slice(0, ids.length / 2).map((entry, index) => ({
    ...entry,
    id: ids[2 * index],
    date,
    at,
    position: LAST,
    version: 0,
  }));
  if (made.length === 0) return [state, []];
  const [next, effects] = inTurn(state, made, (state, entry, i) => putEntry(state, ids[2 * i + 1], entry, null, now));
  /** @type {Action} */
  const undo = { type: "entries.remove", entries: made.map(({ id }) => id) };
  return [toasted(next, "toast.copied", { n: made.length }, undo), effects];
}

/** @param {AppState} state @param {Action} action @returns {[AppState, Effect[]]} */
function saveNote(state, { date, text, ids, now, isUndo }) {
  const before = shownDay(state, date)?.note ?? "";
  if (text.trim() === before) return [state, []];
  const known = state.today.days[date];
  const base = known ? { value: known.note, version: known.extrasVersion } : undefined;
  const set = { write: ids[0], subject: `note ${date}`, value: text.trim(), base, now };
  const [next, effects] = setValue(state, set);
  if (isUndo) return [{ ...next, toast: null }, effects];
  return [toasted(next, "toast.note", {}, { type: "note.save", date, text: before, isUndo: true }), effects];
}

/** @param {AppState} state @param {Action} action @returns {[AppState, Effect[]]} */
function saveExercise(state, { ids, at, now }) {
  const { sheet } = state.today;
  const value = sheet ? exerciseModel(state, sheet).value : null;
  if (!sheet || value === null) return [state, []];
  const { date } = sheet;
  const time = date === state.todayDate ? at : noonOf(date, state.profile?.timeZone ?? "UTC");
  const measurement = { id: ids[1], kind: "activeEnergy", value, at: time, date };
  const closed = { ...state, today: { ...state.today, sheet: null } };
  const [next, effects] = write(closed, { kind: "measure", write: ids[0], measurement, now });
  return [toasted(next, "toast.exercise", {}, { type: "exercise.remove", measurement, isUndo: true }), effects];
}
