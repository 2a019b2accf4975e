/** The window that leads: by a lock of the browser, and by a lease where Safari offers or grants none. */
import { LEASE_MS, RENEW_MS } from "../../Clients/Web/core/lease.js";
import { lead } from "../../Clients/Web/data/leader.js";
import { assert, equal } from "./checks.js";
import { nextTurn } from "./client.js";

/** Locks as browsers have them: one request holds the lock, the next one gets it when the first has ended. */
class Locks {
  waiting = [];
  request(name, work) {
    equal(name, "mealwire-leader");
    const turn = this.waiting.length === 0 ? Promise.resolve() : new Promise((begin) => this.waiting[0].next = begin);
    const request = { next: () => {} };
    this.waiting.unshift(request);
    return turn.then(work);
  }
  /** The window that holds the lock is closed. */
  close() {
    this.waiting.pop()?.next();
  }
}

/** A browser without locks: storage that its windows share, a clock, and timers that run when the clock moves. */
class Browser {
  at = 1_000_000;
  leading = [];
  texts = new Map();
  timers = new Map();
  storage = {
    getItem: (name) => this.texts.get(name) ?? null,
    setItem: (name, text) => void this.texts.set(name, text),
  };
  open(name, more = {}) {
    const every = (work, ms) => {
      equal(ms, RENEW_MS);
      this.timers.set(name, work);
    };
    const own = { locks: null, storage: this.storage, now: () => this.at, every };
    lead(name, () => this.leading.push(name), { ...own, ...more });
    return this;
  }
  /** Lets the clock move by steps of the renewal. */
  pass(ms) {
    for (let rest = ms; rest > 0; rest -= RENEW_MS) {
      this.at += RENEW_MS;
      this.timers.forEach((work) => work());
    }
    return this;
  }
  /** A window that is closed, or that Safari has frozen, has no timers. */
  close(name) {
    this.timers.delete(name);
    return this;
  }
}

Deno.test("leader: of two windows with locks one leads, the other one after it was closed", async () => {
  const locks = new Locks();
  const browser = new Browser();
  browser.open("a", { locks }).open("b", { locks });
  await nextTurn();
  equal(browser.leading, ["a"]);
  equal([browser.texts.size, browser.timers.size], [0, 0], "a lock needs no lease");
  locks.close();
  await nextTurn();
  equal(browser.leading, ["a", "b"]);
});

Deno.test("leader: without locks a lease is renewed, and another window takes it after the owner is silent", () => {
  const browser = new Browser().open("a").open("b");
  equal(browser.leading, ["a"]);
  equal(browser.pass(10 * LEASE_MS).leading, ["a"], "the owner renews");
  equal(browser.close("a").pass(LEASE_MS + RENEW_MS).leading, ["a", "b"]);
  equal(browser.pass(10 * LEASE_MS).leading, ["a", "b"], "onLead is called once");
});

Deno.test("leader: a refused lock leads to the lease, whether it throws or rejects", async () => {
  const refuse = () => new DOMException("The document is not fully active.", "InvalidStateError");
  const rejects = { request: () => Promise.reject(refuse()) };
  const throws = {
    request: () => {
      throw refuse();
    },
  };
  for (const locks of [rejects, throws]) {
    const browser = new Browser().open("a", { locks }).open("b", { locks });
    await nextTurn();
    equal(browser.leading, ["a"]);
    equal(browser.timers.size, 2, "both renew or wait");
    equal(browser.close("a").pass(LEASE_MS + RENEW_MS).leading, ["a", "b"]);
  }
});

Deno.test("leader: a lock that is lost later makes the window lead no second time", async () => {
  let lose;
  const locks = {
    request: (_, work) => (work(), new Promise((_, reject) => lose = reject)),
  };
  const browser = new Browser().open("a", { locks });
  equal(browser.leading, ["a"]);
  lose(new DOMException("stolen", "AbortError"));
  await nextTurn();
  equal([browser.leading, browser.timers.size], [["a"], 0]);
});

Deno.test("leader: a storage that refuses writes or reads lets the window lead", () => {
  const refuse = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const full = new Browser();
  full.open("a", { storage: { ...full.storage, setItem: refuse } });
  equal(full.leading, ["a"]);
  const closed = new Browser();
  closed.open("a", { storage: { getItem: refuse, setItem: refuse } });
  equal(closed.leading, ["a"]);
  equal(closed.pass(3 * LEASE_MS).leading, ["a"]);
});

Deno.test("leader: a damaged lease, and one of a clock that was set back, are free", () => {
  for (const text of ["{", "null", JSON.stringify({ owner: "x", untilMs: 1e15 })]) {
    const browser = new Browser();
    browser.texts.set("mealwire-lease", text);
    equal(browser.open("a").leading, ["a"], text);
  }
  const held = new Browser();
  held.texts.set("mealwire-lease", JSON.stringify({ owner: "x", untilMs: held.at + LEASE_MS }));
  assert(held.open("a").leading.length === 0, "a lease of another window is not");
});
