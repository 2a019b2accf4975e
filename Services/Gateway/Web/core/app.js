/** The state of the whole app: `reduce(state, action)` returns the next state and effects, and does nothing itself. */
import { initialAdd, reduceAdd } from "./add.js";
import { initialAmount, reduceAmount } from "./amount.js";
import { awake, discard, done, emptyQueue, failedWith, keepMine, restored, sent } from "./queue.js";
import { initialToday, reduceToday } from "./today.js";
import { initialWelcome, reduceWelcome } from "./welcome.js";
import { reduceEntries } from "./entries.js";
import { paths } from "./router.js";

/** @typedef {import("../types.d.ts").AppState} AppState */
/** @typedef {import("../types.d.ts").Effect} Effect */

/** @param {import("../types.d.ts").Language} language @param {string} todayDate @returns {AppState} */
export const initialState = (language, todayDate) => ({
  language,
  energy: "kcal",
  session: { phase: "starting", user: null },
  profile: null,
  todayDate,
  route: { name: "today", params: {} },
  isOnline: true,
  queue: emptyQueue(),
  toast: null,
  welcome: initialWelcome(),
  today: initialToday(todayDate),
  add: initialAdd(todayDate, "breakfast"),
  amount: initialAmount(todayDate),
  meta: null,
});

const FEATURES = [reduceShell, reduceWelcome, reduceToday, reduceAdd, reduceAmount, reduceEntries];

/** @type {import("../types.d.ts").Reducer} */
export function reduce(state, action) {
  let next = state;
  /** @type {Effect[]} */
  const effects = [];
  for (const feature of FEATURES) {
    const [after, more] = feature(next, action);
    next = after;
    effects.push(...more);
  }
  return [next, effects];
}

/** Session, routes, queue and connection.
 * @type {import("../types.d.ts").Reducer} */
function reduceShell(state, action) {
  switch (action.type) {
    case "session.started": {
      const { user } = action;
      const isSame = state.queue.userId === user.id;
      // Another user begins with nothing of the first one.
      const { language, todayDate, route, meta, isOnline, energy } = state;
      const kept = isSame ? state : { ...initialState(language, todayDate), route, meta, isOnline, energy };
      const queue = isSame ? awake(state.queue) : emptyQueue(user.id);
      const next = { ...kept, queue, session: { phase: /** @type {const} */ ("signedIn"), user } };
      const go = state.route.name === "welcome" ? [{ type: "go", path: paths.today() }] : opening(next);
      return [next, [...(isSame ? [{ type: "send" }] : [{ type: "restoreWrites", userId: user.id }]), {
        type: "loadProfile",
      }, ...go]];
    }
    case "session.ended": {
      // What is stored stays readable while writes wait for a sign-in; a person without any sees Welcome.
      /** @type {AppState["session"]["phase"]} */
      const phase = state.session.user ? "expired" : "signedOut";
      const next = { ...state, session: { ...state.session, phase } };
      return [
        next,
        phase === "signedOut" && state.route.name !== "welcome" ? [{ type: "go", path: paths.welcome() }] : [],
      ];
    }
    case "profile.loaded":
      return [{ ...state, profile: action.profile }, [{ type: "keepProfile", profile: action.profile }]];
    case "meta.loaded":
      return [{ ...state, meta: action.meta }, []];
    case "date.changed": {
      const isShown = state.today.date === state.todayDate && state.route.name === "today" &&
        !state.route.params.date;
      const next = { ...state, todayDate: action.date };
      return isShown && state.session.user ? reduceToday(next, { type: "day.show", date: action.date }) : [next, []];
    }
    case "language.choose":
      return [state, [{ type: "language.save", language: action.language }]];
    case "language.changed":
      return [{ ...state, language: action.language }, []];
    case "route.changed": {
      const next = { ...state, route: action.route };
      return [next, [...opening(next), { type: "focusHeading" }]];
    }
    case "connection": {
      if (state.isOnline === action.isOnline) return [state, []];
      const queue = action.isOnline ? awake(state.queue) : state.queue;
      return [{ ...state, queue, isOnline: action.isOnline }, action.isOnline ? [{ type: "send" }] : []];
    }
    case "hint":
      return hinted(state, action.hint);
    default:
      return reduceQueue(state, action);
  }
}

/** Opens the screen of the current route.
 * @param {AppState} state @returns {Effect[]} */
function opening({ route, todayDate, session }) {
  if (session.phase !== "signedIn" && session.phase !== "expired") return [];
  const { date = todayDate, meal, foodId, entryId } = route.params;
  switch (route.name) {
    case "today":
      return [{ type: "dispatch", action: { type: "day.show", date } }];
    case "add":
      return [{ type: "dispatch", action: { type: "add.open", date, meal } }];
    case "amount":
      return [{
        type: "dispatch",
        action: entryId ? { type: "amount.edit", date, entryId } : { type: "amount.open", date, meal, foodId },
      }];
    default:
      return [];
  }
}

/** @type {import("../types.d.ts").Reducer} */
function reduceQueue(state, action) {
  const { queue } = state;
  const changes = (/** @type {import("../types.d.ts").Queue} */ next, /** @type {string} */ id) => {
    const write = next.writes.find((write) => write.id === id);
    return { type: "storeWrites", put: write ? [write] : [], removed: write ? [] : [id] };
  };
  /** @param {import("../types.d.ts").Queue} next @param {Effect[]} more @returns {[AppState, Effect[]]} */
  const stored = (next, ...more) => [{ ...state, queue: next }, [changes(next, action.id), ...more]];
  switch (action.type) {
    case "writes.restored": {
      if (action.userId !== queue.userId) return [state, []];
      const found = restored(action.userId, action.writes);
      // What was written while the store was read comes after what it held.
      const known = new Set(found.writes.map(({ id }) => id));
      const newer = queue.writes.filter(({ id }) => !known.has(id));
      const sequences = newer.map((write, index) => ({ ...write, sequence: found.nextSequence + index }));
      const next = {
        ...found,
        writes: [...found.writes, ...sequences],
        nextSequence: found.nextSequence + newer.length,
      };
      return [{ ...state, queue: next }, [{ type: "storeWrites", put: sequences, removed: [] }, {
        type: "send",
      }]];
    }
    case "write.sent":
      return stored(sent(queue, action.id));
    case "write.done": {
      const write = queue.writes.find(({ id }) => id === action.id);
      const [next, effects] = stored(done(queue, action.id, action.version), { type: "send" });
      if (!write) return [next, effects];
      // The sums of the server count: they know what the device does not.
      const isLast = !next.queue.writes.some(({ date, state }) => date === write.date && state === "waiting");
      return [next, isLast ? [...effects, { type: "loadDay", date: write.date }] : effects];
    }
    case "write.failed": {
      const next = failedWith(queue, action.id, action.problem, action.nowMs, action.random);
      return stored(next, { type: "sendLater" });
    }
    case "write.keepMine":
      return stored(keepMine(queue, action.id), { type: "send" });
    case "write.discard": {
      const date = queue.writes.find(({ id }) => id === action.id)?.date;
      return stored(discard(queue, action.id), ...(date ? [{ type: "loadDay", date }] : []));
    }
    default:
      return [state, []];
  }
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
