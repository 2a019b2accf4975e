/** Entries that the server has in another state than the device: what is merged, and what the person is asked. */
import { contentOf, previewOf } from "../../Clients/Web/core/sync/content.js";
import { equal } from "./checks.js";
import { entry, Run, USER } from "./fixtures.js";

const AMOUNT = (/** @type {number} */ grams) => ({ foodId: "f1", grams });

/** A device that has saved a new entry, and sent another amount of it while its disk failed. After a restart it sends
 * what is saved. @param {Partial<import("../../Clients/Web/types.d.ts").DiaryEntry>} current The entry on the server. */
function restarted(current) {
  const run = Run.signedIn();
  const made = entry();
  const creation = { write: "w1", entry: made.id, content: contentOf(made), preview: previewOf(made), now: 0 };
  run.sync({ kind: "create", ...creation });
  const { stored } = run.state.sync;
  run.sync({ kind: "change", write: "w2", entry: made.id, changes: { amount: AMOUNT(250) }, now: 0 });
  equal(run.sent().map(({ call }) => call.content.amount.grams), [250]);
  const again = new Run().do({ type: "session.started", user: USER });
  again.sync({ kind: "opened", stored, now: 0 });
  const [request] = again.sent();
  equal([request.call.content.amount.grams, request.call.version ?? null], [100, null]);
  return again.answer(request, { kind: "changed", current: entry({ grams: 250, ...current }) });
}

Deno.test("entry conflicts: older content does not replace what was sent while the disk failed", () => {
  for (const version of [1, 2]) {
    const run = restarted({ version });
    equal(run.writes.map(({ status }) => [status.kind, status.fields]), [["conflict", ["amount"]]]);
    equal(run.sent(), []);
  }
});

Deno.test("entry conflicts: the decision about what was sent while the disk failed is based on the server", () => {
  const decided = (/** @type {string[]} */ mine) => {
    const run = restarted({ version: 1 }).sync({ kind: "resolve", write: "w1", mine, now: 0 });
    return run.sent().map(({ call }) => [call.content.amount.grams, call.version]);
  };
  equal(decided(["amount"]), [[100, 1]]);
  equal(decided([]), []);
});
