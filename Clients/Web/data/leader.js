/** Chooses one window of the app to send writes and to hold the event stream. */
import { claim, RENEW_MS } from "../core/lease.js";

const LOCK = "mealwire-leader";
const LEASE = "mealwire-lease";

/**
 * Calls `onLead` once, when this window leads: at once, or after the leading window was closed.
 * @param {string} owner An id of this window.
 * @param {() => void} onLead
 * @param {{locks?: LockManager | null, storage?: Storage, now?: () => number,
 *   every?: (work: () => void, ms: number) => unknown}} [environment]
 */
export function lead(owner, onLead, environment = {}) {
  const { locks = globalThis.navigator?.locks, now = Date.now, every = setInterval } = environment;
  let isLeading = false;
  const begin = () => {
    if (isLeading) return;
    isLeading = true;
    onLead();
  };
  const attempt = () => {
    try {
      const storage = environment.storage ?? globalThis.localStorage;
      const lease = claim(read(storage), owner, now());
      if (!lease) return;
      storage.setItem(LEASE, JSON.stringify(lease));
    } catch {
      // Without a storage, no window knows of another. A write that two windows send counts once, by its id.
    }
    begin();
  };
  const takeLease = () => {
    attempt();
    every(attempt, RENEW_MS);
  };
  if (!locks) return takeLease();
  const hold = () => {
    begin();
    // The promise that never ends holds the lock until the window is closed.
    return new Promise(() => {});
  };
  // Safari refuses locks to a page that is not active yet, and to one with a closed storage.
  new Promise((resolve) => resolve(locks.request(LOCK, hold))).catch(() => isLeading || takeLease());
}

/** @param {Storage} storage */
function read(storage) {
  const text = storage.getItem(LEASE);
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
