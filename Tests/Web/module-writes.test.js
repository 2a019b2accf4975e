/** Writes of modules: how they queue, what their answers change, and how the app sends and shows them. */
import { applied, emptyStore } from "../../Clients/Web/core/sync/stored.js";
import {
  MINE,
  registerWrites,
  shownObject,
  THEIRS,
  writeModule,
  writesOfModule,
} from "../../Clients/Web/core/writes.js";
import { addModule } from "../../Clients/Web/core/modules.js";
import "./modules.js";
import { equal } from "./checks.js";
import { Run, TODAY, USER } from "./fixtures.js";

/** The actions of a module become writes. */
function reduceTasks(state, { type, at: _, ids, now, ...change }) {
  if (type !== "tasks.write") return [state, []];
  const id = change.subject ?? "t1";
  const known = { module: "tasks", subject: id, path: `/v1/tasks/${id}`, name: "Buy milk", merge: "fields" };
  return writeModule(state, { ...known, ...change, write: ids[0], now });
}
addModule("tasks", { reducers: [reduceTasks], writing: ["tasks.write"] });

const OLD = { id: "t1", title: "a", note: "b", version: 3 };
const put = (change = {}) => ({ type: "tasks.write", method: "PUT", body: { title: "x", note: "y" }, ...change });
const patch = (field, value, change = {}) => ({
  type: "tasks.write",
  method: "PATCH",
  field,
  body: { [field]: value },
  base: OLD,
  version: 3,
  ...change,
});
const removal = (change = {}) => ({ type: "tasks.write", method: "DELETE", base: OLD, version: 3, ...change });
const created = put({ version: 0 });
const known = put({ base: OLD, version: 3 });
const run = (...actions) => actions.reduce((run, action) => run.do(action), Run.signedIn());
const told = ({ changes }) => changes.map(({ method, body, version }) => [method, body ?? null, version]);
const done = (object) => ({ kind: "done", object, version: object.version });

/** Runs a test with what a module registers. */
async function having(writes, work) {
  registerWrites("tasks", writes);
  try {
    await work();
  } finally {
    registerWrites("tasks", null);
  }
}

Deno.test("module writes: a later write takes the place of what was not sent, and starts where that started", () => {
  const newer = { ...OLD, version: 5 };
  equal(told(run(known, put({ body: { title: "z" }, base: newer, version: 5 }))), [["PUT", { title: "z" }, 3]]);
  const fields = run(patch("title", "x"), patch("note", "y"), patch("title", "z", { base: newer, version: 5 }));
  equal(told(fields), [["PATCH", { note: "y" }, 3], ["PATCH", { title: "z" }, 3]]);
  equal(told(run(patch("title", "x"), known)), [["PUT", { title: "x", note: "y" }, 3]]);
  equal(told(run(known, removal())), [["DELETE", null, 3]]);
  equal(told(run(removal(), known)), [["PUT", { title: "x", note: "y" }, 3]]);
});

Deno.test("module writes: what needs no request leaves the queue", () => {
  equal(told(run(created, patch("title", "z", { base: null, version: 0 }), removal({ base: null, version: 0 }))), []);
  equal(told(run(patch("title", "x"), patch("title", "a"))), []);
  equal(told(run(removal(), patch("title", "x"))), [["DELETE", null, 3]]);
  const sent = run(created);
  sent.sent();
  equal(told(sent.do(removal({ base: null, version: 0 }))).map(([method]) => method), ["PUT", "DELETE"]);
});

Deno.test("module writes: writes of an object are sent in order, others do not wait, the later ones get the version", () => {
  const queue = run(known, put({ subject: "t2", version: 0 }));
  const [first, other] = queue.sent();
  equal([first.call.path, other.call.path], ["/v1/tasks/t1", "/v1/tasks/t2"]);
  queue.do(patch("title", "z")).do(patch("note", "w"));
  equal(queue.sent().length, 0);
  queue.answer(first, done({ ...OLD, version: 4 }));
  const [second] = queue.sent();
  equal([second.call.body, second.call.version], [{ title: "z" }, 4]);
  queue.answer(second, done({ ...OLD, version: 5 }));
  const [third] = queue.sent();
  equal([third.call.body, third.call.version], [{ note: "w" }, 5]);
  equal(new Set([first.key, other.key, second.key, third.key]).size, 4);
});

Deno.test("module writes: a write of a window that has seen less keeps its version, and is merged", async () => {
  await having({ merge: { fields: () => MINE } }, () => {
    const queue = run(patch("title", "x"));
    queue.answer(queue.sent()[0], { kind: "changed", current: { ...OLD, note: "c", version: 5 } });
    queue.do(patch("note", "y"));
    queue.answer(queue.sent()[0], done({ ...OLD, title: "x", note: "c", version: 6 }));
    equal(queue.sent().map(({ call }) => [call.body, call.version]), [[{ note: "y" }, 3]]);
  });
});

