/** Users, for staff and admins: the list of accounts, and the changes of one. */
import { render } from "../../Clients/Web/core/html.js";
import { routeOf } from "../../Clients/Web/core/router.js";
import { changesOf } from "../../Clients/Web/modules/users/users.js";
import { Client } from "../../Clients/Web/data/fetch.js";
import { makeEffects } from "../../Clients/Web/modules/users/effects.js";
import { moreView } from "../../Clients/Web/modules/more/views/more.js";
import { systemView } from "../../Clients/Web/modules/system/views/system.js";
import { usersView } from "../../Clients/Web/modules/users/views/users.js";
import { assert, equal } from "./checks.js";
import { installDOM } from "./dom.js";
import { account, day, Run, TODAY, USER } from "./fixtures.js";
import { context } from "./hostile.js";

const problem = (status, code = "x", params = {}) => ({ code, status, detail: "In English.", params });
const signedIn = (...roles) =>
  Run.signedIn(day(TODAY)).do({ type: "session.started", user: { ...USER, roles: ["user", ...roles] } });
const open = (run = signedIn("admin"), params = {}) =>
  run.do({ type: "route.changed", route: { name: "users", params } });
const loaded = (items, nextCursor = null, run = open()) =>
  run.do({ type: "users.loaded", query: "", cursor: null, data: { items, nextCursor } });

function shown(run, view = usersView, language) {
  const main = installDOM();
  render(view(context(run, language)), main);
  return main;
}
const links = (main) => main.find("a").map((each) => each.getAttribute("href"));
const asked = (run) => run.taken("users.ask").map(({ method = "GET", path, body }) => [method, path, body]);

/** Chooses a change in the menu of an account, and confirms it. */
const change = (run, id, step) =>
  run.do({ type: "users.menu", id }).do({ type: "users.choose", step }).do({ type: "users.change" });

Deno.test("users: staff and admins find the list in More, admins in System, too, and others nowhere", () => {
  const more = (...roles) =>
    links(shown(signedIn(...roles).do({ type: "route.changed", route: { name: "more", params: {} } }), moreView))
      .includes("/system/users");
  equal([more("staff"), more("admin"), more()], [true, true, false]);
  const run = signedIn("admin").do({ type: "route.changed", route: { name: "system", params: {} } });
  run.do({ type: "system.failed", problem: problem(0) });
  assert(links(shown(run, systemView)).includes("/system/users"), "also while System itself fails");
  equal(routeOf("/system/users/invitations"), { name: "users", params: { list: "invitations" } });
  assert(links(shown(open(run))).includes("/system"), "back to where it was opened");
  assert(links(shown(open())).includes("/more"));
});

Deno.test("users: accounts come in pages, and nothing is asked twice", () => {
  const run = open();
  equal(asked(run), [["GET", "/v1/admin/users?limit=20", undefined]]);
  assert(shown(run).find("div").some((each) => each.getAttribute("aria-busy")), "skeletons");
  loaded([account("a1")], "a 1", run).do({ type: "users.more" }).do({ type: "users.more" });
  equal(asked(run), [["GET", "/v1/admin/users?limit=20&cursor=a%201", undefined]]);
  const next = { items: [account("a2")], nextCursor: null };
  run.do({ type: "users.loaded", query: "", cursor: "a 1", data: next });
  run.do({ type: "users.loaded", query: "", cursor: "a 1", data: next });
  equal([run.state.users.items.map(({ id }) => id), run.state.users.cursor], [["a1", "a2"], null]);
  run.do({ type: "users.more" });
  equal(asked(run), []);
});

