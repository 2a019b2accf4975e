/** What Plan shows of a menu: its days and its shopping list. */
import { addDays } from "./dates.js";
import { shownValue } from "./sync/values.js";

/** @typedef {import("../types.d.ts").AppState} AppState */
/** @typedef {import("../types.d.ts").Menu} Menu */

/** The subject of a tick in the queue of writes.
 * @param {string} planId @param {string} foodId */
export const tickOf = (planId, foodId) => `tick ${planId} ${foodId}`;

/** A menu of the server; one of an earlier version has neither a name nor logged dishes.
 * @param {any} plan @returns {Menu} */
export const menuOf = (plan) => ({ name: null, logged: [], version: null, ...plan });

/** The day of a menu as it is shown: its dishes, and whether the diary has them.
 * @param {Menu} menu @param {number} day */
export function menuDay(menu, day) {
  const planned = menu.menu.days.find((each) => each.day === day) ?? menu.menu.days[0];
  const logged = new Set(menu.logged.filter((dish) => dish.day === planned.day).map(({ foodId }) => foodId));
  const meals = planned.meals.map((meal) => ({
    ...meal,
    items: meal.items.map((item) => ({ ...item, isLogged: logged.has(item.foodId) })),
  }));
  const isAllLogged = meals.every(({ items }) => items.every(({ isLogged }) => isLogged));
  return { ...planned, date: addDays(menu.from, planned.day - 1), meals, isAllLogged };
}

/** The items of a shopping list by their categories, with the ticks that wait on this device.
 * @param {AppState} state @param {import("../types.d.ts").ShoppingList} list */
export function shoppingGroups({ sync }, { planId, items: known }) {
  const items = known.map((item) => ({
    ...item,
    isTicked: shownValue(sync, tickOf(planId, item.foodId), item.isTicked),
  }));
  /** @type {Map<string, typeof items>} */
  const groups = new Map();
  for (const item of items) groups.set(item.category ?? "", [...groups.get(item.category ?? "") ?? [], item]);
  return {
    groups: [...groups].map(([category, items]) => ({ category, items })),
    ticked: items.filter(({ isTicked }) => isTicked).length,
    count: items.length,
  };
}
