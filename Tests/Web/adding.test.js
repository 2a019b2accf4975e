/** Add and Amount: what is logged, and in which amount. */
import { addModel, choiceOfFood, quickKcal } from "../../Clients/Web/modules/add/add.js";
import { matches } from "../../Clients/Web/core/kept.js";
import { amountModel } from "../../Clients/Web/modules/add/amount.js";
import { findEntry, todayModel } from "../../Clients/Web/core/today.js";
import { Texts } from "../../Clients/Web/core/texts.js";
import { amountText } from "../../Clients/Web/views/parts.js";
import { assert, equal, readTexts } from "./checks.js";
import { day, entry, food, recent, Run, TODAY } from "./fixtures.js";

function adding() {
  const run = Run.signedIn(day(TODAY));
  run.do({ type: "route.changed", route: { name: "add", params: { date: TODAY, meal: "lunch" } } });
  run.do({
    type: "recents.loaded",
    meal: "lunch",
    sort: "recent",
    items: [recent(), recent({ foodId: "f2", name: "Milk", kcal: 90 })],
  });
  run.effects = [];
  return run;
}

Deno.test("add: + logs a known food in its usual amount at once", () => {
  const run = adding();
  const [{ choice }] = addModel(run.state).choices;
  run.do({ type: "add.plus", choice });
  const { portion, quantity } = run.changes[0].content.amount;
  equal([run.writes.length, portion, quantity, run.changes[0].content.meal], [1, "cup", 2, "lunch"]);
  assert(run.taken("sync.save").length > 0, "it is saved at once");
  run.do({ type: "add.plus", choice });
  equal(
    [run.writes.length, run.changes[0].content.amount.quantity, run.state.add.tray[0].count],
    [1, 4, 2],
    "one entry",
  );
  run.do({ type: "add.minus", entryId: run.state.add.tray[0].entryId });
  equal([run.changes[0].content.amount.quantity, addModel(run.state).sum], [2, 640]);
  run.do({ type: "add.minus", entryId: run.state.add.tray[0].entryId });
  equal([run.writes.length, run.state.add.tray.length], [0, 0], "create and delete cancel out");
});

Deno.test("amount: bare energy is read and shown in the unit of the device", () => {
  const bare = entry({ foodId: null, grams: null, kcal: 350, name: "Quick entry" });
  const run = Run.signedIn(day(TODAY, [bare])).do({ type: "more.energy", unit: "kj" });
  equal(run.taken("more.saveEnergy"), [{ type: "more.saveEnergy", unit: "kj" }]);
  run.do({ type: "amount.open", date: TODAY, entryId: "e1" });
  equal([run.state.amount.text, amountModel(run.state).nutrients.kcal], ["1464.4", 350]);
  run.do({ type: "amount.type", text: "2092" }).do({ type: "amount.save", path: "/" });
  equal(run.changes[0].content.energy.kcal, 500);
});

Deno.test("add: after the first was sent, one more changes it with its version", () => {
  const run = adding();
  const [{ choice }] = addModel(run.state).choices;
  run.do({ type: "add.plus", choice });
  const [request] = run.sent();
  const { content } = request.call;
  const answered = entry({
    id: request.call.id,
    meal: "lunch",
    at: content.at,
    grams: 160,
    portion: "cup",
    quantity: 2,
    version: 9,
  });
  run.answer(request, { kind: "entry", entry: answered });
  run.do({ type: "add.plus", choice });
  const [change] = run.changes;
  equal([change.id, change.base.version, change.content.amount.quantity], [request.call.id, 9, 4]);
});

Deno.test("add: what is collected is logged together", () => {
  const run = adding();
  run.do({ type: "add.collect", isOn: true });
  addModel(run.state).choices.forEach(({ choice }) => run.do({ type: "add.plus", choice }));
  equal([run.writes.length, addModel(run.state).left], [0, 2000 - 730]);
  run.do({ type: "add.log", path: "/" });
  equal([run.writes.length, run.state.add.tray.length, run.state.add.isCollecting, run.taken("back").length], [
    2,
    0,
    false,
    1,
  ]);
  run.do(run.state.toast.undo);
  equal(run.writes.length, 0);
});

Deno.test("add: only the newest search is shown, and own foods stay first", () => {
  const run = adding();
  run.do({ type: "add.type", text: "mi" }).do({ type: "add.type", text: "mil" });
  equal(addModel(run.state).choices.map(({ choice }) => choice.name), ["Milk"], "own foods match without the server");
  const [, second] = run.taken("search");
  run.do({
    type: "search.loaded",
    search: second.search,
    text: "mil",
    items: [food({ id: "f3", name: "Milk, skimmed", portions: [] }), food({ id: "f2", name: "Milk" })],
  });
  run.do({ type: "search.loaded", search: second.search - 1, text: "mi", items: [] });
  equal(addModel(run.state).choices.map(({ choice }) => [choice.name, choice.grams]), [["Milk", 160], [
    "Milk, skimmed",
    100,
  ]]);
  run.do({ type: "add.type", text: "" });
  equal([addModel(run.state).choices.length, run.state.add.results], [2, null]);
});

