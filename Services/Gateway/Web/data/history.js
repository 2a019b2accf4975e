/** Effects of History. */
import { afterPause, asking } from "./ask.js";

/** @param {import("./effects.js").Tools} tools */
export function makeEffects(tools) {
  const ask = asking(tools, "history.failed");
  const search = afterPause(ask);
  return {
    "history.ask": ask,
    "history.search": (/** @type {any} */ effect) => effect.params.isMore ? ask(effect) : search(effect),
  };
}
