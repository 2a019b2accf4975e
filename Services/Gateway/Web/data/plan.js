/** Effects of Plan. */
import { asking } from "./ask.js";

/** How many menus a device keeps with their shopping lists: this week's, the next one, and one to compare with. */
const MENUS_KEPT = 3;
const NOTHING = { menus: [], shopping: {} };

/** What the device keeps after something was loaded: the newest menus, and the lists of these.
 * @param {{menus: any[], shopping: Record<string, any>}} kept
 * @param {{menus?: any[], menu?: any, shopping?: any}} loaded */
export function withLoaded(kept, { menus, menu, shopping }) {
  const others = (menus ?? kept.menus).filter(({ id }) => id !== menu?.id);
  // A menu that is open counts as new.
  const newest = (menu ? [menu, ...others] : others).slice(0, MENUS_KEPT);
  const lists = shopping ? { ...kept.shopping, [shopping.planId]: shopping } : kept.shopping;
  const ids = new Set([...newest.map(({ id }) => id), shopping?.planId]);
  return { menus: newest, shopping: Object.fromEntries(Object.entries(lists).filter(([id]) => ids.has(id))) };
}

/** @param {import("./effects.js").Tools} tools */
export function makeEffects(tools) {
  const { store, getState, dispatch } = tools;
  const userId = () => getState().session.user?.id;
  const read = async (/** @type {string} */ user) => await store.value(user, "plan").catch(() => null) ?? NOTHING;
  /** Changes follow one another, so that none is lost. @type {Promise<unknown>} */
  let last = Promise.resolve();

  return {
    "plan.ask": asking(tools, "plan.failed"),

    async "plan.kept"() {
      const user = userId();
      const kept = user ? await read(user) : NOTHING;
      // Another person may have signed in meanwhile.
      if (user === userId()) dispatch({ type: "plan.kept", ...kept });
    },

    "plan.keep"(/** @type {any} */ { loaded }) {
      const user = userId();
      if (!user) return;
      // A full device keeps what it has.
      last = last.then(async () => store.putValue(user, "plan", withLoaded(await read(user), loaded))).catch(() => {});
    },
  };
}
