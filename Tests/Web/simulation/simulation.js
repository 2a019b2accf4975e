/**
 * Runs three devices of one user against a server, over a line that loses, doubles, delays and reorders messages.
 *
 * Everything follows from the seed. Invariants are checked at every step, and at the end when all faults are over.
 */
import { act, decide, rememberAmount } from "./users.js";
import { arrive, completeSave, deliver, reduce } from "./line.js";
import { checkEnd } from "./checks.js";
import { contentOf } from "../../../Services/Gateway/Web/core/sync/content.js";
import { Device, OTHER_USER, USER } from "./device.js";
import { ModelServer } from "./server.js";
import { Oracle } from "./oracle.js";
import { planOf } from "./plan.js";
import { Random } from "./random.js";
import { Violation } from "./invariants.js";

/** Rounds of answers and decisions after the faults: each round can settle one conflict of an entry. */
const ROUNDS_MAX = 60;
/** The events of one round. */
const EVENTS_PER_ROUND_MAX = 20_000;
const DRAINING_DELAY_MS = 10;
/** The prime of the hash FNV-1a. */
const DIGEST_FACTOR = 16_777_619;

export class Simulation {
  /**
   * @param {number} seed Determines the run. @param {number} steps The number of events with faults.
   * @param {any} sync The modules of the queue.
   * @param {{mutation?: string, server?: (plan: any) => any}} [options] The rule that the queue breaks. Makes the
   *   server; by default a model.
   */
  constructor(seed, steps, sync, { mutation, server } = {}) {
    this.seed = seed;
    this.random = new Random(seed);
    this.plan = planOf(steps, this.random);
    this.server = server ? server(this.plan) : new ModelServer(this.plan);
    this.devices = Array.from({ length: this.plan.devices }, (_, number) => new Device(number, sync, mutation));
    this.oracle = new Oracle();
    this.now = 1_000_000;
    this.step = 0;
    /** Changes with the time and the requests of each step, so that equal runs have equal digests. */
    this.digest = 0;
    /** Whether faults are over. */
    this.isDraining = false;
    this.counts = {};
    /** The events that are to come, the next one last. */
    this.events = [];
    this.lastOrder = 0;
    this.lastValue = 0;
    /** The requests by their keys, and the amounts that an entry has had on the server. */
    this.calls = new Map();
    this.formerAmounts = new Map();
    this.contentOf = contentOf;
    /** Prints each step, to find the cause of a violation. */
    this.isTraced = false;
  }

  /** Runs all steps; returns the violation, if any, with what is needed to repeat it. */
  async run() {
    try {
      await this.#start();
      while (this.step < this.plan.steps && await this.#handleNext());
      await this.#drain();
      return undefined;
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      return { invariant: error.invariant, text: `seed ${this.seed}, step ${this.step}: ${error.message}` };
    }
  }

  count(name) {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  trace(text) {
    if (this.isTraced) console.log(text());
  }

  newValue() {
    this.lastValue += 1;
    return this.lastValue;
  }

  delay() {
    return this.isDraining ? DRAINING_DELAY_MS : this.random.number(this.plan.delay);
  }

  rememberAmount(id, before, after) {
    rememberAmount(this, id, before, after);
  }

  /** Plans an event; those of a run of the app are void in the next run. */
  schedule(kind, device, delay, value = undefined, boot = device.boot) {
    this.lastOrder += 1;
    const event = { time: this.now + Math.max(delay, 0), order: this.lastOrder, kind, device, value, boot };
    let [low, high] = [0, this.events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.events[middle];
      if (other.time > event.time || (other.time === event.time && other.order > event.order)) low = middle + 1;
      else high = middle;
    }
    this.events.splice(low, 0, event);
  }

  async #start() {
    await this.server.readAll();
    /** The measurements that the server had before the first act. */
    this.firstMeasurements = new Set(Object.keys(this.server.measurements));
    for (const device of this.devices) {
      this.#open(device);
      reduce(this, device, { kind: "signedIn", user: USER, now: this.now });
      this.schedule("act", device, this.random.number(this.plan.pause));
      this.schedule("fault", device, this.random.number(this.plan.faultPause));
    }
  }

  #open(device) {
    reduce(this, device, { kind: "opened", stored: device.disk, now: this.now });
  }

