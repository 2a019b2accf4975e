/** Effects of the pages that links in mail lead to. None of them needs a session. */
import { attemptWith } from "../../data/effects.js";

/** @param {import("../../data/effects.js").Tools} tools
 * @returns {import("../../types.d.ts").EffectsOf<"mail">} */
export function makeEffects({ client, dispatch }) {
  const attempt = attemptWith(dispatch);
  /** @param {string} path @param {Record<string, string>} body @param {string} step What is shown afterwards. */
  const send = (path, body, step) =>
    attempt(async () => {
      await client.request(path, { method: "POST", body });
      dispatch({ type: "mail.done", step });
    }, (problem) => ({ type: "mail.failed", problem }));

  return {
    /** The code stands in the fragment, which no server receives. It is removed from the address and the history. */
    "mail.readToken": () => {
      const token = new URLSearchParams(location.hash.slice(1)).get("token");
      if (!token) return;
      history.replaceState(history.state, "", location.pathname);
      dispatch({ type: "mail.token", token });
    },
    "mail.forgot": (/** @type {any} */ { email }) => send("/v1/auth/password/forgot", { email }, "set"),
    "mail.reset": (/** @type {any} */ { token, password }) =>
      send("/v1/auth/password/reset", { token, password }, "done"),
    "mail.confirm": (/** @type {any} */ { token }) => send("/v1/auth/email/confirm", { token }, "confirmed"),
  };
}
