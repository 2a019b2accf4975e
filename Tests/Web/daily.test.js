/** What a day has besides its entries, the sheets of Today, and places within a meal. */
import { addMonths, calendarModel, copyModel, exerciseModel } from "../../Clients/Web/modules/day/day.js";
import { exerciseKcal, noonOf } from "../../Clients/Web/modules/day/exercise.js";
import { shownValue } from "../../Clients/Web/core/sync/view.js";
import { findEntry, shownDay, todayModel } from "../../Clients/Web/core/today.js";
import { render } from "../../Clients/Web/core/html.js";
import { makeEffects } from "../../Clients/Web/modules/day/effects.js";
import { daySheets } from "../../Clients/Web/modules/day/views/day.js";
import { assert, equal } from "./checks.js";
import { fakeClient, json } from "./client.js";
import { installDOM } from "./dom.js";
import { context } from "./hostile.js";
import { day, entry, profile, Run, TODAY, YESTERDAY } from "./fixtures.js";

Deno.test("today: without a target there are plain sums and no bars", () => {
  const run = Run.signedIn(day(TODAY, [entry()], null));
  const model = todayModel(run.state);
  equal([model.goal, model.left, model.goalPart, model.eaten, model.isOver], [null, null, null, 200, false]);
  equal(model.macros.map(({ goal, eaten }) => [goal, eaten]), [[null, 10], [null, 30], [null, 5]]);
});

Deno.test("today: what waits changes what is left of the week and the month", () => {
  const run = Run.signedIn(day(TODAY, [entry()]));
  run.do({ type: "entry.remove", date: TODAY, id: "e1" });
  const { week, monthLeft } = todayModel(run.state);
  equal([week.left, monthLeft], [14000, 60000]);
  const old = day(TODAY);
  delete old.month;
  equal(todayModel(Run.signedIn(old).state).monthLeft, null, "a day of an older server");
});

Deno.test("photo: it is sent at once, and the day shows what the server has then", async () => {
  const run = Run.signedIn(day(TODAY, [entry()])).do({ type: "entry.menu", id: "e1" });
  run.do({ type: "entry.photo", id: "e1", date: TODAY, file: null });
  equal([run.state.today.menuFor, run.writes.length], [null, 0]);
  const [effect] = run.taken("day.sendPhoto");
  const { client, sent } = fakeClient(() => json({}));
  const effects = makeEffects({ client, dispatch: (action) => run.do(action) });
  await effects["day.sendPhoto"](effect);
  equal([sent[0].method, sent[0].path, run.state.toast.key], [
    "DELETE",
    "/v1/diary/entries/e1/image",
    "toast.photoRemoved",
  ]);
  equal(run.taken("loadDay").map(({ date }) => date), [TODAY]);
});

Deno.test("photo: a file that is no picture, and a lost connection, are said", async () => {
  const run = Run.signedIn(day(TODAY, [entry()]));
  const { client, sent } = fakeClient(() => Promise.reject(new TypeError("no connection")));
  const effects = makeEffects({ client, dispatch: (action) => run.do(action) });
  // Deno has no canvas, so no file can be drawn.
  await effects["day.sendPhoto"]({ id: "e1", date: TODAY, file: new Blob(["x"]), name: "Oats" });
  equal([sent.length, run.state.toast.key], [0, "toast.photoFailed.file"]);
  await effects["day.sendPhoto"]({ id: "e1", date: TODAY, file: null, name: "Oats" });
  equal(run.state.toast.key, "toast.photoFailed.offline");
});

Deno.test("photo: only an entry that the server has can have one, and only its own is removed", () => {
  const files = (change) => {
    const run = Run.signedIn(day(TODAY, [entry(change)])).do({ type: "entry.menu", id: "e1" });
    const root = installDOM();
    render(daySheets(context(run)), root);
    return [root.find("input").length, root.textContent.includes("Remove the photo")];
  };
  equal(files({}), [1, false]);
  equal(files({ version: 0 }), [0, false]);
  equal(files({ picture: "/v1/diary/image/i1?s=1" }), [1, true]);
  equal(files({ picture: "/v1/foods/f1/picture" }), [1, false]);
});

