import { addModel, choiceOfFood, matches, quickKcal } from "../../Services/Gateway/Web/core/add.js";
import { amountModel } from "../../Services/Gateway/Web/core/amount.js";
import { paths, PATTERNS, routeOf, SEGMENTS } from "../../Services/Gateway/Web/core/router.js";
import { shownDay, todayModel } from "../../Services/Gateway/Web/core/today.js";
import { assert, equal } from "./checks.js";
import { day, entry, food, recent, Run, TODAY, USER, YESTERDAY } from "./fixtures.js";

Deno.test("router: every path of `paths` leads to its screen", () => {
  equal(routeOf("/"), { name: "today", params: {} });
  equal(routeOf(paths.day("2026-11-20", TODAY)), { name: "today", params: { date: "2026-11-20" } });
  equal(paths.day(TODAY, TODAY), "/");
  equal(routeOf(paths.add(TODAY, "lunch")), { name: "add", params: { date: TODAY, meal: "lunch" } });
  equal(routeOf(paths.amount(TODAY, "lunch", "a/b?c")), {
    name: "amount",
    params: { date: TODAY, meal: "lunch", foodId: "a/b?c" },
  });
  equal(routeOf(paths.entry(TODAY, "e1")), { name: "amount", params: { date: TODAY, entryId: "e1" } });
});

Deno.test("router: unknown paths, days and meals are missing", () => {
  for (
    const path of [
      "/nothing",
      "/day/2026-02-30",
      "/day/today",
      "/add/2026-11-22/brunch",
      "/add/2026-11-22",
      "/day/%E0%A4%A",
      "/day/2026-11-22/x",
    ]
  ) {
    equal(routeOf(path).name, "missing", path);
  }
  assert(PATTERNS.length > SEGMENTS.length - 1);
});

Deno.test("today: waiting writes are laid over the server's day", () => {
  const run = Run.signedIn(day(TODAY, [entry()]));
  run.do({ type: "water.add", date: TODAY, ml: 250 });
  run.do({ type: "entry.remove", date: TODAY, id: "e1" });
  const shown = shownDay(run.state);
  equal([shown.totals.kcal, shown.remaining.kcal, shown.week.remaining, shown.waterMl, shown.meals[0].entries.length], [
    0,
    2000,
    14000,
    750,
    0,
  ]);
  equal(run.changes.map(({ kind, base }) => [kind, base?.version]), [["addWater", undefined], ["removeEntry", 1]]);
});

Deno.test("today: a day that never came shows what is logged meanwhile", () => {
  const run = Run.signedIn();
  equal(todayModel(run.state).isKnown, false);
  run.do({ type: "day.failed", date: TODAY, problem: { code: "offline", status: 0, detail: "", params: {} } });
  run.do({ type: "route.changed", route: { name: "add", params: { date: TODAY, meal: "lunch" } } }).do({
    type: "add.quick",
    kcal: 350,
    name: "Quick",
  });
  run.do({ type: "day.failed", date: TODAY, problem: { code: "offline", status: 0, detail: "", params: {} } });
  equal([todayModel(run.state).isKnown, todayModel(run.state).eaten], [true, 350]);
});

Deno.test("today: undo of a removal that was not sent leaves the entry as it was", () => {
  const run = Run.signedIn(day(TODAY, [entry()]));
  run.do({ type: "entry.remove", date: TODAY, id: "e1" });
  run.do(run.state.toast.undo);
  const [restored] = shownDay(run.state).meals[0].entries;
  equal([restored.name, restored.kcal, run.state.toast], ["Oats", 200, null]);
  equal([restored.id, run.writes.length], ["e1", 0], "nothing was sent, so nothing happened");
  equal(shownDay(run.state).totals.kcal, 200);
});

Deno.test("today: an answer stands before its write leaves the queue", () => {
  const run = Run.signedIn(day(TODAY, []));
  run.do({ type: "route.changed", route: { name: "add", params: { date: TODAY, meal: "lunch" } } });
  run.do({ type: "add.quick", kcal: 350, name: "Quick" });
  equal(todayModel(run.state).eaten, 350);
  const [request] = run.sent();
  const answered = entry({
    id: request.call.id,
    meal: "lunch",
    foodId: null,
    grams: null,
    name: "Quick",
    kcal: 350,
    version: 5,
  });
  run.do({ type: "entry.stored", entry: answered });
  equal(todayModel(run.state).eaten, 350);
  run.answer(request, { kind: "entry", entry: answered });
  equal([todayModel(run.state).eaten, run.writes.length], [350, 0]);
  assert(run.taken("loadDay").some(({ date }) => date === TODAY), "the sums of the server count");
});

