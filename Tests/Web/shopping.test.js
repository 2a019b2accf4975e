/** Ticks of shopping lists, and menus that the device keeps. */
import { emptyStore } from "../../Clients/Web/core/sync/stored.js";
import { render } from "../../Clients/Web/core/html.js";
import { makeEffects, withLoaded } from "../../Clients/Web/modules/plan/effects.js";
import { planView } from "../../Clients/Web/modules/plan/views/plan.js";
import { assert, equal } from "./checks.js";
import { nextTurn } from "./client.js";
import { installDOM } from "./dom.js";
import { USER } from "./fixtures.js";
import { context } from "./hostile.js";
import { list, menu, open, problem, shown, ticked } from "./menus.js";

Deno.test("plan: a tick shows at once, waits in the queue, and is part of the list when the server has it", () => {
  const run = shown().do({ type: "plan.tick", foodId: "f1", isTicked: true });
  equal([ticked(run), run.changes], [2, [
    { kind: "setValue", subject: "tick p1 f1", value: true, base: { value: false }, name: "a" },
  ]]);
  // The list of the server does not have it yet.
  run.do({ type: "plan.shopping", id: "p1", data: list(false) });
  equal(ticked(run), 2);
  const [{ number }] = run.sent();
  run.do({ type: "value.stored", subject: "tick p1 f1", value: true, list: { ...list(true), version: 2 } });
  run.sync({ kind: "answered", request: number, answer: { kind: "gone" }, now: 0, jitter: 0 });
  equal([run.writes.length, ticked(run)], [0, 2]);
  // An answer from before the tick.
  run.do({ type: "plan.shopping", id: "p1", data: list(false) });
  equal(ticked(run), 2);
});

Deno.test("plan: in a window that does not send, the list has the tick when the write has left the queue", () => {
  const run = shown().do({ type: "plan.tick", foodId: "f1", isTicked: true });
  run.sync({ kind: "opened", stored: emptyStore(USER.id), now: 0 });
  run.state.sync = { ...run.state.sync, stored: { ...run.state.sync.stored, writes: [] } };
  equal([run.writes.length, ticked(run)], [0, 2]);
});

Deno.test("plan: a tick that is taken back before it was sent needs no request", () => {
  const run = shown().do({ type: "plan.tick", foodId: "f1", isTicked: true });
  run.do({ type: "plan.tick", foodId: "f1", isTicked: false });
  equal([run.writes.length, ticked(run)], [0, 1]);
});

Deno.test("plan: the last of several ticks counts while the first one is on its way", () => {
  const run = shown().do({ type: "plan.tick", foodId: "f1", isTicked: true });
  run.sent();
  for (const isTicked of [false, true, false]) run.do({ type: "plan.tick", foodId: "f1", isTicked });
  equal([run.changes.map(({ value }) => value), ticked(run)], [[true, false], 1]);
});

Deno.test("plan: a refused tick is taken back, and the last refusal loads the list once", () => {
  const run = shown().do({ type: "plan.tick", foodId: "f1", isTicked: true });
  run.do({ type: "plan.tick", foodId: "f2", isTicked: false });
  run.do({ type: "value.refused", subject: "tick p1 f1", base: { value: false } });
  equal(run.taken("plan.ask").length, 0);
  run.state.sync.stored = { ...run.state.sync.stored, writes: run.writes.slice(1) };
  equal(ticked(run), 0);
  run.do({ type: "value.refused", subject: "tick p1 f2", base: { value: true } });
  equal(run.taken("plan.ask").map(({ path }) => path), ["/v1/plans/p1", "/v1/plans/p1/shopping"]);
  run.do({ type: "value.refused", subject: "tick p2 f1" }).do({
    type: "value.stored",
    subject: "favourite f1",
    value: 1,
  });
  equal(run.taken("plan.ask").length, 0);
});

Deno.test("plan: a menu that is gone leaves the screen and the device", () => {
  const run = shown().do({ type: "plan.kept", menus: [menu()], shopping: {} });
  run.do({ type: "plan.failed", then: "plan.shopping", id: "p1", problem: problem(404) });
  run.do({ type: "plan.failed", then: "plan.menu", id: "p1", problem: problem(404) });
  const { menu: left, shopping, menus, problem: shownProblem } = run.state.plan;
  equal([left, shopping, menus, shownProblem.status], [null, null, [], 404]);
  equal(run.taken("plan.forget").map(({ id }) => id), ["p1"]);
  const other = shown().do({ type: "plan.deleted", id: "p1" });
  equal([other.taken("plan.forget").length, other.taken("back").length, other.state.plan.menu], [1, 1, null]);
});

