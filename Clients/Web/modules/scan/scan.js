/** The state of the barcode screen: by camera, by photo, by number; then the food, or the form that makes it. */
import { backPath } from "../../core/back.js";
import { isCode } from "../../core/food-form.js";
import { paths } from "../../core/router.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../types.d.ts").Effect} Effect */
/** @typedef {import("./types.d.ts").ScanState} ScanState */

/** @param {string} date @param {import("../../types.d.ts").Meal} meal @returns {ScanState} */
export const initialScan = (date, meal) => ({
  from: paths.add(date, meal),
  date,
  meal,
  text: "",
  code: null,
  isRefused: false,
  camera: null,
  isReading: false,
  isEmpty: false,
  problem: null,
});

/** @param {AppState} state */
export const scanState = (state) => state.scan ?? initialScan(state.add.date, state.add.meal);

/** @param {AppState} state @param {Partial<ScanState>} change @returns {AppState} */
const withScan = (state, change) => ({ ...state, scan: { ...scanState(state), ...change } });

/** @param {AppState} state @param {string} code @returns {[AppState, Effect[]]} */
const lookUp = (state, code) => [
  withScan(state, { code, isRefused: false, isEmpty: false, isReading: false, problem: null }),
  [{
    type: "scan.ask",
    path: `/v1/foods/barcode/${encodeURIComponent(code)}?language=${state.language}`,
    then: "scan.food",
    params: { code },
  }],
];

/** @type {import("../../types.d.ts").Reducer} */
export function reduceScan(state, action) {
  const scan = scanState(state);
  switch (action.type) {
    case "scan.open": {
      const scan = initialScan(action.date ?? state.add.date, action.meal ?? state.add.meal);
      // A scanner that is the first screen leads to Add.
      return [{ ...state, scan: { ...scan, from: backPath(state, scan.from) } }, []];
    }
    case "scan.type":
      return [withScan(state, { text: action.text, isRefused: false, problem: null }), []];
    case "scan.submit": {
      const code = scan.text.replace(/[\s-]/g, "");
      return isCode(code) ? lookUp(state, code) : [withScan(state, { isRefused: true }), [{ type: "focusError" }]];
    }
    case "scan.found":
      // A camera reads the same code again while the server answers.
      return scan.code !== null || !isCode(action.code) ? [state, []] : lookUp(state, action.code);
    case "scan.food":
      if (action.code !== scan.code) return [state, []];
      return [withScan(state, { code: null }), [
        { type: "go", path: paths.amount(scan.date, scan.meal, action.data.id), isReplaced: true },
      ]];
    case "scan.failed": {
      if (action.code !== scan.code) return [state, []];
      if (action.problem.status !== 404) {
        return [withScan(state, { code: null, text: action.code, problem: action.problem }), []];
      }
      const path = `/foods/code/${encodeURIComponent(action.code)}`;
      return [withScan(state, { code: null }), [{ type: "go", path, isReplaced: true }]];
    }
    case "scan.camera":
      return [withScan(state, { camera: action.camera }), []];
    case "scan.photo":
      return [withScan(state, { isReading: true, isEmpty: false, problem: null }), [{
        type: "scan.readPhoto",
        file: action.file,
      }]];
    case "scan.photoEmpty":
      return [withScan(state, { isReading: false, isEmpty: true }), []];
    default:
      return [state, []];
  }
}
