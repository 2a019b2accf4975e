/** The screen Progress: what a visit loads, what it computes, and weights. */
import { progressModel, withOwnWeights } from "../../Clients/Web/modules/progress/progress-model.js";
import { shifted, spanOf, spanText } from "../../Clients/Web/modules/progress/periods.js";
import { makeEffects } from "../../Clients/Web/modules/progress/effects.js";
import { openStore } from "../../Clients/Web/data/store.js";
import { assert, equal, near } from "./checks.js";
import { fakeClient, json } from "./client.js";
import { day, entry, profile, progress, Run, TODAY } from "./fixtures.js";

const WEEK = [1900, 2000, 1500, 2300, 1950, null, 900];
const opened = (params = {}) =>
  Run.signedIn(day(TODAY)).do({ type: "route.changed", route: { name: "progress", params } });
const week = (kcals = WEEK) =>
  opened().do({ type: "progress.loaded", key: "week-2026-11-16", data: progress("2026-11-16", kcals) });

Deno.test("progress: periods begin where the person's week begins", () => {
  equal(spanOf("week", "2026-11-22", 1), { from: "2026-11-16", to: "2026-11-22" });
  equal(spanOf("week", "2026-11-22", 7), { from: "2026-11-22", to: "2026-11-28" });
  equal(spanOf("month", "2024-02-10", 1), { from: "2024-02-01", to: "2024-02-29" });
  equal(spanOf("year", "2026-11-22", 1), { from: "2026-01-01", to: "2026-12-31" });
  equal([shifted("month", "2026-01-01", -1), shifted("year", "2026-01-01", -1)], ["2025-12-01", "2025-01-01"]);
  assert(spanText("month", spanOf("month", TODAY, 1), "th-TH").includes("2569"), "Thai years are Buddhist");
});

Deno.test("progress: a visit asks for its period up to today, and for the recent days", () => {
  const load = (params) => opened(params).taken("progress.load").map(({ from, to, by }) => [from, to, by])[0];
  equal(load({}), ["2026-11-16", TODAY, "day"]);
  equal(load({ period: "month", date: TODAY }), ["2026-11-01", TODAY, "day"]);
  equal(load({ period: "year", date: "2025-03-01" }), ["2025-01-01", "2025-12-31", "month"]);
  equal(opened({ period: "day", date: "2026-11-20" }).taken("loadDay").pop().date, "2026-11-20");
  equal(opened().taken("progress.loadRecent").map(({ from, to }) => [from, to]), [["2026-08-25", TODAY]]);
});

Deno.test("progress: days over and under by a tenth are marked, today is not marked as under", () => {
  const { bars, within, average } = progressModel(week().state);
  equal(bars.map(({ mark }) => mark), [null, null, "under", "over", null, null, null]);
  equal([within.count, within.all, within.farthest.percent], [3, 5, -25]);
  equal([average.kcal, average.target, average.days], [1930, 2000, 5]);
  equal(bars[6].isOpen, true);
});

Deno.test("progress: a period without entries is empty, one without an answer is unknown", () => {
  equal(progressModel(opened().state).isKnown, false);
  const model = progressModel(week(WEEK.map(() => null)).state);
  equal([model.isKnown, model.isEmpty, model.average, model.within, model.macros], [true, true, null, null, null]);
});

Deno.test("progress: a day shows its energy after each meal", () => {
  const rows = [entry(), entry({ id: "e2", meal: "lunch", kcal: 500 })];
  const run = Run.signedIn(day(TODAY, rows)).do({
    type: "route.changed",
    route: { name: "progress", params: { period: "day", date: TODAY } },
  });
  equal(progressModel(run.state).bars.map(({ kcal }) => kcal), [200, 700, 700, 700]);
});

Deno.test("progress: the longest streak is that of the server, however long ago it was", () => {
  const streaks = (/** @type {object} */ change) =>
    progressModel(week().do({ type: "progress.recent", data: progress("2026-11-16", WEEK, change) }).state).streaks;
  equal(streaks({ longestStreak: 212 }), { logged: 3, onTarget: 1, longest: 212 });
  equal(streaks({ longestStreak: undefined }), { logged: 3, onTarget: 1, longest: 3 }, "stored by an older version");
});

Deno.test("progress: a weight is written once, shown at once, and taken back", () => {
  const trend = [{ date: "2026-11-20", weightKg: 70, trendKg: 70 }];
  const run = week().do({ type: "progress.recent", data: progress("2026-11-16", WEEK, { weightTrend: trend }) });
  run.do({ type: "weight.type", text: "69,5" }).do({ type: "weight.save" });
  equal(run.changes.map(({ kind, measurement }) => [kind, measurement.value, measurement.date]), [[
    "addMeasurement",
    69.5,
    TODAY,
  ]]);
  const shown = () => progressModel(run.state).weight.points.map(({ date, value }) => [date, value]);
  equal(shown(), [["2026-11-20", 70], [TODAY, 69.5]]);
  equal(run.state.toast.key, "toast.weight.kg");
  run.do(run.state.toast.undo);
  equal(run.writes, []);
  equal(shown(), [["2026-11-20", 70]]);
});

