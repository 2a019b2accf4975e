/** Carries out the effects that reducers return. Each function does one thing and dispatches what came of it. */
import { ProblemError } from "../core/problems.js";
import { next, nextTime } from "../core/queue.js";
import { DEVICE } from "./store.js";

/** @typedef {import("../types.d.ts").Action} Action */
/** @typedef {import("../types.d.ts").Effect} Effect */

/** Typing faster than this asks once. */
const SEARCH_PAUSE_MS = 90;

/**
 * @param {object} tools
 * @param {import("./api.js").API} tools.api
 * @param {import("./fetch.js").Client} tools.client
 * @param {import("./store.js").Store} tools.store
 * @param {() => import("../types.d.ts").AppState} tools.getState
 * @param {(action: Action) => void} tools.dispatch
 * @returns {Record<string, (effect: Effect) => unknown>} By the type of the effect.
 */
export function makeEffects({ api, client, store, getState, dispatch }) {
  const userId = () => getState().session.user?.id ?? "";
  /** @type {AbortController | null} */
  let searching = null;
  let isSending = false;
  let isLeading = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** Runs a request; a problem becomes an action.
   * @param {() => Promise<void>} work @param {(problem: import("../types.d.ts").AppProblem) => Action} failure */
  const attempt = async (work, failure) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (error.problem.code !== "cancelled" || error.problem.status !== 0) dispatch(failure(error.problem));
    }
  };
  const nothing = () => ({ type: "none" });
  const welcomeFailed = (/** @type {import("../types.d.ts").AppProblem} */ problem) => ({
    type: "welcome.failed",
    problem,
  });
  /** @param {() => Promise<import("../types.d.ts").Session>} request */
  const begin = (request) =>
    attempt(async () => {
      const { user } = await request();
      await store.putValue(DEVICE, "user", user);
      dispatch({ type: "session.started", user });
    }, welcomeFailed);

  async function send() {
    clearTimeout(timer);
    const state = getState();
    if (isSending || !isLeading || state.session.phase !== "signedIn") return;
    const write = next(state.queue, userId(), Date.now());
    if (!write) return sendLater();
    isSending = true;
    dispatch({ type: "write.sent", id: write.id });
    try {
      const { entry, extras, version } = await api.send(write);
      // The answer stands on the screen before its write leaves the queue, so nothing flickers.
      if (entry) dispatch({ type: "entry.stored", entry });
      if (write.kind === "deleteEntry") {
        dispatch({ type: "entry.stored", id: write.target.slice("entry:".length), entry: null });
      }
      if (extras) dispatch({ type: "extras.stored", extras });
      isSending = false;
      dispatch({ type: "write.done", id: write.id, version });
    } catch (error) {
      isSending = false;
      if (!(error instanceof ProblemError)) throw error;
      dispatch({
        type: "write.failed",
        id: write.id,
        problem: error.problem,
        nowMs: Date.now(),
        random: Math.random(),
      });
    }
  }

  /** Sets the timer of the next attempt. */
  function sendLater() {
    clearTimeout(timer);
    const time = nextTime(getState().queue);
    if (time !== null) timer = setTimeout(send, Math.max(50, time - Date.now()));
  }

  return {
    emailStatus: ({ email }) =>
      attempt(async () => {
        const { registered } = await api.emailStatus(email);
        dispatch({ type: "welcome.known", registered });
      }, welcomeFailed),
    signIn: ({ email, password }) => begin(() => api.signIn(email, password)),
    signInCode: ({ challenge, code }) => begin(() => api.signInCode(challenge, code)),
    register: ({ type: _, invitation, ...body }) => {
      const { language } = getState();
      const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      return begin(() =>
        api.register({
          ...body,
          ...(invitation ? { invitation } : {}),
          passwordConfirmation: body.password,
          language,
          timeZone,
        })
      );
    },
    loadProfile: () => attempt(async () => dispatch({ type: "profile.loaded", profile: await api.profile() }), nothing),
    keepProfile: ({ profile }) => store.putValue(userId(), "profile", profile),
    loadDay: ({ date }) =>
      attempt(async () => {
        const user = userId();
        // What the device has is shown at once, unless the server's answer is already there.
        if (!getState().today.days[date]) {
          const kept = await store.day(user, date);
          if (kept && !getState().today.days[date]) dispatch({ type: "day.loaded", day: kept });
        }
        const day = await api.day(date);
        dispatch({ type: "day.loaded", day });
        await store.putDay(user, day);
      }, (problem) => ({ type: "day.failed", date, problem })),
    loadAdvice: ({ date }) =>
      attempt(
        async () => dispatch({ type: "advice.loaded", date, items: (await api.advice(date)).items }),
        nothing,
      ),
    loadRecents: ({ meal, sort }) =>
      attempt(async () => {
        const name = `recents-${sort}-${meal}`;
        const user = userId();
        const kept = await store.value(user, name);
        if (kept) dispatch({ type: "recents.loaded", meal, sort, items: kept });
        const { items } = await api.recents(meal, sort);
        dispatch({ type: "recents.loaded", meal, sort, items });
        await store.putValue(user, name, items);
      }, nothing),
    search: async ({ text, search }) => {
      searching?.abort();
      const mine = searching = new AbortController();
      await new Promise((resolve) => setTimeout(resolve, SEARCH_PAUSE_MS));
      if (mine.signal.aborted) return;
      await attempt(async () => {
        const { items } = await api.search(text, getState().language, mine.signal);
        dispatch({ type: "search.loaded", text, search, items });
      }, (problem) => ({ type: "search.failed", search, problem }));
    },
    loadFood: ({ foodId }) =>
      attempt(async () => dispatch({ type: "food.loaded", food: await api.food(foodId) }), (problem) => ({
        type: "food.failed",
        foodId,
        problem,
      })),
    restoreWrites: async ({ userId }) =>
      dispatch({ type: "writes.restored", userId, writes: await store.writes(userId) }),
    storeWrites: async ({ put, removed }) => {
      try {
        await store.changeWrites(put, removed);
      } catch {
        // A full disk: the write is still sent from memory, and the person is told.
        dispatch({ type: "store.full" });
      }
    },
    send,
    sendLater,
    dispatch: ({ action }) => dispatch(action),
    /** This window became the one that sends. */
    lead: () => {
      isLeading = true;
      void send();
    },
    serverNow: () => client.serverNow(),
  };
}
