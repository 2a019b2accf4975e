/** Effects of the queue of writes, which comes after the first screen: they store, send, and pass answers on. */
import { datesOf } from "../core/app.js";
import "../core/entries.js";
import { ProblemError } from "../core/problems.js";
import "../core/sync/answers.js";
import { answerOf, sendWrite } from "./sending.js";
import { writeEffects } from "./writes.js";

/** @typedef {import("../types.d.ts").Action} Action */
/** @typedef {import("../types.d.ts").Effects} Effects */

/** The menus that the device keeps, with a newer shopping list.
 * @param {any} kept @param {import("../types.d.ts").ShoppingList} list */
const withList = (kept, list) => kept && { ...kept, shopping: { ...kept.shopping, [list.planId]: list } };

/**
 * @param {import("./effects.js").Tools} tools
 * @param {import("../types.d.ts").EffectsOf<"core"> & Effects} effects Those of the first load. The ones of the queue
 *   are added.
 */
export function addQueueEffects(tools, effects) {
  const { client, store, getState, dispatch, channel = null, painted = async () => {} } = tools;
  const userId = () => getState().session.user?.id ?? "";
  let isLeading = false;
  let saves = 0;
  let isBroken = false;
  /** @type {Promise<void>} Ends with the last save. */
  let saved = Promise.resolve();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const sync = (/** @type {import("../core/sync/types.d.ts").SyncAction} */ action) =>
    dispatch({ type: "sync", action });

  /** Opens the queue of a user. */
  async function openQueue(/** @type {string} */ user) {
    // Only a copy that has every save of this window may replace the queue in memory.
    for (;;) {
      const count = saves;
      await saved;
      const stored = await store.readSync(user);
      if (count !== saves) continue;
      // The memory has what the store has: nothing of a failed save is missing in between.
      isBroken = false;
      return sync({ kind: "opened", stored, now: Date.now() });
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
      answer = await sendWrite(client, request);
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
    const show = (/** @type {string} */ date) => effects.showKept({ type: "showKept", user: request.user, date });
    await Promise.all(datesOf(change).map(show)).catch(() => {});
    /** @type {Action[]} */
    const actions = request.call.kind === "module"
      ? await effects.answerModule?.({ type: "answerModule", call: request.call, answer })
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

  channel?.addEventListener("message", ({ data }) => {
    if (data.left === userId()) return dispatch({ type: "session.left" });
    if (data !== userId()) return;
    void openQueue(data);
    dispatch({ type: "hint", hint: { kind: "day", date: getState().today.date } });
  });

  /** @type {import("../types.d.ts").EffectsOf<"queue">} */
  const own = {
    "sync.openStore": ({ effect }) => openQueue(effect.user),
    "sync.save": ({ effect }) => save(effect),
    "sync.send": ({ effect }) => send(effect),
    "sync.wake": ({ effect }) => {
      clearTimeout(timer);
      timer = setTimeout(() => sync({ kind: "woke", now: Date.now() }), Math.max(50, effect.at - Date.now()));
    },
    /** The day shows the entry under its new id already. */
    "sync.revived": () => {},
    "sync.removalOverruled": ({ effect }) => dispatch({ type: "entry.overruled", entry: effect.entry }),
    /** Only the window that leads has a session for the queue, so only it sends. */
    "sync.begin": () => {
      if (isLeading && getState().session.phase === "signedIn") {
        sync({ kind: "signedIn", user: userId(), now: Date.now() });
        void effects.joinWrites?.({ type: "joinWrites", isLoading: true });
      }
    },
    /** This window became the one that sends. What another one has saved meanwhile is read again. */
    lead: async () => {
      isLeading = true;
      if (getState().sync.stored.user !== "") await openQueue(userId());
      own["sync.begin"]({ type: "sync.begin" });
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
  };
  Object.assign(effects, writeEffects(tools), own);
}