Deno.test("values: a note waits, is shown, and is changed in its write until it is sent", () => {
  const run = Run.signedIn(day(TODAY));
  run.do({ type: "note.save", date: TODAY, text: "Good" }).do({ type: "note.save", date: TODAY, text: "Better" });
  equal([run.writes.length, shownDay(run.state).note, run.changes[0].base], [1, "Better", { value: "", version: 1 }]);
  run.do(run.state.toast.undo);
  equal([run.changes[0]?.value, shownDay(run.state).note], ["Good", "Good"]);
  run.do({ type: "note.save", date: TODAY, text: "" });
  equal([run.writes.length, shownDay(run.state).note], [0, ""], "a note that is again what it was needs no request");
});

Deno.test("values: after 412 a note is sent again, and one that both sides changed keeps both texts", () => {
  const answered = (current) => {
    const run = Run.signedIn(day(TODAY));
    run.do({ type: "note.save", date: TODAY, text: "Mine" });
    const [request] = run.sent();
    run.answer(request, { kind: "changed", current: { date: TODAY, waterMl: 0, isComplete: false, ...current } });
    return run.changes.map(({ value, base }) => [value, base]);
  };
  equal(answered({ note: "", version: 5 }), [["Mine", { value: "", version: 5 }]], "only water was added");
  equal(answered({ note: "Theirs", version: 5 }), [["Theirs\n\nMine", { value: "Theirs", version: 5 }]]);
  equal(answered({ note: "Mine", version: 5 }), [], "an earlier attempt arrived");
});

Deno.test("values: a mark set while another is under way follows it", () => {
  const run = Run.signedIn(day(TODAY));
  run.do({ type: "day.complete", date: TODAY, isComplete: true });
  const [request] = run.sent();
  run.do({ type: "day.complete", date: TODAY, isComplete: false });
  equal([run.writes.length, todayModel(run.state).isComplete], [2, false]);
  run.do({ type: "extras.stored", extras: { date: TODAY, waterMl: 500, note: "", isComplete: true, version: 2 } });
  run.answer(request, { kind: "day", day: { date: TODAY, waterMl: 500, note: "", isComplete: true, version: 2 } });
  equal([run.changes.map(({ value }) => value), todayModel(run.state).isComplete], [[false], false]);
  equal(shownValue(run.state.sync, "complete 2026-01-01", "x"), "x");
});

Deno.test("exercise: by its energy or by an activity, shown at once and taken back", () => {
  equal([exerciseKcal("walking", 60, 80), exerciseKcal("walking", 30, null), exerciseKcal("other", 60, 80)], [
    200,
    88,
    0,
  ]);
  const run = Run.signedIn(day(TODAY)).do({ type: "profile.loaded", profile: profile({ weightKg: 80 }) });
  run.do({ type: "sheet.open", name: "exercise", date: TODAY });
  equal(exerciseModel(run.state, run.state.today.sheet), { value: null, isWrong: false });
  run.do({ type: "sheet.change", activity: "walking", minutes: "90" });
  equal(exerciseModel(run.state, run.state.today.sheet).value, 300);
  run.do({ type: "exercise.save" });
  equal([run.state.today.sheet, shownDay(run.state).exerciseKcal, run.changes[0].measurement.kind], [
    null,
    300,
    "activeEnergy",
  ]);
  // The server has it, and its day has it some time later.
  const [request] = run.sent();
  const { measurement } = request.call;
  run.do({ type: "weight.stored", measurement });
  run.answer(request, { kind: "measurement", measurement });
  equal([run.writes.length, shownDay(run.state).exerciseKcal, run.taken("loadDayLater").length], [0, 300, 1]);
  run.do(run.state.toast.undo);
  equal([shownDay(run.state).exerciseKcal, run.changes[0].kind], [null, "removeMeasurement"]);
});

Deno.test("exercise: of another day lies within it, whatever the time zone", () => {
  for (const zone of ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Bangkok", "Europe/Kyiv"]) {
    const local = new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(new Date(noonOf("2026-03-01", zone)));
    equal(local, "2026-03-01", zone);
  }
});

