/** Effects of Target. */
import { asking } from "../../data/ask.js";
import { attemptWith } from "../../data/effects.js";

/** @param {import("../../data/effects.js").Tools} tools
 * @returns {import("../../types.d.ts").EffectsOf<"target">} */
export function makeEffects(tools) {
  const { api, client, dispatch } = tools;
  return {
    "target.ask": asking(tools, "target.failed"),
    /** Sends requests one after the other, then reads the profile with its new target. */
    "target.send": (/** @type {{requests: {method: string, path: string, body?: unknown}[]}} */ { requests }) =>
      attemptWith(dispatch)(async () => {
        for (const { method, path, body } of requests) await client.request(path, { method, body });
        dispatch({ type: "target.stored", profile: await api.profile() });
      }, (problem) => ({ type: "target.failed", problem })),
  };
}