Deno.test("add: a number is energy, in the person's unit", () => {
  equal(["350", "350 kcal", "๓๕๐", "0", "9999", "1,234", "2 eggs", ""].map((text) => quickKcal(text, "kcal")), [
    350,
    350,
    350,
    null,
    null,
    null,
    null,
    null,
  ]);
  equal(Math.round(quickKcal("1464", "kj")), 350);
  equal([
    quickKcal("350 kcal", "kj"),
    Math.round(quickKcal("1464 kJ", "kcal")),
    Math.round(quickKcal("1464кДж", "kcal")),
  ], [
    350,
    350,
    350,
  ], "a typed unit counts");
  const run = adding();
  run.do({ type: "add.type", text: "350" });
  equal(addModel(run.state).quick, 350);
  run.do({ type: "add.quick", kcal: 350, name: "Quick entry" });
  const { energy, name, amount } = run.changes[0].content;
  equal([energy.kcal, name, amount, energy.proteinG], [350, "Quick entry", undefined, null]);
  run.do({ type: "add.minus", entryId: run.state.add.tray[0].entryId });
  equal(run.writes.length, 0);
});

Deno.test("add: Enter logs the energy that is typed, also before the screen shows it", () => {
  const run = adding();
  run.do({ type: "add.type", text: "35" });
  run.do({ type: "add.type", text: "350" });
  run.do({ type: "add.enter", name: "Quick entry" });
  equal([run.changes[0].content.energy.kcal, run.state.add.text], [350, ""]);
  run.do({ type: "add.type", text: "bread" });
  run.do({ type: "add.enter", name: "Quick entry" });
  equal([run.writes.length, run.state.add.text], [1, "bread"], "Enter in a search logs nothing");
});

Deno.test("add: proposed amounts are the own one, a portion, or 100 g", () => {
  equal([
    choiceOfFood(food(), [recent()]).grams,
    choiceOfFood(food()).grams,
    choiceOfFood(food({ portions: [] })).grams,
  ], [160, 80, 100]);
  equal(choiceOfFood(food()).nutrients.kcal, 320);
  equal(choiceOfFood(food({ sugarG: null, sodiumMg: null })).nutrients.sugarG, null, "unknown stays unknown");
  assert(
    matches("Yogurt, Greek, plain", "gre yog") && !matches("Yogurt", "gurt") && matches("Crème brûlée", "creme") &&
      matches("ข้าวผัดกุ้ง", "กุ้ง"),
  );
});

function amount() {
  const run = Run.signedIn(day(TODAY, [entry()]));
  run.do({ type: "route.changed", route: { name: "amount", params: { date: TODAY, meal: "lunch", foodId: "f1" } } });
  return run.do({ type: "amount.food", food: food() });
}

Deno.test("amount: one quantity and one unit, and all numbers follow", () => {
  const run = amount();
  let model = amountModel(run.state);
  equal([run.state.amount.text, run.state.amount.portion, model.grams, model.nutrients.kcal, model.left], [
    "1",
    "cup",
    80,
    320,
    1480,
  ]);
  equal(model.quick.filter(({ isChosen }) => isChosen).map(({ value }) => value), [1]);
  run.do({ type: "amount.type", text: "1½" });
  model = amountModel(run.state);
  equal([model.grams, model.nutrients.kcal], [120, 480]);
  run.do({ type: "amount.portion", portion: null });
  equal([run.state.amount.text, amountModel(run.state).grams], ["120", 120], "the same weight in grams");
  const [protein] = amountModel(run.state).macros;
  equal([protein.eaten, protein.added, protein.goal, protein.before, protein.after], [10, 12, 100, 0.1, 0.12]);
});