Deno.test("calendar: weeks begin with the person's day, and a day is shown, moved to or copied from", () => {
  equal([addMonths("2026-12", 1), addMonths("2026-01", -1), addMonths("2026-11", -12)], [
    "2027-01",
    "2025-12",
    "2025-11",
  ]);
  const run = Run.signedIn(day(TODAY, [entry()]), day(YESTERDAY, [entry({ id: "y", date: YESTERDAY })]));
  const open = (purpose, more = {}) =>
    run.do({ type: "sheet.open", name: "calendar", purpose, month: "2026-11", ...more });
  open("show");
  const { weeks } = calendarModel(run.state, run.state.today.sheet);
  equal([weeks.length, weeks[0][0].date, weeks.at(-1)[6].date], [6, "2026-10-26", "2026-12-06"]);
  assert(weeks[3][6].isToday && weeks[3][6].isShown && weeks[3][6].isLogged);
  run.do({ type: "profile.loaded", profile: profile({ weekStart: 7 }) });
  equal(calendarModel(run.state, run.state.today.sheet).weeks[0][0].date, "2026-11-01", "Sunday");
  run.do({ type: "day.pick", date: "2026-10-26" });
  equal(run.taken("go"), [{ type: "go", path: "/day/2026-10-26" }]);
  open("move", { id: "e1" }).do({ type: "day.pick", date: "2026-12-01" });
  equal([run.changes[0].content.date, run.state.toast.key], ["2026-12-01", "toast.movedDay"]);
  run.do(run.state.toast.undo);
  open("copyEntry", { id: "e1" }).do({ type: "day.pick", date: YESTERDAY });
  equal([shownDay(run.state, YESTERDAY).meals[0].entries.length, shownDay(run.state).meals[0].entries.length], [2, 1]);
  open("copy").do({ type: "day.pick", date: YESTERDAY });
  equal([run.state.today.sheet.name, run.state.today.sheet.from], ["copy", YESTERDAY]);
});

Deno.test("copy: chosen meals of any day are entries of this device, and are taken back together", () => {
  const lunch = entry({ id: "y2", date: YESTERDAY, meal: "lunch" });
  const run = Run.signedIn(day(TODAY), day(YESTERDAY, [entry({ id: "y1", date: YESTERDAY }), lunch]));
  run.do({ type: "sheet.open", name: "copy", date: TODAY, from: YESTERDAY });
  equal(copyModel(run.state, run.state.today.sheet).entries.length, 2);
  run.do({ type: "sheet.change", without: { breakfast: true } }).do({ type: "day.copy" });
  equal([run.writes.length, run.changes[0].content.meal, run.changes[0].content.date], [1, "lunch", TODAY]);
  equal([run.state.toast.params.n, run.state.today.sheet], [1, null]);
  run.do(run.state.toast.undo);
  equal(run.writes.length, 0);
});

Deno.test("entries: one that is moved within its meal stands there at once, and the request names the place", () => {
  const rows = ["a", "b", "c"].map((id, index) => entry({ id, name: id, position: index }));
  const run = Run.signedIn(day(TODAY, rows));
  const order = () => shownDay(run.state).meals[0].entries.map(({ id }) => id).join("");
  run.do({ type: "entry.move", date: TODAY, id: "c", index: 0 });
  equal([order(), run.changes[0].position, run.state.toast], ["cab", 0, null]);
  run.do({ type: "entry.move", date: TODAY, id: "c", index: 1 });
  equal([order(), run.writes.length], ["acb", 1]);
  run.do({ type: "entry.move", date: TODAY, id: "a", meal: "lunch", index: 0 });
  equal([order(), findEntry(run.state, TODAY, "a").meal], ["cb", "lunch"]);
});

Deno.test("sheets: the late close event of a replaced sheet is ignored, and a missing part shows a message", () => {
  const run = Run.signedIn(day(TODAY)).do({ type: "sheet.open", name: "calendar", purpose: "show", month: "2026-11" });
  equal(run.taken("loadModule").length, 1);
  run.do({ type: "sheet.open", name: "note", date: TODAY, text: "" }).do({ type: "sheet.close", name: "calendar" });
  equal(run.state.today.sheet.name, "note");
  run.do({ type: "module.missing" });
  equal([run.state.today.sheet, run.state.toast.key], [null, "screen.failed"]);
});
