/** Routes by path. The gateway reads the first segments from this file, and serves the page under each. */
import { isDay } from "./dates.js";

/** @type {import("../types.d.ts").Meal[]} */
export const MEALS = ["breakfast", "lunch", "dinner", "snack"];

/** From these hours on, + adds to the meal. */
const MEAL_HOURS =
  /** @type {[number, import("../types.d.ts").Meal][]} */ ([[18, "dinner"], [15, "snack"], [11, "lunch"], [
    4,
    "breakfast",
  ]]);

/** @param {number} hour @returns {import("../types.d.ts").Meal} */
export const mealAt = (hour) => MEAL_HOURS.find(([from]) => hour >= from)?.[1] ?? "snack";

/**
 * The patterns of the screens, each with the part of the app that is loaded with its screen; without one, the screen
 * belongs to the first load. `:name` is a parameter.
 * @type {[pattern: string, screen: string, part?: string][]}
 */
export const PATTERNS = [
  ["/", "today"],
  ["/welcome", "welcome"],
  ["/welcome/calculator", "calculator", "questions"],
  ["/day/:date", "today"],
  ["/add/:date/:meal", "add", "add"],
  ["/amount/:date/:meal/:foodId", "amount", "add"],
  ["/entry/:date/:entryId", "amount", "add"],
  ["/progress", "progress", "progress"],
  ["/progress/:period/:date", "progress", "progress"],
  ["/questions", "questions", "questions"],
  ["/people", "people", "people"],
  ["/people/groups/:groupId", "group", "people"],
  ["/people/users/:userId", "person", "people"],
  ["/people/foods", "shared", "people"],
  ["/people/foods/:date", "shared", "people"],
  ["/people/join/:code", "join", "people"],
  ["/people/challenges/:challengeId", "challenge", "people"],
  ["/more", "more", "more"],
  ["/more/:section", "more", "more"],
  ["/more/security/factor", "factor", "factor"],
  ["/more/data/import", "import", "imports"],
  ["/foods", "foods", "foods"],
  ["/foods/:list", "foods", "foods"],
  ["/foods/own/:foodId", "food", "foods"],
  ["/foods/code/:code", "food", "foods"],
  ["/foods/recipes/:foodId", "recipe", "foods"],
  ["/foods/report/:foodId", "report", "reports"],
  ["/target", "target", "target"],
  ["/history", "history", "history"],
  ["/scan", "scan", "scan"],
  ["/scan/:date/:meal", "scan", "scan"],
  ["/plan", "plan", "plan"],
  ["/plan/:planId", "plan", "plan"],
  ["/system", "system", "system"],
  ["/system/reports", "reports", "reports"],
  ["/system/users", "users", "users"],
  ["/system/users/:list", "users", "users"],
  // The pages that links in mail lead to. The gateway's mails have these paths.
  ["/reset-password", "reset", "mail"],
  ["/confirm-email", "confirm", "mail"],
];

/** The screens that need no session. */
export const PUBLIC = new Set(["welcome", "calculator", "reset", "confirm"]);

/** The first segments under which the gateway serves the page. */
export const SEGMENTS = [...new Set(PATTERNS.map(([pattern]) => pattern.split("/")[1]).filter(Boolean))];

/** @type {Record<string, (value: string) => boolean>} */
const CHECKS = {
  date: isDay,
  meal: (value) => MEALS.some((meal) => meal === value),
  period: (value) => /^(?:day|week|month|year)$/.test(value),
};

/**
 * @param {string} path
 * @returns {import("../types.d.ts").Route} `missing` for a path that no screen has.
 */
export function routeOf(path) {
  const segments = path.split("/").filter(Boolean).map(decode);
  for (const [pattern, name] of PATTERNS) {
    const parts = pattern.split("/").filter(Boolean);
    if (parts.length !== segments.length) continue;
    /** @type {Record<string, string>} */
    const params = {};
    const fits = parts.every((part, index) => {
      const segment = segments[index];
      if (!part.startsWith(":")) return part === segment;
      params[part.slice(1)] = segment;
      return segment !== "" && (CHECKS[part.slice(1)]?.(segment) ?? true);
    });
    if (fits) return { name, params };
  }
  return { name: "missing", params: {} };
}

/** @param {string} segment */
function decode(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}

/** The paths that views link to. */
export const paths = {
  today: () => "/",
  welcome: () => "/welcome",
  more: (/** @type {string} */ section) => `/more/${section}`,
  day: (/** @type {string} */ date, /** @type {string} */ today) => date === today ? "/" : `/day/${date}`,
  add: (/** @type {string} */ date, /** @type {string} */ meal) => `/add/${date}/${meal}`,
  amount: (/** @type {string} */ date, /** @type {string} */ meal, /** @type {string} */ foodId) =>
    `/amount/${date}/${meal}/${encodeURIComponent(foodId)}`,
  progress: (/** @type {string} */ period, /** @type {string} */ date) => `/progress/${period}/${date}`,
  scan: (/** @type {string} */ date, /** @type {string} */ meal) => `/scan/${date}/${meal}`,
  report: (/** @type {string} */ foodId) => `/foods/report/${encodeURIComponent(foodId)}`,
  entry: (/** @type {string} */ date, /** @type {string} */ id) => `/entry/${date}/${encodeURIComponent(id)}`,
};
