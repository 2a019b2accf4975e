/** The state of the whole app: `reduce(state, action)` returns the next state and effects, without side effects. */
import { isOpen, runSync } from "./queue.js";
import { initialSync } from "./sync/stored.js";
import { initialAdd, initialAmount, initialToday, initialWelcome } from "./initial.js";
import { isOpenPath, receivers, screenOf } from "./modules.js";
import { paths } from "./router.js";

/** @typedef {import("../types.d.ts").ActionName} ActionName */
/** @typedef {import("../types.d.ts").AppState} AppState */
/** @typedef {import("../types.d.ts").Effect} Effect */

/** The least time between two moments in which screens load again what they lack: an unsteady line returns often. */
const BACK_PAUSE_MS = 5_000;

/** @param {import("../types.d.ts").Language} language @param {string} todayDate @returns {AppState} */
export const initialState = (language, todayDate) => ({
  language,
  energy: "kcal",
  volume: "ml",
  places: [],
  session: { phase: "starting", user: null },
  profile: null,
  todayDate,
  route: { name: "today", params: {} },
  isOnline: true,
  backAt: null,
  sync: initialSync(),
  early: [],
  toast: null,
  faults: {},
  welcome: initialWelcome(),
  today: initialToday(todayDate),
  add: initialAdd(todayDate, "breakfast"),
  amount: initialAmount(todayDate),
  favourites: null,
  meta: null,
});

/** The reducers of the core, in the order of their registration. They get every action.
 * @type {Set<import("../types.d.ts").Reducer>} */
const features = new Set([reduceShell]);

/** Adds a reducer of the core.
 * @param {import("../types.d.ts").Reducer} reducer */
export const register = (reducer) => void features.add(reducer);

/** A module that throws changes nothing, and has a fault that its screen shows; all others go on.
 * @type {import("../types.d.ts").Reducer} */
export function reduce(state, action) {
  let [next, effects] = inTurn(features, state, action);
  for (const [name, { reducers }] of receivers(action.type)) {
    try {
      const [after, more] = inTurn(reducers ?? [], next, action);
      next = after;
      effects = [...effects, ...more];
    } catch (error) {
      next = withFault(next, name, error);
      effects = [...effects, { type: "fault", error }];
    }
  }
  return [next, effects];
}

/** @param {Iterable<import("../types.d.ts").Reducer>} reducers @param {AppState} state
 * @param {import("../types.d.ts").Action} action @returns {[AppState, Effect[]]} */
function inTurn(reducers, state, action) {
  let next = state;
  /** @type {Effect[]} */
  const effects = [];
  for (const reducer of reducers) {
    const [after, more] = reducer(next, action);
    next = after;
    effects.push(...more);
  }
  // What an action says is shown on the screen to which it leads.
  if (next.toast && next.toast !== state.toast && effects.some(({ type }) => type === "go" || type === "back")) {
    next = { ...next, toast: { ...next.toast, isLeading: true } };
  }
  return [next, effects];
}

/** @param {AppState} state @param {string} module @param {unknown} error @returns {AppState} */
const withFault = (state, module, error) => ({ ...state, faults: { ...state.faults, [module]: String(error) } });

/** Session, routes and connection.
 * @type {import("../types.d.ts").Reducer} */
