/** Users and invitations, as an admin sees them, full of names by other people. */
import "../../../Clients/Web/modules/users/invitations.js";
import { usersView } from "../../../Clients/Web/modules/users/views/users.js";
import { account, day, HOSTILE, invitation, Run, TODAY, USER } from "../fixtures.js";

const problem = { code: "new", status: 400, detail: HOSTILE, params: {} };

/** The list of accounts, with the sheet of one in two steps, and the list of invitations with a new code. */
export function userScreens() {
  const open = (params = {}) =>
    Run.signedIn(day(TODAY)).do({ type: "session.started", user: { ...USER, roles: ["user", "admin"] } })
      .do({ type: "route.changed", route: { name: "users", params } });
  const hostile = { name: HOSTILE, email: HOSTILE };
  const items = [
    account("a1", { ...hostile, roles: ["user", "staff", "admin"] }),
    account("a2", { ...hostile, disabled: true, lastUsedAt: null }),
    account(USER.id, hostile),
  ];
  const list = () =>
    open().do({ type: "users.loaded", query: "", cursor: null, data: { items, nextCursor: "a3" } })
      .do({ type: "users.failed", then: "users.changed", id: "a2", problem }).do({ type: "users.menu", id: "a1" });
  const asking = list().do({ type: "users.choose", step: "revokeAdmin" });
  const invitations = open({ list: "invitations" }).do({
    type: "invitations.loaded",
    cursor: null,
    data: { items: [invitation("i1", { note: HOSTILE }), invitation("i2", { state: "usedUp" })], nextCursor: "i3" },
  });
  invitations.do({ type: "users.failed", then: "invitations.revoked", id: "i1", problem });
  const made = { invitation: invitation("i4", { note: HOSTILE }), code: HOSTILE };
  invitations.do({ type: "invitations.made", data: made }).do({ type: "invitations.form", isOpen: true })
    .do({ type: "invitations.type", field: "days", text: HOSTILE }).do({ type: "invitations.make" })
    .do({ type: "users.failed", then: "invitations.made", problem }).do({ type: "invitations.ask", id: "i1" });
  return {
    users: [list(), usersView],
    usersQuestion: [asking, usersView],
    usersInvitations: [invitations, usersView],
  };
}