Deno.test("progress: a weight stays shown between its answer and the new trend", () => {
  const run = week().do({ type: "weight.type", text: "69.5" }).do({ type: "weight.save" });
  const [request] = run.sent();
  equal(request.call.kind, "addMeasurement");
  run.do({ type: "weight.stored", measurement: request.call.measurement });
  run.answer(request, { kind: "measurement", measurement: request.call.measurement });
  equal(run.writes, []);
  equal(progressModel(run.state).weight.points.length, 1);
  const trend = [{ date: TODAY, weightKg: 69.5, trendKg: 69.5 }];
  run.do({ type: "progress.recent", data: progress("2026-11-16", WEEK, { weightTrend: trend }) });
  equal(run.state.progress.added, {});
});

Deno.test("progress: the field holds the last weight, and wrong ones are refused beside it", () => {
  const trend = [{ date: "2026-11-20", weightKg: 70, trendKg: 70 }];
  const run = week().do({ type: "progress.recent", data: progress("2026-11-16", WEEK, { weightTrend: trend }) });
  run.do({ type: "weight.step", sign: -1 }).do({ type: "weight.step", sign: -1 }).do({ type: "weight.save" });
  equal(run.changes[0].measurement.value, 69.8);
  for (
    const [text, key] of [["", "progress.weightWrong"], ["abc", "progress.weightWrong"], ["7", "progress.weightRange"]]
  ) {
    run.do({ type: "weight.type", text }).do({ type: "weight.save" });
    equal(run.state.progress.weightProblem, key, text);
  }
  equal(run.writes.length, 1);
});

Deno.test("progress: own weights continue the trend as the server does", () => {
  const [, last] = withOwnWeights([{ date: "2026-11-20", weightKg: 70, trendKg: 70 }], { [TODAY]: 69 });
  near(last.trendKg, 69.81, 1e-9);
});

Deno.test("progress: another user sees nothing of the first", () => {
  const run = week().do({ type: "session.started", user: { id: "u2", email: "", name: "", roles: [] } });
  equal(run.state.progress?.periods ?? {}, {});
});

Deno.test("progress: the weight is projected from the intake so far, where it is known", () => {
  const trend = [{ date: TODAY, weightKg: 70, trendKg: 70 }];
  const recent = { type: "progress.recent", data: progress("2026-11-16", WEEK, { weightTrend: trend }) };
  const asked = (/** @type {any} */ expenditure) => {
    const run = week().do({ type: "profile.loaded", profile: profile() });
    if (expenditure) run.do({ type: "progress.expenditure", data: expenditure });
    return run.do(recent).taken("progress.project").pop().body;
  };
  equal("intakeSoFarKcal" in asked(null), false);
  equal("intakeSoFarKcal" in asked({ kcal: null, days: 3 }), false);
  equal(asked({ kcal: 2100, days: 20, intakeKcal: 1850 }).intakeSoFarKcal, 1850);
});

Deno.test("progress: the intake so far is known before the weight is projected, also from the device", async () => {
  const run = opened().do({ type: "profile.loaded", profile: profile() });
  const trend = [{ date: TODAY, weightKg: 70, trendKg: 70 }];
  const data = progress("2026-11-16", WEEK, { weightTrend: trend });
  const store = await openStore(undefined);
  store.value = () => Promise.resolve({ data, expenditure: { days: 28, intakeKcal: 1700 } });
  const { client } = fakeClient((path) => json(path.includes("expenditure") ? { days: 28, intakeKcal: 1850 } : data));
  const seen = [];
  const dispatch = (action) => {
    run.do(action);
    seen.push([action.type, run.state.progress.expenditure?.intakeKcal]);
  };
  const effects = makeEffects({ client, store, getState: () => run.state, dispatch });
  await effects["progress.loadRecent"](run.taken("progress.loadRecent")[0]);
  equal(seen.filter(([type]) => type === "progress.recent"), [["progress.recent", 1700], ["progress.recent", 1850]]);
  equal(run.taken("progress.project").map(({ body }) => body.intakeSoFarKcal), [1850]);
});

Deno.test("progress: an answer that arrives after another user has signed in is dropped", async () => {
  const run = opened();
  const store = await openStore(undefined);
  const { client } = fakeClient(() => {
    run.do({ type: "session.started", user: { id: "u2", email: "", name: "", roles: [] } });
    return json({ items: [], weightTrend: [] });
  });
  const seen = [];
  const effects = makeEffects({
    client,
    store,
    getState: () => run.state,
    dispatch: (action) => seen.push(action.type),
  });
  await effects["progress.loadRecent"](run.taken("progress.loadRecent")[0]);
  equal(seen, []);
});
