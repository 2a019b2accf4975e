/** The shopping list of a menu. Its ticks are writes of this device, so a shop needs no connection. */
import { setValue } from "../../core/diary.js";
import { keep, loads, planState, withPlan } from "./plan.js";
import { shownValue } from "../../core/sync/view.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */

/** The subject of a tick in the queue of writes.
 * @param {string} planId @param {string} foodId */
const tickOf = (planId, foodId) => `tick ${planId} ${foodId}`;

/** The items of a shopping list by their categories, with the ticks that wait on this device.
 * @param {AppState} state @param {import("../../types.d.ts").ShoppingList} list */
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

/** @param {AppState} state @param {string} foodId @param {boolean} isTicked @returns {AppState} */
function withTick(state, foodId, isTicked) {
  const { shopping } = planState(state);
  if (!shopping) return state;
  const items = shopping.items.map((item) => item.foodId === foodId ? { ...item, isTicked } : item);
  return withPlan(state, { shopping: { ...shopping, items } });
}

/** Takes a list of the server, unless a newer one is there: answers may come in another order than requests.
 * @param {AppState} state @param {import("../../types.d.ts").ShoppingList} list @returns {AppState} */
function withList(state, list) {
  const { shopping } = planState(state);
  const isOld = shopping?.planId === list.planId && shopping.version > list.version;
  return isOld
    ? state
    : withPlan(state, { shopping: list, problem: planState(state).menu ? null : planState(state).problem });
}

/** @type {import("../../types.d.ts").Reducer} */
export function reduceShopping(state, action) {
  const { shopping } = planState(state);
  switch (action.type) {
    case "plan.shopping": {
      if (action.id !== state.route.params.planId) return [state, []];
      const next = withList(state, action.data);
      return [next, next === state ? [] : [keep({ shopping: action.data })]];
    }
    case "plan.tick": {
      const { foodId, isTicked, ids, now } = action;
      const item = shopping?.items.find((item) => item.foodId === foodId);
      if (!shopping || !item) return [state, []];
      const subject = tickOf(shopping.planId, foodId);
      const base = { value: shownValue(state.sync, subject, item.isTicked) };
      if (base.value === isTicked) return [state, []];
      const set = { write: ids[0], subject, value: isTicked, base, name: item.name, now };
      return setValue(withTick(state, foodId, isTicked), set);
    }
    case "value.stored":
      // The answer to a tick is the whole list.
      return action.list && action.list.planId === shopping?.planId ? [withList(state, action.list), []] : [state, []];
    case "value.refused": {
      const [kind, planId, foodId] = action.subject.split(" ");
      if (kind !== "tick" || planId !== shopping?.planId) return [state, []];
      const next = withTick(state, foodId, action.base?.value ?? false);
      // Another device may have changed the menu. The last refusal asks for it, once.
      const others = state.sync.stored.writes.filter(({ change }) =>
        change.kind === "setValue" && change.subject !== action.subject && change.subject.startsWith(`tick ${planId} `)
      );
      return [next, others.length === 0 ? loads(planId) : []];
    }
    default:
      return [state, []];
  }
}
