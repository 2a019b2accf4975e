/** Volumes in millilitres and in fluid ounces: water, and amounts of foods with a density. */
import { amountModel } from "../../Clients/Web/modules/add/amount.js";
import { choiceOfFood } from "../../Clients/Web/modules/add/add.js";
import { render } from "../../Clients/Web/core/html.js";
import { linesOf } from "../../Clients/Web/modules/add/lines.js";
import { makeEffects } from "../../Clients/Web/modules/more/effects.js";
import { amountView } from "../../Clients/Web/modules/add/views/amount.js";
import { moreView } from "../../Clients/Web/modules/more/views/more.js";
import { amountText } from "../../Clients/Web/views/parts.js";
import { shellView } from "../../Clients/Web/views/shell.js";
import { todayView } from "../../Clients/Web/views/today.js";
import "../../Clients/Web/modules/day/views/day.js";
import { waitingList } from "../../Clients/Web/modules/device/views/waiting.js";
import { assert, equal } from "./checks.js";
import { installDOM } from "./dom.js";
import { day, entry, food, profile, Run, TODAY } from "./fixtures.js";
import { context } from "./hostile.js";

const MILK = { densityGPerMl: 1.03, portions: [{ name: "cup", grams: 244 }] };
const GLASS = { portion: "ml", portionLabel: null, quantity: 250, grams: 257.5 };
const inOunces = (...days) => Run.signedIn(...days).do({ type: "more.volume", unit: "floz" });

function shown(run, view, language) {
  const main = installDOM();
  render(view(context(run, language)), main);
  return main;
}
/** Units stay in the line of their number. */
const plain = (text) => text.replace(/\u00a0/g, " ");
const textOf = (...parts) => plain(shown(...parts).textContent);

/** Amount with a food that has a density. */
const amount = (run) =>
  run.do({
    type: "route.changed",
    route: { name: "amount", params: { date: TODAY, meal: "lunch", foodId: "f1" } },
  }).do({ type: "amount.food", food: food(MILK) });

/** Amount with an entry of an amount, before or after its food was loaded. */
const editing = (run, amount) =>
  run.do({ type: "day.loaded", day: day(TODAY, [entry(amount)]) })
    .do({ type: "route.changed", route: { name: "amount", params: { date: TODAY, entryId: "e1" } } });

Deno.test("volume: water is added in whole units, and shown in the same ones", () => {
  const chips = (run) =>
    shown(run, todayView).find("button").filter((each) => each.textContent.startsWith("+")).map((each) => [
      plain(each.textContent),
      plain(each.getAttribute("aria-label")),
    ]);
  equal(chips(Run.signedIn(day(TODAY))), [["+250 ml", "Add 250 ml of water"], ["+500 ml", "Add 500 ml of water"]]);
  equal(chips(inOunces(day(TODAY))), [["+8 fl oz", "Add 8 fl oz of water"], ["+16 fl oz", "Add 16 fl oz of water"]]);
  const run = inOunces({ ...day(TODAY), waterMl: 0 });
  // A person drinks no more glasses a day; each of them is stored in whole millilitres.
  for (let glasses = 1; glasses <= 20; glasses++) {
    run.do({ type: "water.add", date: TODAY, ml: 237 });
    assert(textOf(run, todayView).includes(`${8 * glasses} fl oz`), `${glasses} glasses`);
  }
  assert(textOf(run, (context) => shellView(context, 8)).includes("8 fl oz of water added"));
  assert(textOf(run, waitingList).includes("Water, 8 fl oz"));
  assert(textOf(run.do({ type: "more.volume", unit: "ml" }), todayView).includes("4.74 l"));
});

Deno.test("volume: the buttons for water send what they say", () => {
  const run = inOunces({ ...day(TODAY), waterMl: 0 });
  const main = installDOM();
  render(todayView({ ...context(run), dispatch: (action) => run.do(action) }), main);
  main.find("button").filter((each) => each.textContent.startsWith("+")).forEach((each) => each.dispatch("click"));
  equal(run.changes.map(({ water }) => water.ml), [237, 473]);
});

Deno.test("volume: typed fluid ounces are stored in millilitres and come back identical", () => {
  for (let n = 1; n <= 6400; n += 7) {
    const typed = String(n / 100);
    const run = amount(inOunces(day(TODAY))).do({ type: "amount.portion", portion: "ml" });
    run.do({ type: "amount.type", text: typed }).do({ type: "amount.save", path: "/" });
    const { foodId, portion, quantity } = run.changes[0].content.amount;
    const stored = { foodId, portion, quantity, grams: quantity * MILK.densityGPerMl };
    equal([portion, editing(inOunces(), stored).state.amount.text], ["ml", typed]);
  }
});

