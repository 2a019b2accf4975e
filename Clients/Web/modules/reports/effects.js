/** Effects of reports of foods. */
import { asking } from "../../data/ask.js";

/** @param {import("../../data/effects.js").Tools} tools
 * @returns {import("../../types.d.ts").EffectsOf<"reports">} */
export const makeEffects = (tools) => ({ "report.ask": asking(tools, "report.failed") });
