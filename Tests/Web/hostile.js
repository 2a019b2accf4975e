/** Every screen, full of names by other people. */
import { Texts } from "../../Services/Gateway/Web/core/texts.js";
import { addView } from "../../Services/Gateway/Web/views/add.js";
import { amountView } from "../../Services/Gateway/Web/views/amount.js";
import { factorView } from "../../Services/Gateway/Web/views/factor.js";
import { foodsView } from "../../Services/Gateway/Web/views/foods.js";
import { historyView } from "../../Services/Gateway/Web/views/history.js";
import { peopleView } from "../../Services/Gateway/Web/views/people.js";
import { questionsView } from "../../Services/Gateway/Web/views/questions.js";
import { mailView } from "../../Services/Gateway/Web/views/mail.js";
import { moreView } from "../../Services/Gateway/Web/views/more.js";
import { planView } from "../../Services/Gateway/Web/views/plan.js";
import { progressView } from "../../Services/Gateway/Web/views/progress.js";
import { shellView } from "../../Services/Gateway/Web/views/shell.js";
import { scanView } from "../../Services/Gateway/Web/views/scan.js";
import { systemView } from "../../Services/Gateway/Web/views/system.js";
import { targetView } from "../../Services/Gateway/Web/views/target.js";
import { todayView } from "../../Services/Gateway/Web/views/today.js";
import "../../Services/Gateway/Web/views/day.js";
import { welcomeView } from "../../Services/Gateway/Web/views/welcome.js";
import { readTexts } from "./checks.js";
import { addDays } from "../../Services/Gateway/Web/core/dates.js";
import { day, entry, food, profile, progress, recent, Run, TODAY, USER, YESTERDAY } from "./fixtures.js";

import { lateScreens } from "./hostile-late.js";

export const HOSTILE = `<img src=x onerror=alert(1)>"'\${x}`;

/** The context of a view. */
export function context(run, language = "en") {
  const texts = new Texts(language, readTexts(language));
  return { state: run.state, dispatch: () => {}, texts, t: texts.text.bind(texts) };
}

/** Screens full of names by other people. */
export function screens() {
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
    type: "food.loaded",
    food: food({ name: HOSTILE, brand: HOSTILE, source: HOSTILE, portions: [{ name: HOSTILE, grams: 5 }] }),
  });
  const welcome = new Run().do({ type: "welcome.type", field: "email", text: HOSTILE }).do({
    type: "welcome.step",
    step: "register",
  }).do({ type: "welcome.submit" });
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
  const removed = Run.signedIn(day(TODAY, [hostile])).do({ type: "entry.remove", date: TODAY, id: "e1" });
  const questions = Run.signedIn(day(TODAY)).do({ type: "questions.open" }).do({ type: "questions.opened" });
  questions.do({
    type: "questions.failed",
    problem: { code: "brandNew", status: 400, detail: HOSTILE, params: {} },
  });
  const people = Run.signedIn(day(TODAY)).do({
    type: "people.boardLoaded",
    key: "week-adherence",
    board: { items: [{ rank: 1, userId: "u2", name: HOSTILE, score: 95.5 }], me: null },
  });
  people.state.route = { name: "people", params: {} };
  people.do({ type: "people.groupsLoaded", items: [{ id: "g", name: HOSTILE, owner: "u1", members: 2, version: 1 }] });
  people.do({ type: "people.form", form: "create" });
  const sheet = (params) =>
    Run.signedIn(day(TODAY, [hostile]), day(YESTERDAY, [{ ...hostile, id: "y", date: YESTERDAY }]))
      .do({ type: "sheet.open", date: TODAY, ...params });
  const exercise = sheet({ name: "exercise", activity: "running", minutes: "30" }).do({
    type: "exercise.loaded",
    items: [{ id: "m1", kind: "activeEnergy", value: 200, source: HOSTILE }],
  });
  return {
    todayCalendar: [sheet({ name: "calendar", purpose: "show", month: "2026-11" }), todayView],
    todayNote: [sheet({ name: "note", text: HOSTILE }), todayView],
    todayExercise: [exercise, todayView],
    todayCopy: [sheet({ name: "copy", from: YESTERDAY }), todayView],
    people: [people, peopleView],
    questions: [questions, questionsView],
    today: [run, todayView],
    add: [adding, addView],
    amount: [amount, amountView],
    progress: [progressing, progressView],
    welcome: [welcome, welcomeView],
    shell: [removed, (c) => shellView(c, 12)],
    ...moreScreens(),
    ...foodScreens(),
    ...targetScreens(),
    ...historyScreens(),
    ...scanScreens(),
    ...planScreens(),
    ...systemScreens(),
    ...factorScreens(),
    ...lateScreens(),
  };
}