Deno.test("users: a search and a filter are sent, and answers to earlier ones are dropped", () => {
  const run = loaded([account("a1")], "a1");
  asked(run);
  run.do({ type: "users.type", text: " bo&d " });
  const [search] = run.taken("users.search");
  equal(search.path, "/v1/admin/users?limit=20&q=bo%26d");
  equal(run.state.users.items.length, 1, "the list stays while the person types");
  run.do({ type: "users.loaded", query: "", cursor: null, data: { items: [], nextCursor: null } });
  equal(run.state.users.items.length, 1);
  run.do({ ...search.params, type: search.then, data: { items: [], nextCursor: null } });
  assert(shown(run).textContent.includes("No account fits."));
  run.do({ type: "users.filter", filter: "disabled" });
  equal(asked(run), [["GET", "/v1/admin/users?limit=20&state=disabled&q=bo%26d", undefined]]);
  equal(run.state.users.items, null);
  run.do({ type: "users.filter", filter: "admin" }).do({ type: "users.type", text: "" });
  equal(run.taken("users.search").map(({ path }) => path), ["/v1/admin/users?limit=20&role=admin"]);
  run.do({ type: "route.changed", route: { name: "more", params: {} } });
  equal([open(run).state.users.filter, asked(run).pop()[1]], ["admin", "/v1/admin/users?limit=20&role=admin"]);
});

Deno.test("users: the caller's role decides what may be changed", () => {
  const may = (run, change) => changesOf(run.state, account("a1", change));
  const [staff, admin, user] = [signedIn("staff"), signedIn("admin"), signedIn()];
  equal(may(staff), ["disable"]);
  equal(may(staff, { disabled: true }), ["enable"]);
  equal([may(staff, { roles: ["user", "staff"] }), may(staff, { roles: ["user", "admin"] })], [[], []]);
  equal(may(admin), ["disable", "grantStaff", "grantAdmin"]);
  equal(may(admin, { roles: ["user", "staff"] }), ["disable", "revokeStaff", "grantAdmin"]);
  equal(may(admin, { roles: ["user", "admin"], disabled: true }), ["enable", "revokeAdmin"]);
  equal(may(user), []);
  const menus = (run) =>
    shown(loaded([account("a1"), account("a2", { roles: ["user", "admin"] })], null, open(run))).find("button")
      .map((each) => each.getAttribute("aria-label")).filter((label) => label?.startsWith("Change "));
  equal(menus(signedIn("staff")), ["Change name of a1"]);
  equal(menus(signedIn("admin")), ["Change name of a1", "Change name of a2"]);
});

Deno.test("users: a change is sent after a question that says what it does, and roles are sent as a whole", () => {
  const run = loaded([account("a1"), account("a2", { roles: ["user", "staff"] })]);
  asked(run);
  run.do({ type: "users.change" });
  equal(asked(run), [], "nothing was chosen");
  run.do({ type: "users.menu", id: "a1" }).do({ type: "users.change" });
  equal(asked(run), [], "the menu changes nothing");
  run.do({ type: "users.choose", step: "disable" });
  const dialogs = shown(run).find("dialog");
  equal(dialogs.map((each) => each.hasAttribute("data-open")), [false, true]);
  assert(dialogs[1].textContent.includes("Disable name of a1?"), dialogs[1].textContent);
  assert(dialogs[1].textContent.includes("All sessions end"), dialogs[1].textContent);
  // The dialog of the menu closes after the other one has opened.
  run.do({ type: "users.close", isMenu: true }).do({ type: "users.change" }).do({ type: "users.change" });
  equal(asked(run), [["PATCH", "/v1/admin/users/a1", { disabled: true }]]);
  equal([run.state.users.busy, run.state.users.sheet], ["a1", null]);
  run.do({ type: "users.changed", id: "a1", step: "disable", data: account("a1", { disabled: true }) });
  equal([run.state.users.items[0].disabled, run.state.users.busy, run.state.toast.key], [
    true,
    null,
    "users.done.disable",
  ]);
  change(run, "a2", "grantAdmin");
  equal(asked(run), [["PATCH", "/v1/admin/users/a2", { roles: ["user", "staff", "admin"] }]]);
  run.do({ type: "users.menu", id: "a1" });
  equal(run.state.users.sheet, null, "one change at a time");
  run.do({ type: "users.changed", id: "a2", step: "grantAdmin", data: account("a2", { roles: ["user", "admin"] }) });
  change(run, "a2", "revokeAdmin");
  equal(asked(run), [["PATCH", "/v1/admin/users/a2", { roles: ["user"] }]]);
});