Deno.test("today: the same meal as the day before is one action, and one undo", () => {
  const before = [
    entry({ id: "a", date: YESTERDAY }),
    entry({ id: "b", date: YESTERDAY, position: 2, name: "Milk", kcal: 90 }),
  ];
  const run = Run.signedIn(day(TODAY), day(YESTERDAY, before));
  equal(todayModel(run.state).meals[0].again, { count: 2, kcal: 290, names: ["Oats", "Milk"] });
  run.do({ type: "meal.again", date: TODAY, meal: "breakfast" });
  equal(todayModel(run.state).meals[0].entries.map(({ entry }) => entry.name), ["Oats", "Milk"]);
  equal(todayModel(run.state).meals[0].again, null);
  equal(new Set(run.writes.flatMap(({ id, change }) => [id, change.id])).size, 4, "each has ids of its own");
  run.do(run.state.toast.undo);
  equal([todayModel(run.state).eaten, run.writes.length], [0, 0]);
});

Deno.test("today: moving keeps the version, and undo moves back", () => {
  const run = Run.signedIn(day(TODAY, [entry()]));
  run.do({ type: "entry.move", date: TODAY, id: "e1", meal: "dinner" });
  equal([run.changes[0].base.version, run.changes[0].content.meal, run.changes[0].base.content.meal], [
    1,
    "dinner",
    "breakfast",
  ]);
  run.do(run.state.toast.undo);
  equal(todayModel(run.state).meals[0].entries.length, 1);
  equal([run.writes.length, run.state.toast], [0, null], "moved and moved back is nothing");
  run.do({ type: "entry.move", date: TODAY, id: "e1", toDate: "2026-11-23" });
  equal(todayModel(run.state).eaten, 0);
});

Deno.test("today: over the target there is a mark, and no target hides what remains", () => {
  const run = Run.signedIn(day(TODAY, [entry({ kcal: 2100, fatG: 90, proteinG: 200 })]));
  let model = todayModel(run.state);
  equal([model.left, model.isOver, model.macros.map(({ isOver }) => isOver)], [-100, false, [false, false, true]]);
  run.do({ type: "day.loaded", day: day(TODAY, [entry({ kcal: 2300 })]) });
  model = todayModel(run.state);
  equal([model.left, model.isOver], [-300, true]);
  run.do({ type: "day.loaded", day: day(TODAY, [entry()], null) });
  model = todayModel(run.state);
  equal([model.left, model.goal, model.isOver], [null, null, false]);
});

Deno.test("today: a hint fetches what is shown, and a reset fetches all of it", () => {
  const run = Run.signedIn(day(TODAY));
  run.do({ type: "hint", hint: { kind: "day", date: TODAY } }).do({
    type: "hint",
    hint: { kind: "day", date: "2020-01-01" },
  });
  equal(run.taken("loadDay").map(({ date }) => date), [TODAY]);
  run.do({ type: "hint", hint: { kind: "reset" } });
  equal(run.taken("loadProfile").length, 1);
});

Deno.test("today: a new day is shown where today was shown", () => {
  const run = Run.signedIn(day(TODAY));
  run.do({ type: "date.changed", date: "2026-11-23" });
  equal([run.state.today.date, run.state.todayDate], ["2026-11-23", "2026-11-23"]);
  run.do({ type: "day.show", date: TODAY }).do({
    type: "route.changed",
    route: { name: "today", params: { date: TODAY } },
  });
  run.do({ type: "date.changed", date: "2026-11-24" });
  equal(run.state.today.date, TODAY, "another day stays");
});

function adding() {
  const run = Run.signedIn(day(TODAY));
  run.do({ type: "route.changed", route: { name: "add", params: { date: TODAY, meal: "lunch" } } });
  run.do({
    type: "recents.loaded",
    meal: "lunch",
    sort: "recent",
    items: [recent(), recent({ foodId: "f2", name: "Milk", kcal: 90 })],
  });
  run.effects = [];
  return run;
}

