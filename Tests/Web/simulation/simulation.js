/**
 * Runs three devices of one user against a server, over a line that loses, doubles, delays and reorders messages.
 *
 * Everything follows from the seed. Invariants are checked at every step, and at the end when all faults are over.
 */
import { setImmediate } from "node:timers";
import { act, decide, rememberAmount } from "./users.js";
import { arrive, deliver } from "./line.js";
import { checkEnd } from "./checks.js";
import { contentOf } from "../../../Clients/Web/core/sync/content.js";
import { Device, OTHER_USER, TODAY, USER } from "./device.js";
import { ModelServer } from "./server.js";
import { Oracle } from "./oracle.js";
import { planOf } from "./plan.js";
import { Random } from "./random.js";
import { readTasks, TASK_OBJECTS } from "./tasks.js";
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
   * @param {any} app The modules of the app.
   * @param {(plan: any) => any} [server] Makes the server; by default a model.
   */
  constructor(seed, steps, app, server = (plan) => new ModelServer(plan)) {
    this.seed = seed;
    this.random = new Random(seed);
    this.plan = planOf(steps, this.random);
    this.server = server(this.plan);
    /** The day of the users, and the days of the diary. */
    this.today = TODAY;
    this.dates = Array.from({ length: this.plan.days }, (_, index) => `2024-11-2${index + 1}`);
    this.devices = Array.from({ length: this.plan.devices }, (_, number) => new Device(this, number, app));
    this.oracle = new Oracle();
    /** Follows the objects of the simulated module. */
    this.tasks = new Oracle(TASK_OBJECTS);
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
    this.lastRequest = 0;
    /** Counts what the server has executed, the times and users of the days in its replies, and removals of entries. */
    this.clock = 0;
    this.readAt = new WeakMap();
    this.removedAt = new Map();
    /** The version of each entry by which it came to its last day, if it was moved. */
    this.movedBy = new Map();
    /** The first error in work that the app began. */
    this.failure = undefined;
    /** The requests by their keys, and the amounts that an entry has had on the server. */
    this.calls = new Map();
    this.formerAmounts = new Map();
    this.contentOf = contentOf;
    /** Prints each step, to find the cause of a violation. */
    this.isTraced = false;
  }

  /** Runs all steps; returns the violation, if any, with what is needed to repeat it. */
  async run() {
    const known = { setTimeout, clearTimeout };
    const [now, random] = [Date.now, Math.random];
    // The app has the clock, the timers and the chance of the simulation.
    Date.now = () => this.now;
    Math.random = () => this.random.fraction();
    globalThis.setTimeout = (work, ms) => this.schedule("timer", this.active, ms, work);
    globalThis.clearTimeout = (event) => event && (event.value = () => {});
    try {
      await this.#start();
      while (this.step < this.plan.steps && await this.#handleNext());
      await this.#drain();
      return undefined;
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      return { invariant: error.invariant, text: `seed ${this.seed}, step ${this.step}: ${error.message}` };
    } finally {
      Object.assign(globalThis, known);
      Object.assign(Date, { now });
      Object.assign(Math, { random });
    }
  }

  /** Remembers an error of work that the app may catch. @param {() => void} work */
  guard(work) {
    try {
      work();
    } catch (error) {
      this.fail(error);
      throw error;
    }
  }

  fail(error) {
    this.failure ??= error;
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
    return event;
  }

  async #start() {
    await this.server.readAll(this.dates);
    /** The measurements that the server had before the first act. */
    this.firstMeasurements = new Set(Object.keys(this.server.measurements));
    for (const device of this.devices) {
      this.active = device;
      device.enter();
      device.start();
      this.schedule("act", device, this.random.number(this.plan.pause));
      this.schedule("fault", device, this.random.number(this.plan.faultPause));
    }
    await this.#finishStep();
  }

  /** Ends all faults, and lets every device finish its work. */
  async #drain() {
    this.isDraining = true;
    this.events = this.events.filter(({ kind }) => !["act", "fault", "hint", "signIn"].includes(kind));
    for (const device of this.devices) {
      device.enter();
      device.offlineUntil = 0;
      device.signIn(USER);
      this.#online(device);
      device.openModule();
    }
    for (let round = 0; this.#hasWork(); round++) {
      if (round === ROUNDS_MAX) throw new Violation("drains", this.#leftovers());
      await this.#settle();
      for (const device of this.devices) {
        device.enter();
        decide(this, device);
      }
    }
    for (const device of this.devices) readTasks(this, device);
    for (const device of this.devices) this.dates.forEach((date) => device.dispatch({ type: "day.show", date }));
    await this.#settle();
    await this.server.readAll(this.dates);
    checkEnd(this);
  }

  async #settle() {
    await this.#finishStep();
    for (let left = EVENTS_PER_ROUND_MAX; await this.#handleNext(); left--) {
      if (left === 0) throw new Violation("drains", `no end of events; ${this.#leftovers()}`);
    }
  }

  #hasWork() {
    const isOpen = ({ status }) => status.kind !== "refused";
    return this.events.length > 0 || this.devices.some(({ writes }) => writes.some(isOpen));
  }

  #leftovers() {
    return JSON.stringify(this.devices.map(({ writes }) => writes));
  }

  /** Handles the next event; returns false if there is none. */
  async #handleNext() {
    const event = this.events.pop();
    if (!event) return false;
    this.now = event.time;
    this.step += 1;
    this.digest = (Math.imul(this.digest, DIGEST_FACTOR) ^ event.time ^ this.lastRequest) >>> 0;
    this.active = event.device;
    this.active.enter();
    await this.#handle(event);
    await this.#finishStep();
    return true;
  }

  /** Lets all work end that the app has begun. */
  async #finishStep() {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.failure) throw this.failure;
  }

  #handle({ kind, device, value, boot }) {
    const isCurrent = boot === device.boot;
    switch (kind) {
      case "act":
        this.schedule("act", device, this.random.number(this.plan.pause));
        return act(this, device);
      case "arrive":
        return arrive(this, device, value, boot);
      case "reply":
        return isCurrent ? deliver(this, device, value) : undefined;
      case "save":
        return isCurrent
          ? device.completeSave(!this.isDraining && this.random.oneIn(this.plan.saveFailsOneIn))
          : undefined;
      case "timer":
        return void (isCurrent && value());
      case "lead":
        return void (isCurrent && device.effects.lead({ type: "lead" }));
      case "hint":
        return device.dispatch({ type: "hint", hint: { kind: "day", date: value } });
      case "fault":
        this.schedule("fault", device, this.random.number(this.plan.faultPause));
        return this.#fault(device);
      case "online":
        return this.#online(device);
      default:
        return device.signIn(value);
    }
  }

  /** Sends what waits, as when the window comes to the front. */
  #online(device) {
    device.pauseUntil = 0;
    device.effects.online({ type: "online" });
  }

  /** Lets something go wrong on a device. */
  async #fault(device) {
    const number = this.random.number([0, 21]);
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
      device.signIn(OTHER_USER);
      this.schedule("signIn", device, this.random.number(this.plan.pause), USER);
    } else if (number <= 20) {
      this.count("other window");
      device.tell({ data: device.lastUser });
    } else {
      this.count("server failure");
      await this.server.fail();
    }
  }

  /** Ends the app at any point. */
  #restart(device) {
    this.count("restart");
    device.stop(this.random.oneIn(2));
    device.start();
  }
}
