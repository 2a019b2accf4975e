/**
 * A lease in the store: one window sends writes and holds the event stream where the browser has no Web Locks.
 *
 * A window that is frozen or closed loses the lease after LEASE_MS; a write that is sent twice counts once, by its id.
 */

export const LEASE_MS = 10_000;
export const RENEW_MS = 4_000;

/**
 * @param {{owner: string, untilMs: number} | null} lease What the store has.
 * @param {string} owner This window.
 * @param {number} nowMs
 * @returns {{owner: string, untilMs: number} | null} The lease to store; null while another window has it.
 */
export function claim(lease, owner, nowMs) {
  // A lease far in the future comes from a clock that was set back.
  const isFree = !lease || lease.owner === owner || lease.untilMs <= nowMs || lease.untilMs > nowMs + 2 * LEASE_MS;
  return isFree ? { owner, untilMs: nowMs + LEASE_MS } : null;
}
