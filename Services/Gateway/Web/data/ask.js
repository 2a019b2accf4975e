/** Sends one request and dispatches its answer as one action, for parts with paths in their reducers. */
import { attemptWith } from "./effects.js";

/**
 * Makes an effect with `method`, `path`, `body`, `version`, the type of the action that has the answer (`then`), and
 * what both actions carry (`params`).
 * @param {import("./effects.js").Tools} tools
 * @param {string} failed The type of the action for a problem.
 * @returns {(effect: any) => Promise<void>}
 */
export const asking = ({ client, dispatch }, failed) => ({ method = "GET", path, body, version, then, params = {} }) =>
  attemptWith(dispatch)(async () => {
    const { data } = await client.request(path, { method, body, version });
    dispatch({ ...params, type: then, data });
  }, (problem) => ({ ...params, type: failed, then, problem }));
