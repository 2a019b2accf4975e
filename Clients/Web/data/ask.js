/** Sends one request and dispatches its answer as one action, for parts with paths in their reducers. */
import { attemptWith } from "./effects.js";

/** The pause after a key before a search, so that fast typing makes one request. */
const SEARCH_PAUSE_MS = 200;

/**
 * Makes an effect with `method`, `path`, `body`, `version`, the type of the action that has the answer (`then`), and
 * what both actions carry (`params`). An answer that comes after another person has signed in is dropped.
 * @param {import("./effects.js").Tools} tools
 * @param {import("../types.d.ts").ActionName} failed The type of the action for a problem.
 * @returns {(effect: any) => Promise<void>}
 */
export const asking = ({ client, dispatch, getState }, failed) => (effect) => {
  const { method = "GET", path, body, version, then, params = {} } = effect;
  const userId = () => getState?.().session.user?.id;
  const user = userId();
  const give = (/** @type {import("../types.d.ts").Action} */ action) =>
    user === userId() ? dispatch(action) : undefined;
  return attemptWith(give)(async () => {
    const { data } = await client.request(path, { method, body, version });
    give({ ...params, type: then, data });
  }, (problem) => ({ ...params, type: failed, then, problem }));
};

/** Makes an effect of a search: only the newest request is sent, after a pause in typing.
 * @param {(effect: any) => Promise<void>} ask @returns {(effect: any) => Promise<void>} */
export function afterPause(ask) {
  /** @type {unknown} */
  let newest = null;
  return async (effect) => {
    newest = effect;
    await new Promise((resolve) => setTimeout(resolve, SEARCH_PAUSE_MS));
    if (newest === effect) await ask(effect);
  };
}
