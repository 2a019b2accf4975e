/** Effects of History. */
import { afterPause, asking } from "../../data/ask.js";

/** @param {import("../../data/effects.js").Tools} tools
 * @returns {import("../../types.d.ts").EffectsOf<"history">} */
export function makeEffects(tools) {
  const { store, getState, dispatch } = tools;
  const ask = asking(tools, "history.failed");
  const search = afterPause(ask);
  const userId = () => getState().session.user?.id;

  return {
    "history.ask": ask,
    "history.search": (/** @type {any} */ effect) => effect.params.isMore ? ask(effect) : search(effect),

    async "history.kept"() {
      const user = userId();
      const days = user ? await store.days(user).catch(() => []) : [];
      // Another person may have signed in meanwhile.
      if (user === userId()) dispatch({ type: "history.kept", days });
    },
  };
}
