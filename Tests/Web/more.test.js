import { leavingModel, moreState, shownProfile } from "../../Clients/Web/modules/more/more.js";
import { bodyChange, bodyTexts } from "../../Clients/Web/core/settings.js";
import { makeEffects } from "../../Clients/Web/modules/more/effects.js";
import { ProblemError } from "../../Clients/Web/core/problems.js";
import { Modules } from "../../Clients/Web/data/modules.js";
import { render } from "../../Clients/Web/core/html.js";
import { phonePlaces } from "../../Clients/Web/core/modules.js";
import { moreView } from "../../Clients/Web/modules/more/views/more.js";
import { shellView } from "../../Clients/Web/views/shell.js";
import { assert, equal } from "./checks.js";
import { installDOM } from "./dom.js";
import { context } from "./hostile.js";
import { day, entry, profile, Run, TODAY, USER } from "./fixtures.js";

const opened = (section, ...days) =>
  Run.signedIn(...days).do({ type: "profile.loaded", profile: profile() })
    .do({ type: "route.changed", route: { name: "more", params: section ? { section } : {} } });
const offline = { code: "offline", status: 0, detail: "", params: {} };

/** A run with a write that waits. */
const unsent = () => opened("", day(TODAY, [entry()])).do({ type: "entry.remove", date: TODAY, id: "e1" });

Deno.test("modules: a new language needs the texts of the modules that are loaded", () => {
  const modules = new Modules(() => {});
  modules.loaded.set("more", Promise.resolve());
  const shared = ["i18n/uk.json", "i18n/late.uk.json", "i18n/forms.uk.json"];
  equal(modules.textFiles("uk"), [...shared, "modules/more/texts/uk.json"]);
});

Deno.test("more: an unknown section shows the list", () => {
  equal(moreState(opened("nothing").state).section, "");
  equal(moreState(opened("body").state).section, "body");
});

Deno.test("more: security loads sessions and tokens", () => {
  const run = opened("security");
  equal([run.taken("more.loadSessions").length, run.taken("more.loadTokens").length], [1, 1]);
});

Deno.test("more: a setting shows at once, and as before if the server refuses it", () => {
  const run = opened("sharing");
  const shares = { leaderboard: true, foods: false };
  run.do({ type: "more.set", form: "shares", change: { shares } });
  equal(shownProfile(run.state).shares, shares);
  equal(run.taken("more.patch").map(({ change }) => change), [{ shares }]);
  run.do({ type: "more.failed", form: "shares", problem: offline });
  equal(shownProfile(run.state).shares.leaderboard, false);
});

Deno.test("more: what is typed in one form does not go to another", () => {
  const run = opened("data");
  run.do({ type: "more.type", form: "export", field: "currentPassword", text: "Secret123" });
  run.do({ type: "more.submit", form: "delete" });
  equal(run.taken("more.delete"), []);
  equal(moreState(run.state).refused, { currentPassword: "field.missing" });
});

Deno.test("more: a password and an address are checked before they are sent", () => {
  const run = opened("security").do({ type: "more.type", form: "password", field: "password", text: "short" });
  run.do({ type: "more.submit", form: "password" });
  equal(moreState(run.state).refused, { password: "field.password.tooShort", currentPassword: "field.missing" });
  run.do({ type: "more.type", form: "password", field: "password", text: "Long enough" });
  run.do({ type: "more.type", form: "password", field: "currentPassword", text: "old" });
  run.do({ type: "more.submit", form: "password" }).do({ type: "more.submit", form: "password" });
  equal(run.taken("more.password").length, 1, "sent once");
});

Deno.test("more: a dislike is added once", () => {
  const run = opened("food");
  const add = (text) => {
    run.do({ type: "more.type", field: "dislike", text }).do({ type: "more.dislike" });
    return run.taken("more.patch").map(({ change }) => change.dislikes);
  };
  equal([add(" Beetroot "), add("Beetroot"), add("")], [[["Beetroot"]], [], []]);
});

Deno.test("settings: values that were not touched are not sent, also in imperial units", () => {
  for (const units of ["metric", "imperial"]) {
    const state = { profile: profile({ units }), language: "en" };
    equal(bodyChange(state, bodyTexts(state.profile, "en")), { change: {}, refused: {} }, units);
  }
});

Deno.test("settings: typed values are read in the person's units", () => {
  const metric = { profile: profile({ goalWeightKg: 60 }), language: "th" };
  const values = { heightCm: "1,75", weightKg: "๗๐", goalWeightKg: "", day: "1", month: "2", year: "2533" };
  equal(bodyChange(metric, values).change, {
    heightCm: 175,
    weightKg: 70,
    goalWeightKg: null,
    birthDate: "1990-02-01",
  });
  const imperial = { profile: profile({ units: "imperial" }), language: "en" };
  equal(bodyChange(imperial, { heightCm: "5'9", weightKg: "150" }).change, { heightCm: 175.26, weightKg: 68.03886 });
  equal(bodyChange(metric, { weightKg: "many", heightCm: "", month: "13" }).refused, {
    heightCm: "field.missing",
    weightKg: "more.number",
    birthDate: "more.date",
  });
});

Deno.test("sign-out: without unsent writes it happens at once", () => {
  const run = opened().do({ type: "more.signOut" });
  equal(run.taken("more.leave"), [{ type: "more.leave", keeps: false, user: USER.id }]);
});

Deno.test("sign-out: with unsent writes there is a question, and each answer has its effect", () => {
  for (const [answer, keeps] of [["more.keep", true], ["more.discard", false]]) {
    const run = unsent().do({ type: "more.signOut" });
    equal([leavingModel(run.state).step, leavingModel(run.state).waiting, run.taken("more.leave")], ["ask", 1, []]);
    run.do({ type: answer });
    equal(run.taken("more.leave").map((effect) => effect.keeps), [keeps], answer);
  }
});

