/** History: days without end, search, logging again. */
import { historyModel } from "../../Clients/Web/modules/history/history.js";
import { render } from "../../Clients/Web/core/html.js";
import { makeEffects } from "../../Clients/Web/modules/history/effects.js";
import { RowBudget } from "../../Clients/Web/core/row-budget.js";
import { historyView } from "../../Clients/Web/modules/history/views/history.js";
import { assert, equal } from "./checks.js";
import { installDOM } from "./dom.js";
import { context } from "./hostile.js";
import { day, entry, Run, TODAY, YESTERDAY } from "./fixtures.js";

const open = () => Run.signedIn(day(TODAY)).do({ type: "route.changed", route: { name: "history", params: {} } });
const range = ({ path }) => path.split("?")[1];
const days = (from, ...items) => ({ type: "history.days", from, data: { items } });

Deno.test("history: a visit asks for two weeks, then for the month before", () => {
  const run = open();
  equal(run.taken("history.ask").map(range), ["from=2026-11-09&to=2026-11-22"]);
  run.do(days("2026-11-09", day(YESTERDAY, [entry({ date: YESTERDAY })]), day(TODAY))).do({ type: "history.more" });
  equal(run.taken("history.ask").map(range), ["from=2026-10-09&to=2026-11-08"]);
  equal(run.state.history.days.map(({ date }) => date), [YESTERDAY]);
});

Deno.test("history: the same request is not sent twice, and an old answer is dropped", () => {
  const run = open().do({ type: "history.more" });
  equal(run.taken("history.ask").length, 1);
  run.do(days("2026-11-09", day(TODAY, [entry()]))).do(days("2026-11-09", day(TODAY, [entry()])));
  equal(run.state.history.days.length, 1);
});

Deno.test("history: after three months without entries the person is asked, and may go on", () => {
  const run = open().do(days("2026-11-09")).do({ type: "history.more" }).do(days("2026-10-09"));
  equal(historyModel(run.state).isAsking, false);
  run.do({ type: "history.more" }).do(days("2026-09-08"));
  equal(historyModel(run.state).isAsking, true);
  run.do({ type: "history.more", isAsked: true });
  equal([historyModel(run.state).isAsking, run.state.history.isLoading], [false, true]);
});

Deno.test("history: only the newest search is shown, and further pages follow it", () => {
  const run = open().do({ type: "history.type", text: "oat" }).do({ type: "history.type", text: "oats" });
  equal(run.taken("history.search").map(({ path }) => path), [
    "/v1/diary/entries?q=oat&limit=50",
    "/v1/diary/entries?q=oats&limit=50",
  ]);
  const answer = (search, id, nextCursor, isMore = false) => ({
    type: "history.found",
    search,
    isMore,
    data: { items: [entry({ id })], nextCursor },
  });
  run.do(answer(1, "x", null)).do(answer(2, "a", "c 1"));
  run.do({ type: "history.moreFound" }).do({ type: "history.moreFound" });
  equal(run.taken("history.search").map(({ path }) => path), ["/v1/diary/entries?q=oats&limit=50&cursor=c%201"]);
  run.do(answer(2, "b", null, true));
  equal(historyModel(run.state).found.map(({ entries }) => entries.map(({ id }) => id)), [["a", "b"]]);
});

Deno.test("history: an entry is logged again today by a write of this device, and can be taken back", () => {
  const run = open().do({ type: "entries.again", entries: [entry({ id: "old", date: "2024-01-01", version: 7 })] });
  const [change] = run.changes;
  equal([run.writes.length, change.kind, change.content.date, change.id === "old"], [1, "putEntry", TODAY, false]);
  equal([run.state.toast.key, run.state.toast.undo.entries], ["toast.added", [change.id]]);
  run.do(run.state.toast.undo);
  equal(run.writes.length, 0);
});

Deno.test("history: a whole meal is logged again at once", () => {
  const entries = ["a", "b", "c"].map((id) => entry({ id, date: YESTERDAY }));
  const run = open().do({ type: "entries.again", entries });
  equal([run.writes.length, run.state.toast.key, run.state.toast.params.n], [3, "toast.logged", 3]);
});

