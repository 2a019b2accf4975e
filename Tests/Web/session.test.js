/** Sign-in, sessions and conflicts. */
import { emptyStore } from "../../Clients/Web/core/sync/stored.js";
import { todayModel } from "../../Clients/Web/core/today.js";
import { equal } from "./checks.js";
import { day, entry, Run, TODAY, USER } from "./fixtures.js";

Deno.test("welcome: the e-mail leads to signing in or registering", () => {
  const run = new Run();
  run.do({ type: "welcome.submit" });
  equal([run.state.welcome.refused.email, run.taken("emailStatus").length], ["field.email.wrongFormat", 0]);
  run.do({ type: "welcome.type", field: "email", text: " a@example.org " }).do({ type: "welcome.submit" }).do({
    type: "welcome.submit",
  });
  equal(run.taken("emailStatus").map(({ email }) => email), ["a@example.org"], "once");
  run.do({ type: "welcome.known", registered: false });
  run.do({ type: "welcome.type", field: "name", text: "Anna" }).do({
    type: "welcome.type",
    field: "password",
    text: "12345678",
  }).do({ type: "welcome.submit" });
  equal(run.state.welcome.refused, { password: "field.password.upperCase" });
  run.do({ type: "welcome.type", field: "password", text: "1234567A" }).do({ type: "welcome.submit" });
  equal(run.taken("register").map(({ name, password }) => [name, password]), [["Anna", "1234567A"]]);
});

Deno.test("welcome: the second factor continues the sign-in", () => {
  const run = new Run();
  run.do({ type: "welcome.type", field: "email", text: "a@example.org" }).do({
    type: "welcome.known",
    registered: true,
  });
  run.do({ type: "welcome.type", field: "password", text: "secret" }).do({ type: "welcome.submit" });
  run.do({
    type: "welcome.failed",
    problem: { code: "secondFactorRequired", status: 401, detail: "", params: { challenge: "c" } },
  });
  run.do({ type: "welcome.type", field: "code", text: "123 456" }).do({ type: "welcome.submit" });
  equal(run.taken("signInCode").map(({ challenge, code }) => [challenge, code]), [["c", "123456"]]);
  run.do({ type: "session.started", user: USER });
  equal([run.state.welcome.password, run.state.session.phase], ["", "signedIn"], "no password stays in memory");
});

Deno.test("welcome: if the server does not say whether an address has an account, the person chooses", () => {
  const run = new Run();
  run.do({ type: "welcome.type", field: "email", text: "a@example.org" }).do({ type: "welcome.submit" });
  run.do({ type: "welcome.failed", problem: { code: "forbidden", status: 403, detail: "", params: {} } });
  equal(run.state.welcome.step, "choose");
});

Deno.test("welcome: a demonstration signs its first user in once", () => {
  const run = new Run().do({ type: "welcome.demo", account: "anna" });
  equal(run.taken("signInDemo"), [{ type: "signInDemo", account: "anna" }]);
  run.do({ type: "welcome.demo", account: "anna" });
  equal(run.taken("signInDemo"), [], "a second tap waits");
});

Deno.test("session: an ended session keeps data and writes, and its user continues", () => {
  const run = Run.signedIn(day(TODAY));
  run.do({ type: "water.add", date: TODAY, ml: 250 }).do({ type: "session.ended" });
  equal([run.state.session.phase, run.writes.length, todayModel(run.state).isKnown], ["expired", 1, true]);
  run.do({ type: "session.started", user: USER });
  equal([run.writes.length, run.taken("sync.begin").length, run.sent().length], [1, 1, 1]);
});

Deno.test("session: one that begins with what the device has shows it before the first answer", () => {
  const kept = { profile: { timeZone: "UTC" }, days: [day(TODAY, [entry()])] };
  const run = new Run().do({ type: "session.started", user: USER, ...kept });
  equal([todayModel(run.state).isKnown, run.state.profile], [true, kept.profile]);
  equal(run.taken("keepProfile"), [], "what the store has is not written again");
  run.do({ type: "session.started", user: { ...USER, id: "u2" } });
  equal([todayModel(run.state).isKnown, run.state.profile], [false, null], "another user");
});