function reduceShell(state, action) {
  switch (action.type) {
    case "session.started": {
      // At the start of the app, the device has a profile and days.
      const { user, profile = null, days = [] } = action;
      const isSame = state.sync.stored.user === user.id;
      // Another user begins with nothing of the first one.
      const kept = isSame ? state : cleared(state);
      const known = Object.fromEntries(days.map((/** @type {any} */ day) => [day.date, day]));
      const next = {
        ...kept,
        profile: profile ?? kept.profile,
        today: { ...kept.today, days: { ...kept.today.days, ...known } },
        session: { phase: /** @type {const} */ ("signedIn"), user },
      };
      const first = state.wanted ?? (action.missing?.length ? "/questions" : paths.today());
      /** @type {Effect[]} */
      const go = state.route.name === "welcome" ? [{ type: "go", path: first }] : opening(next);
      /** @type {Effect} */
      const store = isSame ? { type: "sync.begin" } : { type: "sync.openStore", effect: { user: user.id } };
      return [next, [store, { type: "start" }, ...go]];
    }
    case "session.ended": {
      // Stored data stay readable while writes wait for a sign-in. Without a stored user, Welcome is shown.
      /** @type {AppState["session"]["phase"]} */
      const phase = state.session.user ? "expired" : "signedOut";
      const [next, effects] = runSync({ ...state, session: { ...state.session, phase } }, { kind: "sessionEnded" });
      /** @type {Effect[]} */
      const go = phase === "signedOut" && !isOpenScreen(state.route.name)
        ? [{ type: "go", path: paths.welcome() }]
        : [];
      return [next, [...effects, ...go]];
    }
    case "session.left":
      // The person has signed out: nothing of the account stays in the window.
      return [{ ...cleared(state), session: { phase: "signedOut", user: null } }, [{
        type: "go",
        path: paths.welcome(),
      }]];
    case "sync":
      return reduceWrites(state, action.action);
    case "profile.loaded":
      return [{ ...state, profile: action.profile }, [{ type: "keepProfile", profile: action.profile }, {
        type: "watchDay",
      }]];
    case "meta.loaded":
      return [{ ...state, meta: action.meta }, []];
    case "date.changed": {
      const isShown = state.today.date === state.todayDate && state.route.name === "today" &&
        !state.route.params.date;
      const next = { ...state, todayDate: action.date };
      /** @type {Effect} */
      const show = { type: "dispatch", action: { type: "day.show", date: action.date } };
      return [next, isShown && state.session.user ? [show] : []];
    }
    case "language.choose":
      return [state, [{ type: "language.save", language: action.language }]];
    case "language.changed":
      return [{ ...state, language: action.language }, []];
    case "route.changed": {
      const isSame = action.route.name === state.route.name;
      const { toast } = state;
      const kept = isSame ? toast : toast?.isLeading ? { ...toast, isLeading: false } : null;
      // Each visit tries its module again.
      const faults = { ...state.faults };
      delete faults[screenOf(action.route.name)?.module ?? ""];
      const previous = isSame ? state.previous : state.route;
      const next = { ...state, route: action.route, previous, toast: kept, faults };
      return [next, [...opening(next), { type: "focusHeading" }]];
    }
    case "go":
      return [state, [{ ...action, type: "go" }]];
    case "module.need":
      // What a tap opens may not be there yet.
      return [state, [{ type: "loadModule", module: action.module, action: action.action }]];
    case "module.failed":
      return [withFault(state, action.module, action.error), []];
    case "screen.retry":
      return [{ ...state, faults: {} }, [{ type: "openRoute" }]];
    case "connection": {
      if (state.isOnline === action.isOnline) return [state, []];
      const next = { ...state, isOnline: action.isOnline };
      if (!action.isOnline) return [next, []];
      const [sent, effects] = runSync(next, { kind: "online", now: action.now });
      if (state.backAt !== null && action.now < state.backAt + BACK_PAUSE_MS) return [sent, effects];
      return [{ ...sent, backAt: action.now }, [...effects, {
        type: "dispatch",
        action: { type: "connection.back" },
      }]];
    }
    case "hint":
      return hinted(state, action.hint);
    default:
      return [state, []];
  }
}

/** The state without anything of a user.
 * @param {AppState} state @returns {AppState} */
const cleared = ({ language, todayDate, route, meta, isOnline, energy, volume, places, sync }) => ({
  ...initialState(language, todayDate),
  // An answer to a request of the former user must not count for one of the next.
  sync: { ...initialSync(), lastRequest: sync.lastRequest },
  route,
  meta,
  isOnline,
  energy,
  volume,
  places,
});

