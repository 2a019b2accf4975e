/** Menus: making, exchanging, logging. */
import { render } from "../../Clients/Web/core/html.js";
import { menuDay } from "../../Clients/Web/modules/plan/menus.js";
import { shoppingGroups } from "../../Clients/Web/modules/plan/shopping.js";
import { planView } from "../../Clients/Web/modules/plan/views/plan.js";
import { assert, equal } from "./checks.js";
import { installDOM } from "./dom.js";
import { TODAY } from "./fixtures.js";
import { context } from "./hostile.js";
import { dish, list, meal, menu, open, planned, problem, shown, totals } from "./menus.js";

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
