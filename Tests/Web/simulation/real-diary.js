/**
 * The diary of one user on real processes; the diary is killed at times.
 *
 * The simulation waits for each answer, so that the order of requests follows from its seed. Copies of a request are
 * sent at the same time. The system decides how far they are when the diary is killed.
 */
import { Random } from "./random.js";
import { same } from "../../../Services/Gateway/Web/core/sync/content.js";
import { subjectOfCall } from "./checks.js";
import { answerOf, requestOf } from "./requests.js";
import { require, Violation } from "./invariants.js";

/** One write in so many is sent beside a kill: a restart takes longer than a hundred requests. */
const KILLS_ONE_IN = 25;
const COPIES_ONE_IN = 4;
const COPIES_MAX = 3;
/** After one removal in so many, the creation arrives once more. */
const LATE_CREATIONS_ONE_IN = 2;
/** A read is repeated for so long, while the diary starts. */
const READ_WITHIN_MS = 60_000;
const READ_PAUSE_MS = 50;

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A copy of the diary, updated from the changes since its cursor after each request. */
class Mirror {
  constructor() {
    Object.assign(this, { entries: {}, days: {}, cursor: undefined });
  }

  async catchUp(read, pageItems) {
    let page;
    do {
      page = await read(requestOf({ kind: "changes", cursor: this.cursor }, undefined, pageItems));
      if (page.reset) Object.assign(this, { entries: {}, days: {} });
      const entries = { ...this.entries, ...Object.fromEntries(page.items.map((entry) => [entry.id, entry])) };
      for (const id of page.deleted) delete entries[id];
      this.entries = entries;
      this.days = { ...this.days, ...Object.fromEntries(page.days.map((day) => [day.date, day])) };
      this.cursor = page.cursor;
    } while (page.isMore);
  }
}

export class RealDiary {
  /**
   * @param {any} plan @param {number} seed
   * @param {{food: string, send: (request: any) => Promise<any>, kill: () => Promise<void>, start: () => void}} stack
   * @param {(call: any, isRepeated: boolean, days: any) => any} [defect] Breaks a request, to prove that it is noticed.
   */
  constructor(plan, seed, stack, defect) {
    Object.assign(this, { stack, defect, pageItems: plan.pageItems, food: stack.food });
    this.random = new Random(seed);
    this.mirror = new Mirror();
    this.measurements = {};
    this.waters = new Map();
    this.removed = new Set();
    this.creations = new Map();
    this.sentKeys = new Set();
    /** What happened, to see that every kind of thing did. */
    this.counts = {};
  }

  get entries() {
    return this.mirror.entries;
  }

  get days() {
    return this.mirror.days;
  }

  async fail() {
    this.#count("kill");
    await this.stack.kill();
    this.stack.start();
  }

  async readAll() {
    const all = new Mirror();
    await all.catchUp((request) => this.#read(request), this.pageItems);
    await this.mirror.catchUp((request) => this.#read(request), this.pageItems);
    require(
      same(all.entries, this.entries) && same(all.days, this.days),
      "converges",
      () => "the changes since a cursor are not all changes",
    );
    await this.#readMeasurements();
    const back = Object.keys(this.measurements).filter((id) => this.removed.has(`measurement ${id}`));
    require(back.length === 0, "appliedOnce", () => `removed measurements are back: ${back}`);
  }

  /** Executes a request. @param {any} request */
  async handle({ key, call }) {
    if (!key) {
      const reply = await this.stack.send(requestOf(call, undefined, this.pageItems));
      return reply ? answerOf(call, reply) : { kind: "lost" };
    }
    // The server forgets keys after two days. Ids and versions must do without them.
    const sentKey = this.random.oneIn(2) ? key : undefined;
    const isRepeated = this.sentKeys.has(key);
    this.sentKeys.add(key);
    const sent = this.defect?.(call, isRepeated, this.days) ?? requestOf(call, sentKey, this.pageItems);
    const replies = (await this.#send(sent)).filter((reply) => reply !== undefined);
    const answers = replies.map((reply) => answerOf(call, reply));
    const answer = this.random.element(answers) ?? { kind: "lost" };
    const subject = subjectOfCall(call);
    for (const each of answers) this.#note(call, subject, each);
    await this.#repeatCreation(subject, call, sent);
    await this.mirror.catchUp((request) => this.#read(request), this.pageItems);
    if (subject.startsWith("measurement ")) await this.#readMeasurements();
    return answer;
  }

  #count(name) {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  /** Repeats a read until it is answered. */
  async #read(request) {
    for (const end = Date.now() + READ_WITHIN_MS; Date.now() < end; await pause(READ_PAUSE_MS)) {
      const reply = await this.stack.send(request);
      if (reply?.status === 200) return reply.body;
    }
    throw new Violation("drains", `${request.path} is not answered`);
  }

  async #readMeasurements() {
    const { items } = await this.#read(requestOf({ kind: "measurements" }, undefined, this.pageItems));
    this.measurements = Object.fromEntries(items.map((measurement) => [measurement.id, measurement]));
  }

  /** Sends the creation of an object again after its removal, as a network does that delays it. */
  async #repeatCreation(subject, call, sent) {
    if (["putEntry", "addMeasurement", "addWater"].includes(call.kind)) {
      const { "Idempotency-Key": _, ...headers } = sent.headers;
      if (!this.creations.has(subject)) this.creations.set(subject, { ...sent, headers });
      return;
    }
    const creation = this.creations.get(subject);
    if (!creation || !this.removed.has(subject) || !this.random.oneIn(LATE_CREATIONS_ONE_IN)) return;
    this.#count("late creation");
    await this.#send(creation);
  }

  /** Sends a write, sometimes several copies of it, and sometimes beside a kill. */
  async #send(request) {
    let copies = 1;
    if (this.random.oneIn(COPIES_ONE_IN)) {
      copies = this.random.number([2, COPIES_MAX]);
      this.#count("copies");
    }
    const time = this.random.oneIn(KILLS_ONE_IN) ? this.random.element(["before", "during", "afterFirst"]) : undefined;
    if (time) this.#count("kill");
    if (time === "before") await this.stack.kill();
    const sent = Array.from({ length: copies }, () => this.stack.send(request));
    if (time === "afterFirst") await Promise.race(sent);
    if (time === "during" || time === "afterFirst") await this.stack.kill();
    if (time) this.stack.start();
    return await Promise.all(sent);
  }

  /** Remembers which additions of water the server has, and what was removed. */
  #note(call, subject, { kind }) {
    if (call.kind === "addWater" && kind === "day" && !this.removed.has(subject)) {
      this.waters.set(call.water.id, call.water);
    } else if (call.kind === "removeWater" && (kind === "day" || kind === "gone")) {
      this.removed.add(subject);
      this.waters.delete(call.water.id);
    } else if (call.kind.startsWith("remove") && kind === "gone") this.removed.add(subject);
  }
}
