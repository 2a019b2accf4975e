/** The list of what waits on the device. */
import "../../Clients/Web/modules/device/waiting.js";
import { waitingModel } from "../../Clients/Web/modules/device/waiting.js";
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

Deno.test("waiting: the list is drawn in all languages, names are text", () => {
  for (const language of ["en", "uk", "th"]) {
    for (const run of [signedIn(), several(), refused()]) {
      const root = drawn(waitingList, run, language);
      equal(root.find("img").length, 0);
      assert(!/waits\.\w|\{/.test(root.textContent.replaceAll(HOSTILE, "")), root.textContent);
    }
  }
});
