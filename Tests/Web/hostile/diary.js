/** The screens of the diary, full of names by other people. */
import { addView } from "../../../Clients/Web/modules/add/views/add.js";
import { amountView } from "../../../Clients/Web/modules/add/views/amount.js";
import { historyView } from "../../../Clients/Web/modules/history/views/history.js";
import { progressView } from "../../../Clients/Web/modules/progress/views/progress.js";
import { scanView } from "../../../Clients/Web/modules/scan/views/scan.js";
import { shellView } from "../../../Clients/Web/views/shell.js";
import { todayView } from "../../../Clients/Web/views/today.js";
import "../../../Clients/Web/modules/day/views/day.js";
import { addDays } from "../../../Clients/Web/core/dates.js";
import { day, entry, food, HOSTILE, progress, recent, Run, TODAY, YESTERDAY } from "../fixtures.js";

export const diaryScreens = () => ({
  ...todayScreens(),
  ...addScreens(),
  ...scanScreens(),
  ...progressScreens(),
  ...historyScreens(),
});

/** Today, its sheets, and the frame with a toast. */
function todayScreens() {
  const hostile = entry({ name: HOSTILE, portion: HOSTILE, quantity: 2 });
  const run = Run.signedIn(
    day(TODAY, [hostile]),
    day(YESTERDAY, [entry({ id: "y", date: YESTERDAY, meal: "lunch", name: HOSTILE })]),
  );
  run.state.today.days[TODAY].note = HOSTILE;
  run.do({ type: "entry.menu", id: "e1" }).do({
    type: "advice.loaded",
    date: TODAY,
    items: [{ code: "proteinLow", params: { meanG: "71.2", targetG: "126.7", food: HOSTILE }, severity: "hint" }],
  });
  const removed = Run.signedIn(day(TODAY, [hostile])).do({ type: "entry.remove", date: TODAY, id: "e1" });
  const sheet = (params) =>
    Run.signedIn(day(TODAY, [hostile]), day(YESTERDAY, [{ ...hostile, id: "y", date: YESTERDAY }]))
      .do({ type: "sheet.open", date: TODAY, ...params });
  const exercise = sheet({ name: "exercise", activity: "running", minutes: "30" }).do({
    type: "exercise.loaded",
    items: [{ id: "m1", kind: "activeEnergy", value: 200, source: HOSTILE }],
  });
  return {
    today: [run, todayView],
    todayCalendar: [sheet({ name: "calendar", purpose: "show", month: "2026-11" }), todayView],
    todayNote: [sheet({ name: "note", text: HOSTILE }), todayView],
    todayExercise: [exercise, todayView],
    todayCopy: [sheet({ name: "copy", from: YESTERDAY }), todayView],
    shell: [removed, (c) => shellView(c, 12)],
  };
}

/** Add with results, a tray and a typed meal, and Amount. */
function addScreens() {
  const adding = Run.signedIn(day(TODAY)).do({
    type: "route.changed",
    route: { name: "add", params: { date: TODAY, meal: "lunch" } },
  });
  adding.do({
    type: "recents.loaded",
    meal: "lunch",
    sort: "recent",
    items: [recent({ name: HOSTILE, portion: HOSTILE, imageURL: "javascript:alert(1)" })],
  });
  const choice = {
    foodId: "f9",
    name: HOSTILE,
    brand: HOSTILE,
    imageURL: null,
    grams: 1,
    portion: null,
    quantity: null,
    nutrients: entry(),
    isOwn: false,
  };
  adding.do({ type: "add.plus", choice }).do({ type: "favourite.set", choice, isOn: true });
  adding.do({ type: "add.type", text: `2 ${HOSTILE}, x` });
  const words = { text: HOSTILE, start: 0, end: 1 };
  const understood = {
    words,
    food: food({ name: HOSTILE, brand: HOSTILE }),
    grams: 50,
    portion: null,
    alternatives: [],
  };
  const nothing = { words, food: null, grams: null, portion: null, amountSource: null, alternatives: [] };
  adding.do({ type: "lines.loaded", search: adding.state.add.search, lines: [understood, nothing] });
  const amount = Run.signedIn(day(TODAY)).do({
    type: "route.changed",
    route: { name: "amount", params: { date: TODAY, meal: "lunch", foodId: "f1" } },
  });
  amount.do({
    type: "amount.food",
    food: food({ name: HOSTILE, brand: HOSTILE, source: HOSTILE, portions: [{ name: HOSTILE, grams: 5 }] }),
  });
  return { add: [adding, addView], amount: [amount, amountView] };
}

/** Barcodes: with a camera and without one. */
function scanScreens() {
  const open = () => Run.signedIn(day(TODAY)).do({ type: "route.changed", route: { name: "scan", params: {} } });
  const problem = { code: "new", status: 400, detail: HOSTILE, params: {} };
  const scanning = open().do({ type: "scan.found", code: "4006381333931" });
  scanning.do({ type: "scan.failed", code: "4006381333931", problem });
  const refused = open().do({ type: "scan.camera", camera: "denied" }).do({ type: "scan.type", text: HOSTILE })
    .do({ type: "scan.submit" });
  refused.state.scan.problem = problem;
  return { scan: [scanning, scanView], scanRefused: [refused, scanView] };
}

/** Progress with a trend and a problem. */
function progressScreens() {
  // No name of other people stands on Progress; what is typed is text, too.
  const progressing = Run.signedIn(day(TODAY)).do({ type: "route.changed", route: { name: "progress", params: {} } });
  const trend = [0, 10, 20].map((days) => ({ date: addDays(TODAY, days - 20), weightKg: 70, trendKg: 70 - days / 10 }));
  const kcals = [1900, 2500, 1500, null, 2000, 2100, 900];
  progressing.do({ type: "progress.loaded", key: "week-2026-11-16", data: progress("2026-11-16", kcals) });
  progressing.do({ type: "progress.recent", data: progress("2026-11-16", kcals, { weightTrend: trend }) });
  progressing.do({
    type: "progress.expenditure",
    data: { enough: false, kcal: null, reasons: [{ code: HOSTILE, params: {} }] },
  });
  progressing.do({ type: "progress.choose", chart: "energy", index: 1 });
  progressing.do({ type: "weight.type", text: HOSTILE }).do({ type: "weight.save" });
  progressing.do({ type: "progress.failed", problem: { code: "x", status: 500, detail: HOSTILE, params: {} } });
  return { progress: [progressing, progressView] };
}

/** History: days, and entries that were found. */
function historyScreens() {
  const entries = ["a", "b"].map((id) => entry({ id, name: HOSTILE, portion: HOSTILE, quantity: 2 }));
  const data = { items: [{ ...day(YESTERDAY, entries), note: HOSTILE }] };
  const open = () => Run.signedIn(day(TODAY)).do({ type: "route.changed", route: { name: "history", params: {} } });
  const days = open().do({ type: "history.days", from: YESTERDAY, data });
  const found = open().do({ type: "history.type", text: HOSTILE });
  found.do({ type: "history.found", search: 1, data: { items: entries, nextCursor: "1" } });
  return { history: [days, historyView], historyFound: [found, historyView] };
}
