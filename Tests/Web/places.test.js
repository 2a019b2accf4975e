/** The way back: each entry of the history is shown again where it was left. */
import { returned, RowBudget } from "../../Clients/Web/core/row-budget.js";
import { Places } from "../../Clients/Web/views/places.js";
import { assert, equal } from "./checks.js";

const NAMES = [
  "history",
  "location",
  "sessionStorage",
  "scrollY",
  "innerHeight",
  "scrollTo",
  "addEventListener",
  "document",
  "ResizeObserver",
  "CSS",
];

/** A window with a history of its own. Its screens are as high as `heights` says by their paths. */
class Page {
  entries = [{ path: "/", state: null }];
  at = 0;
  listeners = {};
  heights = {};
  links = {};
  kept = new Map();
  before = Object.fromEntries(NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));

  constructor() {
    const define = (name, value) =>
      Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
    const having = (object, name, get) => Object.defineProperty(object, name, { get });
    const entry = () => this.entries[this.at];
    const history = {
      replaceState: (state, _, path = entry().path) => this.entries[this.at] = { path, state },
      pushState: (state, _, path) => this.entries.splice(++this.at, Infinity, { path, state }),
      go: (steps) => this.gone = steps,
    };
    define("history", having(history, "state", () => entry().state));
    define("location", having({}, "pathname", () => entry().path));
    define("sessionStorage", {
      getItem: (name) => this.kept.get(name) ?? null,
      setItem: (name, text) => this.kept.set(name, text),
    });
    define("scrollY", 0);
    define("innerHeight", 600);
    define("scrollTo", (_, y) => globalThis.scrollY = Math.max(0, Math.min(y, this.height - 600)));
    define("addEventListener", (name, listener) => (this.listeners[name] ??= []).push(listener));
    define("CSS", { escape: (text) => text });
    const follow = (grown) => this.grown = grown;
    define(
      "ResizeObserver",
      class {
        observe = () => {};
        constructor(grown) {
          follow(grown);
        }
      },
    );
    define("document", {
      getElementById: () => ({}),
      querySelector: (selector) => this.links[/href="(.*)"/.exec(selector)[1]] ?? null,
      documentElement: having({}, "scrollHeight", () => this.height),
    });
    this.places = new Places();
  }

  get height() {
    return this.heights[this.entries[this.at].path] ?? 600;
  }

  fire(name) {
    this.listeners[name]?.forEach((listener) => listener({}));
  }

  /** Shows the screen of the address, as the app does. */
  draw() {
    globalThis.scrollTo(0, 0);
    return this.places.arrive();
  }

  open(path, isReplaced = false) {
    this.places.go(path, isReplaced);
    return this.draw();
  }

  /** The browser goes to another entry; its screen is not drawn yet. */
  move(steps) {
    this.at += steps;
    this.fire("popstate");
  }

  leave() {
    this.fire("wheel");
    for (const [name, own] of Object.entries(this.before)) {
      if (own) Object.defineProperty(globalThis, name, own);
      else delete globalThis[name];
    }
  }
}

/** @param {string} name @param {(page: Page) => void} check */
function test(name, check) {
  Deno.test({
    name: `places: ${name}`,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () => {
      const page = new Page();
      try {
        check(page);
      } finally {
        page.leave();
      }
    },
  });
}

test("a new screen is shown from its top, and the one before where it was left", (page) => {
  Object.assign(page.heights, { "/": 3000, "/more": 3000 });
  globalThis.scrollTo(0, 900);
  page.open("/more");
  equal(scrollY, 0);
  globalThis.scrollTo(0, 300);
  page.move(-1);
  equal(scrollY, 300, "not before its screen is drawn");
  page.draw();
  equal(scrollY, 900);
  page.move(1);
  page.draw();
  equal(scrollY, 300, "forward, too");
});

test("a screen that grows later is scrolled as soon as it is high enough, unless the person acts first", (page) => {
  const back = () => {
    page.open("/more");
    page.heights["/"] = 600;
    page.move(-1);
    page.draw();
    equal(scrollY, 0);
  };
  page.heights["/"] = 3000;
  globalThis.scrollTo(0, 900);
  back();
  page.heights["/"] = 1000;
  page.grown();
  equal(scrollY, 400);
  page.heights["/"] = 3000;
  page.grown();
  equal(scrollY, 900);
  back();
  page.fire("wheel");
  page.heights["/"] = 3000;
  page.grown();
  equal(scrollY, 0);
});

test("a frame of a screen that is shown again has all rows down to its place", (page) => {
  page.heights["/"] = 3000;
  globalThis.scrollTo(0, 900);
  page.open("/more");
  page.move(-1);
  const budget = new RowBudget();
  budget.begin();
  const rows = Array.from({ length: 100 }, (_, index) => index);
  equal([budget.take(rows, String).length, budget.hasMore], [Math.ceil(1500 / 44), true]);
  page.draw();
  equal(returned.rows, 0);
});

test("the link that was followed is returned for the focus, and shown where its row has moved", (page) => {
  const shown = [];
  page.heights["/"] = 3000;
  const link = {
    pathname: "/entry/1",
    closest: () => ({}),
    getAttribute: () => "/entry/1",
    matches: () => false,
    scrollIntoView: () => shown.push(scrollY),
  };
  page.links["/entry/1"] = link;
  globalThis.scrollTo(0, 900);
  assert(!page.places.follow(link));
  page.open("/entry/1");
  page.move(-1);
  assert(page.draw() === link);
  equal(shown, [900], "after the place is restored");
});

test("a way back goes to the last entry with its path, and once", (page) => {
  ["/add", "/amount", "/more"].forEach((path) => page.open(path));
  assert(page.places.back("/add"));
  equal(page.gone, -2);
  page.gone = 0;
  assert(page.places.back("/"));
  equal(page.gone, 0, "a second tap while the browser goes back");
  page.move(-2);
  page.draw();
  assert(!page.places.back("/foods"), "no entry before has this path");
  page.open("/foods", true);
  assert(page.places.back("/"));
  equal(page.gone, -1, "a replaced entry is no longer behind");
});

test("only the arrow before a heading leads back", (page) => {
  const link = (tagName) => ({
    pathname: "/",
    closest: () => null,
    getAttribute: () => "/",
    matches: () => true,
    nextElementSibling: { tagName },
  });
  page.open("/more");
  assert(!page.places.follow(link("SPAN")));
  assert(page.places.follow(link("H1")));
  equal(page.gone, -1);
});

test("what is before an entry that the app has not made is unknown", (page) => {
  page.open("/more");
  page.entries.splice(++page.at, Infinity, { path: "/foods", state: null });
  page.fire("popstate");
  page.draw();
  assert(!page.places.back("/more"));
});

test("a reload keeps the places of all entries", (page) => {
  Object.assign(page.heights, { "/": 3000, "/more": 3000 });
  globalThis.scrollTo(0, 900);
  page.open("/more");
  globalThis.scrollTo(0, 300);
  page.fire("pagehide");
  page.listeners = {};
  globalThis.scrollY = 0;
  page.places = new Places();
  equal(scrollY, 300);
  page.move(-1);
  page.draw();
  equal(scrollY, 900);
});
