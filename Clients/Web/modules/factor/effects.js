/** Effects of the second factor. */
import { asking } from "../../data/ask.js";

/** @param {import("../../data/effects.js").Tools} tools @returns {import("../../types.d.ts").EffectsOf<"factor">} */
export const makeEffects = (tools) => ({ "factor.ask": asking(tools, "factor.failed") });