Deno.test("plan: without a connection the menus of the device are shown with a sentence, and loaded later", () => {
  const run = open();
  equal(run.taken("plan.kept").length, 1);
  run.do({ type: "connection", isOnline: false });
  run.do({ type: "plan.kept", menus: [menu()], shopping: { p1: list(false), p2: list(true) } });
  run.do({ type: "plan.failed", then: "plan.menu", id: "p1", problem: problem(0) });
  run.do({ type: "plan.failed", then: "plan.shopping", id: "p1", problem: problem(0) });
  equal([run.state.plan.menu.id, ticked(run), run.state.plan.formProblem], ["p1", 1, null]);
  const main = installDOM();
  render(planView(context(run)), main);
  const [strip] = main.all.filter((element) => element.getAttribute("class")?.includes("strip-problem"));
  assert(strip.textContent.includes("kept on this device"));
  run.taken("plan.ask");
  run.do({ type: "connection", isOnline: true });
  equal([run.taken("plan.ask").length, run.state.plan.problem], [2, null]);
});

Deno.test("plan: an unsteady line loads at most once in five seconds", () => {
  const run = open();
  const flap = (now) => {
    run.do({ type: "connection", isOnline: false, now });
    run.do({ type: "plan.failed", then: "plan.menu", id: "p1", problem: problem(0) });
    run.taken("plan.ask");
    run.do({ type: "connection", isOnline: true, now });
    return run.taken("plan.ask").length;
  };
  equal([flap(1_000), flap(2_000), flap(5_999), flap(6_000)], [2, 0, 0, 2]);
});

Deno.test("plan: a list that is not kept says so, and one that failed can be asked for again", () => {
  const run = open().do({ type: "plan.kept", menus: [menu()], shopping: {} }).do({ type: "plan.tab", tab: "shopping" });
  run.do({ type: "plan.failed", then: "plan.shopping", id: "p1", problem: problem(503) });
  run.do({ type: "plan.menu", id: "p1", data: menu() });
  const main = installDOM();
  render(planView(context(run)), main);
  assert(main.textContent.includes("was not loaded") && main.textContent.includes("Try again"), main.textContent);
  run.do({ type: "plan.retry" }).do({ type: "plan.shopping", id: "p1", data: list(false) });
  equal([run.state.plan.problem, ticked(run)], [null, 1]);
});

Deno.test("plan: what the server sent is shown instead of what the device keeps", () => {
  const run = shown().do({ type: "plan.kept", menus: [menu({ version: 1 })], shopping: { p1: list(true) } });
  equal([run.state.plan.menu.version, ticked(run)], [3, 1]);
});

Deno.test("plan: a device keeps the newest menus and the one that was opened last, with their lists", () => {
  const menus = ["a", "b", "c", "d"].map((id) => ({ id }));
  const ids = (kept) => [kept.menus.map(({ id }) => id), Object.keys(kept.shopping)];
  let kept = withLoaded(null, { menus });
  equal(ids(kept), [["a", "b", "c"], []]);
  kept = withLoaded(kept, { shopping: { planId: "d" } });
  kept = withLoaded(kept, { menu: { id: "d" } });
  equal(ids(kept), [["d", "a", "b"], ["d"]]);
  kept = withLoaded(kept, { menus: menus.slice(0, 3) });
  equal(ids(kept), [["d", "a", "b"], ["d"]]);
  kept = withLoaded(kept, { menu: { id: "b" } });
  equal(ids(kept), [["b", "d", "a"], ["d"]]);
});

Deno.test("plan: menus are kept and forgotten for their person, and those of another one are not shown", async () => {
  const [given, values, state] = [[], {}, { session: { user: { id: "a" } } }];
  const store = {
    value: (user) => nextTurn().then(() => values[user] ?? null),
    changeValue: (user, _, change) => Promise.resolve(void (values[user] = change(values[user] ?? null))),
  };
  const tools = { client: null, store, getState: () => state, dispatch: (action) => given.push(action) };
  const effects = makeEffects(tools);
  await effects["plan.keep"]({ loaded: { menu: { id: "p1" } } });
  await effects["plan.keep"]({ loaded: { shopping: { planId: "p1" } } });
  equal(values.a, { menus: [{ id: "p1" }], shopping: { p1: { planId: "p1" } }, opened: "p1" });
  await effects["plan.kept"]({});
  const late = effects["plan.kept"]({});
  state.session.user = { id: "b" };
  await late;
  equal(given.map(({ menus }) => menus.length), [1]);
  state.session.user = { id: "a" };
  await effects["plan.forget"]({ id: "p1" });
  equal([values.a.menus, values.a.shopping], [[], {}]);
  state.session.user = null;
  await effects["plan.keep"]({ loaded: { menu: { id: "p2" } } });
  equal([values.a.menus, Object.keys(values)], [[], ["a"]]);
});

Deno.test("plan: an answer that comes after another person has signed in is dropped", async () => {
  const [given, state] = [[], { session: { user: { id: "a" } } }];
  const client = { request: () => nextTurn().then(() => ({ data: { items: [] } })) };
  const effects = makeEffects({ client, store: {}, getState: () => state, dispatch: (action) => given.push(action) });
  const ask = { path: "/v1/plans", then: "plan.menus" };
  await effects["plan.ask"](ask);
  const late = effects["plan.ask"](ask);
  state.session.user = { id: "b" };
  await late;
  equal(given.map(({ type }) => type), ["plan.menus"]);
});