Deno.test("users: a sheet that is closed changes nothing", () => {
  const run = loaded([account("a1")]);
  asked(run);
  run.do({ type: "users.menu", id: "a1" }).do({ type: "users.choose", step: "disable" });
  run.do({ type: "users.close", isMenu: false }).do({ type: "users.change" });
  equal([asked(run), run.state.users.sheet], [[], null]);
});

Deno.test("users: the own account is marked, and its question warns", () => {
  const run = loaded([account(USER.id, { roles: ["user", "admin"] })]);
  assert(shown(run).find("span").some(({ textContent }) => textContent === "You"));
  run.do({ type: "users.menu", id: USER.id }).do({ type: "users.choose", step: "revokeAdmin" });
  assert(shown(run).textContent.includes("This is your own account."));
});

Deno.test("users: a refused change is told beside its row, in the person's language", () => {
  const said = (failure, language = "en") => {
    const run = change(loaded([account("a1"), account("a2")]), "a2", "disable");
    run.do({ type: "users.failed", then: "users.changed", id: "a2", problem: failure });
    const rows = shown(run, usersView, language).find("ul")[0].find("li");
    const [first, second] = rows.map((row) => row.find("p").map(({ textContent }) => textContent).join());
    equal([first, run.state.users.busy, run.state.users.items.length], ["", null, 2]);
    return second;
  };
  const lastAdmin = problem(409, "conflict", { reason: "lastAdmin" });
  assert(said(lastAdmin).includes("last enabled admin"));
  for (const language of ["uk", "th"]) assert(!said(lastAdmin, language).includes("In English."), language);
  assert(said(problem(403, "forbidden")).includes("Your role does not allow this."));
  assert(said(problem(404, "notFound")).includes("does not exist any more"));
  assert(said(problem(412, "versionMismatch")).includes("another device"));
  assert(said(problem(0, "offline")).includes("No connection"));
  assert(said(problem(422, "brandNew")).includes("In English."), "a code that the app does not know");
});

Deno.test("users: no rights, no connection, and another attempt", () => {
  const fail = (status) =>
    open().do({ type: "users.failed", then: "users.loaded", query: "", cursor: null, problem: problem(status) });
  const forbidden = shown(fail(403));
  assert(forbidden.textContent.includes("Only staff and admins"));
  equal(forbidden.find("input").length, 0);
  assert(shown(fail(0)).textContent.includes("No connection"));
  const run = fail(500);
  asked(run);
  run.do({ type: "users.retry" });
  equal([asked(run).length, run.state.users.problem, run.state.users.isLoading], [1, null, true]);
});

Deno.test("users: the answer of the server becomes an action, and only the last search is sent", async () => {
  const [actions, sent] = [[], []];
  const done = Promise.withResolvers();
  const fetch = (path, { method, body }) => {
    sent.push([path, method, body]);
    return Promise.resolve(Response.json({ items: [], nextCursor: null }));
  };
  const dispatch = (action) => {
    actions.push(action);
    if (action.query?.includes("q=")) done.resolve();
  };
  const effects = makeEffects({ client: new Client({ fetch }), dispatch });
  const run = loaded([account("a1")]);
  asked(run);
  change(run, "a1", "disable");
  await effects["users.ask"](run.taken("users.ask")[0]);
  equal(sent, [["/v1/admin/users/a1", "PATCH", '{"disabled":true}']]);
  equal(actions.map(({ type, id, step }) => [type, id, step]), [["users.changed", "a1", "disable"]]);
  run.do({ type: "users.type", text: "b" }).do({ type: "users.type", text: "bo" });
  run.taken("users.search").forEach((effect) => void effects["users.search"](effect));
  await done.promise;
  equal(sent.slice(1).map(([path]) => path), ["/v1/admin/users?limit=20&q=bo"]);
});
