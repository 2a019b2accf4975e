/** The list of what waits on the device. */
import { waitingModel } from "../../Clients/Web/modules/device/waiting.js";
import { registerWrites, writeModule } from "../../Clients/Web/core/writes.js";
import { render } from "../../Clients/Web/core/html.js";
import { status } from "../../Clients/Web/views/shell.js";
import { waitingList } from "../../Clients/Web/modules/device/views/waiting.js";
import { assert, equal } from "./checks.js";
import { installDOM } from "./dom.js";
import { day, entry, HOSTILE, Run, TODAY } from "./fixtures.js";
import { context } from "./hostile.js";

const signedIn = () => Run.signedIn(day(TODAY, [entry({ name: HOSTILE }), entry({ id: "e2", name: "Milk" })]));
/** A run with writes of several kinds. */
function several() {
  const run = signedIn().do({ type: "entry.remove", date: TODAY, id: "e1" });
  run.do({ type: "entry.move", date: TODAY, id: "e2", meal: "lunch" });
  run.do({ type: "water.add", date: TODAY, ml: 250 });
  run.do({ type: "day.complete", date: TODAY, isComplete: true });
  return run;
}
const drawn = (view, run, language) => {
  const root = installDOM();
  render(view(context(run, language)), root);
  return root;
};
/** Lets the server refuse the first write. */
function refused() {
  const run = several();
  const [request] = run.sent();
  run.answer(request, { kind: "refused", status: 422, code: "invalid", detail: "" });
  return run;
}

Deno.test("waiting: each write is named, what needs the person comes first", () => {
  const { rows, why } = waitingModel(several().state);
  equal([why, rows.map(({ key, name, ml, meal }) => [key, name || ml, meal])], ["online", [
    ["remove", HOSTILE, "breakfast"],
    ["put", "Milk", "lunch"],
    ["addWater", 250, null],
    ["complete", 0, null],
  ]]);
  const run = refused();
  const { rows: after, open } = waitingModel(run.state);
  equal([after[0].status.kind, open], ["refused", 1]);
});

Deno.test("waiting: a refused change of any kind can be given up, another one cannot", () => {
  const run = refused();
  const [first, second] = waitingModel(run.state).rows;
  const { length } = run.writes;
  run.do({ type: "entry.giveUp", write: second.id });
  equal(run.writes.length, length);
  run.do({ type: "entry.giveUp", write: first.id });
  equal([run.writes.length, waitingModel(run.state).open], [length - 1, 0]);
});

Deno.test("waiting: the status opens the list, which can send", () => {
  const run = several().do({ type: "connection", isOnline: false });
  const [button] = drawn(status, run).find("button");
  assert(button.textContent.includes("Offline"), button.textContent);
  run.do({ type: "waiting.open", isOpen: true });
  equal(run.state.isWaitingOpen, true);
  run.do({ type: "waiting.send" });
  equal(run.taken("online").length, 1);
});

/** A run with writes of a module that is not there; another device has changed the first object. */
function ofModule(current = { version: 2 }) {
  const run = signedIn();
  const write = (method, id) => ({ module: "tasks", subject: id, method, path: `/v1/tasks/${id}`, name: HOSTILE });
  for (const [index, method] of ["PUT", "PATCH", "DELETE"].entries()) {
    [run.state] = writeModule(run.state, { ...write(method, `t${index}`), body: {}, write: `w${index}`, now: 0 });
  }
  const [request] = run.sent();
  return run.answer(request, { kind: "changed", current });
}

Deno.test("waiting: a write of a module is named by itself, or by a text of its module", () => {
  const run = ofModule();
  const { rows, open } = waitingModel(run.state);
  equal([open, rows.map(({ key, name, own }) => [key, name, own])], [1, [
    ["put", HOSTILE, null],
    ["change", HOSTILE, null],
    ["remove", HOSTILE, null],
  ]]);
  const about = (_, { method, name }) =>
    method === "PUT" ? { key: "waits.tick", params: { name } } : { key: "no.text" };
  registerWrites("tasks", { about });
  const text = drawn(waitingList, run, "en").textContent;
  registerWrites("tasks", null);
  assert(text.includes(`Shopping list: ${HOSTILE}`) && text.includes(`Removed: ${HOSTILE}`), text);
});

Deno.test("waiting: the person decides a conflict of a module that is missing", () => {
  for (const [index, current] of [{ version: 2 }, null].entries()) {
    const run = ofModule(current);
    const root = drawn(waitingList, run, "en");
    const said = ["Another device has changed this, too.", "Another device has removed this."];
    assert(root.textContent.includes(said[index]), root.textContent);
    run.do({ type: "entry.decide", write: "w0", isMine: index === 0 });
    equal([run.writes.length, waitingModel(run.state).open], [index === 0 ? 3 : 2, 0]);
  }
});

Deno.test("waiting: a value that only another version of the app knows is named by its subject", () => {
  const run = signedIn().sync({ kind: "set", write: "w1", subject: "task t1", value: true, now: 0 });
  equal(waitingModel(run.state).rows.map(({ key, name }) => [key, name]), [["put", "task t1"]]);
});

Deno.test("waiting: the list is drawn in all languages, names are text", () => {
  for (const language of ["en", "uk", "th"]) {
    for (const run of [signedIn(), several(), refused(), ofModule(), ofModule(null)]) {
      const root = drawn(waitingList, run, language);
      equal(root.find("img").length, 0);
      assert(!/waits\.\w|\{/.test(root.textContent.replaceAll(HOSTILE, "")), root.textContent);
    }
  }
});

Deno.test("waiting: a tap on the status opens the list, also if its module is not there yet", () => {
  const action = { type: "waiting.open", isOpen: true };
  const given = [];
  const run = Run.signedIn(day(TODAY, [entry()])).do({ type: "entry.remove", date: TODAY, id: "e1" });
  const main = installDOM();
  render(status({ ...context(run), dispatch: (each) => given.push(each) }), main);
  main.find("button")[0].listeners.click[0]({});
  equal(given, [{ type: "module.need", module: "device", action }]);
  run.do(given[0]);
  equal(run.taken("loadModule"), [{ type: "loadModule", module: "device", action }]);
});
