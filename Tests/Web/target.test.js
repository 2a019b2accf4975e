/** Target: previews, what is missing, saving, and targets by hand as the server fills them in. */
import { isTooMuch, manualDay, sumsOf, weekdayOf } from "../../Clients/Web/modules/target/manual-target.js";
import { render } from "../../Clients/Web/core/html.js";
import { targetView } from "../../Clients/Web/modules/target/views/target.js";
import { assert, equal } from "./checks.js";
import { installDOM } from "./dom.js";
import { day, profile, Run, TODAY } from "./fixtures.js";
import { context } from "./hostile.js";

const workings = {
  bmr: 1380,
  tdee: 1897.5,
  rawKcal: 1197.5,
  dailyKcal: 1200,
  weeklyKcal: 8400,
  monthlyKcal: 36000,
  macros: { proteinG: 117.9, fatG: 40, carbohydrateG: 92.1 },
  bmi: 22.7,
  bmiCategory: "normal",
  formula: "mifflinStJeor",
  warnings: [{ code: "raisedToFloor", params: {} }],
};

const open = (change = {}) =>
  Run.signedIn(day(TODAY)).do({ type: "profile.loaded", profile: profile(change) })
    .do({ type: "route.changed", route: { name: "target", params: {} } });
const type = (run, values) => {
  Object.entries(values).forEach(([field, text]) => run.do({ type: "target.type", field, text }));
  return run;
};

Deno.test("target: a visit asks for workings, history and the estimate", () => {
  equal(open().taken("target.ask").map(({ then }) => then), [
    "target.workings",
    "target.history",
    "target.expenditure",
  ]);
  equal(open({ missing: ["sex"], target: null }).taken("target.ask").length, 2);
});

Deno.test("target: a new goal is computed first, and saved only by the button", () => {
  const run = open();
  run.taken("target.ask");
  type(run.do({ type: "target.way", way: "goal" }), { goal: "lose" }).do({ type: "target.preview" });
  const [asked] = run.taken("target.ask");
  equal([asked.path, asked.body.goal, asked.body.weightKg, run.taken("target.send").length], [
    "/v1/calculator/target",
    "lose",
    65.5,
    0,
  ]);
  run.do({ ...asked.params, type: "target.calculated", data: workings });
  equal([run.state.target.preview.dailyKcal, run.state.target.preview.proteinG], [1200, 117.9]);
  run.do({ type: "target.store" });
  equal(run.taken("target.send")[0].requests, [{ method: "PATCH", path: "/v1/profile", body: { goal: "lose" } }]);
  run.do({ type: "target.stored", profile: profile({ goal: "lose" }) });
  equal([run.state.profile.goal, run.state.target.isSaved, run.state.target.way], ["lose", true, null]);
});

Deno.test("target: a computed target ends one by hand", () => {
  const run = open({ target: { ...profile().target, byHand: true } }).do({ type: "target.way", way: "goal" });
  run.taken("target.ask");
  run.do({ type: "target.preview" });
  const [{ params }] = run.taken("target.ask");
  equal(params.requests, [{ method: "DELETE", path: "/v1/profile/targets" }]);
});

Deno.test("target: a formula that needs body fat asks for it in place", () => {
  const run = type(open().do({ type: "target.way", way: "goal" }), { formula: "katchMcArdle" });
  run.taken("target.ask");
  run.do({ type: "target.preview" });
  equal([run.state.target.refused.bodyFatPercent, run.taken("target.ask").length], ["target.wrong.bodyFat", 0]);
});

Deno.test("target: by hand with weekdays, the preview has the sums of week and month", () => {
  const run = open().do({ type: "target.workings", data: workings }).do({ type: "target.way", way: "hand" });
  run.do({ type: "target.weekdays", isOn: true });
  type(run, { dailyKcal: "2000", fatG: "60", saturday: "2500" }).do({ type: "target.preview" });
  const { preview } = run.state.target;
  equal([preview.weeklyKcal, preview.monthlyKcal, preview.fatG, preview.weekdays.saturday.dailyKcal], [
    14500,
    62000,
    60,
    2500,
  ]);
  equal(preview.requests[0].body, { dailyKcal: 2000, fatG: 60, weekdays: { saturday: { dailyKcal: 2500 } } });
});

Deno.test("target: what cannot be is refused before it is sent", () => {
  const run = open().do({ type: "target.way", way: "hand" });
  type(run, { dailyKcal: "300" }).do({ type: "target.preview" });
  equal(run.state.target.refused.dailyKcal, "target.wrong.range");
  type(run, { dailyKcal: "1000", proteinG: "400" }).do({ type: "target.preview" });
  equal([run.state.target.refused.dailyKcal, run.state.target.preview], ["target.wrong.macros", null]);
});

