/** Invitations to register: the list, a new one with its code, and the end of one. */
import { invitationLink, invitationRequest } from "../../Clients/Web/modules/users/invitations.js";
import { render } from "../../Clients/Web/core/html.js";
import { makeEffects } from "../../Clients/Web/modules/users/effects.js";
import { usersView } from "../../Clients/Web/modules/users/views/users.js";
import { welcomeView } from "../../Clients/Web/views/welcome.js";
import { assert, equal } from "./checks.js";
import { installDOM } from "./dom.js";
import { day, invitation, Run, TODAY, USER } from "./fixtures.js";
import { context } from "./hostile.js";

const CODE = "7K2QM-X9D4R-0TBWC-5HJPE";
const problem = (status, code = "x", more = {}) => ({ code, status, detail: "In English.", params: {}, ...more });
const open = (run = Run.signedIn(day(TODAY))) =>
  run.do({ type: "session.started", user: { ...USER, roles: ["user", "staff"] } })
    .do({ type: "route.changed", route: { name: "users", params: { list: "invitations" } } });
const loaded = (items, nextCursor = null, run = open()) =>
  run.do({ type: "invitations.loaded", cursor: null, data: { items, nextCursor } });

function shown(run, view = usersView) {
  const main = installDOM();
  render(view(context(run)), main);
  return main;
}
const asked = (run) => run.taken("users.ask").map(({ method = "GET", path, body }) => [method, path, body]);
const type = (field, text) => ({ type: "invitations.type", field, text });

/** A form that is filled in and sent. */
const making = (run = loaded([])) => {
  asked(run);
  return run.do({ type: "invitations.form", isOpen: true }).do(type("note", " For Bohdan ")).do(type("uses", "๓"))
    .do({ type: "invitations.make" });
};
const made = (run = making()) =>
  run.do({
    type: "invitations.made",
    data: { invitation: invitation("i9", { note: "For Bohdan", usesMax: 3 }), code: CODE },
  });

Deno.test("invitations: the list comes in pages, with the state of each", () => {
  const run = open();
  equal(asked(run), [["GET", "/v1/admin/invitations?limit=20", undefined]]);
  assert(shown(run).find("div").some((each) => each.getAttribute("aria-busy")), "skeletons");
  const states = ["open", "usedUp", "expired", "revoked"];
  loaded(states.map((state) => invitation(state, { state })), "i 1", run);
  run.do({ type: "invitations.more" }).do({ type: "invitations.more" });
  equal(asked(run), [["GET", "/v1/admin/invitations?limit=20&cursor=i%201", undefined]]);
  const rows = shown(run).find("li");
  equal(["Open", "Used up", "Expired", "Revoked"].map((text, i) => rows[i].textContent.includes(text)), [
    true,
    true,
    true,
    true,
  ]);
  equal(rows.map((row) => row.find("button").length), [1, 0, 0, 0], "only an open one can be revoked");
  run.do({ type: "invitations.loaded", cursor: null, data: { items: [invitation("i6")], nextCursor: null } });
  run.do({ type: "invitations.loaded", cursor: "i 1", data: { items: [invitation("i5")], nextCursor: null } });
  equal(run.state.invitations.items.map(({ id }) => id), [...states, "i5"], "a late answer is dropped");
});

Deno.test("invitations: the form sends whole numbers within the contract's ranges", () => {
  const body = (values) => invitationRequest(values);
  equal(body({}), { body: { uses: 1, days: 7 }, wrong: {} });
  equal(body({ uses: "1 000", days: "365", note: " Bo " }).body, { uses: 1000, days: 365, note: "Bo" });
  for (const text of ["", "0", "1001", "1.5", "½", "-1", "x", "1,234"]) {
    equal(body({ uses: text }).wrong, { uses: "invitations.whole" }, text);
  }
  equal(body({ days: "366" }).wrong, { days: "invitations.whole" });
  const run = loaded([]);
  asked(run);
  run.do({ type: "invitations.form", isOpen: true }).do(type("days", "400")).do({ type: "invitations.make" });
  equal([asked(run), run.taken("focusError").length], [[], 1]);
  assert(shown(run).textContent.includes("Use a whole number from 1 to 365."));
  run.do(type("days", "30"));
  assert(!shown(run).textContent.includes("Use a whole number"));
});

Deno.test("invitations: a new one shows its code and its link until the person has done with them", () => {
  const run = making().do({ type: "invitations.make" });
  equal(asked(run), [["POST", "/v1/admin/invitations", { uses: 3, days: 7, note: "For Bohdan" }]]);
  made(run);
  equal([run.state.invitations.items.map(({ id }) => id), run.state.invitations.isOpen], [["i9"], false]);
  const values = (run) => shown(run).find("input").map((each) => each.value);
  equal(values(run), [CODE, invitationLink(CODE, "")]);
  // Another screen and back: only the person ends it.
  run.do({ type: "route.changed", route: { name: "more", params: {} } });
  equal(values(loaded([], null, open(run))), [CODE, invitationLink(CODE, "")]);
  run.do({ type: "invitations.done" });
  equal([values(run), JSON.stringify(run.state).includes(CODE)], [[], false]);
});

Deno.test("invitations: nothing of a code stays after the sign-out", () => {
  const run = made().do({ type: "session.left" });
  assert(!JSON.stringify(run.state).includes(CODE));
});

