/** The state of Import: a file, what it would do, and what it did. */
import { splitKey } from "../../core/nutrient-keys.js";
import { NUTRIENTS } from "../../core/nutrients.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../types.d.ts").Effect} Effect */
/** @typedef {import("./types.d.ts").ImportState} ImportState */

/** @type {import("../../types.d.ts").DiaryImportFormat[]} */
export const FORMATS = ["mealwire", "myFitnessPal", "cronometer", "loseIt", "table"];
export const DATE_ORDERS = ["dayFirst", "monthFirst", "yearFirst"];

/** @returns {ImportState} */
export const initialImport = () => ({
  format: "mealwire",
  file: null,
  dateOrder: null,
  step: "choose",
  preview: null,
  replaces: false,
  outcome: null,
  problem: null,
  isEmpty: false,
});

/** @param {AppState} state */
export const importState = (state) => state.imports ?? initialImport();

/** @param {AppState} state @param {Partial<ImportState>} change @returns {AppState} */
const withImport = (state, change) => ({ ...state, imports: { ...importState(state), ...change } });

/** Another file, or another way to read it, has no preview yet.
 * @type {Partial<ImportState>} */
const UNREAD = { step: "choose", preview: null, outcome: null, problem: null, isEmpty: false, replaces: false };

/** Texts of columns that people know; other columns are named as the file does.
 * @type {Record<string, string>} */
const FIELDS = {
  kcal: "imports.field.kcal",
  ...Object.fromEntries(NUTRIENTS.map((key) => [key, `nutrient.${splitKey(key)?.name}`])),
  sodiumMg: "imports.field.sodiumMg",
  name: "imports.field.name",
  date: "imports.field.date",
  meal: "imports.field.meal",
  note: "imports.field.note",
  waterMl: "imports.field.waterMl",
};
/** Parameters that are numbers, which each language writes in its way. */
const NUMBERS = new Set(["found", "expected", "min", "max"]);

/** The parameters of a sentence.
 * @param {Record<string, string>} params @param {import("../../core/texts.js").Texts} texts */
function sentenceParams(params, texts) {
  /** @type {Record<string, string | number>} */
  const shown = { ...params };
  for (const name of NUMBERS) if (/^\d+$/.test(params[name] ?? "")) shown[name] = Number(params[name]);
  const { field } = params;
  if (field !== undefined && Object.hasOwn(FIELDS, field)) shown.field = texts.text(FIELDS[field]);
  return shown;
}

/**
 * Says why a line cannot be read; null for a reason that this version of the app does not know.
 * @param {import("../../types.d.ts").DiaryImport["refused"][number]} refusal
 * @param {import("../../core/texts.js").Texts} texts
 */
export function refusalText({ code, params }, texts) {
  const key = `imports.refusal.${code}`;
  const hasRange = code === "outOfRange" && params?.min !== undefined && params.max !== undefined;
  return texts.has(key) ? texts.text(hasRange ? `${key}.between` : key, sentenceParams(params ?? {}, texts)) : null;
}

/**
 * Says why a file cannot be imported; null for a problem that this version of the app does not know.
 * @param {import("../../types.d.ts").AppProblem} problem
 * @param {import("../../core/texts.js").Texts} texts
 */
export function importProblemText(problem, texts) {
  const error = problem.errors?.find(({ field }) => field === "file");
  const params = error?.params ?? problem.params;
  const keys = [params.reason, error?.code ?? problem.code].map((name) => `imports.problem.${name}`);
  const key = keys.find((key) => texts.has(key));
  return key ? texts.text(key, sentenceParams(params, texts)) : null;
}

/** What the screen says of a preview.
 * @param {ImportState} state */
export function importModel({ preview, replaces, problem }) {
  const asked = problem?.errors?.find(({ field, code }) => field === "dateOrder" && code === "missing") ?? null;
  if (!preview) return { asked, changed: 0, others: 0, hidden: 0, perDay: 0 };
  const others = preview.differing + preview.removedBefore;
  return {
    /** The question for the order of dates, with one of the file's dates. */
    asked,
    /** What the import would change. */
    changed: preview.new + (replaces ? others : 0),
    /** What the diary has in another form, or no more. */
    others,
    /** Refused lines that the server does not list. */
    hidden: preview.refusedCount - preview.refused.length,
    perDay: preview.kcal / Math.max(1, preview.days),
  };
}

/** @type {import("../../types.d.ts").Reducer} */
export function reduceImport(state, action) {
  const own = importState(state);
  const isBusy = own.step === "reading" || own.step === "applying";
  switch (action.type) {
    case "import.open":
      return [{ ...state, imports: initialImport() }, []];
    case "import.format":
      return isBusy ? [state, []] : [withImport(state, { ...UNREAD, format: action.format, dateOrder: null }), []];
    case "import.file":
      return isBusy ? [state, []] : [withImport(state, { ...UNREAD, file: action.file, dateOrder: null }), []];
    case "import.order":
      return reduceImport(withImport(state, { dateOrder: action.order }), { type: "import.read" });
    case "import.read": {
      if (isBusy) return [state, []];
      const { file, format, dateOrder } = own;
      if (!file) return [withImport(state, { isEmpty: true }), [{ type: "focusError" }]];
      return [withImport(state, { ...UNREAD, step: "reading" }), [{ type: "import.send", file, format, dateOrder }]];
    }
    case "import.previewed":
      // The person may have left, and begun anew.
      return own.step === "reading" && action.file === own.file
        ? [withImport(state, { step: "preview", preview: action.data }), [{ type: "focusHeading" }]]
        : [state, []];
    case "import.replaces":
      return [withImport(state, { replaces: action.isOn }), []];
    case "import.cancel":
      return [withImport(state, { ...UNREAD, file: null, dateOrder: null }), [{ type: "focusHeading" }]];
    case "import.apply": {
      const { preview, replaces } = own;
      if (!preview || isBusy) return [state, []];
      return [withImport(state, { step: "applying", problem: null }), [{
        type: "import.write",
        id: preview.id,
        replaces,
      }]];
    }
    case "import.applied": {
      if (own.step !== "applying" || action.data.id !== own.preview?.id) return [state, []];
      // Days that the device shows are read again; others when they are opened.
      const days = Object.keys(state.today.days).filter((date) => isWithin(date, own.preview));
      const loads = days.map((date) => /** @type {Effect} */ ({ type: "loadDay", date }));
      return [withImport(state, { step: "done", outcome: action.data, problem: null }), [
        ...loads,
        { type: "focusHeading" },
      ]];
    }
    case "import.failed":
      if (!isBusy) return [state, []];
      return [withImport(state, { step: own.preview ? "preview" : "choose", problem: action.problem }), [
        { type: "focusError" },
      ]];
    default:
      return [state, []];
  }
}

/** @param {string} date @param {{from: string | null, to: string | null} | null} range */
const isWithin = (date, range) => Boolean(range?.from && range.to && date >= range.from && date <= range.to);
