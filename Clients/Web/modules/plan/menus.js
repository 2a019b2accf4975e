/** Menus as they are shown. */
import { addDays } from "../../core/dates.js";

/** @typedef {import("./types.d.ts").Menu} Menu */

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
