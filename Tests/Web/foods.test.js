/** Foods: lists, the label of an own food, recipes. */
import { foodRequest, isCode, labelModel, printedCode } from "../../Clients/Web/core/food-form.js";
import { recipeModel } from "../../Clients/Web/modules/foods/recipe-form.js";
import { makeEffects } from "../../Clients/Web/modules/foods/effects.js";
import { equal, near } from "./checks.js";
import { fakeClient, json, problem } from "./client.js";
import { day, food, Run, TODAY } from "./fixtures.js";

const open = (name, params = {}) => Run.signedIn(day(TODAY)).do({ type: "route.changed", route: { name, params } });
const typed = (run, values) => {
  Object.entries(values).forEach(([field, text]) => run.do({ type: "foods.type", field, text }));
  return run;
};
const form = (run) => run.state.foods.form;

Deno.test("foods: each list loads when it is opened, and an unknown list is that of own foods", () => {
  const paths = (list) => open("foods", list ? { list } : {}).taken("foods.ask").map(({ path }) => path.split("?")[0]);
  equal([paths(), paths("recipes"), paths("healthy"), paths("x")], [
    ["/v1/foods/offline"],
    ["/v1/recipes"],
    ["/v1/foods/healthy"],
    ["/v1/foods/offline"],
  ]);
});

Deno.test("foods: a missing part of the answer is a problem and keeps what is shown", () => {
  const run = open("foods").do({ type: "foods.loaded", list: "own", data: { own: [food()] } });
  run.do({ type: "foods.loaded", list: "own", data: { own: null, unavailable: ["food-catalog"] } });
  equal([run.state.foods.own.length, run.state.foods.problem.code], [1, "unavailable"]);
});

Deno.test("foods: a label in kJ with sodium for a serving becomes kcal and sodium for that serving", () => {
  const run = typed(open("food", { foodId: "new" }), {
    name: " Bar ",
    kcal: "418,4",
    fatG: "5",
    salt: "120",
    servingG: "40",
  }).do({ type: "foods.choose", change: { basis: "serving", energy: "kj", salt: "sodium" } });
  const { refused, body } = foodRequest(form(run));
  equal([refused, body.name, body.kcal, body.per, body.servingG, body.sodiumMg, body.fatG, body.proteinG], [
    {},
    "Bar",
    100,
    { grams: 40 },
    40,
    120,
    5,
    undefined,
  ]);
  near(labelModel(form(run)).per100, 250);
});

Deno.test("foods: salt becomes sodium, and both come back as they were typed", () => {
  const run = typed(open("food", { foodId: "new" }), { name: "x", kcal: "1", salt: "1.25" });
  equal(foodRequest(form(run)).body.sodiumMg, 500);
  const edited = open("food", { foodId: "o1" }).do({
    type: "foods.formLoaded",
    id: "o1",
    data: food({ id: "o1", sodiumMg: 500, version: 3 }),
  });
  equal([form(edited).values.salt, form(edited).version], ["1.25", 3]);
});

Deno.test("foods: a change sends what was changed and clears what was emptied", () => {
  const run = open("food", { foodId: "o1" }).do({
    type: "foods.formLoaded",
    id: "o1",
    data: food({ id: "o1", brand: "Acme", barcode: "00000096385074", version: 3 }),
  });
  equal(form(run).values.code, "96385074");
  typed(run, { brand: "" });
  const { body } = foodRequest(form(run));
  equal([body.brand, "name" in body, "kcal" in body, "barcode" in body], [null, false, false, false]);
});

Deno.test("foods: wrong fields are marked, and nothing is sent", () => {
  const run = typed(open("food", { foodId: "new" }), { kcal: "1,234", code: "123" }).do({ type: "foods.save" });
  equal([run.taken("foods.send").length, form(run).refused.name, form(run).refused.kcal, form(run).refused.code], [
    0,
    "field.missing",
    "foods.wrong.ambiguous",
    "foods.wrong.code",
  ]);
});

Deno.test("foods: a repeated save has the same id", () => {
  const run = typed(open("food", { foodId: "new" }), { name: "x", kcal: "1" }).do({ type: "foods.save" });
  const [first] = run.taken("foods.send");
  run.do({ type: "foods.failed", problem: { code: "offline", status: 0, detail: "", params: {} } });
  run.do({ type: "foods.save" });
  equal(run.taken("foods.send")[0].body.id, first.body.id);
});

Deno.test("foods: a food that was made for a scanned code is logged next", () => {
  const run = typed(open("food", { code: "96385074" }), { name: "x", kcal: "1" });
  run.do({ type: "foods.saved", data: food({ id: "n1" }), pictureProblem: null });
  equal(run.taken("go").map(({ path }) => path), [`/amount/${TODAY}/breakfast/n1`]);
});

Deno.test("foods: codes of 8, 12, 13 and 14 digits are checked, and printed without filling zeros", () => {
  equal(["96385074", "036000291452", "4006381333931", "10012345678902", "4006381333932", "12"].map(isCode), [
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  equal([
    printedCode("04006381333931"),
    printedCode("00000096385074"),
    printedCode("00036000291452"),
    printedCode(null),
  ], [
    "4006381333931",
    "96385074",
    "036000291452",
    "",
  ]);
});

Deno.test("foods: a label shows a warning if its nutrients contradict its energy", () => {
  const run = typed(open("food", { foodId: "new" }), { kcal: "100", fatG: "30", carbohydrateG: "0", proteinG: "0" });
  equal(labelModel(form(run)).ofMacros, 270);
  equal(labelModel(form(typed(run, { kcal: "265" }))).ofMacros, null);
});

Deno.test("recipe: a serving is the share of all ingredients, by the cooked weight", () => {
  const run = open("recipe", { foodId: "new" }).do({ type: "recipe.add", food: food({ id: "a", kcal: 100 }) })
    .do({ type: "recipe.weigh", index: 0, text: "400" });
  typed(run, { servings: "4", cooked: "300" });
  const model = recipeModel(form(run));
  equal([model.raw, model.serving.kcal, model.servingGrams], [400, 100, 75]);
  run.do({ type: "recipe.weigh", index: 0, text: "" });
  equal(recipeModel(form(run)).serving, null);
});

Deno.test("recipe: an older search does not replace the newest one", () => {
  const run = open("recipe", { foodId: "new" }).do({ type: "recipe.search", text: "ab" })
    .do({ type: "recipe.search", text: "abc" }).do({ type: "recipe.found", number: 1, items: [food()] });
  equal(form(run).search.items, null);
});

Deno.test("foods: a food is kept when only its picture was refused", async () => {
  const { client, sent } = fakeClient((path) =>
    path.endsWith("/image") ? problem(413, "tooLarge") : json({ id: "n1", name: "x" }, { status: 201 })
  );
  const actions = [];
  const effects = makeEffects({ client, dispatch: (action) => actions.push(action), getState: () => ({}) });
  const picture = new Blob(["x"], { type: "image/jpeg" });
  await effects["foods.send"]({ path: "/v1/foods", id: null, version: null, body: { name: "x" }, picture });
  equal(sent.map(({ method, path, headers }) => [method, path, headers["Content-Type"]]), [
    ["POST", "/v1/foods", "application/json"],
    ["PUT", "/v1/foods/n1/image", "image/jpeg"],
  ]);
  equal([actions[0].type, actions[0].pictureProblem.code], ["foods.saved", "tooLarge"]);
});
