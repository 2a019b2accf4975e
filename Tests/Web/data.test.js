import { claim, LEASE_MS } from "../../Clients/Web/core/lease.js";
import { listen } from "../../Clients/Web/data/live.js";
import { openStore } from "../../Clients/Web/data/store.js";
import { equal } from "./checks.js";
import { TODAY, USER } from "./fixtures.js";

Deno.test("live: hints and resets are passed on, and an answer that is no stream waits", () => {
  const hints = [];
  let source;
  class Source {
    static CLOSED = 2;
    readyState = 1;
    listeners = {};
    constructor(path) {
      equal(path, "/v1/events");
      source = this;
    }
    addEventListener(name, listener) {
      this.listeners[name] = listener;
    }
  }
  listen((hint) => hints.push(hint), () => true, Source);
  source.listeners.hint({ data: '{"kind":"day","date":"2026-11-22"}' });
  source.listeners.hint({ data: "{" });
  source.listeners.reset({});
  equal(hints, [{ kind: "day", date: "2026-11-22" }, { kind: "reset" }]);
});

Deno.test("store: without IndexedDB everything works and nothing is kept", async () => {
  const store = await openStore(undefined);
  equal([store.isLasting, (await store.readSync(USER.id)).writes, await store.day(USER.id, TODAY)], [false, [], null]);
  equal(await store.first(() => [TODAY]), { user: null, profile: null, days: [] });
  await store.wipe(USER.id);
});

Deno.test("lease: one window has it until it is closed or frozen", () => {
  const first = claim(null, "a", 0);
  equal(first, { owner: "a", untilMs: LEASE_MS });
  equal(claim(first, "b", LEASE_MS - 1), null);
  equal(claim(first, "a", 5000)?.untilMs, 5000 + LEASE_MS);
  equal(claim(first, "b", LEASE_MS)?.owner, "b");
  equal(claim({ owner: "a", untilMs: 1e12 }, "b", 0)?.owner, "b", "a clock that was set back");
});
