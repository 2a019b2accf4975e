/** Effects of reports of foods. */
import { asking } from "../../data/ask.js";

/** @param {import("../../data/effects.js").Tools} tools */
export const makeEffects = (tools) => ({ "report.ask": asking(tools, "report.failed") });