Deno.test("history: what waits is shown in today", () => {
  const run = open().do(days("2026-11-09", day(TODAY, [entry({ id: "a" })])));
  run.do({ type: "entries.again", entries: [entry({ id: "old", date: "2024-01-01", name: "Soup" })] });
  const [today] = historyModel(run.state).days;
  equal(today.meals[0].entries.map(({ name }) => name), ["Oats", "Soup"]);
});

Deno.test("history: a day that was changed takes the place of its older answer", () => {
  const run = open().do(days("2026-11-09", day(YESTERDAY, [entry({ date: YESTERDAY })])));
  run.do({ type: "day.loaded", day: day(TODAY, [entry()]) });
  equal(run.state.history.days.map(({ date }) => date), [TODAY, YESTERDAY]);
  run.do({ type: "day.loaded", day: day(YESTERDAY) });
  equal(run.state.history.days.map(({ date }) => date), [TODAY]);
});

Deno.test("history: days that come in several answers are joined before they are shown", () => {
  const run = open();
  const [{ params }] = run.taken("history.ask");
  const full = day("2026-11-10", [entry({ date: "2026-11-10" })]);
  run.do({ ...params, type: "history.days", data: { items: [full], nextFrom: "2026-11-11" } });
  const [next] = run.taken("history.ask");
  equal([range(next), run.state.history.days.length], ["from=2026-11-11&to=2026-11-22", 0]);
  const rest = day(YESTERDAY, [entry({ date: YESTERDAY })]);
  run.do({ ...next.params, type: "history.days", data: { items: [rest], nextFrom: null } });
  equal([run.state.history.days.map(({ date }) => date), run.state.history.from], [
    [YESTERDAY, "2026-11-10"],
    "2026-11-09",
  ]);
});

Deno.test("history: a day with more entries than a frame may make grows, and its sums do not change", () => {
  const many = Array.from({ length: 5 }, (_, i) => entry({ id: `e${i}`, meal: i < 3 ? "lunch" : "dinner" }));
  const run = open();
  run.do({ type: "history.days", from: "2026-01-01", to: TODAY, data: { items: [day(TODAY, many)] } });
  const rows = new RowBudget(2);
  const main = installDOM();
  const frames = [];
  do {
    rows.begin();
    render(historyView({ ...context(run), rows }), main);
    frames.push([main.find("li").length, main.find("h3").length, main.find("b").map((each) => each.textContent)[0]]);
  } while (rows.hasMore);
  equal(frames.map(([count]) => count), [2, 4, 5]);
  equal(frames.map(([, meals]) => meals), [1, 2, 2]);
  equal(new Set(frames.map(([, , sum]) => sum)).size, 1);
});

const OFFLINE = { code: "offline", status: 0, detail: "", params: {} };
const kept = () => [
  day("2026-11-20", [entry({ id: "c", date: "2026-11-20", name: "Tomato soup" })]),
  day("2026-11-21"),
  day(TODAY, [entry({ id: "a", name: "Oats" })]),
];

Deno.test("history: the days of the device are shown before the first answer, and its days instead of them", () => {
  const run = open();
  equal(run.taken("history.kept").length, 1);
  run.do({ type: "history.kept", days: kept() });
  equal(historyModel(run.state).days.map(({ date }) => date), [TODAY, "2026-11-20"]);
  equal(historyModel(run.state).canLoad, false);
  run.do(days("2026-11-09", day(YESTERDAY, [entry({ date: YESTERDAY })])));
  equal(historyModel(run.state).days.map(({ date }) => date), [YESTERDAY]);
});

Deno.test("history: without a connection the days of the device are shown and searched, with what waits", () => {
  const run = open().do({ type: "history.kept", days: kept() }).do({ type: "history.failed", problem: OFFLINE });
  run.do({ type: "entries.again", entries: [entry({ id: "old", date: "2024-01-01", name: "Onion soup" })] });
  const [today, older] = historyModel(run.state).days;
  equal(today.meals[0].entries.map(({ name }) => name), ["Oats", "Onion soup"]);
  equal(older.date, "2026-11-20");
  run.do({ type: "history.type", text: "soup" });
  equal(historyModel(run.state).found, null);
  run.do({ type: "history.failed", search: run.state.history.search, problem: OFFLINE });
  const found = historyModel(run.state).found;
  equal(found.map(({ entries }) => entries.map(({ name }) => name)), [["Onion soup"], ["Tomato soup"]]);
  const main = installDOM();
  render(historyView({ ...context(run), rows: new RowBudget(9) }), main);
  equal(main.find("h2").length, 2);
});

