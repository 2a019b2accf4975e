/** The screens of foods, targets and menus, full of names by other people. */
import { foodsView } from "../../../Clients/Web/modules/foods/views/foods.js";
import { planView } from "../../../Clients/Web/modules/plan/views/plan.js";
import { targetView } from "../../../Clients/Web/modules/target/views/target.js";
import { day, food, HOSTILE, profile, Run, TODAY } from "../fixtures.js";

export const foodAndPlanScreens = () => ({ ...foodScreens(), ...targetScreens(), ...planScreens() });

/** Foods: its lists and forms. */
function foodScreens() {
  const open = (name, params) => Run.signedIn(day(TODAY)).do({ type: "route.changed", route: { name, params } });
  const loaded = (list, data) => open("foods", { list }).do({ type: "foods.loaded", list, data });
  const own = Array.from({ length: 9 }, (_, index) => food({ id: `o${index}`, name: HOSTILE, brand: HOSTILE }));
  const nutrients = { ...food(), saltG: null };
  const part = { foodId: "f1", name: HOSTILE, grams: 50, per100g: nutrients, flags: [], allergens: null };
  const recipe = {
    id: "r1",
    name: HOSTILE,
    servings: 2,
    servingG: 100,
    perServing: nutrients,
    imageURL: null,
    cookedGrams: 200,
    ingredients: [part],
    steps: [HOSTILE],
    version: 1,
  };
  const healthy = {
    id: "h1",
    name: HOSTILE,
    kcal: 20,
    description: HOSTILE,
    imageURL: "https://x.example/a.png",
    recipeURL: "javascript:alert(1)",
    category: HOSTILE,
    foodId: "f1",
    version: 1,
  };
  const detail = food({ id: "o1", name: HOSTILE, brand: HOSTILE, ingredients: HOSTILE, version: 2 });
  const problem = { code: "new", status: 400, detail: HOSTILE, params: {} };
  const form = open("food", { foodId: "o1" }).do({ type: "foods.formLoaded", id: "o1", data: detail })
    .do({ type: "foods.askDelete", isAsking: true }).do({ type: "foods.failed", problem });
  const cooking = open("recipe", { foodId: "r1" }).do({ type: "foods.formLoaded", id: "r1", data: recipe })
    .do({ type: "recipe.search", text: "xx" }).do({ type: "recipe.found", number: 1, items: own.slice(0, 1) });
  return {
    foods: [loaded("own", { own }), foodsView],
    foodsRecipes: [loaded("recipes", { items: [recipe] }), foodsView],
    foodsHealthy: [loaded("healthy", { items: [healthy] }), foodsView],
    foodsForm: [form, foodsView],
    foodsScanned: [open("food", { code: HOSTILE }), foodsView],
    foodsRecipe: [cooking, foodsView],
  };
}

/** Target: as it is, while it is changed, and without what it needs. */
function targetScreens() {
  const open = (change) =>
    Run.signedIn(day(TODAY)).do({ type: "profile.loaded", profile: profile(change) })
      .do({ type: "route.changed", route: { name: "target", params: {} } });
  const period = { ...profile().target, from: TODAY, weekdays: { monday: { dailyKcal: 2500 } }, byHand: true };
  const hand = open().do({ type: "target.history", data: { items: [period] } }).do({ type: "target.way", way: "hand" });
  hand.do({ type: "target.weekdays", isOn: true }).do({ type: "target.type", field: "dailyKcal", text: HOSTILE });
  const goal = open().do({ type: "target.way", way: "goal" });
  const problem = { code: "new", status: 400, detail: HOSTILE, params: {} };
  const lacking = open({ target: null, missing: ["sex", "birthDate", "heightCm"] }).do({
    type: "target.failed",
    problem,
  });
  [hand, goal].forEach((run) => run.do({ type: "target.failed", problem }));
  return { target: [hand, targetView], targetGoal: [goal, targetView], targetLacking: [lacking, targetView] };
}

/** Menus: their list, the dishes of one, and its shopping list. */
function planScreens() {
  const totals = { kcal: 500, proteinG: 30, fatG: 20, carbohydrateG: 50 };
  const dish = (foodId) => ({
    foodId,
    name: HOSTILE,
    portion: "1 cup",
    portionLabel: HOSTILE,
    quantity: 2,
    grams: 150,
    nutrients: totals,
  });
  const deviations = { kcalPercent: -30, proteinPercent: 15, fatPercent: null, carbohydratePercent: -12 };
  const meal = { meal: "lunch", targetKcal: 600, totals, items: [dish("f1"), dish("f2")] };
  const planned = (number) => ({
    day: number,
    fits: false,
    target: { dailyKcal: 2000, proteinG: 100 },
    totals,
    deviations,
    meals: [meal],
  });
  const menu = {
    id: "p1",
    name: HOSTILE,
    createdAt: "",
    from: TODAY,
    appliedFrom: null,
    menu: { fits: false, reasons: [{ code: "targetMissed", params: {} }], days: [planned(1), planned(2)] },
    logged: [{ day: 1, foodId: "f1", entryId: "e1", date: TODAY }],
    version: 1,
  };
  const open = (params) => Run.signedIn(day(TODAY)).do({ type: "route.changed", route: { name: "plan", params } });
  const problem = { code: "new", status: 400, detail: HOSTILE, params: {} };
  const list = open({}).do({ type: "plan.menus", data: { items: [menu] } }).do({
    type: "plan.failed",
    then: "plan.made",
    problem,
  });
  const shown = () => open({ planId: "p1" }).do({ type: "plan.menu", id: "p1", data: menu });
  const choice = { dish: { ...dish("f9"), portion: HOSTILE, portionLabel: null }, fits: true, totals, deviations };
  const dishes = shown().do({ type: "plan.exchange", day: 1, foodId: "f2" })
    .do({ type: "plan.choices", day: 1, foodId: "f2", data: { items: [choice] } });
  const item = {
    name: HOSTILE,
    grams: 300,
    portions: [{ name: "1 cup", label: HOSTILE, quantity: 2 }, { name: HOSTILE, quantity: 1 }],
    isTicked: true,
  };
  const items = [{ ...item, foodId: "f1", category: HOSTILE }, {
    ...item,
    foodId: "f2",
    category: null,
    isTicked: false,
  }];
  const shopping = shown().do({ type: "plan.shopping", id: "p1", data: { planId: "p1", items, version: 1 } })
    .do({ type: "plan.tab", tab: "shopping" }).do({ type: "plan.askDelete", isAsking: true });
  return { plan: [list, planView], planMenu: [dishes, planView], planShopping: [shopping, planView] };
}
