/** Menus and their shopping lists, for tests. */
import { shoppingGroups } from "../../Clients/Web/modules/plan/shopping.js";
import { day, Run, TODAY } from "./fixtures.js";
import "../../Clients/Web/modules/plan/plan.js";

export const totals = { kcal: 500, proteinG: 30, fatG: 20, carbohydrateG: 50 };
export const dish = (foodId) => ({ foodId, name: foodId, portion: "bowl", quantity: 1, grams: 150, nutrients: totals });
export const meal = (...items) => ({ meal: "lunch", targetKcal: 600, totals, items });
export const planned = (number) => ({
  day: number,
  fits: true,
  target: { dailyKcal: 2000 },
  totals,
  deviations: {},
  meals: [meal(dish("f1"), dish("f2"))],
});
export const menu = (change = {}) => ({
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
export const list = (isTicked) => ({
  planId: "p1",
  version: 1,
  items: [
    { foodId: "f1", name: "a", category: "Fruit", grams: 1, portions: [], isTicked },
    { foodId: "f2", name: "b", category: null, grams: 1, portions: [], isTicked: true },
  ],
});
export const problem = (status) => ({ code: "x", status, detail: "", params: {} });

export const open = (params = { planId: "p1" }) =>
  Run.signedIn(day(TODAY)).do({ type: "route.changed", route: { name: "plan", params } });
export const shown = () => {
  const run = open().do({ type: "plan.menu", id: "p1", data: menu() }).do({
    type: "plan.shopping",
    id: "p1",
    data: list(false),
  });
  run.taken("plan.ask");
  return run;
};

export const ticked = ({ state }) => shoppingGroups(state, state.plan.shopping).ticked;
