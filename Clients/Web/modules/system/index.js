/** System: the state of the services, for admins. */
import { makeEffects } from "./effects.js";
import { reduceSystem } from "./system.js";
import { systemView } from "./views/system.js";

/** @type {import("../../types.d.ts").Module} */
export default {
  screens: [
    { path: "/system", name: "system", view: systemView },
  ],
  reducers: [reduceSystem],
  effects: makeEffects,
};
