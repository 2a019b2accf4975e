/** Favourite foods: the server's list, with what this device has changed since. */
import { setValue } from "../../core/diary.js";
import { toasted } from "../../core/entries.js";
import { shownValue } from "../../core/sync/view.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../types.d.ts").Favourite} Favourite */

/** @param {AppState} state @param {string} foodId */
export const isFavourite = (state, foodId) =>
  shownValue(state.sync, `favourite ${foodId}`, (state.favourites ?? []).some((each) => each.foodId === foodId));

/** The favourites that a person sees, the newest first; null before they were loaded.
 * @param {AppState} state @returns {Favourite[] | null} */
export const shownFavourites = (state) => state.favourites?.filter(({ foodId }) => isFavourite(state, foodId)) ?? null;

/** @type {import("../../types.d.ts").Reducer} */
export function reduceFavourites(state, action) {
  switch (action.type) {
    case "favourites.loaded": {
      /** @type {Favourite[]} */
      const items = action.items;
      // Favourites that the server does not have yet come first.
      const added = (state.favourites ?? []).filter(({ foodId }) =>
        !items.some((item) => item.foodId === foodId) && shownValue(state.sync, `favourite ${foodId}`, false)
      );
      return [{ ...state, favourites: [...added, ...items] }, []];
    }
    case "favourite.set": {
      const { choice, isOn, ids, now } = action;
      const { foodId } = choice;
      const wasOn = isFavourite(state, foodId);
      if (isOn === wasOn) return [state, []];
      const set = { write: ids[0], subject: `favourite ${foodId}`, value: isOn, base: { value: wasOn }, now };
      const [next, effects] = setValue(state, set);
      const { name, imageURL, grams, portion, portionLabel, quantity, nutrients } = choice;
      const others = (state.favourites ?? []).filter((each) => each.foodId !== foodId);
      const own = { foodId, name, imageURL, grams, portion, portionLabel, quantity, ...nutrients };
      return [{ ...next, favourites: isOn ? [own, ...others] : others }, effects];
    }
    case "hint":
      return [state, action.hint.kind === "favourites" && state.favourites ? [{ type: "loadFavourites" }] : []];
    case "value.stored":
      // The write leaves the queue now, so the list itself must contain the change.
      return action.value ? [state, []] : [{
        ...state,
        favourites: state.favourites?.filter(({ foodId }) => `favourite ${foodId}` !== action.subject) ?? null,
      }, []];
    case "value.refused":
      return action.subject.startsWith("favourite ")
        ? [toasted(state, "toast.favouriteRefused", {}, null), [{ type: "loadFavourites" }]]
        : [state, []];
    default:
      return [state, []];
  }
}
