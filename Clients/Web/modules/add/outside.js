/** The search in sources outside of this server. It runs only on request, because it leaves the server. */
import { QUERY_MIN } from "../../core/kept.js";
import { paths } from "../../core/router.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../types.d.ts").OutsideState} OutsideState */

/** @returns {OutsideState} */
const initialOutside = () => ({
  text: "",
  items: null,
  silent: [],
  isBusy: false,
  isOff: false,
  adding: "",
  problem: null,
});

/** What Add shows of it; null where it is not offered.
 * @param {AppState} state */
export function outsideModel({ add, isOnline, outside = initialOutside() }) {
  const text = add.text.trim();
  // A number is energy, and a typed meal has several foods.
  const isFood = text.length >= QUERY_MIN && /\p{L}/u.test(text) && (add.lines?.length ?? 0) < 2;
  if (!isFood || outside.isOff || (!isOnline && outside.text !== text)) return null;
  return outside.text === text ? outside : { ...initialOutside(), text };
}

/** @type {import("../../types.d.ts").Reducer} */
export function reduceOutside(state, action) {
  const { outside = initialOutside() } = state;
  const changed = (/** @type {Partial<OutsideState>} */ change) => ({ ...state, outside: { ...outside, ...change } });
  switch (action.type) {
    case "add.open":
      return outside.isOff || state.outside ? [state, []] : [state, [{ type: "outside.know" }]];
    case "outside.known":
      return [changed({ isOff: action.isOff }), []];
    case "outside.search": {
      const text = state.add.text.trim();
      if (outside.isBusy && outside.text === text) return [state, []];
      return [changed({ ...initialOutside(), text, isBusy: true }), [{ type: "outside.ask", text }]];
    }
    case "outside.loaded":
      if (action.text !== outside.text) return [state, []];
      return [changed({ items: action.items, silent: action.silent, isBusy: false, problem: null }), []];
    case "outside.failed": {
      // The operator has switched all sources off: nothing is offered for some time.
      if (action.problem.params.reason === "switchedOff") {
        return [changed({ isOff: true, isBusy: false }), [{ type: "outside.remember" }]];
      }
      return action.text === outside.text
        ? [changed({ isBusy: false, adding: "", problem: action.problem }), []]
        : [state, []];
    }
    case "outside.add":
      if (outside.adding !== "") return [state, []];
      return [changed({ adding: action.food.sourceId, problem: null }), [{
        type: "outside.store",
        food: action.food,
        text: outside.text,
      }]];
    case "outside.stored": {
      const next = changed({ adding: "" });
      // The person may have gone elsewhere meanwhile.
      if (state.route.name !== "add") return [next, []];
      return [next, [{ type: "go", path: paths.amount(state.add.date, state.add.meal, action.food.id) }]];
    }
    default:
      return [state, []];
  }
}
