/** Sending the writes of modules, with and without the modules. */
import { MINE, registerWrites } from "../../Clients/Web/core/writes.js";
import { equal } from "./checks.js";
import { json, problem } from "./client.js";
import { running } from "./running.js";

/** A write of a module, as it is stored. */
const task = (change = {}) => ({
  kind: "module",
  write: "w1",
  now: 0,
  module: "tasks",
  subject: "t1",
  method: "PUT",
  path: "/v1/tasks/t1",
  body: { title: "Milk" },
  name: "Milk",
  version: 3,
  merge: "fields",
  ...change,
});

Deno.test("sending: a write of a module is its request, with its version and a key", async () => {
  const { sent, dispatch, effects, run, settle } = await running(() => json({ id: "t1", version: 4 }));
  await effects.lead();
  const patch = { write: "w3", subject: "t3", method: "PATCH", path: "/v1/tasks/t3", body: { title: "x" } };
  const removal = { write: "w4", subject: "t4", method: "DELETE", path: "/v1/tasks/t4" };
  dispatch({ type: "sync", action: task() });
  dispatch({ type: "sync", action: task({ write: "w2", subject: "t2", path: "/v1/tasks/t2", version: 0 }) });
  dispatch({ type: "sync", action: task({ ...patch, field: "title", version: 0 }) });
  dispatch({ type: "sync", action: task({ ...removal, body: undefined }) });
  await settle();
  const writes = sent.filter(({ method }) => method !== "GET");
  equal(writes.map(({ method, path, body, headers }) => [method, path, body ?? null, headers["If-Match"] ?? null]), [
    ["PUT", "/v1/tasks/t1", '{"title":"Milk"}', '"3"'],
    ["PUT", "/v1/tasks/t2", '{"title":"Milk"}', null],
    ["PATCH", "/v1/tasks/t3", '{"title":"x"}', '"0"'],
    ["DELETE", "/v1/tasks/t4", null, '"3"'],
  ]);
  equal(new Set(writes.map(({ headers }) => headers["Idempotency-Key"])).size, 4);
  equal(run.writes.length, 0);
});

Deno.test("sending: a module is loaded before an answer to its write, and says what the answer changes", async () => {
  const order = [];
  const loadWrites = (name) => {
    order.push(`load ${name}`);
    const answered = (write, answer) => [{ type: "tasks.answered", subject: write.subject, answer }];
    registerWrites("tasks", { answered });
    return Promise.resolve();
  };
  const object = { id: "t1", version: 4 };
  const known = await running(() => json(object), undefined, undefined, loadWrites);
  await known.effects.lead();
  known.dispatch({ type: "sync", action: task() });
  await known.settle();
  registerWrites("tasks", null);
  const actions = known.given.filter(({ type }) => type === "tasks.answered");
  equal([order, actions.map(({ subject, answer }) => [subject, answer])], [["load tasks"], [["t1", {
    kind: "done",
    object,
    version: 4,
  }]]]);
  equal(known.run.writes.length, 0);
});

Deno.test("sending: a write of a module that does not arrive is sent all the same, and merged when it is there", async () => {
  let isThere = false;
  const loadWrites = () => {
    if (!isThere) return Promise.reject(new Error("no such module"));
    registerWrites("tasks", { merge: { fields: () => MINE } });
    return Promise.resolve();
  };
  const current = { id: "t1", title: "Bread", version: 5 };
  const answer = (_, { headers }) =>
    headers["If-Match"] === '"5"' ? json({ ...current, version: 6 }) : problem(412, "versionMismatch", { current });
  const { sent, dispatch, effects, run, settle } = await running(answer, undefined, undefined, loadWrites);
  await effects.lead();
  dispatch({ type: "sync", action: task() });
  await settle();
  equal(run.writes.map(({ status }) => [status.kind, status.theirs]), [["conflict", current]]);
  dispatch({ type: "module.loaded" });
  await settle();
  equal(run.writes.length, 1);
  isThere = true;
  dispatch({ type: "connection.back" });
  await settle();
  registerWrites("tasks", null);
  equal([run.writes.length, sent.filter(({ method }) => method === "PUT").length], [0, 2]);
});

Deno.test("sending: a defect of a module does not keep its write, and a removal of what is gone is done", async () => {
  const { error } = console;
  console.error = () => {};
  registerWrites("tasks", {
    answered: () => {
      throw new Error("a defect of the module");
    },
  });
  const { dispatch, effects, run, settle } = await running((path) =>
    path.endsWith("t2") ? problem(404, "notFound") : json({ version: 4 })
  );
  await effects.lead();
  dispatch({ type: "sync", action: task() });
  dispatch({ type: "sync", action: task({ write: "w2", subject: "t2", method: "DELETE", path: "/v1/tasks/t2" }) });
  await settle();
  registerWrites("tasks", null);
  console.error = error;
  equal(run.writes, []);
});
