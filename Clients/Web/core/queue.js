/** The queue of writes within the state of the app: `state.sync`. Its rules are loaded after the first screen. */

/** @typedef {import("../types.d.ts").AppState} AppState */
/** @typedef {import("./sync/types.d.ts").SyncAction} SyncAction */

/** @type {typeof import("./sync/sync.js").reduceSync | null} */
let reduceSync = null;

/** @param {typeof import("./sync/sync.js").reduceSync} reduce */
export const connectQueue = (reduce) => void (reduceSync = reduce);

/** Passes an action to the queue. Its effects become effects of the app, each of the type `sync.<kind>`. Before its
 * rules are there nothing happens: the queue begins with the contents of the store, and learns the rest then.
 * @param {AppState} state @param {SyncAction} action @returns {[AppState, import("../types.d.ts").Effect[]]} */
export function runSync(state, action) {
  if (!reduceSync) return [state, []];
  const [sync, effects] = reduceSync(state.sync, action);
  return [{ ...state, sync }, effects.map((effect) => ({ type: `sync.${effect.kind}`, effect }))];
}

/** True for an action that a reducer of the queue handles: a write of Today, and the end of a toast.
 * @param {string} type */
export const needsQueue = (type) =>
  /^(?:entry\.(?!menu$|stored$)|entries\.|meal\.|water\.|day\.complete$|toast\.)/.test(type);

/** True if the store of the session's user is open. Before, a write would have no queue.
 * @param {AppState} state */
export const isOpen = ({ sync, session }) => sync.stored.user !== "" && sync.stored.user === session.user?.id;
