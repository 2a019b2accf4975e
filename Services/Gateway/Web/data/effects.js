/** Carries out the effects that reducers return. Each function does one thing and dispatches its result. */
import { ProblemError } from "../core/problems.js";
import { answerOf } from "./api.js";
import { DEVICE } from "./store.js";

/** The menus that the device keeps, with a newer shopping list.
 * @param {any} kept @param {import("../types.d.ts").ShoppingList} list */
const withList = (kept, list) => kept && { ...kept, shopping: { ...kept.shopping, [list.planId]: list } };

/** @typedef {import("../types.d.ts").Action} Action */
/** @typedef {import("../types.d.ts").Effect} Effect */

/** A value of the device: true while the server has not confirmed a sign-out. */
export const SIGN_OUT = "signOut";
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
 */

/** Runs a request; a problem of the server, or no answer, becomes an action. Effects of all parts use it.
 * @param {(action: Action) => void} dispatch
 * @returns {(work: () => Promise<void>,
 *   failure: (problem: import("../types.d.ts").AppProblem) => Action) => Promise<void>} */
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
 * @returns {Record<string, (effect: Effect) => unknown>} By the type of the effect.
 */
export function makeEffects({ api, client, store, getState, dispatch, channel = null, painted = async () => {} }) {
  const userId = () => getState().session.user?.id ?? "";
  /** @type {Map<string, Promise<void>>} The days that are being fetched to be shown. */
  const loading = new Map();
  /** @type {Promise<void> | null} */
  let starting = null;
  let isLeading = false;
  let saves = 0;
  let isBroken = false;
  /** @type {Promise<void>} Ends with the last save. */
  let saved = Promise.resolve();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const attempt = attemptWith(dispatch);
  const nothing = () => ({ type: "none" });
  const welcomeFailed = (/** @type {import("../types.d.ts").AppProblem} */ problem) => ({
    type: "welcome.failed",
    problem,
  });
  /** Ends the session of a person that signed out without a connection. */
  async function endPending() {
    if (!await store.value(DEVICE, SIGN_OUT)) return;
    await api.signOut();
    await store.putValue(DEVICE, SIGN_OUT, false);
  }
  /** @param {() => Promise<import("../types.d.ts").CookieSession>} request */
  const begin = (request) =>
    attempt(async () => {
      await endPending();
      const { user, profileMissing } = await request();
      await store.putValue(DEVICE, "user", user);
      dispatch({ type: "session.started", user, missing: profileMissing });
    }, welcomeFailed);

  const sync = (/** @type {import("../core/sync/types.d.ts").SyncAction} */ action) =>
    dispatch({ type: "sync", action });

  /** Opens the queue of a user. */
  async function openQueue(/** @type {string} */ user) {
    // Only a copy that has every save of this window may replace the queue in memory.
    for (;;) {
      const count = saves;
      await saved;
      const stored = await store.readSync(user);
      if (count === saves) return sync({ kind: "opened", stored, now: Date.now() });
    }
  }

  /** @param {import("../core/sync/types.d.ts").SyncRequest} request */
  async function send(request) {
    // A request takes a slow phone longer than a frame. The write is stored, so the tap is painted first.
    await painted();
    // The session may have ended meanwhile; then the queue has dropped the request.
    if (!isLeading || request.user !== userId()) return;
    /** @type {{kind: string} & Record<string, any>} */
    let answer;
    try {
      answer = await api.send(request);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      answer = answerOf(error.problem, request.call.kind);
      if (answer.kind === "refused" && /^(?:favourite|tick) /.test(request.call.subject ?? "")) {
        // The refused write is dropped; the star or the tick shows the server's state.
        dispatch({ type: "value.refused", subject: request.call.subject, base: request.call.base });
        answer = { kind: "gone", isRefused: true };
      }
    }
    // The answer is on the screen before its write leaves the queue, so nothing flickers.
    if (answer.kind === "entry") dispatch({ type: "entry.stored", entry: answer.entry });
    if (answer.kind === "gone" && request.call.kind === "removeEntry") {
      dispatch({ type: "entry.stored", id: request.call.id, entry: null });
    }
    if (answer.kind === "measurement") dispatch({ type: "weight.stored", measurement: answer.measurement });
    if (answer.kind === "gone" && request.call.kind === "removeMeasurement") {
      dispatch({ type: "weight.stored", measurement: { id: request.call.id }, isRemoved: true });
    }
    if (answer.kind === "gone" && request.call.kind === "setValue" && !answer.isRefused) {
      const { list } = answer;
      dispatch({ type: "value.stored", subject: request.call.subject, value: request.call.value, list });
      if (list) await store.changeValue(request.user, "plan", (kept) => withList(kept, list)).catch(() => {});
    }
    if (answer.kind === "day") dispatch({ type: "extras.stored", extras: answer.day });
    sync({ kind: "answered", request: request.number, answer, now: Date.now(), jitter: Math.random() });
  }

  /** @param {{number: number, user: string, changes: import("../core/sync/types.d.ts").StoreChange[]}} save */
  async function save({ number, user, changes }) {
    saves += 1;
    // After a failure, the store would lack a change in the middle; only a whole copy repairs it.
    const done = saved.then(async () => {
      if (isBroken && changes[0]?.kind !== "replace") throw new Error("An earlier save failed.");
      isBroken = true;
      await store.saveSync(user, changes);
      isBroken = false;
    });
    saved = done.catch(() => {});
    try {
      await done;
      sync({ kind: "saved", number });
    } catch {
      if (store.isLasting) dispatch({ type: "store.full" });
      sync({ kind: "saveFailed", number });
    }
    // Other windows of the app show the same queue.
    if (changes.some(({ kind }) => kind === "putWrite" || kind === "removeWrite")) channel?.postMessage(user);
  }

  /** @param {string} date @param {boolean} [isShared] */
  async function fetchDay(date, isShared) {
    const user = userId();
    const shown = () => getState().today.days[date];
    // What the device has is shown at once, unless the server's answer is already there.
    if (!shown()) {
      const kept = await store.day(user, date);
      if (kept && !shown()) dispatch({ type: "day.loaded", day: kept });
    }
    if (starting && isShared && date === getState().todayDate) {
      const before = shown();
      await starting;
      if (shown() && shown() !== before) return;
    }
    const day = await api.day(date);
    dispatch({ type: "day.loaded", day });
    await store.putDay(user, day);
  }

  channel?.addEventListener("message", ({ data }) => {
    if (data.left === userId()) return dispatch({ type: "session.left" });
    if (data !== userId()) return;
    void openQueue(data);
    dispatch({ type: "hint", hint: { kind: "day", date: getState().today.date } });
  });

  /** @type {Record<string, (effect: Effect) => unknown>} */
  const effects = {
    emailStatus: ({ email }) =>
      attempt(async () => {
        const { registered } = await api.emailStatus(email);
        dispatch({ type: "welcome.known", registered });
      }, welcomeFailed),
    signIn: ({ email, password }) => begin(() => api.signIn(email, password)),
    signInDemo: ({ account }) => begin(() => api.signInDemo(account)),
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
    endPending: () => attempt(endPending, nothing),
    loadProfile: () => attempt(async () => dispatch({ type: "profile.loaded", profile: await api.profile() }), nothing),
    /** One request for the first screen. Parts that it lacks have requests of their own. */
    start: () => {
      const user = userId();
      return starting ??= attempt(async () => {
        const { day, profile, recents } = await api.start();
        if (user !== userId()) return;
        if (profile) dispatch({ type: "profile.loaded", profile });
        else void effects.loadProfile({ type: "loadProfile" });
        if (day) dispatch({ type: "day.loaded", day });
        if (day) await store.putDay(user, day);
        if (recents) await store.putValue(user, "recents", recents);
      }, nothing).finally(() => {
        starting = null;
      });
    },
    keepProfile: ({ profile }) => store.putValue(userId(), "profile", profile),
    /** Fetches a day. One that is only shown shares a request that is under way; after a write, an older answer would
     * not do. */
    loadDay: ({ date, isShared }) => {
      const known = loading.get(date);
      if (isShared && known) return known;
      const work = attempt(() => fetchDay(date, isShared), (problem) => ({ type: "day.failed", date, problem }));
      loading.set(date, work);
      return work.finally(() => loading.get(date) === work && loading.delete(date));
    },
    loadDayLater: ({ date }) => setTimeout(() => effects.loadDay({ type: "loadDay", date }), EVENT_MS),
    loadAdvice: ({ date }) =>
      attempt(
        async () => dispatch({ type: "advice.loaded", date, items: (await api.advice(date)).items }),
        nothing,
      ),
    "sync.openStore": ({ effect }) => openQueue(effect.user),
    "sync.save": ({ effect }) => save(effect),
    "sync.send": ({ effect }) => send(effect),
    "sync.wake": ({ effect }) => {
      clearTimeout(timer);
      timer = setTimeout(() => sync({ kind: "woke", now: Date.now() }), Math.max(50, effect.at - Date.now()));
    },
    "sync.wipe": ({ effect }) => store.wipe(effect.user),
    "sync.removalOverruled": ({ effect }) => dispatch({ type: "entry.overruled", entry: effect.entry }),
    /** Only the window that leads has a session for the queue, so only it sends. */
    "sync.begin": () => {
      if (isLeading && getState().session.phase === "signedIn") {
        sync({ kind: "signedIn", user: userId(), now: Date.now() });
      }
    },
    dispatch: ({ action }) => dispatch(action),
    /** This window became the one that sends. What another one has saved meanwhile is read again. */
    lead: async () => {
      isLeading = true;
      if (getState().sync.stored.user !== "") await openQueue(userId());
      effects["sync.begin"]({ type: "sync.begin" });
    },
    /** Sends what waits when the window comes to the front, because the connection may work again. */
    online: () => {
      if (getState().session.phase === "signedOut") void effects.endPending({ type: "endPending" });
      sync({ kind: "online", now: Date.now() });
    },
    serverNow: () => client.serverNow(),
  };
  return effects;
}
