/** Effects of Plan. */
import { asking } from "./ask.js";

/** @param {import("./effects.js").Tools} tools */
export const makeEffects = (tools) => ({ "plan.ask": asking(tools, "plan.failed") });