  #signIn(device, user) {
    if (user === USER) device.hasSession = true;
    device.sessionUser = user;
    reduce(this, device, { kind: "signedIn", user, now: this.now });
  }

  /** Ends all faults, and lets every device finish its work. */
  async #drain() {
    this.isDraining = true;
    this.events = this.events.filter(({ kind }) => !["act", "fault", "hint", "signIn"].includes(kind));
    for (const device of this.devices) {
      device.offlineUntil = 0;
      device.pauseUntil = 0;
      this.#signIn(device, USER);
      reduce(this, device, { kind: "online", now: this.now });
    }
    for (let round = 0; this.#hasWork(); round++) {
      if (round === ROUNDS_MAX) throw new Violation("drains", this.#leftovers());
      await this.#settle();
      for (const device of this.devices) decide(this, device);
    }
    for (const device of this.devices) reduce(this, device, { kind: "sync", now: this.now });
    await this.#settle();
    await this.server.readAll();
    checkEnd(this);
  }

  async #settle() {
    for (let left = EVENTS_PER_ROUND_MAX; await this.#handleNext(); left--) {
      if (left === 0) throw new Violation("drains", `no end of events; ${this.#leftovers()}`);
    }
  }

  #hasWork() {
    const isOpen = ({ status }) => status.kind !== "refused";
    return this.events.length > 0 || this.devices.some(({ state }) => state.stored.writes.some(isOpen));
  }

  #leftovers() {
    return JSON.stringify(this.devices.map(({ state }) => state.stored.writes));
  }

  /** Handles the next event; returns false if there is none. */
  async #handleNext() {
    const event = this.events.pop();
    if (!event) return false;
    this.now = event.time;
    this.step += 1;
    this.digest = (Math.imul(this.digest, DIGEST_FACTOR) ^ event.time ^ event.device.state.lastRequest) >>> 0;
    await this.#handle(event);
    return true;
  }

  #handle({ kind, device, value, boot }) {
    const isCurrent = boot === device.boot;
    switch (kind) {
      case "act":
        this.schedule("act", device, this.random.number(this.plan.pause));
        return device.sessionUser === OTHER_USER ? undefined : act(this, device);
      case "arrive":
        return arrive(this, device, value, boot);
      case "answer":
        return isCurrent ? deliver(this, device, value) : undefined;
      case "save":
        return isCurrent ? completeSave(this, device) : undefined;
      case "wake":
        return isCurrent ? reduce(this, device, { kind: "woke", now: this.now }) : undefined;
      case "hint":
        return reduce(this, device, { kind: "sync", now: this.now });
      case "fault":
        this.schedule("fault", device, this.random.number(this.plan.faultPause));
        return this.#fault(device);
      case "online":
        device.pauseUntil = 0;
        return reduce(this, device, { kind: "online", now: this.now });
      default:
        return this.#signIn(device, value);
    }
  }

  /** Lets something go wrong on a device. */
  async #fault(device) {
    const number = this.random.number([0, 19]);
    if (number <= 7) return this.#restart(device);
    if (number <= 13) {
      this.count("offline");
      const duration = this.random.number([1, 120]) * 1_000;
      device.offlineUntil = this.now + duration;
      if (this.random.oneIn(2)) this.schedule("online", device, duration);
    } else if (number <= 16) {
      this.count("session over");
      device.hasSession = false;
    } else if (number <= 18) {
      this.count("other user");
      this.#signIn(device, OTHER_USER);
      this.schedule("signIn", device, this.random.number(this.plan.pause), USER);
    } else {
      this.count("server failure");
      await this.server.fail();
    }
  }

  /** Ends the app at any point: of the saves that were handed over, only the first few are on the disk. */
  #restart(device) {
    this.count("restart");
    for (let saves = this.random.number([0, device.pendingSaves.length]); saves > 0; saves--) {
      const result = device.completeSave(false);
      if (result?.isDone) this.oracle.accept(device.number, device.boot, result.number);
    }
    device.restart();
    this.#open(device);
    if (device.sessionUser) this.#signIn(device, device.sessionUser);
  }
}
