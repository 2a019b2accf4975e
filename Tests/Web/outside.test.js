/** Lists of Add besides logged foods, and the search in sources outside of the server. */
import { addModel } from "../../Clients/Web/modules/add/add.js";
import "../../Clients/Web/modules/add/outside.js";
import { outsideModel } from "../../Clients/Web/modules/add/outside.js";
import { makeEffects } from "../../Clients/Web/modules/add/effects.js";
import { openStore } from "../../Clients/Web/data/store.js";
import { render } from "../../Clients/Web/core/html.js";
import { outside } from "../../Clients/Web/modules/add/views/add-outside.js";
import { assert, equal } from "./checks.js";
import { fakeClient, json, problem } from "./client.js";
import { installDOM } from "./dom.js";
import { day, food, HOSTILE, recent, Run, TODAY } from "./fixtures.js";
import { context } from "./hostile.js";

function adding(text = "") {
  const run = Run.signedIn(day(TODAY));
  run.do({ type: "route.changed", route: { name: "add", params: { date: TODAY, meal: "lunch" } } });
  run.do({ type: "recents.loaded", meal: "lunch", sort: "recent", items: [recent()] });
  if (text !== "") run.do({ type: "add.type", text });
  run.effects = [];
  return run;
}
const recipe = {
  id: "r1",
  name: "Soup",
  servingG: 300,
  imageURL: null,
  perServing: { kcal: 150, proteinG: 6, fatG: 3, carbohydrateG: 18, fiberG: null, sugarG: 3, sodiumMg: 600 },
};
const remote = (change = {}) => ({
  source: "openFoodFacts",
  sourceId: "123",
  name: "Hummus",
  brand: "Zedan",
  kcal: 250,
  picture: null,
  ...change,
});
const failed = (params = {}) => ({ code: "notFound", status: 404, detail: "", params });
/** Effects of Add with a server. */
const effectsOf = async (run, answer) => {
  const { client, sent } = fakeClient(answer);
  const store = await openStore(undefined);
  const effects = makeEffects({ client, store, getState: () => run.state, dispatch: (action) => run.do(action) });
  return { effects, sent };
};

Deno.test("lists: a recipe is logged by the serving that its food has, an own food in one's last amount", () => {
  const run = adding().do({ type: "add.tab", tab: "recipes" });
  equal(run.taken("add.loadList").map(({ list }) => list), ["recipes"]);
  equal([addModel(run.state).isLoading, addModel(run.state).choices], [true, []]);
  run.do({ type: "list.loaded", list: "recipes", items: [recipe] });
  const [{ choice }] = addModel(run.state).choices;
  equal([choice.portion, choice.quantity, choice.grams], ["1 serving", 1, 300]);
  const { kcal, proteinG, fiberG, saltG } = choice.nutrients;
  equal([kcal, proteinG, fiberG, saltG], [150, 6, null, 1.5]);
  run.do({ type: "add.plus", choice });
  equal(run.changes[0].content.amount, { foodId: "r1", portion: "1 serving", quantity: 1 });
  run.do({ type: "add.tab", tab: "own" }).do({ type: "list.loaded", list: "own", items: [food(), food({ id: "f9" })] });
  equal(addModel(run.state).choices.map(({ choice }) => choice.grams), [160, 80]);
});

Deno.test("lists: a healthy food without a food in the catalogue is left out, and its nutrients are unknown", () => {
  const run = adding().do({ type: "add.tab", tab: "healthy" });
  const items = [{ name: "Kale", kcal: 35, foodId: "f5" }, { name: "Yak milk", kcal: 100, foodId: null }];
  run.do({ type: "list.loaded", list: "healthy", items });
  equal(addModel(run.state).choices.map(({ choice }) => [choice.name, choice.grams, choice.nutrients.proteinG]), [[
    "Kale",
    100,
    null,
  ]]);
});

