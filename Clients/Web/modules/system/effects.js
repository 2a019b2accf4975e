/** Effects of System. */
import { asking } from "../../data/ask.js";

/** @param {import("../../data/effects.js").Tools} tools
 * @returns {import("../../types.d.ts").EffectsOf<"system">} */
export const makeEffects = (tools) => ({
  "system.ask": asking(tools, "system.failed"),
  "system.wait": (/** @type {{ms: number, visit: number}} */ { ms, visit }) =>
    void setTimeout(() => tools.dispatch({ type: "system.tick", visit }), ms),
});