Deno.test("volume: an amount in fluid ounces weighs what it weighs, and keeps its weight in another unit", () => {
  const run = amount(inOunces(day(TODAY))).do({ type: "amount.portion", portion: null }).do({
    type: "amount.type",
    text: "244",
  }).do({ type: "amount.portion", portion: "ml" });
  equal([run.state.amount.text, Math.round(amountModel(run.state).grams)], ["8", 244]);
  equal(amountModel(run.state).quick.map(({ value, isChosen }) => [value, isChosen]), [
    [4, false],
    [8, true],
    [12, false],
    [16, false],
  ]);
  const main = shown(run, amountView);
  assert(main.find("label").some((each) => plain(each.textContent) === "fl oz"), main.textContent);
  assert(plain(main.textContent).includes("= 244 g"), main.textContent);
  run.do({ type: "amount.portion", portion: null });
  equal(run.state.amount.text, "244");
  run.do({ type: "more.volume", unit: "ml" }).do({ type: "amount.portion", portion: "ml" });
  equal(run.state.amount.text, "237");
});

Deno.test("volume: a food without a density has no millilitres", () => {
  const names = (change) => {
    const run = amount(Run.signedIn(day(TODAY))).do({ type: "amount.food", food: food({ ...MILK, ...change }) });
    return amountModel(run.state).portions.map(({ name }) => name);
  };
  equal(names({}), ["ml", "cup"]);
  equal(names({ densityGPerMl: undefined }), ["cup"]);
  equal(names({ portions: [{ name: "ml", grams: 2 }] }), ["ml"], "an own portion of this name counts");
});

Deno.test("volume: an entry in millilitres keeps its weight when its food arrives", () => {
  const run = editing(Run.signedIn(), GLASS);
  const state = () => [run.state.amount.text, amountModel(run.state).portion?.name, amountModel(run.state).grams];
  equal(state(), ["250", "ml", 257.5]);
  run.do({ type: "amount.food", food: food(MILK) });
  equal(state(), ["250", "ml", 257.5]);
});

Deno.test("amount: an entry keeps a portion that its food has lost", () => {
  const run = editing(Run.signedIn(), { portion: "bowl", quantity: 2, grams: 500 });
  run.do({ type: "amount.food", food: food() });
  const { portion, grams, portions } = amountModel(run.state);
  equal([portion.name, grams, portions.map(({ name }) => name)], ["bowl", 500, ["cup", "spoon", "bowl"]]);
});

Deno.test("volume: the usual amount of a food opens in the person's unit", () => {
  const usual = { grams: 243.69, portion: "ml", quantity: 236.58824 };
  const milk = food({ ...MILK, usual });
  equal([choiceOfFood(milk).portion, choiceOfFood(milk).quantity], ["ml", 236.58824]);
  const run = inOunces(day(TODAY)).do({
    type: "route.changed",
    route: { name: "amount", params: { date: TODAY, meal: "lunch", foodId: "f1" } },
  }).do({ type: "amount.food", food: milk });
  equal([run.state.amount.portion, run.state.amount.text], ["ml", "8"]);
});

Deno.test("volume: amounts are written in the person's unit, in each language", () => {
  const text = (run, language) => plain(amountText(context(run, language), GLASS));
  equal(["en", "uk", "th"].map((language) => text(Run.signedIn(), language)), [
    "250 ml · 258 g",
    "250 мл · 258 г",
    "250 มล. · 258 ก.",
  ]);
  equal(["en", "uk", "th"].map((language) => text(inOunces(), language)), [
    "8.45 fl oz · 258 g",
    "8,45 рідк. унц. · 258 г",
    "8.45 ออนซ์ · 258 ก.",
  ]);
});

Deno.test("volume: a typed meal is understood in millilitres", () => {
  const line = {
    words: { text: "250 ml milk", start: 0, end: 11 },
    food: food(MILK),
    grams: 257.5,
    ml: 250,
    portion: null,
    amountSource: "stated",
    alternatives: [],
  };
  const [{ choices: [choice] }] = linesOf([line]);
  equal([choice.portion, choice.quantity, choice.grams], ["ml", 250, 257.5]);
  const [{ choices: [weight] }] = linesOf([{ ...line, ml: null }]);
  equal([weight.portion, weight.quantity], [null, null]);
});

Deno.test("volume: the unit is kept on the device, and stays when another user signs in", () => {
  const run = Run.signedIn(day(TODAY)).do({ type: "profile.loaded", profile: profile() })
    .do({ type: "route.changed", route: { name: "more", params: { section: "display" } } });
  const chosen = () =>
    shown(run, moreView).find("button").filter((each) => each.getAttribute("aria-checked") === "true")
      .map(({ textContent }) => textContent);
  assert(chosen().includes("Millilitres (ml)"), chosen().join());
  run.do({ type: "more.volume", unit: "floz" });
  assert(chosen().includes("US fluid ounces (fl oz)"), chosen().join());
  const [effect] = run.taken("more.saveVolume");
  const kept = {};
  const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
  const storage = { setItem: (name, value) => kept[name] = value };
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  makeEffects({ dispatch: () => {} })["more.saveVolume"](effect);
  if (before) Object.defineProperty(globalThis, "localStorage", before);
  equal(kept, { "mealwire-volume": "floz" });
  run.do({ type: "session.left" }).do({ type: "session.started", user: { id: "u2", name: "bob", roles: [] } });
  equal(run.state.volume, "floz");
});
