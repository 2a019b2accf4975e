/** Reports of wrong foods: one that a person writes, and the list of staff. */
import { fieldsOf } from "../../core/drafts.js";
import { makeEffects } from "./effects.js";
import { reduceReport, reduceReports } from "./report.js";
import { reportsView } from "./views/reports.js";

/** @type {import("../../types.d.ts").Module} */
export default {
  screens: [
    { path: "/foods/report/:foodId", name: "report", view: reportsView },
    { path: "/system/reports", name: "reports", view: reportsView },
  ],
  reducers: [reduceReport, reduceReports],
  effects: makeEffects,
  drafts: {
    report: fieldsOf("report", ["reason", "text"], { reason: null, text: "" }, {}, ({ isSent }) => !isSent),
    reports: fieldsOf("reports", ["open", "answer"], { open: null, answer: "" }, {
      isTyped: (changed) => "answer" in changed,
    }),
  },
};