Deno.test("lists: an empty list says so, and a failure counts only where the device has nothing", () => {
  const run = adding().do({ type: "add.tab", tab: "healthy" });
  run.do({ type: "list.failed", list: "healthy", problem: failed() });
  equal(run.state.add.problem.code, "notFound");
  run.do({ type: "add.tab", tab: "recipes" }).do({ type: "list.loaded", list: "recipes", items: [] });
  run.do({ type: "list.failed", list: "recipes", problem: failed() });
  equal([run.state.add.problem, addModel(run.state).isEmpty], [null, true]);
});

Deno.test("lists: recipes and healthy foods are those of the server", async () => {
  const run = adding();
  const { effects, sent } = await effectsOf(run, () => json({ items: [recipe] }));
  await effects["add.loadList"]({ list: "recipes" });
  await effects["add.loadList"]({ list: "healthy" });
  equal(sent.map(({ path }) => path), ["/v1/recipes?limit=100", "/v1/foods/healthy?language=en"]);
  equal(run.state.addLists.recipes.length, 1);
});

Deno.test("outside: the search is offered for names alone, with a connection", () => {
  const offered = (text) => outsideModel(adding(text).state) !== null;
  equal([offered("hummus"), offered("h"), offered("350"), offered("หมู")], [true, false, false, true]);
  const run = adding("hummus").do({ type: "connection", isOnline: false });
  equal(outsideModel(run.state), null);
});

Deno.test("outside: a found food is kept on the server, and leads to its amount", async () => {
  const run = adding("hummus").do({ type: "outside.search" }).do({ type: "outside.search" });
  const asked = run.taken("outside.ask");
  equal(asked.map(({ text }) => text), ["hummus"], "one request");
  const sources = [{ source: "openFoodFacts", state: "answered" }, { source: "edamam", state: "timedOut" }];
  const { effects, sent } = await effectsOf(
    run,
    (_path, { method }) => json(method === "POST" ? food({ id: "f7" }) : { items: [remote()], sources }),
  );
  await effects["outside.ask"](asked[0]);
  const { items, silent } = outsideModel(run.state);
  equal([items.length, silent], [1, ["edamam"]]);
  run.do({ type: "outside.add", food: items[0] }).do({ type: "outside.add", food: items[0] });
  const stores = run.taken("outside.store");
  equal(stores.length, 1);
  await effects["outside.store"](stores[0]);
  equal([sent[0].path, sent[1].body], [
    "/v1/foods/remote?q=hummus&language=en",
    '{"source":"openFoodFacts","sourceId":"123"}',
  ]);
  equal(run.taken("go").map(({ path }) => path), [`/amount/${TODAY}/lunch/f7`]);
});

Deno.test("outside: another text begins anew, and late answers of the old one are dropped", () => {
  const run = adding("hummus").do({ type: "outside.search" }).do({ type: "add.type", text: "tahini" });
  equal(outsideModel(run.state).isBusy, false);
  run.do({ type: "outside.search" });
  run.do({ type: "outside.loaded", text: "hummus", items: [remote()], silent: [] });
  equal(outsideModel(run.state).items, null);
});

Deno.test("outside: a server that has switched its sources off is not asked again", async () => {
  const run = adding("hummus").do({ type: "outside.search" });
  const { effects } = await effectsOf(run, () => problem(404, "notFound", { params: { reason: "switchedOff" } }));
  await effects["outside.ask"](run.taken("outside.ask")[0]);
  equal([outsideModel(run.state), run.taken("outside.remember").length], [null, 1]);
});

Deno.test("outside: results by others are text, and a problem offers another attempt", () => {
  const drawn = (run) => {
    const root = installDOM();
    render(outside(context(run)), root);
    return root;
  };
  const run = adding("hummus").do({ type: "outside.search" });
  run.do({ type: "outside.loaded", text: "hummus", items: [remote({ name: HOSTILE })], silent: ["edamam"] });
  const root = drawn(run);
  equal([root.find("img").length, root.textContent.includes(HOSTILE)], [0, true]);
  assert(root.textContent.includes("No answer from Edamam."));
  run.do({ type: "outside.search" }).do({ type: "outside.failed", text: "hummus", problem: failed() });
  equal(drawn(run).find("button").length, 1);
});