Deno.test("add: a food that is not among the recent ones has the usual amount of the server", () => {
  const chosen = (usual, change = {}) => {
    const { grams, portion, quantity, isOwn, nutrients } = choiceOfFood(food({ usual, ...change }));
    return [grams, portion, quantity, isOwn, nutrients.kcal];
  };
  equal(chosen({ grams: 40, portion: "spoon", quantity: 4 }), [40, "spoon", 4, true, 160]);
  equal(chosen({ grams: 250, portion: null, quantity: null }), [250, null, null, true, 1000]);
  equal(chosen({ grams: 60, portion: "bowl", quantity: 1 }), [60, null, null, true, 240], "a portion that is gone");
  equal(chosen({ grams: 206, portion: "ml", quantity: 200 }, { densityGPerMl: 1.03 }), [206, "ml", 200, true, 824]);
  const usual = { grams: 40, portion: "spoon", quantity: 4 };
  equal(choiceOfFood(food({ usual }), [recent()]).grams, 160, "a recent food has the newer amount of this device");
  const run = adding();
  run.do({ type: "add.type", text: "barley" });
  const [search] = run.taken("search");
  run.do({
    type: "search.loaded",
    search: search.search,
    text: "barley",
    items: [food({ id: "f9", name: "Barley", usual })],
  });
  const [{ choice }] = addModel(run.state).choices;
  run.do({ type: "add.plus", choice });
  const { portion, quantity } = run.changes[0].content.amount;
  equal([choice.foodId, portion, quantity], ["f9", "spoon", 4]);
});

Deno.test("amount: a portion is shown by its label, and sent by its name", () => {
  const label = "1 чашка";
  const labelled = food({ portions: [{ name: "cup", grams: 80, label }] });
  equal([choiceOfFood(labelled).portion, choiceOfFood(labelled).portionLabel], ["cup", label]);
  const own = choiceOfFood(food(), [recent({ portionLabel: label })]);
  equal([own.portion, own.portionLabel], ["cup", label]);
  const run = amount();
  run.do({ type: "amount.food", food: labelled }).do({ type: "amount.type", text: "2" });
  run.do({ type: "amount.save", path: "/" });
  const [change] = run.changes;
  equal([change.content.amount.portion, change.content.amount.portionLabel, change.preview.portionLabel], [
    "cup",
    undefined,
    label,
  ]);
  const made = findEntry(run.state, TODAY, change.id);
  equal([made.portion, made.portionLabel, made.quantity], ["cup", label, 2]);
  const texts = new Texts("uk", readTexts("uk"));
  const t = (key, params) => texts.text(key, params);
  const shown = (amount) => amountText({ texts, t, state: run.state }, amount);
  equal(shown(made).startsWith(`2 × ${label}\u00a0· `), true);
  equal(
    shown({ portion: "1 back", portionLabel: "หลัง 1 ชิ้น", quantity: 1, grams: 90 }).startsWith("หลัง 1 ชิ้น\u00a0· "),
    true,
  );
  run.do({ type: "route.changed", route: { name: "amount", params: { date: TODAY, entryId: change.id } } });
  equal(amountModel(run.state).portion.label, label, "the entry has the label of a food that was not loaded");
});

Deno.test("amount: wrong, ambiguous and empty texts cannot be logged", () => {
  const run = amount();
  for (const text of ["", "0", "abc", "1,234", "10001"]) {
    run.do({ type: "amount.type", text });
    equal(amountModel(run.state).isValid, false, text);
    run.do({ type: "amount.save", path: "/" });
    equal(run.writes.length, 0);
  }
  equal(amountModel(run.do({ type: "amount.type", text: "1,234" }).state).ask, [1234, 1.234]);
});

Deno.test("amount: an entry is changed with its own numbers, counted once", () => {
  const run = Run.signedIn(day(TODAY, [entry()]));
  run.do({ type: "route.changed", route: { name: "amount", params: { date: TODAY, entryId: "e1" } } });
  equal([run.state.amount.text, amountModel(run.state).left], ["100", 1800]);
  run.do({ type: "amount.food", food: food() });
  equal(amountModel(run.state).nutrients.kcal, 200, "the food's numbers at its time, not those of today");
  run.do({ type: "amount.type", text: "150" }).do({ type: "amount.save", path: "/" });
  const [change] = run.changes;
  equal([change.base.version, change.content.amount.grams, todayModel(run.state).eaten], [1, 150, 300]);
  run.do(run.state.toast.undo);
  equal([todayModel(run.state).eaten, run.writes.length], [200, 0], "changed and changed back is nothing");
});

Deno.test("amount: a link to an entry waits for its day", () => {
  const run = Run.signedIn();
  run.do({ type: "route.changed", route: { name: "amount", params: { date: TODAY, entryId: "e1" } } });
  equal(amountModel(run.state).isReady, false);
  run.do({ type: "day.loaded", day: day(TODAY, [entry({ foodId: null, grams: null, kcal: 350, name: "Quick" })]) });
  const model = amountModel(run.state);
  equal([model.isReady, model.isEnergyOnly, run.state.amount.text, model.nutrients.kcal], [true, true, "350", 350]);
});
