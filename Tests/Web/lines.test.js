/** Typed meals, favourites, the foods of the device, and the tray. */
import { addModel } from "../../Clients/Web/modules/add/add.js";
import { isFavourite, shownFavourites } from "../../Clients/Web/modules/add/favourites.js";
import { foodsOf, searchKept } from "../../Clients/Web/core/kept.js";
import { isMealText, linesOf } from "../../Clients/Web/modules/add/lines.js";
import { assert, equal } from "./checks.js";
import { day, food, recent, Run, TODAY } from "./fixtures.js";

function adding(meal = "lunch") {
  const run = Run.signedIn(day(TODAY));
  run.do({ type: "route.changed", route: { name: "add", params: { date: TODAY, meal } } });
  run.do({ type: "recents.loaded", meal, sort: "recent", items: [recent()] });
  run.effects = [];
  return run;
}

const parsed = (text, change = {}) => ({
  words: { text, start: 0, end: text.length },
  food: food({ id: `f-${text}`, name: text }),
  grams: 100,
  portion: null,
  amountSource: "stated",
  confidence: 0.9,
  alternatives: [],
  ...change,
});
const unknown = (text) => parsed(text, { food: null, grams: null, amountSource: null });

Deno.test("lines: a text with an amount or several foods is a meal, a name or a number is none", () => {
  const meals = ["2 eggs, toast 40 g", "rice and beans", "півсклянки рису, яйце", "ไข่ 2 ฟอง", "ข้าวกับไข่", "½ cup milk"];
  equal(meals.map(isMealText), meals.map(() => true));
  const others = ["rice", "350", "1,234", "grandma's", "б", ""];
  equal(others.map(isMealText), others.map(() => false));
});

Deno.test("lines: several lines or one with a stated amount are shown, a single uncertain one is a search", () => {
  equal(linesOf([parsed("rice", { amountSource: "default" })]), null);
  equal(linesOf([unknown("xyz")]), null);
  equal(linesOf([unknown("xyz"), unknown("abc")]), null);
  equal(linesOf([parsed("rice"), unknown("xyz")]).map(({ chosen, choices }) => [chosen, choices.length]), [[0, 1], [
    -1,
    0,
  ]]);
  const portion = { name: "large", label: "велике", grams: 50, count: 2 };
  const other = { food: food({ id: "o" }), grams: 80, confidence: 0.2 };
  const [line] = linesOf([parsed("2 eggs", { portion, alternatives: [other] })]);
  equal(line.choices.map(({ foodId, portion, quantity, grams }) => [foodId, portion, quantity, grams]), [
    ["f-2 eggs", "large", 2, 100],
    ["o", null, null, 80],
  ]);
  equal(line.choices.map(({ portionLabel }) => portionLabel ?? null), ["велике", null]);
});

Deno.test("add: a typed meal is logged at once, with what was chosen, and taken back together", () => {
  const run = adding();
  run.do({ type: "add.type", text: "2 eggs, toast 40 g, xyz" });
  const [parse] = run.taken("parse");
  run.do({ type: "lines.loaded", search: parse.search - 1, lines: [parsed("old")] });
  equal(run.state.add.lines, null, "an older answer");
  const other = { food: food({ id: "o", name: "Other" }), grams: 40, confidence: 0.2 };
  const lines = [parsed("2 eggs"), parsed("toast 40 g", { alternatives: [other] }), unknown("xyz")];
  run.do({ type: "lines.loaded", search: parse.search, lines });
  run.do({ type: "add.choose", line: 1, chosen: 1 });
  const model = addModel(run.state);
  equal([model.understood.n, Math.round(model.understood.kcal), model.choices.length], [2, 560, 0]);
  run.do({ type: "add.lines" });
  equal(run.changes.map(({ content }) => [content.amount.foodId, content.meal]), [["f-2 eggs", "lunch"], [
    "o",
    "lunch",
  ]]);
  equal([run.state.add.tray.length, run.state.add.text, run.state.add.lines], [2, "", null]);
  run.do(run.state.toast.undo);
  equal([run.writes.length, run.state.add.tray.length], [0, 0]);
  run.do({ type: "add.lines" });
  equal(run.writes.length, 0, "nothing is understood any more");
});

Deno.test("add: a food that a typed meal has twice is two entries, and + in the tray takes the right one", () => {
  const run = adding();
  run.do({ type: "add.type", text: "toast 40 g, toast 80 g" });
  const toast = food({ id: "t", name: "Toast" });
  const lines = [parsed("toast 40 g", { food: toast, grams: 40 }), parsed("toast 80 g", { food: toast, grams: 80 })];
  run.do({ type: "lines.loaded", search: run.state.add.search, lines }).do({ type: "add.lines" });
  const [, { entryId, choice }] = run.state.add.tray;
  run.do({ type: "add.plus", choice, entryId });
  equal(run.changes.map(({ content }) => content.amount.grams), [40, 160]);
  run.do({ type: "add.type", text: "rice, beans" }).do({
    type: "lines.loaded",
    search: run.state.add.search,
    lines: [],
  });
  equal(run.state.add.lines, null, "the parser did not answer");
});

