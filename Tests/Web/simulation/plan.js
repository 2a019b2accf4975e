/** The parameters of a run, drawn from its seed. One in zero means never. Times are in milliseconds. */

/** After this time a device gives a request up. */
export const REQUEST_TIMEOUT_MS = 8_000;
/** The longest delay of a message: longer than a device waits, so that some arrive too late. */
const DELAY_MAX_MS = 12_000;

/** @param {number} steps @param {import("./random.js").Random} random */
export function planOf(steps, random) {
  const between = (/** @type {number} */ min, /** @type {number} */ max) => random.number([min, max]);
  const pause = between(1, 60) * 500;
  const delayMs = between(5, 800);
  /** @type {[number, number]} */
  const delay = [1, random.oneIn(3) ? DELAY_MAX_MS : delayMs];
  const fault = between(5, 120) * 1_000;
  return {
    steps,
    devices: 3,
    /** Time between two actions of a user. */
    pause: /** @type {[number, number]} */ ([Math.trunc(pause / 4), pause * 2]),
    delay,
    /** The delay of answers to reads, which are larger than others. */
    readDelay: /** @type {[number, number]} */ (random.oneIn(2) ? delay : [1, delay[1] * 5]),
    losesOneIn: random.oneIn(4) ? 0 : between(2, 40),
    duplicatesOneIn: random.oneIn(3) ? 0 : between(3, 30),
    busyOneIn: random.oneIn(3) ? 0 : between(5, 60),
    failsOneIn: random.oneIn(3) ? 0 : random.oneIn(4) ? 2 : between(5, 60),
    refusesOneIn: between(8, 40),
    saveFailsOneIn: random.oneIn(2) ? 0 : between(10, 100),
    saveTime: /** @type {[number, number]} */ ([1, random.oneIn(3) ? 3_000 : 30]),
    /** Time between two faults: restarts, offline times, ended sessions, other users, forgotten keys. */
    faultPause: /** @type {[number, number]} */ ([Math.trunc(fault / 4), fault * 2]),
    /** How long the server knows a key; longer than any delay of a request. */
    keyLife: random.oneIn(2) ? Infinity : delay[1] * 2 + between(0, 20_000),
    /** The changes of a page of the real diary. */
    pageItems: between(2, 8),
    hintsOneIn: between(1, 4),
    days: between(1, 3),
    /** How often the module of the simulation is missing when its code is asked for. */
    missesModuleOneIn: between(1, 5),
    tasksMax: between(1, 5),
    /** With this number of entries, users change more and create less. */
    entriesMax: random.oneIn(3) ? between(1, 3) : between(4, 20),
  };
}
