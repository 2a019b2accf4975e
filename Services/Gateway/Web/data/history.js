/** Effects of History. */
import { asking } from "./ask.js";

/** The pause after a key before a search, so that fast typing makes one request. */
const SEARCH_PAUSE_MS = 200;

/** @param {import("./effects.js").Tools} tools */
export function makeEffects(tools) {
  const ask = asking(tools, "history.failed");
  let newest = 0;
  return {
    "history.ask": ask,
    "history.search": async (/** @type {any} */ effect) => {
      newest = effect.search;
      if (!effect.params.isMore) await new Promise((resolve) => setTimeout(resolve, SEARCH_PAUSE_MS));
      if (newest === effect.search) await ask(effect);
    },
  };
}