Deno.test("sign-out: `send` leaves when the last write is answered", () => {
  const run = unsent().do({ type: "more.signOut" }).do({ type: "more.send" });
  const [request] = run.sent();
  equal(run.taken("more.leave"), []);
  run.answer(request, { kind: "gone" });
  equal(run.taken("more.leave").length, 1);
});

Deno.test("sign-out: `send` asks again if the server does not answer", () => {
  const run = unsent().do({ type: "more.signOut" }).do({ type: "more.send" });
  run.do({ type: "connection", isOnline: false, now: 1 });
  equal([leavingModel(run.state).step, leavingModel(run.state).canSend], ["ask", false]);
});

Deno.test("sign-out: nothing of the person stays in the window", () => {
  const run = unsent().do({ type: "session.left" });
  equal([run.state.session, run.state.profile, run.state.today.days, run.writes, run.state.more], [
    { phase: "signedOut", user: null },
    null,
    {},
    [],
    undefined,
  ]);
  equal(run.taken("go").at(-1).path, "/welcome");
});

Deno.test("sign-out: without an answer the device removes the person's data, and ends the session later", async () => {
  for (const keeps of [true, false]) {
    const calls = [];
    const store = {
      putValue: (...args) => Promise.resolve(calls.push(args)),
      wipe: (user) => Promise.resolve(calls.push(["wipe", user])),
    };
    const api = { signOut: () => Promise.reject(new ProblemError(offline)) };
    const dispatch = ({ type }) => calls.push([type]);
    await makeEffects({ api, store, dispatch })["more.leave"]({ user: "u1", keeps });
    const wiped = keeps ? [] : [["wipe", "u1"]];
    equal(calls, [["device", "signOut", true], ["device", "user", null], ...wiped, ["session.left"]]);
  }
});

Deno.test("mail: a link contains the code, so only the password is asked for", () => {
  const run = new Run().do({ type: "route.changed", route: { name: "reset", params: {} } });
  equal([run.state.mail.step, run.taken("mail.readToken").length], ["ask", 1]);
  run.do({ type: "mail.token", token: "abc" });
  // The app opens its first screen twice: for the session and for the address.
  run.do({ type: "reset.open" });
  run.do({ type: "mail.type", field: "password", text: "Long enough" }).do({ type: "mail.submit" });
  equal(run.taken("mail.reset"), [{ type: "mail.reset", token: "abc", password: "Long enough" }]);
  run.do({ type: "mail.done", step: "done" });
  equal([run.state.mail.step, run.state.mail.password], ["done", ""]);
});

Deno.test("mail: its pages need no session, and are not left for Welcome", () => {
  const run = new Run().do({ type: "route.changed", route: { name: "confirm", params: {} } });
  run.do({ type: "session.ended" });
  equal(run.taken("go"), []);
  assert(run.state.mail.step === "confirm");
});

Deno.test("more: the picture of the profile is set and removed, one request at a time", () => {
  const run = opened("account").do({ type: "more.picture", file: new Blob(["x"]) }).do({
    type: "more.picture",
    file: null,
  });
  equal([run.taken("more.picture").length, moreState(run.state).busy], [1, "picture"]);
  run.do({ type: "more.saved", form: "picture", keepsFocus: true }).do({ type: "more.picture", file: null });
  equal(run.taken("more.picture").map(({ file }) => file), [null]);
});

Deno.test("more: two modules stand in the bar of a phone, and More has the others", () => {
  const run = opened("");
  const rows = () => {
    const main = installDOM();
    render(moreView(context(run)), main);
    return main.find("a").map((link) => link.getAttribute("href"));
  };
  equal(phonePlaces([]), ["progress", "people"]);
  assert(!rows().includes("/people") && rows().includes("/foods") && rows().includes("/target"), rows().join(" "));
  run.do({ type: "more.place", name: "foods" });
  equal([run.state.places, run.taken("more.savePlaces").length], [["people", "foods"], 1]);
  assert(rows().includes("/progress") && !rows().includes("/foods"), rows().join(" "));
  run.do({ type: "more.place", name: "foods" });
  equal(run.state.places, ["people", "foods"], "a second tap");
  equal(phonePlaces(["gone", "plan"]), ["plan", "progress"], "a module that is gone");
  assert(!rows().includes("/system"), "only for admins");
  run.do({ type: "session.started", user: { ...USER, roles: ["admin"] } });
  assert(["/system", "/system/users", "/system/reports"].every((path) => rows().includes(path)), rows().join(" "));
});

Deno.test("shell: the bar of a phone has the chosen modules, and the place of the screen is marked", () => {
  const run = Run.signedIn(day(TODAY, [entry()]));
  const links = () => {
    const main = installDOM();
    render(shellView(context(run), 8), main);
    const items = main.find("li").filter((item) => item.getAttribute("class") !== "nav-wide");
    return items.flatMap((item) => item.find("a")).filter((link) => /^nav/.test(link.getAttribute("class")));
  };
  const paths = () => links().map((link) => link.getAttribute("href")).filter((path) => !path.startsWith("/add/"));
  const current = () => links().filter((link) => link.getAttribute("aria-current") === "page");
  equal([paths(), current().map((link) => link.getAttribute("href"))], [["/", "/progress", "/people", "/more"], ["/"]]);
  run.do({ type: "more.place", name: "plan" });
  equal(paths(), ["/", "/people", "/plan", "/more"]);
  for (const [name, params, path] of [["group", { groupId: "g1" }, "/people"], ["system", {}, "/more"]]) {
    run.do({ type: "route.changed", route: { name, params } });
    equal(current().map((link) => link.getAttribute("href")), [path], name);
  }
});
