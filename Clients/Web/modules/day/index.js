/** The sheets of Today: menu of an entry, calendar, note, exercise, and the copy of another day. */
import { reduceDay } from "./day.js";
import { SHEET } from "./drafts.js";
import { makeEffects } from "./effects.js";
import { daySheets } from "./views/day.js";

/** @type {import("../../types.d.ts").Module} */
export default {
  reducers: [reduceDay],
  prefixes: ["exercise", "month", "note", "sheet"],
  hears: ["entry.photo", "entry.photoFailed", "entry.photoStored"],
  writing: ["day.copy", "day.pick", "exercise.remove", "exercise.save", "note.save"],
  effects: makeEffects,
  drafts: { today: SHEET },
  places: { sheets: daySheets },
};
