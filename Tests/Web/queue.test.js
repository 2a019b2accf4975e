import * as queue from "../../Services/Gateway/Web/core/queue.js";
import { claim, LEASE_MS } from "../../Services/Gateway/Web/core/lease.js";
import { assert, equal } from "./checks.js";
import { entry } from "./fixtures.js";

const put = (id, change = {}, version = null) => ({
  id,
  target: "entry:e1",
  kind: "putEntry",
  date: "2026-11-22",
  body: { grams: 100, ...change },
  entry: entry(),
  version,
});
const remove = (id, version = 1) => ({
  id,
  target: "entry:e1",
  kind: "deleteEntry",
  date: "2026-11-22",
  body: {},
  version,
});
const problem = (status, more = {}) => ({ code: "x", status, detail: "", params: {}, ...more });
const start = (...writes) => writes.reduce((state, write) => queue.add(state, write)[0], queue.emptyQueue("u1"));
const ids = (state) => state.writes.map(({ id }) => id);

Deno.test("queue: a write is sent only in the session of its user", () => {
  const state = start(put("a"));
  equal(queue.next(state, "u1", 0)?.id, "a");
  equal([queue.next(state, "u2", 0), queue.next(state, null, 0)], [null, null]);
  let failed = false;
  try {
    queue.add(queue.emptyQueue(), put("a"));
  } catch {
    failed = true;
  }
  assert(failed, "a write needs a user");
});

Deno.test("queue: a second write replaces one that no request has carried", () => {
  const [state, changes] = queue.add(start(put("a")), put("b", { grams: 200 }));
  equal(ids(state), ["b"]);
  equal([changes.put.map(({ id }) => id), changes.removed], [["b"], ["a"]]);
  equal(state.writes[0].version, null, "it still creates");
});

Deno.test("queue: create and delete cancel out before any request", () => {
  const [state, changes] = queue.add(start(put("a")), remove("b", null));
  equal(ids(state), []);
  equal(changes, { put: [], removed: ["a"] });
});

Deno.test("queue: after a request without an answer, the delete follows the create", () => {
  let state = queue.sent(start(put("a")), "a");
  state = queue.failedWith(state, "a", problem(0), 1000, 0.5);
  state = queue.add(state, remove("b", null))[0];
  equal(ids(state), ["a", "b"]);
  equal(queue.next(state, "u1", 1e9)?.id, "a", "one target is sent in order");
  state = queue.done(queue.sent(state, "a"), "a", 7);
  equal(
    [queue.next(state, "u1", 1e9)?.id, state.writes[0].version],
    ["b", 7],
    "it takes the version that the create was answered",
  );
});

Deno.test("queue: writes of other targets overtake one that waits", () => {
  let state = start(put("a"), { ...put("b"), target: "entry:e2" });
  state = queue.failedWith(queue.sent(state, "a"), "a", problem(503, { retryAfter: 30 }), 0, 0);
  equal(queue.next(state, "u1", 0)?.id, "b");
  equal(state.writes[0].notBeforeMs, 30_000, "Retry-After counts");
});

Deno.test("queue: pauses grow and have a bound", () => {
  let state = start(put("a"));
  const pauses = [];
  for (let i = 0; i < 9; i++) {
    state = queue.failedWith(queue.sent(state, "a"), "a", problem(0), 0, 1);
    pauses.push(state.writes[0].notBeforeMs);
  }
  equal(pauses, [1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000, 60000]);
  assert(queue.failedWith(queue.sent(start(put("a")), "a"), "a", problem(0), 0, 0).writes[0].notBeforeMs >= 500);
});

Deno.test("queue: a refused write is kept, shown, and replaced by the next edit", () => {
  let state = queue.failedWith(queue.sent(start(put("a")), "a"), "a", problem(422), 0, 0);
  equal([queue.failed(state).length, queue.waiting(state), queue.next(state, "u1", 1e9)], [1, 0, null]);
  state = queue.add(state, put("b"))[0];
  equal([ids(state), queue.next(state, "u1", 0)?.id], [["b"], "b"]);
  equal(ids(queue.discard(state, "b")), []);
});

Deno.test("queue: an ended session keeps the write, and a new one sends it at once", () => {
  const state = queue.failedWith(queue.sent(start(put("a")), "a"), "a", problem(401), 0, 0);
  equal([state.writes[0].state, queue.waiting(state)], ["waiting", 1]);
  equal([queue.next(state, "u1", 0), queue.next(queue.awake(state), "u1", 0)?.id], [null, "a"]);
});

Deno.test("queue: an edit of another device beats a delete", () => {
  const state = queue.failedWith(
    queue.sent(start(remove("a")), "a"),
    "a",
    problem(412, { current: { version: 3, grams: 5 } }),
    0,
    0,
  );
  equal(ids(state), []);
});

Deno.test("queue: an edit beats a delete of another device", () => {
  const state = queue.failedWith(queue.sent(start(put("a", {}, 1)), "a"), "a", problem(412, { current: null }), 0, 0);
  equal([state.writes[0].state, state.writes[0].version], ["waiting", -1], "sent again with If-Match: *");
});

Deno.test("queue: a delete of what is gone is done", () => {
  for (const answer of [problem(404), problem(412, { current: null })]) {
    equal(ids(queue.failedWith(queue.sent(start(remove("a")), "a"), "a", answer, 0, 0)), []);
  }
});

Deno.test("queue: edits of different fields are joined, and of the same field ask", () => {
  const base = {
    grams: 100,
    meal: "lunch",
    date: "2026-11-22",
    portion: null,
    quantity: null,
    name: undefined,
    kcal: undefined,
  };
  const write = put("a", { ...base, grams: 150, base }, 1);
  const theirs = { ...base, meal: "dinner", version: 4 };
  const joined =
    queue.failedWith(queue.sent(start(write), "a"), "a", problem(412, { current: theirs }), 0, 0).writes[0];
  equal([joined.state, joined.version, joined.body.grams, joined.body.meal], ["waiting", 4, 150, "dinner"]);
  const clash = queue.failedWith(
    queue.sent(start(write), "a"),
    "a",
    problem(412, { current: { ...theirs, grams: 90 } }),
    0,
    0,
  );
  equal(clash.writes[0].state, "conflict");
  const kept = queue.keepMine(clash, "a").writes[0];
  equal([kept.state, kept.version], ["waiting", 4]);
});

Deno.test("queue: a restart sends again what was under way, in order, and nothing of others", () => {
  const stored = [{ ...put("b"), sequence: 2, userId: "u1", state: "sent" }, {
    ...put("a"),
    sequence: 1,
    userId: "u1",
    state: "waiting",
  }, { ...put("c"), sequence: 3, userId: "u2", state: "waiting" }];
  const state = queue.restored("u1", stored);
  equal([ids(state), state.writes.map(({ state }) => state), state.nextSequence], [
    ["a", "b"],
    ["waiting", "waiting"],
    3,
  ]);
});

Deno.test("lease: one window has it until it is closed or frozen", () => {
  const first = claim(null, "a", 0);
  equal(first, { owner: "a", untilMs: LEASE_MS });
  equal(claim(first, "b", LEASE_MS - 1), null);
  equal(claim(first, "a", 5000)?.untilMs, 5000 + LEASE_MS);
  equal(claim(first, "b", LEASE_MS)?.owner, "b");
  equal(claim({ owner: "a", untilMs: 1e12 }, "b", 0)?.owner, "b", "a clock that was set back");
});
