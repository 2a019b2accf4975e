/** Effects of the second factor. */
import { asking } from "../../data/ask.js";

/** @param {import("../../data/effects.js").Tools} tools */
export const makeEffects = (tools) => ({ "factor.ask": asking(tools, "factor.failed") });
