/** The second factor of a sign-in. */
import { makeEffects } from "./effects.js";
import { reduceFactor } from "./factor.js";
import { factorView } from "./views/factor.js";

/** @type {import("../../types.d.ts").Module} */
export default {
  screens: [
    { path: "/more/security/factor", name: "factor", view: factorView },
  ],
  reducers: [reduceFactor],
  hears: ["route.changed"],
  effects: makeEffects,
};
