/** Menus and their shopping lists. */
import { fieldsOf } from "../../core/drafts.js";
import { makeEffects } from "./effects.js";
import { reducePlan } from "./plan.js";
import { reduceShopping } from "./shopping.js";
import { planView } from "./views/plan.js";

/** @type {import("../../types.d.ts").Module} */
export default {
  screens: [
    { path: "/plan", name: "plan", view: planView },
    { path: "/plan/:planId", name: "plan", view: planView },
  ],
  reducers: [reducePlan, reduceShopping],
  hears: ["connection.back", "hint", "value.refused", "value.stored"],
  writing: ["plan.save", "plan.tick"],
  effects: makeEffects,
  drafts: {
    plan: {
      ...fieldsOf("plan", ["draft"], null),
      read: ({ plan, route }) => plan && !route.params.planId ? { draft: plan.draft } : null,
      endsBy: ["plan.made"],
    },
  },
};