/** The second factor: the code for the authenticator app, and recovery codes. */
function factorScreens() {
  const open = () => Run.signedIn(day(TODAY)).do({ type: "route.changed", route: { name: "factor", params: {} } });
  const scanning = open().do({ type: "factor.begun", data: { secret: HOSTILE, uri: `otpauth://totp/${HOSTILE}` } });
  scanning.do({ type: "factor.failed", problem: { code: "new", status: 400, detail: HOSTILE, params: {} } });
  scanning.state.factor.code = HOSTILE;
  const codes = open().do({ type: "factor.confirmed", data: { recoveryCodes: [HOSTILE, "b"] } });
  return { factor: [scanning, factorView], factorCodes: [codes, factorView] };
}

/** System: a service of which all names are hostile, and one that does not answer. */
function systemScreens() {
  const at = `${TODAY}T12:00:00.000Z`;
  const process = { process: HOSTILE, version: HOSTILE, startedAt: at, memoryBytes: 5e7, processorPercent: null };
  const service = (name, change = {}) => ({
    service: name,
    isReady: true,
    processes: [process, process],
    restarts: 1,
    perSecond: 3,
    failedPerSecond: 0,
    inFlight: 0,
    medianMs: null,
    p99Ms: 4.2,
    ...change,
  });
  const queue = { queue: HOSTILE, workers: 2, capacity: 8, inFlight: 1, queued: 3, perSecond: 1, shed: 1, retried: 2 };
  const sample = (second) => ({
    at: `${TODAY}T12:00:0${second}.000Z`,
    perSecond: second,
    p99Ms: null,
    held: 0,
    queued: 1,
    memoryBytes: 1e8,
    lagSeconds: 0,
  });
  const data = {
    at,
    version: HOSTILE,
    sampleSeconds: 10,
    services: [service("gateway"), service("broker"), service(HOSTILE, { isReady: false })],
    queues: [queue],
    subscribers: [{ service: HOSTILE, source: HOSTILE, events: 3, seconds: 2 }],
    storage: [{ service: HOSTILE, databaseBytes: 2e6, logBytes: 100, writesWaiting: 0 }],
    diskFreeBytes: 1e9,
    diskBytes: 2e10,
    lastBackupAt: null,
    liveListeners: 1,
    history: [sample(1), sample(2)],
  };
  const run = Run.signedIn(day(TODAY)).do({ type: "route.changed", route: { name: "system", params: {} } });
  run.do({ type: "system.loaded", visit: 1, data }).do({ type: "system.choose", service: HOSTILE });
  return { system: [run, systemView] };
}

