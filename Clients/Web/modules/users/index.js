/** Accounts and invitations, for staff and admins. */
import { fieldsOf, picked } from "../../core/drafts.js";
import { makeEffects } from "./effects.js";
import { reduceInvitations, reduceMaking, reduceRevoking } from "./invitations.js";
import { reduceUsers } from "./users.js";
import { usersView } from "./views/users.js";

/** What is typed of an invitation. */
const INVITATION = ["isOpen", "values"];

/** @type {import("../../types.d.ts").Module} */
export default {
  screens: [
    { path: "/system/users", name: "users", view: usersView },
    { path: "/system/users/:list", name: "users", view: usersView },
  ],
  reducers: [reduceUsers, reduceInvitations, reduceMaking, reduceRevoking],
  prefixes: ["invitations"],
  effects: makeEffects,
  drafts: {
    // A search for accounts is not stored: it has names and addresses of other people.
    users: fieldsOf("invitations", INVITATION, { isOpen: false, values: {} }, {
      isTyped: (changed) => "values" in changed,
      read: ({ users, invitations }) =>
        users?.list === "invitations" && invitations ? picked(invitations, INVITATION) : null,
    }),
  },
};
