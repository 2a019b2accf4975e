/** The history of the diary: days of the past, and a search in them. */
import { searchOf } from "../../core/drafts.js";
import { RowBudget } from "../../core/row-budget.js";
import { makeEffects } from "./effects.js";
import { reduceHistory } from "./history.js";
import { historyView, ROWS_PER_FRAME } from "./views/history.js";

/** @type {import("../../types.d.ts").Module} */
export default {
  screens: [
    { path: "/history", name: "history", view: historyView, rows: () => new RowBudget(ROWS_PER_FRAME) },
  ],
  reducers: [reduceHistory],
  hears: ["connection.back", "day.loaded", "entries.again"],
  writing: ["entries.again"],
  effects: makeEffects,
  drafts: { history: searchOf("history", "history.type") },
};
