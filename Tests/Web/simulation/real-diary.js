/**
 * The diary of one user on real processes; the diary is killed at times.
 *
 * The simulation waits for each answer, so that the order of requests follows from its seed. Copies of a request are
 * sent at the same time. The system decides how far they are when the diary is killed.
 */
import { setTimeout } from "node:timers";
import { Random } from "./random.js";
import { same } from "../../../Clients/Web/core/sync/content.js";
import { ANY_VERSION, idOf, isDone, isWrite, subjectOf } from "./requests.js";
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
const LOST = { status: 0, body: null };
/** While the diary starts. */
const BUSY = [502, 503, 504];

/** What a device and the server must have in common; targets and their sums follow from events, some time later. */
const partOf = ({ date, meals, waterMl, note, isComplete, extrasVersion }) => {
  const entries = meals.flatMap((meal) => meal.entries);
  return { date, entries, waterMl, note, isComplete, extrasVersion };
};
// The simulation has a clock of its own.
const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A copy of the diary, updated from the changes since its cursor after each request. */
class Mirror {
  constructor() {
    Object.assign(this, { entries: {}, days: {}, cursor: undefined });
  }

  async catchUp(read, pageItems) {
    let page;
    do {
      const since = this.cursor ? `&since=${this.cursor}` : "";
      page = await read(`/v1/diary/changes?limit=${pageItems}${since}`);
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
   * @param {(request: any, isRepeated: boolean, diary: RealDiary) => any} [defect] Breaks a request, to prove that
   *   it is noticed.
   */
  constructor(plan, seed, stack, defect) {
    Object.assign(this, { stack, defect, pageItems: plan.pageItems, food: stack.food });
    this.random = new Random(seed);
    this.mirror = new Mirror();
    this.shownDays = {};
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

  partOf(day) {
    return partOf(day);
  }

  day(date) {
    return this.shownDays[date];
  }

  async fail() {
    this.#count("kill");
    await this.stack.kill();
    this.stack.start();
  }

  async readAll(dates) {
    for (const date of dates) this.shownDays[date] = await this.#read(`/v1/diary/days/${date}`);
    const all = new Mirror();
    await all.catchUp((path) => this.#read(path), this.pageItems);
    await this.mirror.catchUp((path) => this.#read(path), this.pageItems);
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
  async handle(request) {
    if (!isWrite(request)) return await this.#ask(request) ?? LOST;
    // The server forgets keys after two days. Ids and versions must do without them.
    const { key, ...rest } = request;
    const isRepeated = this.sentKeys.has(key);
    this.sentKeys.add(key);
    const kept = this.random.oneIn(2) ? request : rest;
    const sent = this.defect?.(request, isRepeated, this) ?? kept;
    const replies = (await this.#send(sent)).filter((reply) => reply !== undefined);
    for (const reply of replies) this.#note(request, reply);
    await this.#repeatCreation(request, sent);
    await this.mirror.catchUp((path) => this.#read(path), this.pageItems);
    const subject = subjectOf(request);
    if (subject.startsWith("measurement ")) await this.#readMeasurements();
    const defect = replies.find(({ status }) => status >= 500 && !BUSY.includes(status));
    require(!defect, "drains", () => `${JSON.stringify(defect)} for ${JSON.stringify(request)}`);
    return this.random.element(replies) ?? LOST;
  }

  #count(name) {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  /** Sends a request; returns undefined if there is no reply. */
  #ask({ method, path, body, version, key }) {
    const headers = key ? { "Idempotency-Key": key } : {};
    if (version !== undefined) headers["If-Match"] = version === ANY_VERSION ? "*" : `"${version}"`;
    return this.stack.send({ method, path, body, headers });
  }

  /** Repeats a read until it is answered. @param {string} path */
  async #read(path) {
    for (const end = performance.now() + READ_WITHIN_MS; performance.now() < end; await pause(READ_PAUSE_MS)) {
      const reply = await this.#ask({ method: "GET", path });
      if (reply?.status === 200) return reply.body;
    }
    throw new Violation("drains", `${path} is not answered`);
  }

  async #readMeasurements() {
    const { items } = await this.#read("/v1/profile/measurements?limit=500");
    this.measurements = Object.fromEntries(items.map((measurement) => [measurement.id, measurement]));
  }

  /** Sends the creation of an object again after its removal, as a network does that delays it. */
  async #repeatCreation(request, sent) {
    const subject = subjectOf(request);
    if (request.method === "PUT") {
      const { key: _, ...rest } = sent;
      if (!this.creations.has(subject)) this.creations.set(subject, rest);
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
    const sent = Array.from({ length: copies }, () => this.#ask(request));
    if (time === "afterFirst") await Promise.race(sent);
    if (time === "during" || time === "afterFirst") await this.stack.kill();
    if (time) this.stack.start();
    return await Promise.all(sent);
  }

  /** Remembers which additions of water the server has, and what was removed. */
  #note(request, { status }) {
    const [subject, id] = [subjectOf(request), idOf(request)];
    const isGone = request.method === "DELETE" && (isDone(status) || status === 404);
    if (isGone) this.removed.add(subject);
    if (!subject.startsWith("water ")) return;
    if (isGone) this.waters.delete(id);
    else if (request.method === "PUT" && isDone(status) && !this.removed.has(subject)) {
      this.waters.set(id, { id, date: request.path.split("/")[4], ml: request.body.ml });
    }
  }
}
