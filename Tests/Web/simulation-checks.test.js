/** The rules by which the simulation of devices finds violations. */
import { equal } from "./checks.js";
import { day, entry, TODAY, YESTERDAY } from "./fixtures.js";
import { loadApp } from "./simulation/app.js";
import { checkDays } from "./simulation/checks.js";
import { USER } from "./simulation/device.js";
import { Oracle } from "./simulation/oracle.js";
import { Simulation } from "./simulation/simulation.js";
import { replacesOld } from "./simulation/tasks-users.js";

const DEVICE = 0;

/** Removes, restores and removes an entry; only the first removal is saved. Then the app restarts, and has that one in
 * its queue. Returns the invariant that is violated if the entry stays.
 * @param {boolean} isRestored Whether the user takes it back. */
function removedTwice(isRestored) {
  const oracle = new Oracle();
  const origin = (/** @type {number} */ epoch, /** @type {number} */ save) => ({
    device: DEVICE,
    epoch,
    save,
    time: 1,
  });
  const stored = entry({ foodId: null, grams: null });
  const tokens = oracle.kind.tokens(stored);
  oracle.revoke(tokens, stored.id, origin(1, 1));
  oracle.accept(DEVICE, 1, 1);
  oracle.restore(stored.id, origin(1, 2));
  oracle.revoke(tokens, stored.id, origin(1, 3));
  if (isRestored) oracle.restore(stored.id, origin(2, 1));
  oracle.accept(DEVICE, 2, 1);
  try {
    oracle.checkNothingLost({ entries: { [stored.id]: stored } }, () => []);
  } catch (error) {
    return error.invariant;
  }
}

Deno.test("simulation checks: a restored entry takes back a removal that was saved before a restart", () => {
  equal(removedTwice(true), undefined);
  equal(removedTwice(false), "nothingLost");
});

/** Shows a device yesterday without an entry that it has seen there, after the removal. Returns whether it knows the
 * entry as removed.
 * @param {number} [movedBy] The version by which the entry came to the day of its removal. */
function isKnownAsRemoved(movedBy) {
  const stored = entry({ date: YESTERDAY, version: 3 });
  const [before, after] = [day(YESTERDAY, [stored]), day(YESTERDAY)];
  const sim = {
    readAt: new WeakMap([[after, { clock: 8, user: USER }]]),
    removedAt: new Map([[stored.id, 7]]),
    movedBy: new Map(movedBy ? [[stored.id, movedBy]] : []),
  };
  const days = { [YESTERDAY]: after, [TODAY]: day(TODAY) };
  const state = {
    session: { user: { id: USER } },
    today: { days },
    sync: { stored: { entries: { [stored.id]: stored }, writes: [] } },
  };
  const device = {
    state,
    writes: [],
    disk: { keptDays: new Map(), queueOf: () => ({ writes: [] }) },
    gone: new Map(),
    copies: new Set(),
    seenAt: new Map(),
    writtenAt: new Map(),
    app: { shownDay: () => after },
  };
  checkDays(sim, device, { type: "day.loaded", day: after }, { [YESTERDAY]: before });
  return device.gone.get(stored.id) === YESTERDAY;
}

Deno.test("simulation checks: an entry that left its day by a move is not known as removed", () => {
  equal(isKnownAsRemoved(4), false);
  equal([isKnownAsRemoved(), isKnownAsRemoved(3)], [true, true]);
});

Deno.test("simulation checks: a device with a newly loaded module merges its conflicts", async () => {
  const [device] = new Simulation(1, 0, await loadApp()).devices;
  device.start();
  const joined = [];
  device.effects.joinWrites = (effect) => joined.push(effect);
  device.openModule();
  equal(joined.length, 1);
});

Deno.test("simulation checks: a write in the place of a refused one may name its version", () => {
  const old = (/** @type {string} */ kind, /** @type {number} */ answered, /** @type {number} */ version) => {
    const writes = [{ change: { kind: "module", module: "tasks", subject: "t1", version: 2 }, status: { kind } }];
    const state = { sync: { stored: { writes } }, tasks: { items: { t1: { version } }, removed: {} } };
    return replacesOld({ answeredVersions: new Map([["t1", answered]]), state }, "t1");
  };
  equal([old("refused", 4, 2), old("refused", 2, 3), old("refused", 2, 2), old("waiting", 4, 4)], [
    true,
    true,
    false,
    false,
  ]);
});
