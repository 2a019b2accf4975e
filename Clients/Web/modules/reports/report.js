/** Reports of wrong foods: what a person writes, and the list that staff close. */
import { backPath } from "../../core/back.js";
import { REPORT_LENGTH } from "../../core/limits.js";
import { paths } from "../../core/router.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../types.d.ts").Effect} Effect */
/** @typedef {import("./types.d.ts").ReportState} ReportState */
/** @typedef {import("./types.d.ts").ReportsState} ReportsState */

/** @type {import("../../types.d.ts").FoodReportReason[]} */
export const REASONS = ["nutrients", "name", "portions", "barcode", "allergens", "picture", "duplicate", "other"];
const PAGE = 20;

/** @param {string} foodId @returns {ReportState} */
export const initialReport = (foodId) => ({
  foodId,
  name: null,
  reason: null,
  text: "",
  from: paths.today(),
  isEmpty: false,
  isBusy: false,
  isSent: false,
  problem: null,
});

/** @param {import("../../types.d.ts").FoodReportState} [state] @returns {ReportsState} */
export const initialReports = (state = "open") => ({
  state,
  items: null,
  cursor: null,
  isLoading: true,
  problem: null,
  open: null,
  answer: "",
  isBusy: false,
  formProblem: null,
});

/** @param {AppState} state */
export const reportState = (state) => state.report ?? initialReport("");
/** @param {AppState} state */
export const reportsState = (state) => state.reports ?? initialReports();

/** @param {AppState} state @param {Partial<ReportState>} change @returns {AppState} */
const withReport = (state, change) => ({ ...state, report: { ...reportState(state), ...change } });
/** @param {AppState} state @param {Partial<ReportsState>} change @returns {AppState} */
const withReports = (state, change) => ({ ...state, reports: { ...reportsState(state), ...change } });

/** @param {string} foodId @param {string} [rest] */
const foodPath = (foodId, rest = "") => `/v1/foods/${encodeURIComponent(foodId)}${rest}`;

/** @param {ReportsState} reports @returns {Effect} */
function load({ state, cursor }) {
  const more = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
  const path = `/v1/admin/food-reports?state=${state}&limit=${PAGE}${more}`;
  return { type: "report.ask", path, then: "reports.loaded", params: { state, cursor } };
}

/** The report of a person.
 * @type {import("../../types.d.ts").Reducer} */
export function reduceReport(state, action) {
  const report = reportState(state);
  switch (action.type) {
    case "report.open": {
      const { foodId } = action;
      const from = backPath(state, paths.today());
      // Amount knows the food already.
      const { food } = state.amount;
      const name = food && food.id === foodId ? food.name : null;
      /** @type {Effect} */
      const ask = { type: "report.ask", path: foodPath(foodId), then: "report.food", params: { foodId } };
      return [{ ...state, report: { ...initialReport(foodId), from, name } }, name === null ? [ask] : []];
    }
    case "report.food":
      return [
        action.foodId === report.foodId ? withReport(state, { name: action.data.name, problem: null }) : state,
        [],
      ];
    case "report.retry":
      return reduceReport(state, { type: "report.open", foodId: report.foodId });
    case "report.choose":
      return [withReport(state, { reason: action.reason, isEmpty: false, problem: null }), []];
    case "report.type":
      return [withReport(state, { text: action.text.slice(0, REPORT_LENGTH.max) }), []];
    case "report.send": {
      if (report.isBusy) return [state, []];
      if (report.reason === null) return [withReport(state, { isEmpty: true }), [{ type: "focusError" }]];
      const text = report.text.trim();
      const body = text === "" ? { reason: report.reason } : { reason: report.reason, text };
      return [withReport(state, { isBusy: true, problem: null }), [{
        type: "report.ask",
        method: "POST",
        path: foodPath(report.foodId, "/reports"),
        body,
        then: "report.sent",
        params: { foodId: report.foodId },
      }]];
    }
    case "report.sent":
      return action.foodId === report.foodId
        ? [withReport(state, { isBusy: false, isSent: true }), [{ type: "focusHeading" }]]
        : [state, []];
    case "report.failed":
      if (String(action.then).startsWith("reports.")) return failed(state, action);
      return action.foodId === report.foodId
        ? [withReport(state, { isBusy: false, problem: action.problem }), [{ type: "focusError" }]]
        : [state, []];
    default:
      return [state, []];
  }
}

/** The list of staff.
 * @type {import("../../types.d.ts").Reducer} */
export function reduceReports(state, action) {
  const reports = reportsState(state);
  switch (action.type) {
    case "reports.open":
      return begin(state, "open");
    case "reports.show":
      return begin(state, action.state);
    case "reports.retry":
      return [withReports(state, { problem: null, isLoading: true }), [load(reports)]];
    case "reports.more":
      return reports.isLoading || reports.cursor === null
        ? [state, []]
        : [withReports(state, { isLoading: true, problem: null }), [load(reports)]];
    case "reports.loaded": {
      if (action.state !== reports.state || action.cursor !== reports.cursor) return [state, []];
      const items = [...(action.cursor === null ? [] : reports.items ?? []), ...action.data.items];
      return [withReports(state, { items, cursor: action.data.nextCursor, isLoading: false, problem: null }), []];
    }
    case "reports.edit": {
      const open = reports.open === action.id ? null : action.id;
      return [withReports(state, { open, answer: "", formProblem: null }), open ? [{ type: "focusField" }] : []];
    }
    case "reports.type":
      return [withReports(state, { answer: action.text.slice(0, REPORT_LENGTH.max) }), []];
    case "reports.close": {
      if (reports.isBusy || reports.open === null) return [state, []];
      const answer = reports.answer.trim();
      return [withReports(state, { isBusy: true, formProblem: null }), [{
        type: "report.ask",
        method: "POST",
        path: `/v1/admin/food-reports/${encodeURIComponent(reports.open)}/close`,
        body: answer === "" ? {} : { answer },
        then: "reports.closed",
        params: { id: reports.open },
      }]];
    }
    case "reports.closed": {
      // A closed one leaves the list of open ones.
      const items = reports.items?.filter(({ id }) => id !== action.id) ?? null;
      return [withReports(state, { items, open: null, answer: "", isBusy: false }), [{ type: "focusHeading" }]];
    }
    default:
      return [state, []];
  }
}

/** @param {AppState} state @param {import("../../types.d.ts").FoodReportState} shown @returns {[AppState, Effect[]]} */
function begin(state, shown) {
  const reports = initialReports(shown);
  return [{ ...state, reports }, [load(reports)]];
}

/** @param {AppState} state @param {import("../../types.d.ts").Action} action @returns {[AppState, Effect[]]} */
function failed(state, { then, problem, ...params }) {
  if (then === "reports.closed") {
    return [withReports(state, { isBusy: false, formProblem: problem }), [{ type: "focusError" }]];
  }
  const isShown = params.state === reportsState(state).state;
  return [isShown ? withReports(state, { isLoading: false, problem }) : state, []];
}
