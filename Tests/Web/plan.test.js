/** Menus: making, exchanging, logging, ticking. */
import { render } from "../../Services/Gateway/Web/core/html.js";
import { menuDay, shoppingGroups } from "../../Services/Gateway/Web/core/menus.js";
import { makeEffects, withLoaded } from "../../Services/Gateway/Web/data/plan.js";
import { planView } from "../../Services/Gateway/Web/views/plan.js";
import { assert, equal } from "./checks.js";
import { nextTurn } from "./client.js";
import { installDOM } from "./dom.js";
import { day, Run, TODAY } from "./fixtures.js";
import { context } from "./hostile.js";

const totals = { kcal: 500, proteinG: 30, fatG: 20, carbohydrateG: 50 };
const dish = (foodId) => ({ foodId, name: foodId, portion: "bowl", quantity: 1, grams: 150, nutrients: totals });
const meal = (...items) => ({ meal: "lunch", targetKcal: 600, totals, items });
const planned = (number) => ({
  day: number,
  fits: true,
  target: { dailyKcal: 2000 },
  totals,
  deviations: {},
  meals: [meal(dish("f1"), dish("f2"))],
});
const menu = (change = {}) => ({
  id: "p1",
  name: null,
  createdAt: "",
  from: TODAY,
  appliedFrom: null,
  menu: { fits: true, reasons: [], days: [planned(1), planned(2)] },
  logged: [],
  version: 3,
  ...change,
});
const list = (isTicked) => ({
  planId: "p1",
  version: 1,
  items: [
    { foodId: "f1", name: "a", category: "Fruit", grams: 1, portions: [], isTicked },
    { foodId: "f2", name: "b", category: null, grams: 1, portions: [], isTicked: true },
  ],
});
const problem = (status) => ({ code: "x", status, detail: "", params: {} });

const open = (params = { planId: "p1" }) =>
  Run.signedIn(day(TODAY)).do({ type: "route.changed", route: { name: "plan", params } });
const shown = () => {
  const run = open().do({ type: "plan.menu", id: "p1", data: menu() }).do({
    type: "plan.shopping",
    id: "p1",
    data: list(false),
  });
  run.taken("plan.ask");
  return run;
};

Deno.test("plan: a visit loads the menus, or one of them with its list", () => {
  equal(open({}).taken("plan.ask").map(({ path }) => path), ["/v1/plans?limit=20"]);
  equal(open().taken("plan.ask").map(({ path }) => path), ["/v1/plans/p1", "/v1/plans/p1/shopping"]);
});

Deno.test("plan: a repeated request makes one menu, a changed one makes another", () => {
  const run = open({}).do({ type: "plan.draft", change: { days: 3 } }).do({ type: "plan.save" }).do({
    type: "plan.save",
  });
  const asked = run.taken("plan.ask").filter(({ method }) => method === "POST");
  equal([asked.length, asked[0].body.days, asked[0].body.from], [1, 3, TODAY]);
  run.do({ type: "plan.failed", then: "plan.made", problem: problem(0) }).do({ type: "plan.save" });
  equal(run.taken("plan.ask")[0].body.id, asked[0].body.id);
  run.do({ type: "plan.failed", then: "plan.made", problem: problem(0) });
  run.do({ type: "plan.draft", change: { days: 7 } }).do({ type: "plan.save" });
  assert(run.taken("plan.ask")[0].body.id !== asked[0].body.id);
  run.do({ type: "plan.made", data: menu() });
  equal(run.taken("go").map(({ path }) => path), ["/plan/p1"]);
});