Deno.test("add: + logs a known food in its usual amount at once", () => {
  const run = adding();
  const [{ choice }] = addModel(run.state).choices;
  run.do({ type: "add.plus", choice });
  const { portion, quantity } = run.changes[0].content.amount;
  equal([run.writes.length, portion, quantity, run.changes[0].content.meal], [1, "cup", 2, "lunch"]);
  assert(run.taken("sync.save").length > 0, "it is saved at once");
  run.do({ type: "add.plus", choice });
  equal(
    [run.writes.length, run.changes[0].content.amount.quantity, run.state.add.tray[0].count],
    [1, 4, 2],
    "one entry",
  );
  run.do({ type: "add.minus", entryId: run.state.add.tray[0].entryId });
  equal([run.changes[0].content.amount.quantity, addModel(run.state).sum], [2, 640]);
  run.do({ type: "add.minus", entryId: run.state.add.tray[0].entryId });
  equal([run.writes.length, run.state.add.tray.length], [0, 0], "create and delete cancel out");
});

Deno.test("add: after the first was sent, one more changes it with its version", () => {
  const run = adding();
  const [{ choice }] = addModel(run.state).choices;
  run.do({ type: "add.plus", choice });
  const [request] = run.sent();
  const { content } = request.call;
  const answered = entry({
    id: request.call.id,
    meal: "lunch",
    at: content.at,
    grams: 160,
    portion: "cup",
    quantity: 2,
    version: 9,
  });
  run.answer(request, { kind: "entry", entry: answered });
  run.do({ type: "add.plus", choice });
  const [change] = run.changes;
  equal([change.id, change.base.version, change.content.amount.quantity], [request.call.id, 9, 4]);
});

Deno.test("add: what is collected is logged together", () => {
  const run = adding();
  run.do({ type: "add.collect", isOn: true });
  addModel(run.state).choices.forEach(({ choice }) => run.do({ type: "add.plus", choice }));
  equal([run.writes.length, addModel(run.state).left], [0, 2000 - 730]);
  run.do({ type: "add.log", path: "/" });
  equal([run.writes.length, run.state.add.tray.length, run.state.add.isCollecting, run.taken("back").length], [
    2,
    0,
    false,
    1,
  ]);
  run.do(run.state.toast.undo);
  equal(run.writes.length, 0);
});

Deno.test("add: the newest search wins, and own foods stay first", () => {
  const run = adding();
  run.do({ type: "add.type", text: "mi" }).do({ type: "add.type", text: "mil" });
  equal(addModel(run.state).choices.map(({ choice }) => choice.name), ["Milk"], "own foods match without the server");
  const [, second] = run.taken("search");
  run.do({
    type: "search.loaded",
    search: second.search,
    text: "mil",
    items: [food({ id: "f3", name: "Milk, skimmed", portions: [] }), food({ id: "f2", name: "Milk" })],
  });
  run.do({ type: "search.loaded", search: second.search - 1, text: "mi", items: [] });
  equal(addModel(run.state).choices.map(({ choice }) => [choice.name, choice.grams]), [["Milk", 160], [
    "Milk, skimmed",
    100,
  ]]);
  run.do({ type: "add.type", text: "" });
  equal([addModel(run.state).choices.length, run.state.add.results], [2, null]);
});

Deno.test("add: a number is energy, in the person's unit", () => {
  equal(["350", "350 kcal", "๓๕๐", "0", "9999", "1,234", "2 eggs", ""].map((text) => quickKcal(text, "kcal")), [
    350,
    350,
    350,
    null,
    null,
    null,
    null,
    null,
  ]);
  equal(Math.round(quickKcal("1464", "kj")), 350);
  const run = adding();
  run.do({ type: "add.type", text: "350" });
  equal(addModel(run.state).quick, 350);
  run.do({ type: "add.quick", kcal: 350, name: "Quick entry" });
  const { energy, name, amount } = run.changes[0].content;
  equal([energy.kcal, name, amount, energy.proteinG], [350, "Quick entry", undefined, null]);
  run.do({ type: "add.minus", entryId: run.state.add.tray[0].entryId });
  equal(run.writes.length, 0);
});

Deno.test("add: proposed amounts are the own one, a portion, or 100 g", () => {
  equal([
    choiceOfFood(food(), [recent()]).grams,
    choiceOfFood(food()).grams,
    choiceOfFood(food({ portions: [] })).grams,
  ], [160, 80, 100]);
  equal(choiceOfFood(food()).nutrients.kcal, 320);
  equal(choiceOfFood(food({ sugarG: null, sodiumMg: null })).nutrients.sugarG, null, "unknown stays unknown");
  assert(
    matches("Yogurt, Greek, plain", "gre yog") && !matches("Yogurt", "gurt") && matches("Crème brûlée", "creme") &&
      matches("ข้าวผัดกุ้ง", "กุ้ง"),
  );
});

