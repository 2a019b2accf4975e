/** The draft of Progress: a weight, or another measure. */
import { FORM_MS, picked } from "../../core/drafts.js";

/** What is typed of waist, sleep and steps. */
const MEASURE = ["kind", "text"];

/** @type {import("../../types.d.ts").DraftForm} */
export const PROGRESS = {
  empty: { weightText: null, weightKg: null, measure: null },
  maxAgeMs: FORM_MS,
  key: "progress",
  read: ({ progress, measures }) =>
    progress
      ? {
        ...picked(progress, ["weightText", "weightKg"]),
        measure: measures?.text ? picked(measures, MEASURE) : null,
      }
      : null,
  write: (state, { measure, ...weight }) => {
    const measures = /** @type {any} */ ({ ...state.measures, ...(measure ?? { text: "" }) });
    return { ...state, progress: /** @type {any} */ ({ ...state.progress, ...weight }), measures };
  },
};
