/** Reports of wrong foods: writing one, and the list of staff. */
import { render } from "../../Clients/Web/core/html.js";
import { REPORT_LENGTH } from "../../Clients/Web/core/limits.js";
import { REASONS } from "../../Clients/Web/modules/reports/report.js";
import { routeOf } from "../../Clients/Web/core/router.js";
import { Client } from "../../Clients/Web/data/fetch.js";
import { makeEffects } from "../../Clients/Web/modules/reports/effects.js";
import { amountView } from "../../Clients/Web/modules/add/views/amount.js";
import { moreView } from "../../Clients/Web/modules/more/views/more.js";
import { reportsView } from "../../Clients/Web/modules/reports/views/reports.js";
import { assert, equal } from "./checks.js";
import { installDOM } from "./dom.js";
import { day, food, Run, TODAY, USER } from "./fixtures.js";
import { context } from "./hostile.js";

const problem = (status) => ({
  code: status === 409 ? "conflict" : "x",
  status,
  detail: "The server says why.",
  params: {},
});
const amount = () =>
  Run.signedIn(day(TODAY)).do({
    type: "route.changed",
    route: { name: "amount", params: { date: TODAY, meal: "lunch", foodId: "f1" } },
  }).do({ type: "amount.food", food: food() });
const open = (run = Run.signedIn(day(TODAY))) =>
  run.do({ type: "route.changed", route: { name: "report", params: { foodId: "f1" } } });
const list = () => {
  const run = Run.signedIn(day(TODAY)).do({ type: "route.changed", route: { name: "reports", params: {} } });
  return run;
};
const report = (id, change = {}) => ({
  id,
  foodId: "f1",
  foodName: `food of ${id}`,
  reason: "nutrients",
  text: "",
  createdAt: `${TODAY}T08:00:00.000Z`,
  closedAt: null,
  answer: null,
  ...change,
});
const loaded = (items, nextCursor = null) =>
  list().do({ type: "reports.loaded", state: "open", cursor: null, data: { items, nextCursor } });

function shown(run, view = reportsView) {
  const main = installDOM();
  render(view(context(run)), main);
  return main;
}
const links = (main) => main.find("a").map((each) => each.getAttribute("href"));

Deno.test("reports: Amount leads to the report of its food, and the report back to Amount", () => {
  const run = amount();
  assert(links(shown(run, amountView)).includes("/foods/report/f1"));
  const own = amount().do({ type: "amount.food", food: food({ own: true }) });
  assert(!links(shown(own, amountView)).includes("/foods/report/f1"), "the person mends an own food");
  equal(routeOf("/foods/report/f1"), { name: "report", params: { foodId: "f1" } });
  open(run);
  equal([run.state.report.name, run.taken("report.ask")], ["Oats, rolled", []]);
  equal(links(shown(run)), [`/amount/${TODAY}/lunch/f1`]);
});

Deno.test("reports: a report that is the first screen asks for its food", () => {
  const run = open();
  equal(run.taken("report.ask").map(({ path }) => path), ["/v1/foods/f1"]);
  assert(shown(run).find("div").some((each) => each.getAttribute("aria-busy")));
  run.do({ type: "report.failed", then: "report.food", foodId: "f1", problem: problem(0) });
  assert(shown(run).textContent.includes("No connection"));
  run.do({ type: "report.retry" });
  run.do({ type: "report.food", foodId: "f1", data: food({ name: "Bread" }) });
  equal(shown(run).find("h2").map(({ textContent }) => textContent), ["Bread"]);
});

Deno.test("reports: a reason must be chosen, and a note is optional", () => {
  const run = open(amount()).do({ type: "report.send" });
  equal([run.state.report.isEmpty, run.taken("report.ask").length, run.taken("focusError").length], [true, 0, 1]);
  assert(shown(run).textContent.includes("Choose what is wrong."));
  run.do({ type: "report.choose", reason: "allergens" }).do({ type: "report.send" }).do({ type: "report.send" });
  const [asked, ...others] = run.taken("report.ask");
  equal([asked.method, asked.path, asked.body, others.length], [
    "POST",
    "/v1/foods/f1/reports",
    { reason: "allergens" },
    0,
  ]);
  run.do({ ...asked.params, type: "report.failed", then: asked.then, problem: problem(409) });
  assert(shown(run).find("p").some(({ textContent }) => textContent.includes("The server says why.")));
  run.do({ type: "report.type", text: ` 12 g of sugar ${"x".repeat(REPORT_LENGTH.max)}` }).do({ type: "report.send" });
  equal(run.taken("report.ask")[0].body.text.length <= REPORT_LENGTH.max, true);
  run.do({ type: "report.sent", foodId: "f1", data: report("r1") });
  const main = shown(run);
  assert(main.textContent.includes("Thank you") && main.textContent.includes("Oats, rolled"));
  equal(main.find("form").length, 0);
});

