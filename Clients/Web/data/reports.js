/** Effects of reports of foods. */
import { asking } from "./ask.js";

/** @param {import("./effects.js").Tools} tools */
export const makeEffects = (tools) => ({ "report.ask": asking(tools, "report.failed") });
