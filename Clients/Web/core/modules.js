/**
 * The modules that are loaded: their screens, their reducers, and what else they have declared.
 *
 * The beginning of an action's type is the name, a screen or a prefix of the module that it belongs to. The reducers of
 * that module get it, and those of modules that hear it. The reducers of the core get every action.
 */
import { MODULES } from "../modules/list.js";

/** @typedef {import("../types.d.ts").ActionName} ActionName */
/** @typedef {import("../types.d.ts").Module} Module */
/** @typedef {import("../types.d.ts").ModuleEntry} ModuleEntry */
/** @typedef {import("../types.d.ts").Screen & {module: string}} OwnedScreen */

/** By name, in the order of their loading.
 * @type {Map<string, Module>} */
export const modules = new Map();
/** By the name of the route; a screen with several paths has several.
 * @type {Map<string, OwnedScreen[]>} */
const screens = new Map();
/** The modules by the beginnings of their actions.
 * @type {Map<string, string>} */
const owners = new Map();
/** @type {Map<string, import("../types.d.ts").DraftForm>} By the name of the route. */
const forms = new Map();
/** @type {Set<string>} */
const writing = new Set();

/** Adds a module that was loaded. A second call with the same module changes nothing.
 * @param {string} name @param {Module} module
 * @throws {Error} If another module has one of its screens or prefixes. */
export function addModule(name, module) {
  if (modules.get(name) === module) return;
  const own = module.screens ?? [];
  for (const prefix of [name, ...own.map((screen) => screen.name), ...module.prefixes ?? []]) {
    const owner = owners.get(prefix) ?? name;
    if (owner !== name) throw new Error(`Actions ${prefix}.… belong to ${owner} and ${name}.`);
    owners.set(prefix, name);
  }
  modules.set(name, module);
  for (const screen of own) {
    screens.set(screen.name, [...screens.get(screen.name) ?? [], { ...screen, module: name }]);
  }
  Object.entries(module.drafts ?? {}).forEach(([screen, form]) => forms.set(screen, form));
  declareWriting(module.writing ?? []);
}

/** Declares types of actions that get fresh ids and the time.
 * @param {readonly ActionName[]} types */
export const declareWriting = (types) => types.forEach((type) => writing.add(type));

/** @param {string} type */
export const isWriting = (type) => writing.has(type);

/** The name of the module that an action or an effect belongs to; undefined for one of the core.
 * @param {string} type */
export const ownerOf = (type) => owners.get(type.split(".")[0]);

/** The modules that get an action.
 * @param {ActionName} type @returns {[name: string, module: Module][]} */
export function receivers(type) {
  const owner = ownerOf(type);
  return [...modules].filter(([name, { hears }]) => name === owner || hears?.includes(type));
}

/** The screen of a route; undefined if its module is not loaded.
 * @param {string} name */
export const screenOf = (name) => screens.get(name)?.[0];

/** All screens of the modules that are loaded. */
export const allScreens = () => [...screens.values()].flat();

/** The form of a screen; undefined for one without a draft.
 * @param {string} name */
export const formOf = (name) => forms.get(name);

/** The entry of the module that has a path; undefined for none, or for one that is switched off.
 * @param {string} path @returns {ModuleEntry | undefined} */
export function moduleAt(path) {
  const segments = path.split("/").filter(Boolean);
  for (let count = segments.length; count >= 0; count -= 1) {
    const beginning = segments.slice(0, count).join("/");
    // Only Today has the empty path.
    const found = MODULES.find(({ paths, isOn }) => isOn && paths.includes(beginning));
    if (found && (beginning !== "" || segments.length === 0)) return found;
  }
}

/** The entry of a module by its name.
 * @param {string} name */
export const entryOf = (name) => MODULES.find((entry) => entry.name === name);

/** True for a path that needs no session.
 * @param {string} path */
export function isOpenPath(path) {
  const beginning = path.split("/").filter(Boolean).join("/");
  return MODULES.some(({ open }) => open?.some((each) => beginning === each || beginning.startsWith(`${each}/`)));
}

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
