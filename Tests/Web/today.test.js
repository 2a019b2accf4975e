/** The router, the day and hints. */
import { paths, routeOf } from "../../Clients/Web/core/router.js";
import { shownDay, todayModel } from "../../Clients/Web/core/today.js";
import { assert, equal } from "./checks.js";
import { day, entry, Run, TODAY, YESTERDAY } from "./fixtures.js";

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
});

Deno.test("today: the shown day is the same object until the day or a write changes", () => {
  const run = Run.signedIn(day(TODAY, [entry()]));
  const first = shownDay(run.state);
  run.do({ type: "add.type", text: "b" });
  assert(shownDay(run.state) === first);
  run.do({ type: "entry.remove", date: TODAY, id: "e1" });
  const second = shownDay(run.state);
  assert(second !== first && second === shownDay(run.state));
  run.do({ type: "day.loaded", day: day(TODAY, [entry({ kcal: 5 })]) });
  assert(shownDay(run.state) !== second);
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

Deno.test("today: an answer is in the day before its write leaves the queue", () => {
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