function amount() {
  const run = Run.signedIn(day(TODAY, [entry()]));
  run.do({ type: "route.changed", route: { name: "amount", params: { date: TODAY, meal: "lunch", foodId: "f1" } } });
  return run.do({ type: "food.loaded", food: food() });
}

Deno.test("amount: one quantity and one unit, and all numbers follow", () => {
  const run = amount();
  let model = amountModel(run.state);
  equal([run.state.amount.text, run.state.amount.portion, model.grams, model.nutrients.kcal, model.left], [
    "1",
    "cup",
    80,
    320,
    1480,
  ]);
  equal(model.quick.filter(({ isChosen }) => isChosen).map(({ value }) => value), [1]);
  run.do({ type: "amount.type", text: "1½" });
  model = amountModel(run.state);
  equal([model.grams, model.nutrients.kcal], [120, 480]);
  run.do({ type: "amount.portion", portion: null });
  equal([run.state.amount.text, amountModel(run.state).grams], ["120", 120], "the same weight in grams");
  const [protein] = amountModel(run.state).macros;
  equal([protein.eaten, protein.added, protein.goal, protein.before, protein.after], [10, 12, 100, 0.1, 0.12]);
});

Deno.test("amount: wrong, ambiguous and empty texts cannot be logged", () => {
  const run = amount();
  for (const text of ["", "0", "abc", "1,234", "99999999"]) {
    run.do({ type: "amount.type", text });
    equal(amountModel(run.state).isValid, false, text);
    run.do({ type: "amount.save", path: "/" });
    equal(run.writes.length, 0);
  }
  equal(amountModel(run.do({ type: "amount.type", text: "1,234" }).state).ask, [1234, 1.234]);
});

Deno.test("amount: an entry is changed with its own numbers, counted once", () => {
  const run = Run.signedIn(day(TODAY, [entry()]));
  run.do({ type: "route.changed", route: { name: "amount", params: { date: TODAY, entryId: "e1" } } });
  equal([run.state.amount.text, amountModel(run.state).left], ["100", 1800]);
  run.do({ type: "food.loaded", food: food() });
  equal(amountModel(run.state).nutrients.kcal, 200, "the food's numbers at its time, not those of today");
  run.do({ type: "amount.type", text: "150" }).do({ type: "amount.save", path: "/" });
  const [change] = run.changes;
  equal([change.base.version, change.content.amount.grams, todayModel(run.state).eaten], [1, 150, 300]);
  run.do(run.state.toast.undo);
  equal([todayModel(run.state).eaten, run.writes.length], [200, 0], "changed and changed back is nothing");
});

Deno.test("amount: a link to an entry waits for its day", () => {
  const run = Run.signedIn();
  run.do({ type: "route.changed", route: { name: "amount", params: { date: TODAY, entryId: "e1" } } });
  equal(amountModel(run.state).isReady, false);
  run.do({ type: "day.loaded", day: day(TODAY, [entry({ foodId: null, grams: null, kcal: 350, name: "Quick" })]) });
  const model = amountModel(run.state);
  equal([model.isReady, model.isEnergyOnly, run.state.amount.text, model.nutrients.kcal], [true, true, "350", 350]);
});

Deno.test("welcome: the e-mail leads to signing in or registering", () => {
  const run = new Run();
  run.do({ type: "welcome.submit" });
  equal([run.state.welcome.refused.email, run.taken("emailStatus").length], ["field.email.wrongFormat", 0]);
  run.do({ type: "welcome.type", field: "email", text: " a@example.org " }).do({ type: "welcome.submit" }).do({
    type: "welcome.submit",
  });
  equal(run.taken("emailStatus").map(({ email }) => email), ["a@example.org"], "once");
  run.do({ type: "welcome.known", registered: false });
  run.do({ type: "welcome.type", field: "name", text: "Anna" }).do({
    type: "welcome.type",
    field: "password",
    text: "12345678",
  }).do({ type: "welcome.submit" });
  equal(run.state.welcome.refused, { password: "field.password.upperCase" });
  run.do({ type: "welcome.type", field: "password", text: "1234567A" }).do({ type: "welcome.submit" });
  equal(run.taken("register").map(({ name, password }) => [name, password]), [["Anna", "1234567A"]]);
});

