/** What a visit of Add has logged, also by Amount; and where the focus is afterwards. */
import { addModel } from "../../Clients/Web/modules/add/add.js";
import { render } from "../../Clients/Web/core/html.js";
import { addView } from "../../Clients/Web/modules/add/views/add.js";
import { equal } from "./checks.js";
import { installDOM } from "./dom.js";
import { day, food, recent, Run, TODAY } from "./fixtures.js";
import { context } from "./hostile.js";

const add = { type: "route.changed", route: { name: "add", params: { date: TODAY, meal: "lunch" } } };
const recents = (items) => ({ type: "recents.loaded", meal: "lunch", sort: "recent", items });

/** Opens Add for lunch, and the amount of a food from there. */
function opened(isCollecting = false) {
  const run = Run.signedIn(day(TODAY)).do(add).do(recents([recent()]));
  if (isCollecting) run.do({ type: "add.collect", isOn: true });
  run.do({ type: "route.changed", route: { name: "amount", params: { date: TODAY, meal: "lunch", foodId: "f1" } } });
  run.do({ type: "amount.food", food: food() }).do({ type: "amount.type", text: "3" });
  run.effects = [];
  return run;
}

/** Logs the amount, and returns to Add of a meal. */
const log = (run, meal = "lunch") =>
  run.do({ type: "amount.save", path: `/add/${TODAY}/${meal}` })
    .do({ type: "route.changed", route: { name: "add", params: { date: TODAY, meal } } });

Deno.test("tray: a food that was logged by Amount is in the tray, marked in the list, and can be logged again", () => {
  const run = log(opened());
  const [row] = addModel(run.state).choices;
  equal([run.state.add.tray.length, row.item.count, run.writes.length], [1, 1, 1]);
  equal(run.changes[0].content.amount.quantity, 3);
  run.do({ type: "add.plus", choice: row.choice });
  equal([run.writes.length, run.changes[0].content.amount.quantity], [1, 6], "one entry, of its own amount");
  run.do({ type: "add.minus", entryId: row.item.entryId }).do({ type: "add.minus", entryId: row.item.entryId });
  equal([run.writes.length, run.state.add.tray], [0, []]);
});

Deno.test("tray: the undo of a food that was logged by Amount takes it from the tray, too", () => {
  const run = log(opened());
  equal(run.state.toast.key, "toast.added");
  run.do(run.state.toast.undo);
  equal([run.writes.length, run.state.add.tray, run.state.toast], [0, [], null]);
});

Deno.test("tray: a food that is logged to another meal is in the tray of that meal", () => {
  const run = log(opened().do({ type: "amount.meal", meal: "dinner" }), "dinner");
  equal([run.state.add.meal, run.state.add.tray.map(({ entry }) => entry.meal)], ["dinner", ["dinner"]]);
});

Deno.test("tray: while foods are collected, one of Amount is collected and logged with the others", () => {
  const run = log(opened(true));
  equal([run.writes.length, run.state.add.tray.length, run.state.toast.key], [0, 1, "add.collected"]);
  run.do({ type: "add.log", path: "/" });
  equal([run.writes.length, run.changes[0].content.amount.quantity], [1, 3]);
});

Deno.test("add: on the first visit the search has the focus, once, and never while a person types", () => {
  const visit = () => Run.signedIn(day(TODAY)).do(add);
  const focused = (run) => run.taken("focusField").length;
  equal(focused(visit().do(recents([recent()]))), 0);
  const run = visit().do(recents([]));
  equal(focused(run), 1);
  equal(focused(run.do(recents([]))), 0);
  equal(focused(visit().do({ type: "add.type", text: "ri" }).do(recents([]))), 0);
  const elsewhere = visit().do({ type: "route.changed", route: { name: "more", params: {} } });
  equal(focused(elsewhere.do(recents([]))), 0);
});

Deno.test("add: a control that vanishes with its tap gives the focus to the search", () => {
  const run = Run.signedIn(day(TODAY)).do(add).do(recents([recent()])).do({ type: "add.type", text: "350" });
  const main = installDOM();
  render(addView(context(run)), main);
  let count = 0;
  const target = { closest: () => ({ querySelector: () => ({ focus: () => count++ }) }) };
  const clear = main.find("button").filter((button) => button.getAttribute("aria-label") === "Clear");
  const quick = main.find("button").filter((button) => button.getAttribute("class") === "again quick");
  for (const button of [...clear, ...quick]) button.dispatch("click", { target });
  equal(count, 2);
  const { search } = run.do({ type: "add.type", text: "toast 40 g" }).state.add;
  const words = { text: "toast 40 g", start: 0, end: 10 };
  const line = {
    words,
    food: food(),
    grams: 40,
    portion: null,
    amountSource: "stated",
    confidence: 1,
    alternatives: [],
  };
  run.do({ type: "lines.loaded", search, lines: [line] });
  render(addView(context(run)), main);
  const all = main.find("button").filter((button) => button.textContent.startsWith("Log"));
  equal([all.length, addModel(run.state).isUnderstood], [1, true]);
  all[0].dispatch("click", { target });
  equal(count, 3);
});
