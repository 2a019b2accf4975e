/** Carries out the effects that reducers return. Each function does one thing and dispatches its result. */
import { datesOf } from "../core/app.js";
import { ProblemError } from "../core/problems.js";
import { answerOf } from "./api.js";

/** The menus that the device keeps, with a newer shopping list.
 * @param {any} kept @param {import("../types.d.ts").ShoppingList} list */
const withList = (kept, list) => kept && { ...kept, shopping: { ...kept.shopping, [list.planId]: list } };

/** @typedef {import("../types.d.ts").Action} Action */
/** @typedef {import("../types.d.ts").Effect} Effect */

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
 * @property {(module: string) => Promise<unknown>} [loadWrites] Loads a module, which registers what it knows about its
 *   writes.
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
  /** @type {Map<string, {work: Promise<void>, next?: Promise<void>}>} The days that are fetched, by user and date. */
  const loading = new Map();
  let reads = 0;
  /** @type {Map<string, number>} By date, the last read that had begun when a write was answered. */
  const written = new Map();
  /** @type {Map<string, Promise<void>>} The requests for the first screen, by user. */
  const starting = new Map();
  let isLeading = false;
  let saves = 0;
  let isBroken = false;
  /** @type {Promise<void>} Ends with the last save. */
  let saved = Promise.resolve();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const attempt = attemptWith(dispatch);
  const nothing = () => ({ type: "none" });
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
      answer = answerOf(error.problem, request.call.method ?? request.call.kind);
      if (answer.kind === "refused" && /^(?:favourite|tick) /.test(request.call.subject ?? "")) {
        // The refused write is dropped; the star or the tick shows the server's state.
        dispatch({ type: "value.refused", subject: request.call.subject, base: request.call.base });
        answer = { kind: "gone", isRefused: true };
      }
    }
    const open = () => getState().sync.requests.find((each) => each.request.number === request.number);
    const change = getState().sync.stored.writes.find(({ id }) => id === open()?.write)?.change;
    // Without a connection, the next start shows what is kept. So a day that is kept gets the answer, too.
    await Promise.all(datesOf(change).map((date) => showKept(request.user, date))).catch(() => {});
    /** @type {Action[]} */
    const actions = request.call.kind === "module"
      ? await effects.answerModule({ type: "answerModule", call: request.call, answer })
      : [];
    // The queue was read again meanwhile, or another person has signed in: the write is sent again.
    if (!open()) return;
    const before = getState().today.days;
    // The answer is on the screen before its write leaves the queue, so nothing flickers.
    actions.forEach(dispatch);
    if (answer.kind === "entry") dispatch({ type: "entry.stored", entry: answer.entry });
    if (["gone", "changed"].includes(answer.kind) && request.call.kind.endsWith("Entry")) {
      dispatch({ type: "entry.stored", id: request.call.id, entry: answer.current ?? null });
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
    const changed = Object.values(getState().today.days).filter((day) => day !== before[day.date]);
    await Promise.all(changed.map((day) => store.putDay(request.user, day))).catch(() => {});
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

  channel?.addEventListener("message", ({ data }) => {
    if (data.left === userId()) return dispatch({ type: "session.left" });
    if (data !== userId()) return;
    void openQueue(data);
    dispatch({ type: "hint", hint: { kind: "day", date: getState().today.date } });
  });

  /** @type {Record<string, (effect: Effect) => any>} */
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
    "sync.removalOverruled": ({ effect }) => dispatch({ type: "entry.overruled", entry: effect.entry }),
    /** Only the window that leads has a session for the queue, so only it sends. */
    "sync.begin": () => {
      if (isLeading && getState().session.phase === "signedIn") {
        sync({ kind: "signedIn", user: userId(), now: Date.now() });
        void effects.joinWrites?.({ type: "joinWrites", isLoading: true });
      }
    },
    dispatch: ({ action }) => dispatch(action),
    /** This window became the one that sends. What another one has saved meanwhile is read again. */
    lead: async () => {
      isLeading = true;
      if (getState().sync.stored.user !== "") await openQueue(userId());
      effects["sync.begin"]({ type: "sync.begin" });
    },
    /** Sends what waits when the window comes to the front, because the connection may work again. Where nothing waits,
     * another request shows whether it does. */
    online: () => {
      const { isOnline, session } = getState();
      if (!isOnline && session.phase === "signedIn") void effects.loadProfile({ type: "loadProfile" });
      // Without a session, Welcome is there.
      if (session.phase === "signedOut") void effects.endPending?.({ type: "endPending" });
      sync({ kind: "online", now: Date.now() });
    },
    serverNow: () => client.serverNow(),
  };
  return effects;
}
