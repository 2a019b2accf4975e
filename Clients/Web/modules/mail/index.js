/** The pages that links in mail lead to. The gateway's mails have these paths. */
import { makeEffects } from "./effects.js";
import { reduceMail } from "./mail.js";
import { mailView } from "./views/mail.js";

/** @type {import("../../types.d.ts").Module} */
export default {
  screens: [
    { path: "/reset-password", name: "reset", view: mailView },
    { path: "/confirm-email", name: "confirm", view: mailView },
  ],
  reducers: [reduceMail],
  effects: makeEffects,
};
