/** The target of a day. */
import { fieldsOf } from "../../core/drafts.js";
import { makeEffects } from "./effects.js";
import { reduceTarget } from "./target.js";
import { targetView } from "./views/target.js";

/** @type {import("../../types.d.ts").Module} */
export default {
  screens: [
    { path: "/target", name: "target", view: targetView },
  ],
  reducers: [reduceTarget],
  hears: ["profile.loaded"],
  effects: makeEffects,
  drafts: {
    target: fieldsOf("target", ["way", "values", "hasWeekdays"], null, {
      isTyped: (changed) => "values" in changed || "hasWeekdays" in changed,
    }),
  },
};
