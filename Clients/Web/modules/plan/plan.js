/** The state of Plan: menus, exchange of dishes, and logging them. `modules/plan/shopping.js` has the shopping list. */
import { toasted } from "../../core/entries.js";
import { menuOf } from "./menus.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../types.d.ts").Effect} Effect */
/** @typedef {import("./types.d.ts").Menu} Menu */
/** @typedef {import("./types.d.ts").PlanState} PlanState */

/** Lengths of a menu that the form offers, in days. */
export const LENGTHS = [1, 3, 7];
/** Foods that may take the place of a dish: few enough to compare. */
const CHOICES = 6;

/** @param {string} today @returns {PlanState} */
export const initialPlan = (today) => ({
  menus: null,
  menu: null,
  shopping: null,
  tab: "menu",
  day: 1,
  draft: { days: 7, from: today },
  newId: null,
  exchange: null,
  problem: null,
  formProblem: null,
  isBusy: false,
  isAsking: false,
});

/** @param {AppState} state */
export const planState = (state) => state.plan ?? initialPlan(state.todayDate);

/** @param {AppState} state @param {Partial<PlanState>} change @returns {AppState} */
export const withPlan = (state, change) => ({ ...state, plan: { ...planState(state), ...change } });

const CLOSED = { exchange: null, formProblem: null, isBusy: false, isAsking: false };

/** @param {string} id @param {string} [rest] */
const pathOf = (id, rest = "") => `/v1/plans/${encodeURIComponent(id)}${rest}`;

/** @param {string} id @returns {Effect[]} */
export const loads = (id) => [
  { type: "plan.ask", path: pathOf(id), then: "plan.menu", params: { id } },
  { type: "plan.ask", path: pathOf(id, "/shopping"), then: "plan.shopping", params: { id } },
];

/** Reads the menus that the device keeps. @type {Effect} */
const KEPT = { type: "plan.kept" };

/** Keeps what was loaded on the device: a shop may have no connection.
 * @param {{menus?: unknown[], menu?: unknown, shopping?: unknown}} loaded @returns {Effect} */
export const keep = (loaded) => ({ type: "plan.keep", loaded });

/** @type {Effect} */
const LOAD_ALL = { type: "plan.ask", path: "/v1/plans?limit=20", then: "plan.menus" };

/** @type {import("../../types.d.ts").Reducer} */
export function reducePlan(state, action) {
  const plan = planState(state);
  switch (action.type) {
    case "plan.open": {
      const { planId } = action;
      if (!planId) return [withPlan(state, { ...CLOSED, problem: null, menu: null, newId: null }), [KEPT, LOAD_ALL]];
      const isSame = plan.menu?.id === planId;
      const menu = isSame ? plan.menu : plan.menus?.find(({ id }) => id === planId) ?? null;
      const change = isSame ? {} : { day: 1, tab: /** @type {const} */ ("menu"), shopping: null };
      return [withPlan(state, { ...CLOSED, ...change, menu, problem: null }), [KEPT, ...loads(planId)]];
    }
    case "plan.kept": {
      // What the device keeps is shown until the server answers.
      const { planId } = state.route.params;
      /** @type {Menu[]} */
      const kept = action.menus.map(menuOf);
      return [
        withPlan(state, {
          menus: plan.menus ?? (kept.length > 0 ? kept : null),
          menu: plan.menu ?? kept.find(({ id }) => id === planId) ?? null,
          shopping: plan.shopping ?? action.shopping[planId] ?? null,
        }),
        [],
      ];
    }
    case "plan.retry":
      return [
        withPlan(state, { problem: null }),
        state.route.params.planId ? loads(state.route.params.planId) : [LOAD_ALL],
      ];
    case "plan.menus":
      return [withPlan(state, { menus: action.data.items.map(menuOf), problem: null }), [
        keep({ menus: action.data.items }),
      ]];
    case "plan.menu": {
      if (action.id !== state.route.params.planId) return [state, []];
      // A list that did not arrive keeps its problem.
      const problem = plan.shopping ? null : plan.problem;
      const change = { menu: menuOf(action.data), isBusy: false, exchange: null, formProblem: null, problem };
      return [withPlan(state, change), [keep({ menu: action.data })]];
    }
    case "connection.back": {
      const isWanted = state.route.name === "plan" && plan.problem?.status === 0;
      return isWanted ? reducePlan(state, { type: "plan.retry" }) : [state, []];
    }
    case "plan.failed":
      return failed(state, action);
    case "plan.tab":
      return [withPlan(state, { tab: action.tab, exchange: null }), []];
    case "plan.day":
      return [withPlan(state, { day: action.day, exchange: null }), []];
    case "plan.draft":
      return [withPlan(state, { draft: { ...plan.draft, ...action.change }, formProblem: null, newId: null }), []];
    case "hint":
      return [state, hinted(state, action.hint)];
    default:
      return reduceChanges(state, action);
  }
}

/** Shows why something failed where it was asked for.
 * @param {AppState} state @param {import("../../types.d.ts").Action} action @returns {[AppState, Effect[]]} */
function failed(state, { then, id, problem }) {
  const isGone = problem.status === 404 || problem.status === 410;
  if (then === "plan.menu" && isGone) return [withPlan(without(state, id), { problem }), [{ type: "plan.forget", id }]];
  // The answer for the menu says that both are gone.
  if (then === "plan.shopping" && isGone) return [state, []];
  // What the device keeps stays on the screen.
  if (then === "plan.menus" || then === "plan.menu" || then === "plan.shopping") {
    return [withPlan(state, { problem }), []];
  }
  const next = withPlan(state, { formProblem: problem, isBusy: false });
  // Another device changed it first: the server's state is loaded.
  return [next, [{ type: "focusError" }, ...(problem.status === 412 && id ? loads(id) : [])]];
}

