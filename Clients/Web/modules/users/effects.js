/** Effects of Users and Invitations. */
import { afterPause, asking } from "../../data/ask.js";
import { copyText } from "../../data/copy.js";
import { attemptWith, nothing } from "../../data/effects.js";

/** @param {import("../../data/effects.js").Tools} tools
 * @returns {import("../../types.d.ts").EffectsOf<"users">} */
export function makeEffects(tools) {
  const { api, dispatch } = tools;
  const ask = asking(tools, "users.failed");
  return {
    "users.ask": ask,
    "users.search": afterPause(ask),
    "users.loadMeta": () =>
      attemptWith(dispatch)(
        async () => dispatch({ type: "meta.loaded", meta: await api.meta() }),
        nothing,
      ),
    "users.copy": async (/** @type {any} */ { what, text }) => {
      if (await copyText(text, `invitation-${what}`)) dispatch({ type: "invitations.copied", what });
    },
  };
}