Deno.test("module writes: a change over one that waits starts from what the person has seen", () => {
  const newer = { ...OLD, title: "c", note: "c", version: 5 };
  const queue = run(known);
  queue.sent();
  queue.do(patch("title", "z", { base: newer, version: 5 }));
  equal(queue.changes.map(({ base, version }) => [base, version]), [[OLD, 3], [OLD, 3]]);
  const free = run(patch("note", "y"), patch("title", "z", { base: newer, version: 5 }));
  equal(free.changes.map(({ version }) => version), [3, 5]);
});

Deno.test("module writes: a change of a window that has seen less starts from less than the one that waits", async () => {
  const newer = { ...OLD, note: "c", version: 5 };
  equal(run(patch("note", "y", { base: newer, version: 5 }), known).changes.map(({ version }) => version), [3]);
  const unknown = { base: null, version: 0 };
  equal(told(run(known, removal(unknown))), [["DELETE", null, 3]]);
  await having(null, () => {
    const asking = () => {
      const queue = run(known);
      queue.answer(queue.sent()[0], { kind: "changed", current: newer });
      return queue;
    };
    equal(told(asking().do(put({ base: newer, version: 5 }))), [["PUT", { title: "x", note: "y" }, 5]]);
    equal(told(asking().do(known)), [["PUT", { title: "x", note: "y" }, 3]]);
  });
});

Deno.test("module writes: a merge learns whether the change may have been executed and changed back", async () => {
  const given = [];
  const fields = (...values) => given.push([values[0], values[3].isUnsure]) && MINE;
  await having({ merge: { fields } }, () => {
    for (const [action, version] of [[known, 5], [known, 4], [created, 2]]) {
      const queue = run(action);
      queue.answer(queue.sent()[0], { kind: "failed" });
      queue.sync({ kind: "online", now: 3 });
      queue.answer(queue.sent()[0], { kind: "changed", current: { ...OLD, version } });
    }
  });
  // Another device cannot have made a new object, so its creation is what both have started from.
  equal(given, [[OLD, true], [OLD, false], [{ title: "x", note: "y" }, false]]);
});

Deno.test("module writes: a write without a version stays without one", () => {
  const queue = run(patch("title", "x", { version: undefined }));
  const [first] = queue.sent();
  queue.do(patch("note", "y", { version: undefined }));
  queue.answer(first, done({ ...OLD, version: 9 }));
  equal(queue.sent().map(({ call }) => call.version), [undefined]);
});

Deno.test("module writes: the module merges after 412, asks, or gives its change up", async () => {
  const theirs = { ...OLD, note: "c", version: 4 };
  const results = {
    body: [{ title: "x", note: "c" }, [["PUT", { title: "x", note: "c" }, 4]], "waiting"],
    mine: [MINE, [["PUT", { title: "x", note: "y" }, 4]], "waiting"],
    theirs: [THEIRS, [], undefined],
    ask: [null, [["PUT", { title: "x", note: "y" }, 3]], "conflict"],
  };
  for (const [name, [result, queued, status]] of Object.entries(results)) {
    const given = [];
    await having({ merge: { fields: (...values) => given.push(values) && result } }, () => {
      const queue = run(known);
      const [first] = queue.sent();
      queue.answer(first, { kind: "changed", current: theirs });
      equal([told(queue), queue.writes[0]?.status.kind], [queued, status === "waiting" ? "sent" : status], name);
      equal(given[0], [OLD, { title: "x", note: "y" }, theirs, { method: "PUT", isUnsure: false }], name);
      const [again] = queue.sent();
      if (status === "waiting") equal(again.key === first.key, false, name);
    });
  }
});

Deno.test("module writes: after a restart, the merge of a new object has no start", async () => {
  const bases = [];
  await having({ merge: { fields: (base) => void bases.push(base) } }, () => {
    const stored = run(created).state.sync.stored;
    for (const queue of [run(created), Run.signedIn().sync({ kind: "opened", stored, now: 0 })]) {
      queue.do(put({ version: 0, body: { title: "z" } }));
      queue.answer(queue.sent()[0], { kind: "lost" }).sync({ kind: "online", now: 2 });
      queue.answer(queue.sent()[0], { kind: "changed", current: OLD });
    }
  });
  equal(bases, [{ title: "z" }, null]);
});