/** @param {AppState} state @param {string} id The id of a menu that is gone. @returns {AppState} */
function without(state, id) {
  const { menus, menu, shopping } = planState(state);
  return withPlan(state, {
    menus: menus?.filter((menu) => menu.id !== id) ?? null,
    menu: menu?.id === id ? null : menu,
    shopping: shopping?.planId === id ? null : shopping,
  });
}

/** What the person changes: new menus, dishes, logged ones.
 * @type {import("../../types.d.ts").Reducer} */
function reduceChanges(state, action) {
  const plan = planState(state);
  const { menu } = plan;
  const ask = (
    /** @type {Partial<Effect>} */ effect,
    /** @type {Partial<PlanState>} */ change = {},
  ) => /** @type {[AppState, Effect[]]} */ ([withPlan(state, { isBusy: true, formProblem: null, ...change }), [
    { type: "plan.ask", ...effect },
  ]]);
  if (plan.isBusy && /^plan\.(?:save|take|log|logAll|delete)$/.test(action.type)) return [state, []];
  switch (action.type) {
    case "plan.save": {
      const newId = plan.newId ?? action.ids[0];
      return ask({ method: "POST", path: "/v1/plans", body: { id: newId, ...plan.draft }, then: "plan.made" }, {
        newId,
      });
    }
    case "plan.made":
      return [
        withPlan(state, { isBusy: false, newId: null, menu: menuOf(action.data), day: 1, tab: "menu", shopping: null }),
        [
          { type: "go", path: `/plan/${encodeURIComponent(action.data.id)}` },
        ],
      ];
    case "plan.exchange": {
      if (!menu) return [state, []];
      const { day, foodId } = action;
      const isOpen = plan.exchange?.day === day && plan.exchange?.foodId === foodId;
      if (isOpen) return [withPlan(state, { exchange: null }), []];
      const path = pathOf(menu.id, `/alternatives?day=${day}&foodId=${encodeURIComponent(foodId)}&limit=${CHOICES}`);
      return [withPlan(state, { exchange: { day, foodId, items: null }, formProblem: null }), [
        { type: "plan.ask", path, then: "plan.choices", params: { day, foodId } },
      ]];
    }
    case "plan.choices": {
      const { exchange } = plan;
      const isWanted = exchange?.day === action.day && exchange?.foodId === action.foodId;
      return isWanted && exchange
        ? [withPlan(state, { exchange: { ...exchange, items: action.data.items } }), []]
        : [state, []];
    }
    case "plan.take": {
      if (!menu || !plan.exchange) return [state, []];
      const { day, foodId } = plan.exchange;
      return ask({
        method: "POST",
        path: pathOf(menu.id, "/exchange"),
        version: menu.version,
        body: { day, foodId, to: action.foodId },
        then: "plan.taken",
        params: { id: menu.id },
      });
    }
    case "plan.taken": {
      const [next, effects] = reducePlan(state, { ...action, type: "plan.menu" });
      // Another dish needs other foods.
      return [next, [...effects, ...loads(action.id).slice(1)]];
    }
    case "plan.log": {
      if (!menu) return [state, []];
      const { day, foodId } = action;
      return ask({
        method: "POST",
        path: pathOf(menu.id, "/log"),
        body: foodId ? { day, foodId } : { day },
        then: "plan.logged",
        params: { id: menu.id },
      });
    }
    case "plan.logAll":
      return menu
        ? ask({
          method: "POST",
          path: pathOf(menu.id, "/apply"),
          body: {},
          then: "plan.applied",
          params: { id: menu.id },
        })
        : [state, []];
    case "plan.logged":
    case "plan.applied": {
      const isApplied = action.type === "plan.applied";
      const data = menuOf(isApplied ? action.data : action.data.plan);
      const next = withPlan(state, { menu: data, isBusy: false, formProblem: null });
      const dates = [...new Set(data.logged.map((/** @type {{date: string}} */ { date }) => date))];
      const n = isApplied ? data.logged.length : action.data.entries.length;
      // Days that the device shows are read again; others when they are opened.
      const days = dates.filter((date) => state.today.days[String(date)]);
      return [toasted(next, "plan.toast.logged", { n }, null), days.map((date) => ({ type: "loadDay", date }))];
    }
    case "plan.askDelete":
      return [withPlan(state, { isAsking: action.isAsking }), [{ type: "focusField" }]];
    case "plan.delete":
      return menu
        ? ask({ method: "DELETE", path: pathOf(menu.id), then: "plan.deleted", params: { id: menu.id } })
        : [state, []];
    case "plan.deleted":
      return [withPlan(without(state, action.id), CLOSED), [
        { type: "plan.forget", id: action.id },
        { type: "back", path: "/plan" },
      ]];
    default:
      return [state, []];
  }
}

/** @param {AppState} state @param {{kind: string, id?: string | null}} hint */
function hinted({ route }, { kind, id }) {
  if (route.name !== "plan") return [];
  const { planId } = route.params;
  if (!planId) return kind === "plan" || kind === "reset" ? [LOAD_ALL] : [];
  return kind === "reset" || ((kind === "plan" || kind === "shopping") && id === planId) ? loads(planId) : [];
}