Deno.test("plan: a dish is exchanged for an alternative, and the list is read again", () => {
  const run = shown().do({ type: "plan.exchange", day: 2, foodId: "f1" });
  equal(run.taken("plan.ask").map(({ path }) => path), ["/v1/plans/p1/alternatives?day=2&foodId=f1&limit=6"]);
  run.do({ type: "plan.choices", day: 1, foodId: "f1", data: { items: [{}] } });
  equal(run.state.plan.exchange.items, null);
  run.do({ type: "plan.take", foodId: "f9" });
  const [{ path, body, version, params, then }] = run.taken("plan.ask");
  equal([path, body, version, then], ["/v1/plans/p1/exchange", { day: 2, foodId: "f1", to: "f9" }, 3, "plan.taken"]);
  run.do({ ...params, type: then, data: menu({ version: 4 }) });
  equal([run.state.plan.menu.version, run.state.plan.exchange, run.taken("plan.ask").map(({ path }) => path)], [
    4,
    null,
    ["/v1/plans/p1/shopping"],
  ]);
});

Deno.test("plan: after a change by another device the menu is read again", () => {
  const run = shown().do({ type: "plan.exchange", day: 1, foodId: "f1" }).do({ type: "plan.take", foodId: "f9" });
  run.taken("plan.ask");
  run.do({ type: "plan.failed", then: "plan.taken", id: "p1", problem: problem(412) });
  equal([run.state.plan.formProblem.status, run.taken("plan.ask").length], [412, 2]);
});

Deno.test("plan: one dish, a day or all are logged, and the shown day is read again", () => {
  const run = shown().do({ type: "plan.log", day: 1, foodId: "f1" });
  const [{ body, params }] = run.taken("plan.ask");
  equal(body, { day: 1, foodId: "f1" });
  const logged = [{ day: 1, foodId: "f1", entryId: "e1", date: TODAY }];
  run.do({ ...params, type: "plan.logged", data: { plan: menu({ logged }), entries: [{}] } });
  equal([run.state.toast.params.n, run.taken("loadDay").map(({ date }) => date)], [1, [TODAY]]);
  equal(menuDay(run.state.plan.menu, 1).meals[0].items.map(({ isLogged }) => isLogged), [true, false]);
  run.do({ type: "plan.log", day: 2 });
  equal(run.taken("plan.ask")[0].body, { day: 2 });
  run.do({ type: "plan.failed", then: "plan.logged", id: "p1", problem: problem(0) }).do({ type: "plan.logAll" });
  equal(run.taken("plan.ask")[0].path, "/v1/plans/p1/apply");
});

const ticked = ({ state }) => shoppingGroups(state, state.plan.shopping).ticked;

Deno.test("plan: a tick shows at once, waits in the queue, and is part of the list when the server has it", () => {
  const run = shown().do({ type: "plan.tick", foodId: "f1", isTicked: true });
  equal([ticked(run), run.changes], [2, [
    { kind: "setValue", subject: "tick p1 f1", value: true, base: { value: false } },
  ]]);
  // The list of the server does not have it yet.
  run.do({ type: "plan.shopping", id: "p1", data: list(false) });
  equal(ticked(run), 2);
  const [{ number }] = run.sent();
  run.do({ type: "value.stored", subject: "tick p1 f1", value: true });
  run.sync({ kind: "answered", request: number, answer: { kind: "gone" }, now: 0, jitter: 0 });
  equal([run.writes.length, ticked(run)], [0, 2]);
});

Deno.test("plan: a tick that is taken back before it was sent needs no request", () => {
  const run = shown().do({ type: "plan.tick", foodId: "f1", isTicked: true });
  run.do({ type: "plan.tick", foodId: "f1", isTicked: false });
  equal([run.writes.length, ticked(run)], [0, 1]);
});