Deno.test("target: the measured expenditure becomes a target by hand", () => {
  const offer = { dailyKcal: 1850, macros: { proteinG: 110, fatG: 60, carbohydrateG: 217 }, warnings: [] };
  const run = open().do({ type: "target.expenditure", data: { enough: true, kcal: 2550, offer } });
  run.do({ type: "target.way", way: "measured" }).do({ type: "target.preview" });
  equal(run.state.target.preview.requests[0].body, { dailyKcal: 1850, proteinG: 110, fatG: 60, carbohydrateG: 217 });
});

Deno.test("target: what the profile lacks is asked in place, and must be whole", () => {
  const run = open({ sex: null, target: null, missing: ["sex"] }).do({ type: "target.complete" });
  equal([run.state.target.refused.sex, run.taken("target.send").length], ["field.missing", 0]);
  type(run, { sex: "female" }).do({ type: "target.complete" });
  equal(run.taken("target.send")[0].requests[0].body, { sex: "female" });
});

Deno.test("target: a failed save keeps the preview", () => {
  const run = type(open().do({ type: "target.way", way: "hand" }), { dailyKcal: "2000" }).do({
    type: "target.preview",
  });
  run.do({ type: "target.store" });
  run.do({ type: "target.failed", problem: { code: "offline", status: 0, detail: "", params: {} } });
  assert(run.state.target.preview && !run.state.target.isBusy);
});

Deno.test("target: open macronutrients are split as the server splits them", () => {
  equal(manualDay({ dailyKcal: 2000 }, null), { dailyKcal: 2000, proteinG: 100, fatG: 66.7, carbohydrateG: 250 });
  equal(manualDay({ dailyKcal: 2000 }, 120), { dailyKcal: 2000, proteinG: 120, fatG: 66.7, carbohydrateG: 230 });
  equal(manualDay({ dailyKcal: 2000, carbohydrateG: 100 }, 120), {
    dailyKcal: 2000,
    proteinG: 120,
    fatG: 124.4,
    carbohydrateG: 100,
  });
  equal([isTooMuch({ dailyKcal: 1000, fatG: 122 }), isTooMuch({ dailyKcal: 1000, fatG: 123 })], [false, true]);
});

Deno.test("target: a month has as many of each weekday as the calendar", () => {
  equal([weekdayOf("2026-11-23"), weekdayOf("2026-11-22")], ["monday", "sunday"]);
  equal(sumsOf(1000, { sunday: { dailyKcal: 2000 } }, "2026-11-22"), { weeklyKcal: 8000, monthlyKcal: 35000 });
});

const hints = (language) =>
  ["paceOfKeeping", "proteinForKeeping", "activityCounted"].map((code) => ({
    code,
    params: {},
    text: `${code} ${language}`,
  }));
const shownHints = (run, language = "en") => {
  const main = installDOM();
  render(targetView(context(run, language)), main);
  const items = main.find("li").filter((item) => item.getAttribute("class") === "target-hint");
  return items.map((item) => [item.textContent.trim(), item.parentNode.getAttribute("lang")]);
};

Deno.test("target: three hints say their reasons in the language of the person", () => {
  const run = open({ target: { ...profile().target, hints: hints("en") } });
  equal(run.taken("target.ask")[0].body.language, "en");
  equal(shownHints(run), [
    ["PacepaceOfKeeping en", null],
    ["ProteinproteinForKeeping en", null],
    ["ActivityactivityCounted en", null],
  ]);
  equal(shownHints(open()), [], "a server of an earlier version has none");
});

Deno.test("target: a device in another language takes the hints of the calculator, and else names their language", () => {
  const run = open({ target: { ...profile().target, hints: hints("en") } }).do({
    type: "language.changed",
    language: "uk",
  });
  equal(shownHints(run, "uk").map(([, lang]) => lang), ["en", "en", "en"]);
  run.do({ type: "target.workings", data: { ...workings, hints: hints("uk") } });
  equal(shownHints(run, "uk")[0], ["ТемпpaceOfKeeping uk", null]);
  // The calculator knows nothing of a target by hand.
  const byHand = open({ target: { ...profile().target, byHand: true, hints: hints("en") } });
  byHand.do({ type: "language.changed", language: "th" }).do({
    type: "target.workings",
    data: { ...workings, hints: hints("th") },
  });
  equal(shownHints(byHand, "th")[0][1], "en");
});

Deno.test("target: a preview by goal has the hints of its new numbers", () => {
  const run = open().do({ type: "target.way", way: "goal" });
  run.do({ type: "target.calculated", data: { ...workings, hints: hints("new") }, requests: [] });
  equal(shownHints(run).map(([text]) => text)[0], "PacepaceOfKeeping new");
});