Deno.test("reports: every reason has a text in each language", () => {
  const main = shown(open(amount()));
  equal(main.find("button").filter((each) => each.getAttribute("role") === "radio").length, REASONS.length);
  assert(!main.textContent.includes("report.reason"));
});

Deno.test("reports: staff find the list in More, others do not", () => {
  const more = (roles) => {
    const run = Run.signedIn(day(TODAY)).do({ type: "session.started", user: { ...USER, roles } });
    return links(shown(run.do({ type: "route.changed", route: { name: "more", params: {} } }), moreView));
  };
  equal([["staff"], ["admin"], ["user"], []].map((roles) => more(roles).includes("/system/reports")), [
    true,
    true,
    false,
    false,
  ]);
});

Deno.test("reports: open ones come in pages, and closed ones are another list", () => {
  equal(list().taken("report.ask").map(({ path }) => path), ["/v1/admin/food-reports?state=open&limit=20"]);
  const run = loaded([report("r1")], "-1-a");
  run.taken("report.ask");
  run.do({ type: "reports.more" }).do({ type: "reports.more" });
  const [asked, ...others] = run.taken("report.ask");
  equal([asked.path, others.length], ["/v1/admin/food-reports?state=open&limit=20&cursor=-1-a", 0]);
  run.do({ ...asked.params, type: asked.then, data: { items: [report("r2")], nextCursor: null } });
  equal(run.state.reports.items.map(({ id }) => id), ["r1", "r2"]);
  run.do({ type: "reports.show", state: "closed" });
  equal([run.taken("report.ask")[0].path, run.state.reports.items], [
    "/v1/admin/food-reports?state=closed&limit=20",
    null,
  ]);
  run.do({ type: "reports.loaded", state: "open", cursor: null, data: { items: [report("r1")], nextCursor: null } });
  equal(run.state.reports.items, null, "a late answer belongs to another list");
});

Deno.test("reports: closing takes a report out of the list, with what was done", () => {
  const run = loaded([report("r1"), report("r2")]);
  run.taken("report.ask");
  run.do({ type: "reports.edit", id: "r1" }).do({ type: "reports.type", text: " Corrected. " });
  run.do({ type: "reports.close" }).do({ type: "reports.close" });
  const [asked, ...others] = run.taken("report.ask");
  equal([asked.path, asked.body, others.length], ["/v1/admin/food-reports/r1/close", { answer: "Corrected." }, 0]);
  run.do({ ...asked.params, type: "report.failed", then: asked.then, problem: problem(0) });
  assert(shown(run).textContent.includes("No connection"));
  run.do({ type: "reports.close" });
  run.do({ ...asked.params, type: asked.then, data: report("r1") });
  equal([run.state.reports.items.map(({ id }) => id), run.state.reports.open], [["r2"], null]);
});

Deno.test("reports: nothing, no rights, and a failure with another attempt", () => {
  assert(shown(loaded([])).textContent.includes("No report is open."));
  const fail = (status) =>
    list().do({ type: "report.failed", then: "reports.loaded", state: "open", problem: problem(status) });
  assert(shown(fail(403)).textContent.includes("Only staff"));
  const main = shown(fail(0));
  assert(main.textContent.includes("No connection"));
  const run = fail(500);
  run.taken("report.ask");
  run.do({ type: "reports.retry" });
  equal([run.taken("report.ask").length, run.state.reports.problem], [1, null]);
});

Deno.test("reports: the answer of the server becomes an action", async () => {
  const actions = [];
  const sent = [];
  const fetch = (path, options) => {
    sent.push([path, options.method, options.body]);
    return Promise.resolve(Response.json(report("r1"), { status: 201 }));
  };
  const effects = makeEffects({ client: new Client({ fetch }), dispatch: (action) => actions.push(action) });
  const run = open(amount()).do({ type: "report.choose", reason: "other" }).do({ type: "report.send" });
  await effects["report.ask"](run.taken("report.ask")[0]);
  equal(sent, [["/v1/foods/f1/reports", "POST", '{"reason":"other"}']]);
  equal(actions.map(({ type, foodId }) => [type, foodId]), [["report.sent", "f1"]]);
});
