/** The event stream: when it opens, and what a late one does. */
import { listen } from "../../Clients/Web/data/live.js";
import { equal } from "./checks.js";

Deno.test("live: the pause grows with failures, and not with the time before a sign-in", () => {
  const [sources, pauses] = [[], []];
  let work = () => {};
  let isSignedIn = false;
  class Source {
    static CLOSED = 2;
    readyState = 2;
    constructor() {
      sources.push(this);
    }
    addEventListener(name, listener) {
      this[name] = listener;
    }
  }
  const after = (next, ms) => {
    work = next;
    pauses.push(ms);
  };
  const hints = [];
  listen((hint) => hints.push(hint), () => isSignedIn, Source, after);
  for (let i = 0; i < 4; i++) work();
  equal([sources.length, new Set(pauses)], [0, new Set([5000])]);
  isSignedIn = true;
  work();
  equal(sources.length, 1);
  sources[0].open();
  equal(hints, [{ kind: "reset" }], "what changed before the stream is fetched");
  pauses.length = 0;
  for (let i = 0; i < 3; i++) {
    sources.at(-1).onerror();
    work();
  }
  equal(pauses, [5000, 10000, 20000]);
});

Deno.test("live: a stream that opens with the app fetches nothing again", () => {
  const names = [];
  class Source {
    addEventListener(name) {
      names.push(name);
    }
  }
  listen(() => {}, () => true, Source);
  equal(names, ["hint", "reset"]);
});
