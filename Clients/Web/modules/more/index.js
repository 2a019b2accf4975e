/** More: the settings, and the ways to all other screens. */
import { fieldsOf } from "../../core/drafts.js";
import { makeEffects } from "./effects.js";
import { reduceMore } from "./more.js";
import { moreView } from "./views/more.js";

/** @type {import("../../types.d.ts").Module} */
export default {
  screens: [
    { path: "/more", name: "more", view: moreView },
    { path: "/more/:section", name: "more", view: moreView },
  ],
  reducers: [reduceMore],
  hears: ["connection", "sync"],
  effects: makeEffects,
  drafts: {
    more: fieldsOf("more", ["form", "values", "scopes"], null, {
      isTyped: (changed) => "values" in changed || "scopes" in changed,
    }),
  },
};