/** Menus: their list, the dishes of one, and its shopping list. */
function planScreens() {
  const totals = { kcal: 500, proteinG: 30, fatG: 20, carbohydrateG: 50 };
  const dish = (foodId) => ({ foodId, name: HOSTILE, portion: HOSTILE, quantity: 2, grams: 150, nutrients: totals });
  const deviations = { kcalPercent: -30, proteinPercent: 15, fatPercent: null, carbohydratePercent: -12 };
  const meal = { meal: "lunch", targetKcal: 600, totals, items: [dish("f1"), dish("f2")] };
  const planned = (number) => ({
    day: number,
    fits: false,
    target: { dailyKcal: 2000, proteinG: 100 },
    totals,
    deviations,
    meals: [meal],
  });
  const menu = {
    id: "p1",
    name: HOSTILE,
    createdAt: "",
    from: TODAY,
    appliedFrom: null,
    menu: { fits: false, reasons: [{ code: "targetMissed", params: {} }], days: [planned(1), planned(2)] },
    logged: [{ day: 1, foodId: "f1", entryId: "e1", date: TODAY }],
    version: 1,
  };
  const open = (params) => Run.signedIn(day(TODAY)).do({ type: "route.changed", route: { name: "plan", params } });
  const problem = { code: "new", status: 400, detail: HOSTILE, params: {} };
  const list = open({}).do({ type: "plan.menus", data: { items: [menu] } }).do({
    type: "plan.failed",
    then: "plan.made",
    problem,
  });
  const shown = () => open({ planId: "p1" }).do({ type: "plan.menu", id: "p1", data: menu });
  const choice = { dish: dish("f9"), fits: true, totals, deviations };
  const dishes = shown().do({ type: "plan.exchange", day: 1, foodId: "f2" })
    .do({ type: "plan.choices", day: 1, foodId: "f2", data: { items: [choice] } });
  const item = { name: HOSTILE, grams: 300, portions: [{ name: HOSTILE, quantity: 2 }], isTicked: true };
  const items = [{ ...item, foodId: "f1", category: HOSTILE }, {
    ...item,
    foodId: "f2",
    category: null,
    isTicked: false,
  }];
  const shopping = shown().do({ type: "plan.shopping", id: "p1", data: { planId: "p1", items, version: 1 } })
    .do({ type: "plan.tab", tab: "shopping" }).do({ type: "plan.askDelete", isAsking: true });
  return { plan: [list, planView], planMenu: [dishes, planView], planShopping: [shopping, planView] };
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

/** Target: as it is, while it is changed, and without what it needs. */
function targetScreens() {
  const open = (change) =>
    Run.signedIn(day(TODAY)).do({ type: "profile.loaded", profile: profile(change) })
      .do({ type: "route.changed", route: { name: "target", params: {} } });
  const period = { ...profile().target, from: TODAY, weekdays: { monday: { dailyKcal: 2500 } }, byHand: true };
  const hand = open().do({ type: "target.history", data: { items: [period] } }).do({ type: "target.way", way: "hand" });
  hand.do({ type: "target.weekdays", isOn: true }).do({ type: "target.type", field: "dailyKcal", text: HOSTILE });
  const goal = open().do({ type: "target.way", way: "goal" });
  const problem = { code: "new", status: 400, detail: HOSTILE, params: {} };
  const lacking = open({ target: null, missing: ["sex", "birthDate", "heightCm"] }).do({
    type: "target.failed",
    problem,
  });
  [hand, goal].forEach((run) => run.do({ type: "target.failed", problem }));
  return { target: [hand, targetView], targetGoal: [goal, targetView], targetLacking: [lacking, targetView] };
}

/** Foods: its lists and forms. */
function foodScreens() {
  const open = (name, params) => Run.signedIn(day(TODAY)).do({ type: "route.changed", route: { name, params } });
  const loaded = (list, data) => open("foods", { list }).do({ type: "foods.loaded", list, data });
  const own = Array.from({ length: 9 }, (_, index) => food({ id: `o${index}`, name: HOSTILE, brand: HOSTILE }));
  const nutrients = { ...food(), saltG: null };
  const part = { foodId: "f1", name: HOSTILE, grams: 50, per100g: nutrients, flags: [], allergens: null };
  const recipe = {
    id: "r1",
    name: HOSTILE,
    servings: 2,
    servingG: 100,
    perServing: nutrients,
    imageURL: null,
    cookedGrams: 200,
    ingredients: [part],
    steps: [HOSTILE],
    version: 1,
  };
  const healthy = {
    id: "h1",
    name: HOSTILE,
    kcal: 20,
    description: HOSTILE,
    imageURL: "https://x.example/a.png",
    recipeURL: "javascript:alert(1)",
    category: HOSTILE,
    foodId: "f1",
    version: 1,
  };
  const detail = food({ id: "o1", name: HOSTILE, brand: HOSTILE, ingredients: HOSTILE, version: 2 });
  const problem = { code: "new", status: 400, detail: HOSTILE, params: {} };
  const form = open("food", { foodId: "o1" }).do({ type: "foods.formLoaded", id: "o1", data: detail })
    .do({ type: "foods.askDelete", isAsking: true }).do({ type: "foods.failed", problem });
  const cooking = open("recipe", { foodId: "r1" }).do({ type: "foods.formLoaded", id: "r1", data: recipe })
    .do({ type: "recipe.search", text: "xx" }).do({ type: "recipe.found", number: 1, items: own.slice(0, 1) });
  return {
    foods: [loaded("own", { own }), foodsView],
    foodsRecipes: [loaded("recipes", { items: [recipe] }), foodsView],
    foodsHealthy: [loaded("healthy", { items: [healthy] }), foodsView],
    foodsForm: [form, foodsView],
    foodsScanned: [open("food", { code: HOSTILE }), foodsView],
    foodsRecipe: [cooking, foodsView],
  };
}

/** The settings, and the pages of links in mail. The first of a name is that of its module. */
function moreScreens() {
  const at = "2026-11-20T08:00:00.000Z";
  const hostile = profile({ name: HOSTILE, dislikes: [HOSTILE], timeZone: "Europe/Kyiv" });
  const open = (section) =>
    Run.signedIn(day(TODAY)).do({ type: "profile.loaded", profile: hostile })
      .do({ type: "session.started", user: { ...USER, name: HOSTILE, email: HOSTILE } })
      .do({ type: "route.changed", route: { name: "more", params: section ? { section } : {} } });
  const scopes = ["diary:read", "foods:write"];
  const lists = {
    sessions: [
      { id: "s1", device: HOSTILE, createdAt: at, lastUsedAt: at, isCurrent: true },
      { id: "s2", device: HOSTILE, createdAt: at, lastUsedAt: at, isCurrent: false },
      { id: "s3", device: null, createdAt: at, lastUsedAt: at, isCurrent: false },
    ],
    tokens: [{ id: "t1", name: HOSTILE, scopes, createdAt: at, expiresAt: at, lastUsedAt: null }],
    madeToken: HOSTILE,
  };
  const security = open("security").do({ type: "more.loaded", change: lists }).do({ type: "more.form", form: "token" });
  const conflict = { code: "conflict", status: 409, detail: "", params: { field: "name" } };
  const account = open("account").do({ type: "more.type", form: "name", field: "name", text: "x" })
    .do({ type: "more.failed", form: "name", problem: conflict });
  const mail = new Run().do({ type: "welcome.type", field: "email", text: HOSTILE })
    .do({ type: "route.changed", route: { name: "reset", params: {} } }).do({ type: "mail.submit" });
  const unknown = { code: "new", status: 400, detail: HOSTILE, params: {} };
  mail.do({ type: "mail.failed", problem: unknown });
  const plain = (section) => open(section).do({ type: "more.failed", form: "x", problem: unknown });
  return {
    more: [open(), moreView],
    moreAccount: [account, moreView],
    moreSecurity: [security, moreView],
    moreFood: [open("food"), moreView],
    moreBody: [plain("body"), moreView],
    moreDisplay: [plain("display"), moreView],
    moreSharing: [plain("sharing"), moreView],
    moreData: [plain("data"), moreView],
    mail: [mail, mailView],
  };
}
