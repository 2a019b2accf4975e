/** The state of Target: what it is, where its numbers come from, and a change that is previewed before it is saved. */
import { addDays } from "../../core/dates.js";
import { TARGET_KCAL } from "../../core/limits.js";
import { isTooMuch, manualDay, sumsOf, WEEKDAYS } from "./manual-target.js";
import { MACROS } from "../../core/nutrients.js";
import { numberOrNull } from "../../core/numbers.js";
import { bodyChange } from "../../core/settings.js";
import { LANGUAGES } from "../../core/texts.js";
import { toMetric } from "../../core/convert.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../types.d.ts").Effect} Effect */
/** @typedef {import("./types.d.ts").TargetState} TargetState */
/** @typedef {import("./types.d.ts").TargetPreview} TargetPreview */

/** How far back the screen says what changed, in days. */
const HISTORY_DAYS = 730;
/** The fields of the profile that the calculator needs. */
const INPUTS = /** @type {const} */ ([
  "sex",
  "birthDate",
  "heightCm",
  "weightKg",
  "bodyFatPercent",
  "activityLevel",
  "goal",
  "formula",
  "language",
]);

/** @returns {TargetState} */
export const initialTarget = () => ({
  way: null,
  values: {},
  hasWeekdays: false,
  refused: {},
  workings: null,
  expenditure: null,
  history: null,
  preview: null,
  problem: null,
  isBusy: false,
  isSaved: false,
});

/** @param {AppState} state */
export const targetState = (state) => state.target ?? initialTarget();

/** @param {AppState} state @param {Partial<TargetState>} change @returns {AppState} */
const withTarget = (state, change) => ({ ...state, target: { ...targetState(state), ...change } });

/** The body of a request to the calculator. The language asks for hints.
 * @param {import("../../types.d.ts").Profile} profile @param {string} language @param {object} [change] */
function calculation(profile, language, change = {}) {
  const whole = { ...profile, ...change, language };
  return Object.fromEntries(INPUTS.map((name) => [name, whole[name]]).filter(([, value]) => value != null));
}

/** What the screen loads.
 * @param {AppState} state @returns {Effect[]} */
function loads({ profile, todayDate, language }) {
  /** @type {(path: string, then: Effect["then"]) => Effect} */
  const ask = (path, then) => ({ type: "target.ask", path, then });
  const from = addDays(todayDate, -HISTORY_DAYS);
  /** @type {Effect[]} */
  const workings = profile && profile.missing.length === 0
    ? [{
      type: "target.ask",
      method: "POST",
      path: "/v1/calculator/target",
      body: calculation(profile, language),
      then: "target.workings",
    }]
    : [];
  return [
    ...workings,
    ask(`/v1/profile/targets?from=${from}&to=${todayDate}`, "target.history"),
    ask("/v1/diary/expenditure", "target.expenditure"),
  ];
}

/** Returns the hints of the target, and the language of their texts. The profile has them in its own language. For a
 * computed target, the calculator has them in the language of the app.
 * @param {AppState} state */
export function targetHints(state) {
  const { profile, language } = state;
  const { workings } = targetState(state);
  // Texts that the server has not in a language are English.
  const known = LANGUAGES.find((name) => profile?.language.startsWith(name)) ?? "en";
  const own = { hints: profile?.target?.hints ?? [], language: known };
  const isOther = own.language !== language && !profile?.target?.byHand;
  return isOther && workings?.hints ? { hints: workings.hints, language } : own;
}

/** @type {import("../../types.d.ts").Reducer} */
export function reduceTarget(state, action) {
  const target = targetState(state);
  const failed = (/** @type {object} */ refused) => /** @type {[AppState, Effect[]]} */ ([
    withTarget(state, { refused: /** @type {any} */ (refused), problem: null }),
    [{ type: "focusError" }],
  ]);
  switch (action.type) {
    case "target.open":
      return [withTarget(state, initialTarget()), [{ type: "loadProfile" }, ...loads(state)]];
    case "profile.loaded":
      // The first visit may come before the profile.
      return [
        state,
        state.route.name === "target" && !target.workings && !target.isBusy ? loads(state).slice(0, 1) : [],
      ];
    case "target.workings":
      return [withTarget(state, { workings: action.data }), []];
    case "target.history":
      return [withTarget(state, { history: [...action.data.items].reverse() }), []];
    case "target.expenditure":
      return [withTarget(state, { expenditure: action.data }), []];
    case "target.way":
      return [
        withTarget(state, { ...CLOSED, way: action.way, isSaved: false }),
        action.way ? [{ type: "focusField" }] : [],
      ];
    case "target.type":
      return [
        withTarget(state, {
          values: { ...target.values, [action.field]: action.text },
          refused: { ...target.refused, [action.field]: "" },
          preview: null,
        }),
        [],
      ];
    case "target.weekdays":
      return [withTarget(state, { hasWeekdays: action.isOn, preview: null }), []];
    case "target.complete": {
      const { change, refused } = bodyChange(state, target.values);
      const lacks = Object.fromEntries(
        (state.profile?.missing ?? []).filter((name) => change[name] == null).map((name) => [name, "field.missing"]),
      );
      if (Object.keys({ ...lacks, ...refused }).length > 0) return failed({ ...lacks, ...refused });
      return [withTarget(state, { isBusy: true, problem: null }), [{
        type: "target.send",
        requests: [{ method: "PATCH", path: "/v1/profile", body: change }],
      }]];
    }
    case "target.preview": {
      if (target.isBusy) return [state, []];
      const { refused, effect, preview } = previewOf(state);
      if (Object.keys(refused).length > 0) return failed(refused);
      return [
        withTarget(state, { refused: {}, problem: null, isBusy: Boolean(effect), preview }),
        effect ? [effect] : [],
      ];
    }
    case "target.calculated": {
      const { macros, ...workings } = action.data;
      const preview = {
        ...sums(workings),
        ...macros,
        weekdays: {},
        workings: action.data,
        warnings: workings.warnings,
      };
      return [withTarget(state, { isBusy: false, preview: { ...preview, requests: action.requests } }), []];
    }
    case "target.store":
      if (target.isBusy || !target.preview) return [state, []];
      return [withTarget(state, { isBusy: true, problem: null }), [{
        type: "target.send",
        requests: target.preview.requests,
      }]];
    case "target.stored": {
      const next = withTarget({ ...state, profile: action.profile }, { ...CLOSED, isSaved: true, isBusy: false });
      return [next, [
        { type: "keepProfile", profile: action.profile },
        { type: "focusHeading" },
        ...loads(next),
        { type: "loadDay", date: state.todayDate },
      ]];
    }
    case "target.failed":
      // Without the estimate or the history the screen still says what the target is.
      if (!action.then || action.then === "target.calculated") {
        return [withTarget(state, { problem: action.problem, isBusy: false }), [{ type: "focusError" }]];
      }
      return [action.then === "target.history" ? withTarget(state, { history: [] }) : state, []];
    default:
      return [state, []];
  }
}