Deno.test("history: the first entry of today that waits is shown, and a newer day of the server stays", () => {
  const run = open().do({ type: "day.loaded", day: day(YESTERDAY, [entry({ date: YESTERDAY, name: "New" })]) });
  const old = [day(YESTERDAY, [entry({ date: YESTERDAY, name: "Old" })]), day("2026-11-23", [entry()])];
  run.do({ type: "history.kept", days: old });
  const names = () =>
    historyModel(run.state).days.flatMap(({ meals }) => meals.flatMap(({ entries }) => entries))
      .map(({ name }) => name);
  equal(names(), ["New"]);
  run.do({ type: "entries.again", entries: [entry({ id: "old", date: "2024-01-01", name: "Soup" })] });
  equal(names(), ["Soup", "New"]);
  run.do(days("2026-11-09"));
  equal(names(), ["Soup"]);
});

Deno.test("history: a page of results that did not arrive is not asked for again and again", () => {
  const run = open().do({ type: "history.type", text: "soup" });
  const { search } = run.state.history;
  run.do({ type: "history.found", search, isMore: false, data: { items: [entry({ name: "Soup" })], nextCursor: "c" } });
  equal(historyModel(run.state).canFindMore, true);
  run.do({ type: "history.moreFound" }).do({ type: "history.failed", search, isMore: true, problem: OFFLINE });
  run.taken("history.search");
  run.do({ type: "history.moreFound" });
  const { found, isOwn } = historyModel(run.state);
  equal([run.taken("history.search").length, found.length, isOwn], [0, 1, false]);
});

Deno.test("history: typing without a connection searches the device at once", () => {
  const run = open().do({ type: "history.kept", days: kept() }).do({ type: "connection", isOnline: false });
  run.do({ type: "history.type", text: "soup" });
  run.do({ type: "history.failed", search: run.state.history.search, problem: OFFLINE });
  run.do({ type: "history.type", text: "oats" });
  const { found, isOwn } = historyModel(run.state);
  equal([found.length, isOwn, run.state.history.problem], [1, true, OFFLINE]);
  run.do({ type: "history.type", text: "caviar" });
  const main = installDOM();
  render(historyView(context(run)), main);
  assert(main.textContent.includes("No entry on this device"), main.textContent);
});

Deno.test("history: what failed without a connection is asked again when there is one", () => {
  const run = open();
  run.taken("history.ask");
  run.do({ type: "connection", isOnline: false }).do({ type: "history.failed", problem: OFFLINE });
  equal(run.taken("history.ask").length, 0);
  run.do({ type: "connection", isOnline: true });
  equal([run.taken("history.ask").length, run.state.history.problem], [1, null]);
});

Deno.test("history: days that did not arrive before a search are asked for after it", () => {
  const run = open().do({ type: "history.failed", problem: OFFLINE }).do({ type: "history.type", text: "soup" });
  run.taken("history.ask");
  run.do({ type: "history.type", text: "" });
  equal([run.taken("history.ask").length, run.state.history.isLoading], [1, true]);
  run.do(days("2026-11-09")).do({ type: "history.type", text: "s" });
  equal(run.taken("history.ask").length, 0);
});

Deno.test("history: days of the device that come after a change of the person are not shown", async () => {
  const [given, state] = [[], { session: { user: { id: "a" } } }];
  const store = { days: () => Promise.resolve(kept()) };
  const client = { request: () => Promise.reject(new Error("none")) };
  const effects = makeEffects({ client, store, getState: () => state, dispatch: (action) => given.push(action) });
  const first = effects["history.kept"]({});
  await first;
  const late = effects["history.kept"]({});
  state.session.user = { id: "b" };
  await late;
  equal(given.map(({ days }) => days.length), [3]);
});
