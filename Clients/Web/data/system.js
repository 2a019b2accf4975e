/** Effects of System. */
import { asking } from "./ask.js";

/** @param {import("./effects.js").Tools} tools */
export const makeEffects = (tools) => ({
  "system.ask": asking(tools, "system.failed"),
  "system.wait": (/** @type {{ms: number, visit: number}} */ { ms, visit }) =>
    void setTimeout(() => tools.dispatch({ type: "system.tick", visit }), ms),
});
