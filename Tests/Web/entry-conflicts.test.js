/** Entries that the server has in another state than the device: what is merged, and what the person is asked. */
import { contentOf, previewOf } from "../../Clients/Web/core/sync/content.js";
import { equal } from "./checks.js";
import { entry, Run, USER } from "./fixtures.js";

const AMOUNT = (/** @type {number} */ grams) => ({ foodId: "f1", grams });

const made = entry();
const creation = {
  kind: "create",
  write: "w1",
  entry: made.id,
  content: contentOf(made),
  preview: previewOf(made),
  now: 0,
};
const askedOf = ({ writes }) => writes.map(({ status }) => [status.kind, status.fields ?? []]);

/** Loses the answers to requests, and returns the next one. @param {Run} run @param {number} count */
function sentAfter(run, count) {
  for (let left = count; left > 0; left--) {
    run.answer(run.sent()[0], { kind: "lost" }).sync({ kind: "online", now: 2 });
  }
  return run.sent()[0];
}

/**
 * A device that has saved a new entry, and sent another amount of it while its disk failed. After a restart it sends
 * what is saved.
 * @param {Partial<import("../../Clients/Web/types.d.ts").DiaryEntry>} current The entry on the server.
 * @param {number} [lost] How many answers are lost after the restart.
 */
function restarted(current, lost = 0) {
  const run = Run.signedIn().sync(creation);
  const { stored } = run.state.sync;
  run.sync({ kind: "change", write: "w2", entry: made.id, changes: { amount: AMOUNT(250) }, now: 0 });
  equal(run.sent().map(({ call }) => call.content.amount.grams), [250]);
  const again = new Run().do({ type: "session.started", user: USER });
  again.sync({ kind: "opened", stored, now: 0 });
  const request = sentAfter(again, lost);
  equal([request.call.content.amount.grams, request.call.version ?? null], [100, null]);
  return again.answer(request, { kind: "changed", current: entry({ grams: 250, ...current }) });
}

Deno.test("entry conflicts: older content does not replace what was sent while the disk failed", () => {
  for (const version of [1, 2]) {
    for (const lost of [0, 1]) {
      const run = restarted({ version }, lost);
      equal([askedOf(run), run.sent()], [[["conflict", ["amount"]]], []], `version ${version}, ${lost} lost`);
    }
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

Deno.test("entry conflicts: what was refused after a restart still asks when it is corrected", () => {
  const stored = Run.signedIn().sync(creation).state.sync.stored;
  const run = new Run().do({ type: "session.started", user: USER }).sync({ kind: "opened", stored, now: 0 });
  const [request] = run.sent();
  run.sync({ kind: "change", write: "w2", entry: made.id, changes: { amount: AMOUNT(250) }, now: 0 });
  run.answer(request, { kind: "refused", status: 422, code: "invalid", detail: "" });
  run.answer(sentAfter(run, 1), { kind: "changed", current: entry({ grams: 90, version: 2 }) });
  equal(askedOf(run), [["conflict", ["amount"]]]);
});

Deno.test("entry conflicts: a new entry with a lost answer takes what another device has changed", () => {
  const run = Run.signedIn().sync(creation);
  run.answer(sentAfter(run, 1), { kind: "changed", current: entry({ grams: 250, version: 2 }) });
  equal([run.writes, run.sent()], [[], []]);
});
