/** Carries out the effects that reducers return. Each function does one thing and dispatches its result. */
import { ProblemError } from "../core/problems.js";

/** @typedef {import("../types.d.ts").Action} Action */

/** The diary receives exercise by an event, some time after the profile service has answered. */
const EVENT_MS = 1_500;

/**
 * What effects work with.
 * @typedef {object} Tools
 * @property {import("./api.js").API} api
 * @property {import("./fetch.js").Client} client
 * @property {import("./store.js").Store} store
 * @property {() => import("../types.d.ts").AppState} getState
 * @property {(action: Action) => void} dispatch
 * @property {BroadcastChannel | null} [channel] Tells other windows that the queue has changed.
 * @property {() => Promise<void>} [painted] Returns when all that was drawn so far is painted.
 * @property {(module: string) => Promise<unknown>} [loadWrites] Loads a module, with what it knows about its writes.
 */

/** @typedef {(problem: import("../types.d.ts").AppProblem) => Action} Failure What a problem becomes. */

/** For a problem that no screen shows. @type {Failure} */
export const nothing = () => ({ type: "none" });

/** Runs a request; a problem of the server, or no answer, becomes an action. Effects of all modules use it.
 * @param {(action: Action) => void} dispatch
 * @returns {(work: () => Promise<void>, failure: Failure) => Promise<void>} */
export const attemptWith = (dispatch) => async (work, failure) => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (error.problem.code !== "cancelled" || error.problem.status !== 0) dispatch(failure(error.problem));
  }
};

/**
 * @param {Tools} tools
 * @returns {import("../types.d.ts").EffectsOf<"core">} By the type of the effect.
 */
export function makeEffects({ api, store, getState, dispatch }) {
  const userId = () => getState().session.user?.id ?? "";
  /** @type {Map<string, {work: Promise<void>, next?: Promise<void>}>} The days that are fetched, by user and date. */
  const loading = new Map();
  let reads = 0;
  /** @type {Map<string, number>} By date, the last read that had begun when a write was answered. */
  const written = new Map();
  /** @type {Map<string, Promise<void>>} The requests for the first screen, by user. */
  const starting = new Map();
  const attempt = attemptWith(dispatch);
  /** Shows the day that the device has, unless a newer one is shown already.
   * @param {string} user @param {string} date */
  async function showKept(user, date) {
    const isShown = () => user !== userId() || getState().today.days[date];
    const kept = isShown() ? null : await store.day(user, date);
    if (kept && !isShown()) dispatch({ type: "day.loaded", day: kept });
  }

  /** @param {string} date @param {boolean} [isShared] */
  async function fetchDay(date, isShared) {
    const user = userId();
    await showKept(user, date);
    const before = getState().today.days[date];
    if (date === getState().todayDate) await starting.get(user);
    const shown = getState().today.days[date];
    if (isShared && shown && shown !== before) return;
    await readDay(user, async () => await api.day(date));
  }

  /** Shows and keeps a day that a request returns. One that began before a write was answered may lack it.
   * @param {string} user @param {() => Promise<import("../types.d.ts").DiaryDay | null>} request */
  async function readDay(user, request) {
    const number = ++reads;
    const day = user === userId() ? await request() : null;
    if (!day || user !== userId() || number <= (written.get(day.date) ?? 0)) return;
    dispatch({ type: "day.loaded", day });
    await store.putDay(user, day);
  }

  /** @type {import("../types.d.ts").EffectsOf<"core">} */
  const effects = {
    loadProfile: () => attempt(async () => dispatch({ type: "profile.loaded", profile: await api.profile() }), nothing),
    /** One request for the first screen. Parts that it lacks have requests of their own. */
    start: () => {
      const user = userId();
      const open = starting.get(user);
      if (open) return open;
      const isAlone = !loading.has(`${user} ${getState().todayDate}`);
      const request = async () => {
        const { day, profile, recents } = await api.start();
        if (user !== userId()) return null;
        if (profile) dispatch({ type: "profile.loaded", profile });
        else void effects.loadProfile({ type: "loadProfile" });
        if (recents) void store.putValue(user, "recents", recents);
        return isAlone ? day : null;
      };
      const work = attempt(() => readDay(user, request), nothing).finally(() => starting.delete(user));
      starting.set(user, work);
      return work;
    },
    keepProfile: ({ profile }) => store.putValue(userId(), "profile", profile),
    /** Fetches a day. To show it, an open request will do. Else one follows it: together, the older could end last. */
    loadDay: ({ date, isShared, isAfterWrite }) => {
      const key = `${userId()} ${date}`;
      const open = loading.get(key);
      if (isAfterWrite) written.set(date, reads);
      // A day that is not shown has nothing to correct.
      if (isAfterWrite && !open && !getState().today.days[date]) return;
      if (open && isShared) return open.work;
      const again = async () => void await effects.loadDay({ type: "loadDay", date });
      if (open) return open.next ??= open.work.then(again, again);
      const work = attempt(() => fetchDay(date, isShared), (problem) => ({ type: "day.failed", date, problem }))
        .finally(() => loading.delete(key));
      loading.set(key, { work });
      return work;
    },
    /** Shows the day that the device has, unless a newer one is shown already. */
    showKept: ({ user, date }) => showKept(user, date),
    loadDayLater: ({ date }) => setTimeout(() => effects.loadDay({ type: "loadDay", date }), EVENT_MS),
    loadAdvice: ({ date }) =>
      attempt(
        async () => dispatch({ type: "advice.loaded", date, items: (await api.advice(date)).items }),
        nothing,
      ),
    dispatch: ({ action }) => dispatch(action),
  };
  return effects;
}
