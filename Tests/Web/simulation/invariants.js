/** What must hold after every step, and at the end. */
export const INVARIANTS = {
  savedBeforeSent: "a write is on the disk before it is sent",
  oneWritePerObject: "of one object, one write is open at a time",
  inOrder: "the writes of one object are sent in their order",
  fewOpenWrites: "few writes are open at a time",
  keysNameOneContent: "a key names one request",
  retryAfterIsHonoured: "no write is sent before the time of Retry-After",
  pausesAfterFailures: "after a failure there is a pause",
  ownSessionOnly: "nothing is sent without a session of the store's user",
  appliedOnce: "a change is applied once",
  noSilentOverwrite: "no change replaces one that its user has not seen",
  noSilentRemoval: "no removal removes a change that its user has not seen",
  refusedStay: "a refused write stays until the user has decided",
  asksOnlyIfNeeded: "only a field that both sides changed asks",
  newestVersions: "a write names the newest version that the device was answered",
  cancelledAreNotSent: "an entry that was removed unsent never reaches the server",
  removedStayRemoved: "an entry that the device knows as removed is not shown again",
  nothingLost: "what is saved on a device reaches the server, or is shown as refused",
  answersAreShown: "what the server has confirmed is shown before its write leaves the queue",
  daysGoForward: "a day shows no older state than before",
  ownDaysOnly: "nothing of another user is shown or kept",
  converges: "at the end all devices and the server are equal",
  drains: "at the end no write waits",
};

/** A violated invariant. */
export class Violation extends Error {
  /** @param {keyof typeof INVARIANTS} invariant @param {string} detail */
  constructor(invariant, detail) {
    super(`${INVARIANTS[invariant]}: ${detail}`);
    this.invariant = invariant;
  }
}

/** @param {any} condition @param {keyof typeof INVARIANTS} invariant @param {() => string} detail */
export function require(condition, invariant, detail) {
  if (!condition) throw new Violation(invariant, detail());
}
