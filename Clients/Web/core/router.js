/** Routes by path: which screen a path shows, and the paths that several modules link to. */
import { isDay } from "./dates.js";
import { allScreens, moduleAt, modules } from "./modules.js";

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

/** @type {Record<string, (value: string) => boolean>} */
const CHECKS = {
  date: isDay,
  meal: (value) => MEALS.some((meal) => meal === value),
  period: (value) => /^(?:day|week|month|year)$/.test(value),
};

/**
 * @param {string} path
 * @returns {import("../types.d.ts").Route} The name of the module if it is not loaded; `missing` for an unknown path.
 */
export function routeOf(path) {
  const segments = path.split("/").filter(Boolean).map(decode);
  const owner = moduleAt(path)?.name;
  for (const { path: pattern, name, module } of allScreens()) {
    const parts = pattern.split("/").filter(Boolean);
    if (module !== owner || parts.length !== segments.length) continue;
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
  return { name: owner === undefined || modules.has(owner) ? "missing" : owner, params: {} };
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
