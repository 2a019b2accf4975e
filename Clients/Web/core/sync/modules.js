/** What modules know about their writes. A module registers it when it is loaded; the queue sends without it. */

/** @typedef {import("./types.d.ts").ModuleWrite} ModuleWrite */

/**
 * Merges a change with the object of the server, after an answer with 412.
 * @callback Merge
 * @param {any} base The object of the server from which the change starts; null if it is new, or unknown.
 * @param {any} mine The body of the request; undefined for a DELETE.
 * @param {any} theirs The object that the server has now; null if it was removed.
 * @param {{method: string, field?: string, isUnsure: boolean}} request `isUnsure` is true if the server may have had
 *   the change already, and another device may have changed it back: then what looks unchanged may not be.
 * @returns {any} The body to send, `MINE` for the same one, `THEIRS` to give the change up, or null to ask the person.
 */

/**
 * @typedef {object} Writes
 * @property {(state: any, write: ModuleWrite) => {key: string, params?: Record<string, any>} | null} [about] The text
 *   of the list of what waits, from the texts of the module.
 * @property {(write: ModuleWrite, answer: {kind: string} & Record<string, any>) => any[]} [answered] The actions that
 *   an answer dispatches. It is `done` with `object` and `version`, `gone`, `changed` with `current`, or `refused`.
 * @property {Record<string, Merge>} [merge] By the name that a write has as `merge`.
 */

/** Results of a merge that are no body. */
export const MINE = Symbol("mine");
export const THEIRS = Symbol("theirs");

/** @type {Map<string, Writes>} */
const known = new Map();

/** @param {string} module @param {Writes | null} writes Null if the module is switched off. */
export const registerWrites = (module, writes) => void (writes ? known.set(module, writes) : known.delete(module));

/** @param {string} module */
export const isRegistered = (module) => known.has(module);

/** @template T @param {T} fallback @param {() => T | undefined} work @returns {T} */
function guarded(fallback, work) {
  try {
    return work() ?? fallback;
  } catch (error) {
    // A module with a defect must not hold up the writes of others.
    console.error(error);
    return fallback;
  }
}

/** @param {any} state @param {ModuleWrite} write */
export const aboutOf = (state, write) =>
  guarded(
    /** @type {ReturnType<NonNullable<Writes["about"]>>} */ (null),
    () => known.get(write.module)?.about?.(state, write),
  );

/** @param {ModuleWrite} write @param {{kind: string} & Record<string, any>} answer */
export const answeredBy = (write, answer) =>
  guarded(/** @type {any[]} */ ([]), () => known.get(write.module)?.answered?.(write, answer));

/** Null asks the person; so does a module that is not there.
 * @param {ModuleWrite} write @param {any} theirs @param {boolean} isUnsure */
export function merged({ module, merge = "", base, body, method, field }, theirs, isUnsure) {
  const result = guarded(
    null,
    () => known.get(module)?.merge?.[merge]?.(base ?? null, body, theirs, { method, field, isUnsure }),
  );
  return result === MINE ? body : result;
}
