/** Progress: energy, weight and other measures over time. */
import { PROGRESS } from "./drafts.js";
import { makeEffects } from "./effects.js";
import { reduceMeasures } from "./measures.js";
import { reduceProgress } from "./progress.js";
import { progressView } from "./views/progress.js";

/** @type {import("../../types.d.ts").Module} */
export default {
  screens: [
    { path: "/progress", name: "progress", view: progressView },
    { path: "/progress/:period/:date", name: "progress", view: progressView },
  ],
  reducers: [reduceProgress, reduceMeasures],
  prefixes: ["measure", "measures", "weight"],
  hears: ["day.failed", "hint"],
  writing: ["measure.remove", "measure.save", "weight.save", "weight.undo"],
  effects: makeEffects,
  drafts: { progress: PROGRESS },
};
