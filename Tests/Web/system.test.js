/** System: samples that are joined, marks for operators, geometry of the pipeline. */
import { flowPaths, flowWidth, spark } from "../../Clients/Web/modules/system/charts/pipeline.js";
import { sizeOf, systemModel } from "../../Clients/Web/modules/system/system.js";
import { equal } from "./checks.js";
import { day, Run, TODAY } from "./fixtures.js";

const NOW = Date.parse(`${TODAY}T12:00:00Z`);
const service = (name, change = {}) => ({
  service: name,
  isReady: true,
  processes: [{ memoryBytes: 10 }],
  restarts: 0,
  perSecond: 5,
  ...change,
});
const answer = (change = {}) => ({
  services: [service("gateway"), service("broker"), service("auth"), service("diary")],
  queues: [],
  subscribers: [],
  storage: [],
  diskFreeBytes: 50,
  diskBytes: 100,
  lastBackupAt: `${TODAY}T02:00:00Z`,
  history: [],
  ...change,
});
const open = () => Run.signedIn(day(TODAY)).do({ type: "route.changed", route: { name: "system", params: {} } });
const sample = (at) => ({ at, perSecond: 1 });

Deno.test("system: the next request asks for later samples alone, and they are joined", () => {
  const run = open();
  equal(run.taken("system.ask").map(({ path }) => path), ["/v1/admin/system"]);
  run.do({ type: "system.loaded", visit: 1, data: answer({ history: [sample("a"), sample("b")] }) });
  equal(run.taken("system.wait").length, 1);
  run.do({ type: "system.tick", visit: 1 });
  equal(run.taken("system.ask").map(({ path }) => path), ["/v1/admin/system?since=b"]);
  run.do({ type: "system.loaded", visit: 1, data: answer({ history: [sample("b"), sample("c")] }) });
  equal(run.state.system.history.map(({ at }) => at), ["a", "b", "c"]);
});

Deno.test("system: nothing is asked after the screen was left, while it pauses, or by a timer of an earlier visit", () => {
  const run = open();
  run.taken("system.ask");
  run.do({ type: "system.pause" }).do({ type: "system.tick", visit: 2 });
  equal(run.taken("system.ask").length, 0);
  run.do({ type: "system.pause" });
  equal(run.taken("system.ask").length, 1);
  run.do({ type: "system.tick", visit: 1 }).do({ type: "route.changed", route: { name: "today", params: {} } });
  run.do({ type: "system.tick", visit: 3 });
  equal(run.taken("system.ask").length, 0);
});

Deno.test("system: a lost answer keeps the numbers and tries again, a forbidden one does not", () => {
  const run = open().do({ type: "system.loaded", visit: 1, data: answer() });
  run.taken("system.wait");
  run.do({ type: "system.failed", problem: { status: 0, code: "offline", detail: "", params: {} } });
  equal([run.state.system.newest !== null, run.taken("system.wait").length], [true, 1]);
  run.do({ type: "system.failed", problem: { status: 403, code: "forbidden", detail: "", params: {} } });
  equal(run.taken("system.wait").length, 0);
});

Deno.test("system: what does not answer, lags or is nearly full is marked", () => {
  const model = systemModel(
    answer({
      services: [service("gateway"), service("broker"), service("auth", { isReady: false }), service("diary")],
      subscribers: [{ service: "diary", source: "auth", events: 3, seconds: 1.2 }],
      diskFreeBytes: 5,
      lastBackupAt: null,
    }),
    NOW,
  );
  equal([model.missing, model.others.map(({ isBad, lag }) => [isBad, lag])], [["auth"], [[true, 0], [true, 1.2]]]);
  equal([model.isDiskLow, model.isBackupOld, model.memoryBytes], [true, true, 40]);
  const good = systemModel(answer(), NOW);
  equal([good.missing, good.isDiskLow, good.isBackupOld, good.gateway.isBad], [[], false, false, false]);
});

Deno.test("system: lines end in the middle of their boxes, and are as wide as their rate", () => {
  equal(flowPaths(2), ["M0 500C500 500 500 250 1000 250", "M0 500C500 500 500 750 1000 750"]);
  equal([flowWidth(100, 100), flowWidth(25, 100), flowWidth(0, 100), flowWidth(1, 0)], [12, 6, 1.5, 1.5]);
});

Deno.test("system: a line chart begins at 0, and unknown numbers are left out", () => {
  const course = spark([0, null, 10], 44);
  equal([course.path, course.most, course.last], ["M0 42L1000 2", 10, 10]);
  equal([spark([null]).path, spark([null]).last], ["", null]);
});

Deno.test("system: sizes have their unit", () => {
  equal([sizeOf(1.5e9), sizeOf(2e6), sizeOf(500)], [
    { value: 1.5, unit: "GB" },
    { value: 2, unit: "MB" },
    { value: 0.5, unit: "kB" },
  ]);
});
