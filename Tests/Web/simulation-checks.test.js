/** The rules by which the simulation of devices finds violations. */
import { equal } from "./checks.js";
import { entry } from "./fixtures.js";
import { Oracle } from "./simulation/oracle.js";

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

Deno.test("simulation checks: who restores an entry after a restart takes a removal back that was saved before", () => {
  equal(removedTwice(true), undefined);
  equal(removedTwice(false), "nothingLost");
});