Deno.test("welcome: the second factor continues the sign-in", () => {
  const run = new Run();
  run.do({ type: "welcome.type", field: "email", text: "a@example.org" }).do({
    type: "welcome.known",
    registered: true,
  });
  run.do({ type: "welcome.type", field: "password", text: "secret" }).do({ type: "welcome.submit" });
  run.do({
    type: "welcome.failed",
    problem: { code: "secondFactorRequired", status: 401, detail: "", params: { challenge: "c" } },
  });
  run.do({ type: "welcome.type", field: "code", text: "123 456" }).do({ type: "welcome.submit" });
  equal(run.taken("signInCode").map(({ challenge, code }) => [challenge, code]), [["c", "123456"]]);
  run.do({ type: "session.started", user: USER });
  equal([run.state.welcome.password, run.state.session.phase], ["", "signedIn"], "no password stays in memory");
});

Deno.test("welcome: a server that tells nothing about addresses asks the person", () => {
  const run = new Run();
  run.do({ type: "welcome.type", field: "email", text: "a@example.org" }).do({ type: "welcome.submit" });
  run.do({ type: "welcome.failed", problem: { code: "forbidden", status: 403, detail: "", params: {} } });
  equal(run.state.welcome.step, "choose");
});

Deno.test("session: an ended session keeps data and writes, and its user continues", () => {
  const run = Run.signedIn(day(TODAY));
  run.do({ type: "water.add", date: TODAY, ml: 250 }).do({ type: "session.ended" });
  equal([run.state.session.phase, run.writes.length, todayModel(run.state).isKnown], ["expired", 1, true]);
  run.do({ type: "session.started", user: USER });
  equal([run.writes.length, run.taken("sync.begin").length, run.sent().length], [1, 1, 1]);
});

Deno.test("session: another user sees nothing of the first", () => {
  const run = Run.signedIn(day(TODAY, [entry()]));
  run.do({ type: "water.add", date: TODAY, ml: 250 }).do({ type: "session.ended" });
  run.do({ type: "session.started", user: { ...USER, id: "u2" } });
  equal([
    todayModel(run.state).isKnown,
    run.state.profile,
    run.taken("sync.openStore").map(({ effect }) => effect.user),
  ], [false, null, ["u2"]]);
  equal(run.writes.length, 0);
  const write = {
    id: "x",
    order: 1,
    change: { kind: "addWater", water: { id: "w", date: TODAY, ml: 1 } },
    revision: 1,
    attempts: 0,
  };
  const late = { ...write, status: { kind: "waiting" }, failures: 0, isOvertaken: false };
  run.sync({ kind: "opened", stored: { user: "u1", entries: {}, days: {}, measurements: {}, writes: [late] }, now: 0 });
  equal(run.writes.length, 0, "a late answer of the store is of the other user");
});

Deno.test("session: nothing is written before the store of the user is open", () => {
  const run = new Run().do({ type: "session.started", user: USER }).do({
    type: "day.loaded",
    day: day(TODAY, [entry()]),
  });
  run.do({ type: "water.add", date: TODAY, ml: 250 }).do({ type: "entry.remove", date: TODAY, id: "e1" });
  equal([run.writes.length, todayModel(run.state).eaten], [0, 200]);
});

Deno.test("conflicts: a field that both devices changed asks, and both answers are possible", () => {
  for (const [isMine, eaten] of [[true, 300], [false, 180]]) {
    const run = Run.signedIn(day(TODAY, [entry()]));
    run.do({ type: "route.changed", route: { name: "amount", params: { date: TODAY, entryId: "e1" } } });
    run.do({ type: "amount.type", text: "150" }).do({ type: "amount.save", path: "/" });
    const [request] = run.sent();
    run.answer(request, { kind: "changed", current: entry({ grams: 90, kcal: 180, version: 2 }) });
    const [state] = todayModel(run.state).meals[0].entries;
    equal([state.state, state.entry.grams], ["conflict", 150]);
    run.do({ type: "entry.resolve", id: "e1", isMine });
    run.do({ type: "day.loaded", day: day(TODAY, [entry({ grams: 90, kcal: 180, version: 2 })]) });
    equal([todayModel(run.state).eaten, run.writes.length], [eaten, isMine ? 1 : 0]);
  }
});

Deno.test("conflicts: a refused change is shown until the person gives it up", () => {
  const run = Run.signedIn(day(TODAY, []));
  run.do({ type: "route.changed", route: { name: "add", params: { date: TODAY, meal: "lunch" } } }).do({
    type: "add.quick",
    kcal: 350,
    name: "Quick",
  });
  const [request] = run.sent();
  run.answer(request, { kind: "refused", status: 422, code: "invalid", detail: "" });
  equal(todayModel(run.state).meals[1].entries.map(({ state }) => state), ["refused"]);
  run.do({ type: "entry.dismiss", id: request.call.id });
  equal([run.writes.length, todayModel(run.state).eaten], [0, 0]);
});
