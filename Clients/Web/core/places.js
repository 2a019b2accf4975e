/** The modules of the navigation, and the two of them that a phone shows beside Today and More. */
import { MODULES } from "../modules/list.js";

/** The names of the modules that anyone can open from the navigation, without Today and More. */
export const PLACES = MODULES.filter(({ name, icon, roles, isOn }) => isOn && icon && !roles && name !== "more")
  .map(({ name }) => name);

/** A phone has room for five: Today, Add and More are always there. */
const PHONE_PLACES = 2;

/** What a phone shows: what was chosen, then the first ones of the list.
 * @param {readonly string[]} chosen Names; those of modules that are gone do not count. */
export const phonePlaces = (chosen) =>
  [...new Set([...chosen.filter((name) => PLACES.includes(name)), ...PLACES])].slice(0, PHONE_PLACES);

/** The places after one was chosen: it replaces the one that was chosen first.
 * @param {readonly string[]} chosen @param {string} name */
export function chosenPlaces(chosen, name) {
  const shown = phonePlaces(chosen);
  return shown.includes(name) ? shown : [...shown.slice(1), name];
}
