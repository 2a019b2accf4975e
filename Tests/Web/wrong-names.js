/**
 * Wrong names of actions and effects. `deno check` finds each of them: it reports a line that expects an error and has
 * none. Nothing runs this file.
 */

/** @typedef {import("../../Clients/Web/types.d.ts").Action} Action */
/** @typedef {import("../../Clients/Web/types.d.ts").Effect} Effect */

/** @param {import("../../Clients/Web/types.d.ts").Context} context */
export function view({ dispatch }) {
  dispatch({ type: "people.open" });
  // @ts-expect-error A view dispatches an action that no module declares.
  dispatch({ type: "people.opne" });
  // @ts-expect-error An effect is no action.
  dispatch({ type: "people.loadGroups" });
}

/** @type {import("../../Clients/Web/types.d.ts").Reducer} */
export function reduce(state, action) {
  switch (action.type) {
    case "people.open":
      return [state, [{ type: "people.loadGroups" }]];
    // @ts-expect-error A reducer waits for an action that no module declares.
    case "people.opne":
      return [state, []];
    case "people.retry":
      // @ts-expect-error A reducer returns an effect that no module declares.
      return [state, [{ type: "people.loadGruops" }]];
    case "people.sent":
      // @ts-expect-error The action that has the answer is not declared.
      return [state, [{ type: "shared.ask", path: "/", then: "shared.laoded" }]];
    case "people.copied":
      // @ts-expect-error An effect dispatches an action that no module declares.
      return [state, [{ type: "dispatch", action: { type: "people.opne" } }]];
    default:
      return [state, []];
  }
}

/** @type {Effect} */
// @ts-expect-error A variable has the type of effects, so its name is checked, too.
export const wrong = { type: "people.loadGruops" };

/** @param {string[]} dates */
export const cast = (dates) =>
  // @ts-expect-error A cast of an object does not hide its name.
  dates.map((date) => /** @type {Effect} */ ({ type: "loadDya", date }));

/** @returns {import("../../Clients/Web/types.d.ts").EffectsOf<"scan">} */
// @ts-expect-error The table lacks an effect of its module.
export const missing = () => ({ "scan.ask": () => {} });

/** @returns {import("../../Clients/Web/types.d.ts").EffectsOf<"factor">} */
// @ts-expect-error The table has an effect that its module does not declare.
export const surplus = () => ({ "factor.ask": () => {}, "factor.aks": () => {} });

/** @type {import("../../Clients/Web/types.d.ts").Module} */
export const module = {
  // @ts-expect-error No module declares the action `pepole.open`.
  screens: [{ path: "/people", name: "pepole", view }],
  // @ts-expect-error The module would never hear it.
  hears: ["hnit"],
};
