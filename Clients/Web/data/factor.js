/** Effects of the second factor. */
import { asking } from "./ask.js";

/** @param {import("./effects.js").Tools} tools */
export const makeEffects = (tools) => ({ "factor.ask": asking(tools, "factor.failed") });
