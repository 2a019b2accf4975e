/** Writes of modules within the state of the app. A module writes with `writeModule`, and registers what it knows about
 * its writes with `registerWrites`. */
import { register } from "./app.js";
import { write } from "./diary.js";
import "./sync/module-writes.js";

export { MINE, registerWrites, THEIRS } from "./sync/modules.js";

/** @typedef {import("../types.d.ts").AppState} AppState */
/** @typedef {import("./sync/types.d.ts").ModuleWrite} ModuleWrite */

/** Puts a write of a module into the queue.
 * @param {AppState} state @param {Omit<ModuleWrite, "kind"> & {write: string, now: number}} change `write` is a new id.
 * @returns {[AppState, import("../types.d.ts").Effect[]]} */
export const writeModule = (state, change) => write(state, { kind: "module", ...change });

/** The writes of a module, in their order.
 * @param {AppState} state @param {string} module */
export const writesOfModule = ({ sync }, module) =>
  sync.stored.writes.flatMap(({ id, change, status }) =>
    change.kind === "module" && change.module === module ? [{ id, change, status }] : []
  );

/**
 * An object of a module with its writes laid over it, where bodies have the fields of objects; null if it is removed.
 * What was refused is shown, too, because a later PUT takes its place; a refused removal is not.
 * @param {AppState} state @param {string} module @param {string} subject @param {any} object Null if it is new.
 */
export function shownObject(state, module, subject, object) {
  let shown = object;
  for (const { change, status } of writesOfModule(state, module)) {
    if (change.subject !== subject) continue;
    if (change.method !== "DELETE") shown = { ...shown, ...change.body };
    else if (status.kind !== "refused") shown = null;
  }
  return shown;
}

/** A module that was loaded meanwhile merges its conflicts.
 * @type {import("../types.d.ts").Reducer} */
function reduceModuleWrites(state, { type }) {
  const isLoading = type === "connection.back";
  if (!isLoading && type !== "route.changed" && type !== "module.loaded") return [state, []];
  return [state, [{ type: "joinWrites", isLoading }]];
}

register(reduceModuleWrites);
