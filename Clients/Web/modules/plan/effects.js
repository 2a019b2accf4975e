/** Effects of Plan. */
import { asking } from "../../data/ask.js";

/** How many menus a device keeps: this week's, the next one, and one to compare with. */
const MENUS_KEPT = 3;
const NOTHING = { menus: [], shopping: {}, opened: null };

/** @typedef {{menus: any[], shopping: Record<string, any>, opened: string | null}} Kept */

/** What the device keeps after something was loaded: the menu that was opened last, the newest others, and their lists.
 * @param {Kept | null} kept @param {{menus?: any[], menu?: any, shopping?: any}} loaded @returns {Kept} */
export function withLoaded(kept, { menus, menu, shopping }) {
  const before = kept ?? NOTHING;
  const opened = menu?.id ?? before.opened;
  const known = [menu, ...(menus ?? []), ...before.menus].filter(Boolean);
  const first = known.find(({ id }) => id === opened);
  const others = (menus ?? before.menus).filter(({ id }) => id !== opened);
  const newest = (first ? [first, ...others] : others).slice(0, MENUS_KEPT);
  const lists = shopping ? { ...before.shopping, [shopping.planId]: shopping } : before.shopping;
  const ids = new Set([...newest.map(({ id }) => id), shopping?.planId]);
  return { menus: newest, shopping: Object.fromEntries(Object.entries(lists).filter(([id]) => ids.has(id))), opened };
}

/** What the device keeps without a menu that is gone, and without its list.
 * @param {Kept | null} kept @param {string} id @returns {Kept | null} */
function without(kept, id) {
  if (!kept) return null;
  const { [id]: _, ...shopping } = kept.shopping;
  return { ...kept, menus: kept.menus.filter((menu) => menu.id !== id), shopping };
}

/** @param {import("../../data/effects.js").Tools} tools
 * @returns {import("../../types.d.ts").EffectsOf<"plan">} */
export function makeEffects(tools) {
  const { store, getState, dispatch } = tools;
  const userId = () => getState().session.user?.id;
  /** A full device keeps what it has. @param {(kept: Kept | null) => Kept | null} change */
  async function changeKept(change) {
    const user = userId();
    if (user) await store.changeValue(user, "plan", change).catch(() => {});
  }

  return {
    "plan.ask": asking(tools, "plan.failed"),
    "plan.keep": (/** @type {any} */ { loaded }) => changeKept((kept) => withLoaded(kept, loaded)),
    "plan.forget": (/** @type {any} */ { id }) => changeKept((kept) => without(kept, id)),

    async "plan.kept"() {
      const user = userId();
      const kept = user ? await store.value(user, "plan").catch(() => null) : null;
      // Another person may have signed in meanwhile.
      if (user === userId()) dispatch({ type: "plan.kept", ...(kept ?? NOTHING) });
    },
  };
}