/** Opens the screen of the current route.
 * @param {AppState} state @returns {Effect[]} */
function opening({ route, todayDate, session }) {
  if (session.phase !== "signedIn" && session.phase !== "expired" && !isOpenScreen(route.name)) return [];
  switch (route.name) {
    case "today":
      return [{ type: "dispatch", action: { type: "day.show", date: route.params.date ?? todayDate } }];
    case "welcome":
    case "missing":
      return [];
    default: {
      // The reducer of the module returns the effects that a visit needs. `Screen` checks that it declares this action.
      const type = /** @type {ActionName} */ (`${route.name}.open`);
      return [{ type: "dispatch", action: { type, ...route.params } }];
    }
  }
}

/** True for a screen that needs no session.
 * @param {string} name */
export const isOpenScreen = (name) => isOpenPath(screenOf(name)?.path ?? "");

/** Passes what happened to a write, or to the store, to the queue.
 * @param {AppState} state @param {import("./sync/types.d.ts").SyncAction} action @returns {[AppState, Effect[]]} */
function reduceWrites(state, action) {
  // A late answer of the store may be that of another user.
  if (action.kind === "opened" && action.stored.user !== state.session.user?.id) return [state, []];
  const wasOpen = isOpen(state);
  let [next, effects] = runSync(state, action);
  if (action.kind === "opened") {
    // These days arrived before the store was open; changes need the versions of their entries.
    const days = Object.values(state.today.days);
    const entries = days.flatMap(({ meals }) => meals.flatMap(({ entries }) => entries));
    const early = /** @type {import("./sync/types.d.ts").SyncAction[]} */ (state.early);
    next = { ...next, early: [] };
    for (const each of [{ kind: "seen", entries }, ...early]) {
      const [after, more] = runSync(next, each);
      next = after;
      effects = [...effects, ...more];
    }
  }
  const before = state.sync.stored.writes;
  const after = new Set(next.sync.stored.writes.map(({ id }) => id));
  // The days are fetched again, because the server's sums include what the device lacks.
  const dates = before.filter(({ id }) => !after.has(id)).flatMap(({ change }) => datesOf(change));
  const days = action.kind === "opened" ? [] : [...new Set(dates)];
  /** @type {(date: string) => Effect} */
  const load = (date) => ({ type: "loadDay", date, isAfterWrite: true });
  /** @type {Effect[]} */
  const begin = !wasOpen && isOpen(next) ? [{ type: "sync.begin" }] : [];
  return [next, [...effects, ...begin, ...days.map(load)]];
}

/** The days of the diary that a write changes.
 * @param {import("./sync/types.d.ts").WriteChange} [change] @returns {string[]} */
export function datesOf(change) {
  if (!change) return [];
  if ("water" in change) return [change.water.date];
  // Of measurements a day has only exercise, which the diary receives some time later.
  if ("measurement" in change || change.kind === "module") return [];
  if (change.kind === "setValue") {
    const [kind, date] = change.subject.split(" ");
    return kind === "note" || kind === "complete" ? [date] : [];
  }
  const dates = [change.base?.content.date, change.kind === "putEntry" ? change.content.date : undefined];
  return dates.filter((date) => date !== undefined);
}

/** Fetches what a hint of the event stream names, if the device shows it.
 * @param {AppState} state @param {{kind: string, date?: string | null}} hint @returns {[AppState, Effect[]]} */
function hinted(state, { kind, date }) {
  const known = Object.keys(state.today.days);
  /** @type {Effect[]} */
  const effects = [];
  if (["day", "extras"].includes(kind) && date && known.includes(date)) effects.push({ type: "loadDay", date });
  if (kind === "target" || kind === "profile" || kind === "reset") {
    effects.push({ type: "loadProfile" });
    // Other days are fetched when they are shown again.
    effects.push({ type: "loadDay", date: state.today.date });
  }
  return [state, effects];
}