Deno.test("invitations: a code is copied, or its field is selected where there is no clipboard", async () => {
  const run = made();
  run.do({ type: "invitations.copy", what: "link", text: invitationLink(CODE, "https://a.example") });
  const [effect] = run.taken("users.copy");
  const [copied, selected, actions] = [[], [], []];
  const effects = makeEffects({ dispatch: (action) => actions.push(action) });
  const before = { clipboard: navigator.clipboard, document: globalThis.document };
  const use = (clipboard) => Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
  globalThis.document = { getElementById: (id) => ({ select: () => selected.push(id) }) };
  try {
    use(undefined);
    await effects["users.copy"](effect);
    equal([selected, actions], [["invitation-link"], []]);
    use({ writeText: (text) => Promise.resolve(copied.push(text)) });
    await effects["users.copy"](effect);
  } finally {
    use(before.clipboard);
    globalThis.document = before.document;
  }
  equal([copied, actions], [[`https://a.example/welcome#invitation=${CODE}`], [{
    type: "invitations.copied",
    what: "link",
  }]]);
  run.do(actions[0]);
  equal(shown(run).find("button").filter(({ textContent }) => textContent.trim() === "Copied").length, 1);
});

Deno.test("invitations: an unanswered request may have made one, so the list is asked for again", () => {
  const run = making(loaded([invitation("i1")], "i1"));
  asked(run);
  run.do({ type: "users.failed", then: "invitations.made", problem: problem(0) });
  equal(asked(run), [["GET", "/v1/admin/invitations?limit=20", undefined]]);
  assert(shown(run).textContent.includes("its code cannot be shown any more"));
  equal(shown(run).find("input")[0].value, " For Bohdan ", "what was typed stays");
  run.do({ type: "invitations.loaded", cursor: null, data: { items: [invitation("i2")], nextCursor: null } });
  equal(run.state.invitations.items.map(({ id }) => id), ["i2"]);
});

Deno.test("invitations: what the server refuses stands beside its field", () => {
  const errors = [{ field: "uses", code: "outOfRange", params: { min: "1", max: "1000" }, message: "In English." }];
  const run = making();
  run.do({ type: "users.failed", then: "invitations.made", problem: problem(422, "invalid", { errors }) });
  assert(shown(run).textContent.includes("Use a value from 1 to 1000."));
  run.do({ type: "invitations.make" }).do({
    type: "users.failed",
    then: "invitations.made",
    problem: problem(403, "forbidden"),
  });
  assert(shown(run).textContent.includes("This is not allowed for your account."));
});

Deno.test("invitations: one is revoked after a question", () => {
  const run = loaded([invitation("i1", { note: "For Bohdan" }), invitation("i2")]);
  asked(run);
  run.do({ type: "invitations.ask", id: "i1" });
  const [dialog] = shown(run).find("dialog");
  assert(dialog.hasAttribute("data-open") && dialog.textContent.includes("Revoke “For Bohdan”?"));
  run.do({ type: "invitations.ask", id: null }).do({ type: "invitations.revoke" });
  equal(asked(run), []);
  run.do({ type: "invitations.ask", id: "i1" }).do({ type: "invitations.revoke" }).do({ type: "invitations.revoke" });
  equal(asked(run), [["DELETE", "/v1/admin/invitations/i1", undefined]]);
  run.do({ type: "users.failed", then: "invitations.revoked", id: "i1", problem: problem(404, "notFound") });
  const rows = shown(run).find("li");
  assert(rows[0].textContent.includes("does not exist any more") && !rows[1].textContent.includes("not exist"));
  run.do({ type: "invitations.ask", id: "i1" }).do({ type: "invitations.revoke" });
  run.do({ type: "invitations.revoked", id: "i1", data: null });
  equal([run.state.invitations.items.map(({ state }) => state), run.state.toast.key], [
    ["revoked", "open"],
    "invitations.revoked",
  ]);
});

Deno.test("invitations: the screen says whether the server needs one", () => {
  const run = loaded([]);
  equal(run.taken("users.loadMeta").length, 1);
  const said = (registration) =>
    shown(run.do({ type: "meta.loaded", meta: { registration, features: [] } })).textContent;
  assert(said("open").includes("Anyone can register"));
  assert(said("closed").includes("Registration is closed"));
  assert(!said("invitation").includes("MEALWIRE_REGISTRATION"));
  equal(open(run).taken("users.loadMeta").length, 0, "it is known");
});

Deno.test("invitations: nothing, no rights, and a failure with another attempt", () => {
  assert(shown(loaded([])).textContent.includes("There is no invitation yet."));
  const fail = (status) =>
    open().do({ type: "users.failed", then: "invitations.loaded", cursor: null, problem: problem(status) });
  const forbidden = shown(fail(403));
  assert(forbidden.textContent.includes("Only staff and admins"));
  assert(!forbidden.textContent.includes("Make an invitation"));
  const run = fail(0);
  assert(shown(run).textContent.includes("No connection"));
  asked(run);
  run.do({ type: "invitations.retry" });
  equal([asked(run).length, run.state.invitations.problem], [1, null]);
});

Deno.test("invitations: Welcome takes the code of a link, says so, and registers with it", () => {
  const run = new Run().do({ type: "meta.loaded", meta: { registration: "invitation", features: [] } });
  run.do({ type: "route.changed", route: { name: "welcome", params: {} } });
  assert(!shown(run, welcomeView).textContent.includes("You are invited."));
  run.do({ type: "welcome.type", field: "invitation", text: CODE });
  assert(shown(run, welcomeView).textContent.includes("You are invited."));
  run.do({ type: "welcome.type", field: "email", text: "bo@example.org" }).do({
    type: "welcome.step",
    step: "register",
  });
  const field = shown(run, welcomeView).find("input").find((each) => each.getAttribute("id") === "invitation");
  equal(field.value, CODE);
  run.do({ type: "welcome.type", field: "name", text: "Bohdan" })
    .do({ type: "welcome.type", field: "password", text: "Password1" }).do({ type: "welcome.submit" });
  equal(run.taken("register").map(({ invitation }) => invitation), [CODE]);
});
