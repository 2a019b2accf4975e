/** Chooses one window of the app to send writes and to hold the event stream. */
import { claim, RENEW_MS } from "../core/lease.js";

const LOCK = "mealwire-leader";
const LEASE = "mealwire-lease";

/**
 * Calls `onLead` when this window leads: at once, or after the leading window was closed.
 * @param {string} owner An id of this window.
 * @param {() => void} onLead
 * @param {{locks?: LockManager, storage?: Storage, now?: () => number}} [environment]
 */
export function lead(owner, onLead, environment = {}) {
  const { locks = globalThis.navigator?.locks, storage = globalThis.localStorage, now = Date.now } = environment;
  if (locks) {
    // The promise that never ends holds the lock until the window is closed.
    void locks.request(LOCK, () => {
      onLead();
      return new Promise(() => {});
    });
    return;
  }
  let isLeading = false;
  const attempt = () => {
    const lease = claim(read(storage), owner, now());
    if (!lease) return;
    storage.setItem(LEASE, JSON.stringify(lease));
    if (isLeading) return;
    isLeading = true;
    onLead();
  };
  attempt();
  setInterval(attempt, RENEW_MS);
}

/** @param {Storage} storage */
function read(storage) {
  try {
    return JSON.parse(storage.getItem(LEASE) ?? "null");
  } catch {
    return null;
  }
}
