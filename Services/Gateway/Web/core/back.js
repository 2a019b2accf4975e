/** Where a screen leads back to. */
import { PATTERNS } from "./router.js";

/** The path of a route; null for one that no screen has.
 * @param {import("../types.d.ts").Route} route */
export function pathOf({ name, params }) {
  const names = Object.keys(params);
  for (const [pattern, screen] of PATTERNS) {
    const parts = pattern.split("/");
    const own = parts.filter((part) => part.startsWith(":"));
    if (screen !== name || own.length !== names.length || !own.every((part) => part.slice(1) in params)) continue;
    return parts.map((part) => part.startsWith(":") ? encodeURIComponent(params[part.slice(1)]) : part).join("/");
  }
  return null;
}

/** The path of the screen from which the shown one was opened.
 * @param {import("../types.d.ts").AppState} state @param {string} otherwise For a screen that was the first one. */
export const backPath = ({ previous }, otherwise) => (previous && pathOf(previous)) ?? otherwise;