Deno.test("favourites: a star waits, is shown in the list, and is taken back without a request", () => {
  const run = adding();
  run.do({ type: "favourites.loaded", items: [recent({ foodId: "f5", name: "Tea" })] });
  const choice = addModel(run.state).choices[0].choice;
  run.do({ type: "favourite.set", choice, isOn: true });
  equal([isFavourite(run.state, "f1"), shownFavourites(run.state).map(({ name }) => name)], [true, [
    "Oats, rolled",
    "Tea",
  ]]);
  run.do({ type: "favourites.loaded", items: [recent({ foodId: "f5", name: "Tea" })] });
  equal(shownFavourites(run.state).length, 2, "what waits stays");
  run.do({ type: "add.tab", tab: "favourite" });
  equal(addModel(run.state).choices.map(({ choice, isFavourite }) => [choice.foodId, isFavourite]), [["f1", true], [
    "f5",
    true,
  ]]);
  run.do({ type: "favourite.set", choice, isOn: false });
  equal([run.writes.length, shownFavourites(run.state).length], [0, 1]);
  run.do({ type: "favourite.set", choice: { ...choice, foodId: "f5" }, isOn: false });
  const [request] = run.sent();
  run.do({ type: "value.stored", subject: request.call.subject, value: false }).answer(request, { kind: "gone" });
  equal([run.writes.length, shownFavourites(run.state).length], [0, 0]);
});

Deno.test("kept foods: what the person eats comes first, each food once, by all names", () => {
  const usual = { food: food({ id: "a", name: "Rye bread" }), grams: 70, portion: null, quantity: null, count: 3 };
  const file = {
    recent: [usual],
    own: [food({ id: "b", name: "My bread" })],
    common: [
      food({ id: "a", name: "Rye bread" }),
      food({ id: "c", name: "Bread, white", names: { uk: "Хліб білий" } }),
    ],
  };
  const foods = foodsOf(file);
  equal(foods.map(({ food }) => food.id), ["a", "b", "c"]);
  const found = searchKept(foods, "bread", 10);
  equal([found.items.map(({ id }) => id), found.amounts.map(({ grams, kcal }) => [grams, kcal])], [["a", "c", "b"], [[
    70,
    280,
  ]]]);
  equal([searchKept(foods, "хліб", 10).items.length, searchKept(foods, "bread", 1).items.length], [1, 1]);
  equal([foodsOf(null), searchKept([], "x", 5).items], [[], []]);
  const run = adding();
  run.do({ type: "add.type", text: "bread" });
  run.do({ type: "search.loaded", search: run.state.add.search, text: "bread", isKept: true, ...found });
  const model = addModel(run.state);
  equal([model.isKept, model.choices[0].choice.grams, model.choices[0].choice.isOwn], [true, 70, true]);
});

Deno.test("tray: collected foods stay in the tray in another meal and after a restart", () => {
  const run = adding().do({ type: "add.collect", isOn: true });
  const [{ choice }] = addModel(run.state).choices;
  run.do({ type: "add.plus", choice });
  const kept = run.taken("keepTray").at(-1).tray;
  equal([kept.length, run.writes.length], [1, 0]);
  run.do({ type: "route.changed", route: { name: "add", params: { date: TODAY, meal: "dinner" } } });
  equal([run.state.add.tray.length, run.state.add.isCollecting], [1, true]);
  const other = adding("snack").do({ type: "tray.loaded", tray: kept });
  equal([other.state.add.isCollecting, other.state.add.tray.length], [true, 1]);
  run.do({ type: "add.log", path: "/" });
  equal([run.changes[0].content.meal, run.taken("keepTray").at(-1).tray], ["dinner", null]);
});

Deno.test("add: another meal keeps what is typed, and its path replaces the old one", () => {
  const run = adding();
  run.do({ type: "add.type", text: "milk" }).do({ type: "add.meal", meal: "dinner" });
  equal(run.taken("go"), [{ type: "go", path: `/add/${TODAY}/dinner`, isReplaced: true }]);
  run.do({ type: "route.changed", route: { name: "add", params: { date: TODAY, meal: "dinner" } } });
  equal([run.state.add.text, run.state.add.meal], ["milk", "dinner"]);
  equal(run.do({ type: "go", path: "/" }).taken("go").map(({ path }) => path), ["/"]);
});

Deno.test("tray: without `Collect first`, what was collected is logged, and nothing twice", () => {
  const run = adding();
  const [{ choice }] = addModel(run.state).choices;
  run.do({ type: "add.plus", choice }).do({ type: "add.collect", isOn: true });
  equal([run.state.add.tray.length, run.writes.length], [0, 1], "what is logged is not collected");
  run.do({ type: "add.plus", choice }).do({ type: "add.collect", isOn: false });
  equal([run.writes.length, run.state.toast.key, run.state.add.isCollecting], [2, "toast.logged", false]);
  assert(run.changes.every(({ content }) => content.meal === "lunch"));
});
