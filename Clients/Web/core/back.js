/** Where a screen leads back to. */
import { allScreens } from "./modules.js";

/** @typedef {import("../types.d.ts").Route} Route */

/** The paths of routes that were asked for: drafts ask after each action.
 * @type {WeakMap<Route, string | null>} */
const known = new WeakMap();

/** The path of a route; null for one of an unknown path, or of a module that is not loaded.
 * @param {Route} route */
export function pathOf(route) {
  let path = known.get(route);
  // Its module may come later.
  if (path == null) known.set(route, path = found(route));
  return path;
}

/** @param {Route} route */
function found({ name, params }) {
  const names = Object.keys(params);
  for (const screen of allScreens()) {
    const parts = screen.path.split("/");
    const own = parts.filter((part) => part.startsWith(":"));
    if (screen.name !== name || own.length !== names.length || !own.every((part) => part.slice(1) in params)) continue;
    return parts.map((part) => part.startsWith(":") ? encodeURIComponent(params[part.slice(1)]) : part).join("/");
  }
  return null;
}

/** The path of the screen from which the shown one was opened.
 * @param {import("../types.d.ts").AppState} state @param {string} otherwise For a screen that was the first one. */
export const backPath = ({ previous }, otherwise) => (previous && pathOf(previous)) ?? otherwise;