Deno.test("module writes: a merge that fails asks the person", async () => {
  const merge = () => {
    throw new Error("a defect of the module");
  };
  const { error } = console;
  console.error = () => {};
  await having({ merge: { fields: merge } }, () => {
    const queue = run(known);
    queue.answer(queue.sent()[0], { kind: "changed", current: OLD });
    equal(queue.writes[0].status.kind, "conflict");
  });
  console.error = error;
});

Deno.test("module writes: a conflict of a missing module stays until the module is there, or the person decides", async () => {
  const theirs = { ...OLD, title: "q", version: 4 };
  const conflict = () => {
    const queue = run(known);
    queue.answer(queue.sent()[0], { kind: "changed", current: theirs });
    equal([queue.writes[0].status.kind, queue.sent().length], ["conflict", 0]);
    return queue;
  };
  const [mine, other, joined] = [conflict(), conflict(), conflict()];
  mine.do({ type: "entry.decide", write: mine.writes[0].id, isMine: true });
  equal(told(mine), [["PUT", { title: "x", note: "y" }, 4]]);
  other.do({ type: "entry.decide", write: other.writes[0].id, isMine: false });
  equal(told(other), []);
  await having({ merge: { fields: () => MINE } }, () => {
    joined.sync({ kind: "joined", module: "other", now: 2 });
    equal(joined.writes[0].status.kind, "conflict");
    joined.sync({ kind: "joined", module: "tasks", now: 2 });
    equal(told(joined), [["PUT", { title: "x", note: "y" }, 4]]);
  });
});

Deno.test("module writes: another field does not wait for a refused one, nor a PUT for what it replaces", () => {
  const problem = { kind: "refused", status: 422, code: "invalid", detail: "" };
  const fields = run(patch("title", "x"));
  fields.answer(fields.sent()[0], problem);
  fields.do(patch("note", "y"));
  equal(fields.sent().map(({ call }) => call.body), [{ note: "y" }]);
  equal(fields.writes.map(({ status }) => status.kind), ["refused", "sent"]);

  const replaced = run(created);
  const [first] = replaced.sent();
  replaced.do(put({ version: 0, body: { title: "right" } })).answer(first, problem);
  equal(replaced.sent().map(({ call }) => [call.method, call.body]), [["PUT", { title: "right" }]]);

  const removed = run(created);
  const [creation] = removed.sent();
  removed.do(removal({ base: null, version: 0 })).answer(creation, problem);
  equal(told(removed), []);

  const held = run(created);
  held.answer(held.sent()[0], problem);
  held.do(patch("title", "z", { base: null, version: 0 }));
  equal(held.sent().length, 0);
  held.do({ type: "entry.giveUp", write: held.writes[0].id });
  equal(held.sent().length, 1);
});

Deno.test("module writes: a removal of what is gone is done, and what follows makes the object again", () => {
  const queue = run(removal());
  const [first] = queue.sent();
  queue.do(known).answer(first, { kind: "gone" });
  equal(told(queue), [["PUT", { title: "x", note: "y" }, 0]]);
});

Deno.test("module writes: an object is shown with what waits and what was refused", () => {
  const queue = run(patch("title", "x"), patch("note", "y"));
  const shown = () => shownObject(queue.state, "tasks", "t1", OLD);
  equal(shown(), { ...OLD, title: "x", note: "y" });
  equal([shownObject(queue.state, "tasks", "t2", null), writesOfModule(queue.state, "other")], [null, []]);
  queue.answer(queue.sent()[0], { kind: "refused", status: 422, code: "invalid", detail: "" });
  equal(shown().title, "x");
  equal(shownObject(queue.do(removal()).state, "tasks", "t1", OLD), null);
});

Deno.test("module writes: a write of a module never counts as one of the diary", () => {
  const subjects = ["entry e1", `note ${TODAY}`, `complete ${TODAY}`, "e1"];
  for (const subject of subjects) {
    const queue = run(put({ subject, version: 0 }));
    queue.answer(queue.sent()[0], { kind: "gone" });
    equal([queue.writes.length, queue.taken("loadDay").length], [0, 0], subject);
  }
});

Deno.test("module writes: the store keeps a write as it is", () => {
  const queue = run(known);
  const changes = queue.taken("sync.save").flatMap(({ effect }) => effect.changes);
  const stored = changes.map((change) => structuredClone(change)).reduce(applied, emptyStore(USER.id));
  equal(stored.writes, queue.writes);
  const next = Run.signedIn().sync({ kind: "opened", stored, now: 0 });
  equal(next.sent().map(({ call }) => [call.method, call.path]), [["PUT", "/v1/tasks/t1"]]);
});
