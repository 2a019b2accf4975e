/** The effects of the app on a run, with a client and a store in memory. */
import { applied, emptyStore } from "../../Clients/Web/core/sync/stored.js";
import { makeAPI } from "../../Clients/Web/data/api.js";
import { makeEffects } from "../../Clients/Web/data/effects.js";
import { addQueueEffects } from "../../Clients/Web/data/queue.js";
import { openStore } from "../../Clients/Web/data/store.js";
import { makeWelcomeEffects } from "../../Clients/Web/data/welcome.js";
import { fakeClient, nextTurn } from "./client.js";
import { day, Run, TODAY, USER } from "./fixtures.js";

/** Makes the effects of a run, with a store in memory. */
export async function running(answer, run = Run.signedIn(day(TODAY)), painted = undefined, loadWrites = undefined) {
  let stored = emptyStore(USER.id);
  const store = Object.assign(await openStore(undefined), {
    saveSync: (_, changes) => {
      changes.forEach((change) => stored = applied(stored, change));
    },
    readSync: () => Promise.resolve(stored),
    changeValue: (_, name, change) => Promise.resolve(void (values[name] = change(values[name] ?? null))),
  });
  const values = { plan: { menus: [], shopping: {} } };
  const { client, sent } = fakeClient(answer);
  const pending = [];
  let wakes = 0;
  const given = [];
  const dispatch = (action) => {
    given.push(action);
    if (action.action?.kind === "woke") wakes += 1;
    run.do(action);
    const effects = run.effects.filter(({ type }) => type !== "dispatch");
    run.effects = [];
    effects.forEach((effect) => pending.push(Promise.resolve(handlers[effect.type]?.(effect))));
  };
  const tools = { api: makeAPI(client), client, store, getState: () => run.state, dispatch, painted, loadWrites };
  const handlers = Object.assign(makeEffects(tools), makeWelcomeEffects(tools));
  addQueueEffects(tools, handlers);
  const settle = async () => {
    for (let i = 0; i < 30; i++) {
      await Promise.allSettled(pending.splice(0));
      await nextTurn();
    }
  };
  /** Waits for the last timer, and replaces a later one. */
  const close = async () => {
    handlers["sync.wake"]({ effect: { at: 0 } });
    for (const before = wakes; wakes === before;) await nextTurn();
  };
  const plan = () => values.plan;
  return { run, sent, writes: () => stored.writes, stored: plan, given, dispatch, effects: handlers, settle, close };
}