const CLOSED = { way: null, values: {}, hasWeekdays: false, refused: {}, preview: null, problem: null };

/** @param {{dailyKcal: number, weeklyKcal: number, monthlyKcal: number}} sums */
const sums = ({ dailyKcal, weeklyKcal, monthlyKcal }) => ({ dailyKcal, weeklyKcal, monthlyKcal });

/** Reads the open form.
 * @param {AppState} state
 * @returns {{refused: Record<string, string>, effect: Effect | null, preview: TargetPreview | null}} */
function previewOf(state) {
  const { way, expenditure } = targetState(state);
  const { profile } = state;
  if (!profile) return { refused: {}, effect: null, preview: null };
  if (way === "hand") return byHand(state);
  if (way === "measured") {
    const offer = expenditure?.offer;
    if (!offer) return { refused: {}, effect: null, preview: null };
    const body = { dailyKcal: offer.dailyKcal, ...offer.macros };
    return { refused: {}, effect: null, preview: handPreview(state, body, {}, offer.warnings) };
  }
  const { change, refused } = bodyChange(state, targetState(state).values);
  // Saving what is computed ends a target by hand.
  const ends = profile.target?.byHand ? [{ method: "DELETE", path: "/v1/profile/targets" }] : [];
  const isChanged = Object.keys(change).length > 0;
  const requests = [...(isChanged ? [{ method: "PATCH", path: "/v1/profile", body: change }] : []), ...ends];
  const formula = change.formula ?? profile.formula;
  const needsFat = ["katchMcArdle", "cunningham"].includes(String(formula));
  if (needsFat && (change.bodyFatPercent === undefined ? profile.bodyFatPercent : change.bodyFatPercent) === null) {
    refused.bodyFatPercent ||= "target.wrong.bodyFat";
  }
  /** @type {Effect} */
  const effect = {
    type: "target.ask",
    method: "POST",
    path: "/v1/calculator/target",
    body: calculation(profile, state.language, change),
    then: "target.calculated",
    params: { requests },
  };
  return { refused, effect, preview: null };
}

/** @param {AppState} state */
function byHand(state) {
  const { values, hasWeekdays } = targetState(state);
  /** @type {Record<string, string>} */
  const refused = {};
  const typed = (/** @type {string} */ field) => (values[field] ?? "").trim();
  const kcalOf = (/** @type {string} */ field) => {
    const value = numberOrNull(typed(field));
    const kcal = value === null ? null : Math.round(toMetric(value, state.energy));
    if (kcal === null) refused[field] = typed(field) === "" ? "field.missing" : "number.wrong";
    else if (kcal < TARGET_KCAL.min || kcal > TARGET_KCAL.max) refused[field] = "target.wrong.range";
    return kcal ?? 0;
  };
  /** @type {import("../../types.d.ts").RequestedTarget} */
  const day = { dailyKcal: kcalOf("dailyKcal") };
  for (const name of MACROS) {
    if (typed(name) === "") continue;
    const grams = numberOrNull(typed(name));
    if (grams === null) refused[name] = "number.wrong";
    else day[name] = grams;
  }
  if (!refused.dailyKcal && isTooMuch(day)) refused.dailyKcal = "target.wrong.macros";
  /** @type {Record<string, {dailyKcal: number}>} */
  const weekdays = {};
  for (const name of hasWeekdays ? WEEKDAYS : []) if (typed(name) !== "") weekdays[name] = { dailyKcal: kcalOf(name) };
  const isRight = Object.keys(refused).length === 0;
  return { refused, effect: null, preview: isRight ? handPreview(state, day, weekdays, []) : null };
}

/** @param {AppState} state @param {import("../../types.d.ts").RequestedTarget} day
 * @param {Record<string, {dailyKcal: number}>} weekdays
 * @param {import("../../types.d.ts").CalculationWarning[]} warnings @returns {TargetPreview} */
function handPreview(state, day, weekdays, warnings) {
  const proteinG = targetState(state).workings?.macros.proteinG ?? null;
  const filled = Object.fromEntries(
    Object.entries(weekdays).map(([name, value]) => [name, manualDay(value, proteinG)]),
  );
  const body = Object.keys(weekdays).length > 0 ? { ...day, weekdays } : day;
  return {
    ...manualDay(day, proteinG),
    ...sumsOf(day.dailyKcal, weekdays, state.todayDate),
    weekdays: filled,
    workings: null,
    warnings,
    requests: [{ method: "POST", path: "/v1/profile/targets", body }],
  };
}