Deno.test("plan: after a refused tick the list of the server is loaded, and others are ignored", () => {
  const run = shown().do({ type: "value.refused", subject: "tick p1 f1" });
  equal(run.taken("plan.ask").map(({ path }) => path), ["/v1/plans/p1", "/v1/plans/p1/shopping"]);
  run.do({ type: "value.refused", subject: "tick p2 f1" }).do({
    type: "value.stored",
    subject: "favourite f1",
    value: 1,
  });
  equal([run.taken("plan.ask").length, ticked(run)], [0, 1]);
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

Deno.test("plan: what the server sent is shown instead of what the device keeps", () => {
  const run = shown().do({ type: "plan.kept", menus: [menu({ version: 1 })], shopping: { p1: list(true) } });
  equal([run.state.plan.menu.version, ticked(run)], [3, 1]);
});

Deno.test("plan: a device keeps the newest menus and the one that is open, with their lists", () => {
  const menus = ["a", "b", "c", "d"].map((id) => ({ id }));
  let kept = withLoaded({ menus: [], shopping: {} }, { menus });
  equal(kept.menus.map(({ id }) => id), ["a", "b", "c"]);
  kept = withLoaded(kept, { shopping: { planId: "d" } });
  kept = withLoaded(kept, { menu: { id: "d" } });
  equal([kept.menus.map(({ id }) => id), Object.keys(kept.shopping)], [["d", "a", "b"], ["d"]]);
  kept = withLoaded(kept, { menus: menus.slice(0, 3) });
  equal([kept.menus.map(({ id }) => id), Object.keys(kept.shopping)], [["a", "b", "c"], []]);
});

Deno.test("plan: menus are kept one after the other, and those of another person are not shown", async () => {
  const [given, values, state] = [[], {}, { session: { user: { id: "a" } } }];
  const store = {
    value: (user) => nextTurn().then(() => values[user] ?? null),
    putValue: (user, _, value) => nextTurn().then(() => void (values[user] = value)),
  };
  const tools = { client: null, store, getState: () => state, dispatch: (action) => given.push(action) };
  const effects = makeEffects(tools);
  effects["plan.keep"]({ loaded: { menu: { id: "p1" } } });
  effects["plan.keep"]({ loaded: { shopping: { planId: "p1" } } });
  for (let i = 0; i < 20; i++) await nextTurn();
  equal(values.a, { menus: [{ id: "p1" }], shopping: { p1: { planId: "p1" } } });
  await effects["plan.kept"]({});
  const late = effects["plan.kept"]({});
  state.session.user = { id: "b" };
  await late;
  equal(given.map(({ menus }) => menus.length), [1]);
});

Deno.test("plan: hints of other devices are followed while the menu is shown", () => {
  const run = shown().do({ type: "hint", hint: { kind: "shopping", id: "p1" } });
  equal(run.taken("plan.ask").length, 2);
  run.do({ type: "hint", hint: { kind: "plan", id: "p2" } });
  equal(run.taken("plan.ask").length, 0);
});

Deno.test("plan: the list is grouped by category", () => {
  equal(shoppingGroups(shown().state, list(false)).groups.map(({ category }) => category), ["Fruit", ""]);
});

Deno.test("plan: dishes, alternatives and the list show the label of a portion, else its name", () => {
  const labelled = { ...dish("f1"), portion: "1 bowl", portionLabel: "1 миска", quantity: 2 };
  const data = menu({
    menu: {
      fits: true,
      reasons: [],
      days: [{ ...planned(1), meals: [meal(labelled, { ...dish("f2"), portion: "1 bowl" })] }],
    },
  });
  const choice = { dish: { ...dish("f9"), portion: "1 cup", portionLabel: "1 чашка" }, fits: true, totals };
  const run = open().do({ type: "plan.menu", id: "p1", data }).do({ type: "plan.exchange", day: 1, foodId: "f1" });
  run.do({ type: "plan.choices", day: 1, foodId: "f1", data: { items: [choice] } });
  const text = () => {
    const root = installDOM();
    render(planView(context(run, "uk")), root);
    return root.textContent;
  };
  const dishes = text();
  for (const part of ["2 × 1 миска\u00a0· ", "1 чашка\u00a0· ", "1 bowl\u00a0· "]) {
    assert(dishes.includes(part), `${part}: ${dishes}`);
  }
  const portions = [{ name: "1 cup", label: "1 чашка", quantity: 3 }, { name: "1 bowl", label: null, quantity: 2 }];
  const shopping = { ...list(false), items: [{ ...list(false).items[0], portions }] };
  run.do({ type: "plan.shopping", id: "p1", data: shopping }).do({ type: "plan.tab", tab: "shopping" });
  assert(text().includes("3 × 1 чашка\u00a0· 2 × 1 bowl\u00a0· "), text());
});