Deno.test("session: another user sees nothing of the first", () => {
  const run = Run.signedIn(day(TODAY, [entry()]));
  run.do({ type: "water.add", date: TODAY, ml: 250 }).do({ type: "session.ended" });
  run.do({ type: "session.started", user: { ...USER, id: "u2" } });
  equal([
    todayModel(run.state).isKnown,
    run.state.profile,
    run.taken("sync.openStore").map(({ effect }) => effect.user),
  ], [false, null, ["u2"]]);
  equal(run.writes.length, 0);
  const write = {
    id: "x",
    order: 1,
    change: { kind: "addWater", water: { id: "w", date: TODAY, ml: 1 } },
    revision: 1,
    attempts: 0,
  };
  const late = { ...write, status: { kind: "waiting" }, failures: 0 };
  run.sync({ kind: "opened", stored: { user: "u1", entries: {}, writes: [late] }, now: 0 });
  equal(run.writes.length, 0, "a late answer of the store is of the other user");
});

Deno.test("session: what is written before the store of the user is open follows when it is", () => {
  const run = new Run().do({ type: "session.started", user: USER }).do({
    type: "day.loaded",
    day: day(TODAY, [entry()]),
  });
  run.do({ type: "water.add", date: TODAY, ml: 250 }).do({ type: "entry.remove", date: TODAY, id: "e1" });
  equal([run.writes.length, todayModel(run.state).eaten], [0, 200]);
  run.sync({ kind: "opened", stored: emptyStore(USER.id), now: 0 });
  equal(run.changes.map(({ kind, base }) => [kind, base?.version]), [["addWater", undefined], ["removeEntry", 1]]);
  equal([todayModel(run.state).eaten, todayModel(run.state).waterMl], [0, 750]);
  run.sync({ kind: "opened", stored: run.state.sync.stored, now: 0 });
  equal(run.writes.length, 2, "once");
});

Deno.test("session: what was written before the store was open is not that of another user", () => {
  const run = new Run().do({ type: "session.started", user: USER }).do({ type: "water.add", date: TODAY, ml: 250 });
  run.do({ type: "session.started", user: { ...USER, id: "u2" } });
  run.sync({ kind: "opened", stored: emptyStore("u2"), now: 0 });
  equal(run.writes.length, 0);
});

Deno.test("conflicts: a field that both devices changed is a conflict, and both decisions are possible", () => {
  for (const [isMine, eaten] of [[true, 300], [false, 180]]) {
    const run = Run.signedIn(day(TODAY, [entry()]));
    run.do({ type: "route.changed", route: { name: "amount", params: { date: TODAY, entryId: "e1" } } });
    run.do({ type: "amount.type", text: "150" }).do({ type: "amount.save", path: "/" });
    const [request] = run.sent();
    run.answer(request, { kind: "changed", current: entry({ grams: 90, kcal: 180, version: 2 }) });
    const [state] = todayModel(run.state).meals[0].entries;
    equal([state.state, state.entry.grams], ["conflict", 150]);
    run.do({ type: "entry.resolve", id: "e1", isMine });
    run.do({ type: "day.loaded", day: day(TODAY, [entry({ grams: 90, kcal: 180, version: 2 })]) });
    equal([todayModel(run.state).eaten, run.writes.length], [eaten, isMine ? 1 : 0]);
  }
});

Deno.test("conflicts: a refused change is shown until the person dismisses it", () => {
  const run = Run.signedIn(day(TODAY, []));
  run.do({ type: "route.changed", route: { name: "add", params: { date: TODAY, meal: "lunch" } } }).do({
    type: "add.quick",
    kcal: 350,
    name: "Quick",
  });
  const [request] = run.sent();
  run.answer(request, { kind: "refused", status: 422, code: "invalid", detail: "" });
  equal(todayModel(run.state).meals[1].entries.map(({ state }) => state), ["refused"]);
  run.do({ type: "entry.dismiss", id: request.call.id });
  equal([run.writes.length, todayModel(run.state).eaten], [0, 0]);
});

Deno.test("session: an entry of a day that came before the store was open can be removed", () => {
  const run = new Run().do({ type: "session.started", user: USER }).do({
    type: "day.loaded",
    day: day(TODAY, [entry()]),
  });
  run.sync({ kind: "opened", stored: emptyStore(USER.id), now: 0 });
  run.do({ type: "entry.remove", date: TODAY, id: "e1" });
  equal(run.changes.map(({ kind, base }) => [kind, base.version]), [["removeEntry", 1]]);
});
