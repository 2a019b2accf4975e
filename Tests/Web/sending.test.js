import { answerOf } from "../../Clients/Web/data/sending.js";
import { assert, equal } from "./checks.js";
import { json, nextTurn, problem } from "./client.js";
import { day, entry, profile, Run, TODAY, USER } from "./fixtures.js";
import { running } from "./running.js";

Deno.test("sending: a write is stored, sent once, and leaves the queue when it is answered", async () => {
  const storedWhenSent = [];
  const { run, sent, writes, dispatch, effects, settle } = await running((path, { body }) => {
    if (!path.startsWith("/v1/diary/entries/")) return json(day(TODAY));
    storedWhenSent.push(writes().length);
    return json({
      ...entry({ foodId: null, grams: null, version: 4 }),
      ...JSON.parse(body),
      id: path.split("/").at(-1),
    });
  });
  await effects.lead();
  dispatch({ type: "route.changed", route: { name: "add", params: { date: TODAY, meal: "lunch" } } });
  dispatch({ type: "add.quick", kcal: 350, name: "Quick" });
  await settle();
  equal([storedWhenSent, writes().length, run.writes.length], [[1], 0, 0]);
  const put = sent.find(({ method }) => method === "PUT");
  equal([JSON.parse(put.body).kcal, "proteinG" in JSON.parse(put.body)], [350, false]);
  assert(put.headers["Idempotency-Key"].length > 0);
});

for (const isSameUser of [true, false]) {
  const what = isSameUser ? "sent after the next paint" : "not sent if the user has changed before the next paint";
  Deno.test(`sending: a write is stored at once, and ${what}`, async () => {
    let isHeld = true;
    const paints = [];
    const painted = () => isHeld ? new Promise((resolve) => paints.push(resolve)) : Promise.resolve();
    const { run, sent, writes, dispatch, effects, settle } = await running(() => json(day(TODAY)), undefined, painted);
    const puts = () => sent.filter(({ method }) => method === "PUT").length;
    await effects.lead();
    dispatch({ type: "water.add", date: TODAY, ml: 250 });
    while (writes()[0]?.status.kind !== "sent") await nextTurn();
    await nextTurn();
    equal([writes().length, puts()], [1, 0]);
    if (!isSameUser) run.state = { ...run.state, session: { ...run.state.session, user: { ...USER, id: "other" } } };
    isHeld = false;
    paints.forEach((resolve) => resolve());
    await settle();
    equal(puts(), isSameUser ? 1 : 0);
  });
}

Deno.test("sending: a window that does not lead stores and sends nothing", async () => {
  const { sent, dispatch, settle, writes } = await running(() => json(day(TODAY)));
  dispatch({ type: "water.add", date: TODAY, ml: 250 });
  await settle();
  equal([sent.filter(({ method }) => method === "PUT").length, writes().length], [0, 1]);
});

Deno.test("sending: a window that begins to lead sends what others have stored", async () => {
  const { sent, dispatch, settle, effects, writes } = await running(() => json(day(TODAY)));
  dispatch({ type: "water.add", date: TODAY, ml: 250 });
  await settle();
  await effects.lead();
  await settle();
  equal([sent.filter(({ method }) => method === "PUT").length, writes().length], [1, 0]);
});

Deno.test("sending: water and measurements are requests under ids of their own", async () => {
  const { sent, dispatch, effects, run, settle } = await running((path, { method, body }) => {
    if (path.includes("/water/")) return json({ date: TODAY, waterMl: 750, note: "", isComplete: false, version: 4 });
    if (path.includes("/measurements")) {
      return json({ ...JSON.parse(body ?? "{}"), id: "m", date: TODAY, unit: "kcal" });
    }
    return method === "GET" ? json({ ...day(TODAY), waterMl: 750 }) : problem(404, "notFound");
  });
  await effects.lead();
  dispatch({ type: "water.add", date: TODAY, ml: 250 });
  await settle();
  const [add] = sent.filter(({ method }) => method === "PUT");
  const id = add.path.split("/").at(-1);
  equal([add.path, JSON.parse(add.body), run.writes.length], [`/v1/diary/days/${TODAY}/water/${id}`, { ml: 250 }, 0]);
  equal(run.state.today.days[TODAY].waterMl, 750);
  dispatch(run.state.toast.undo);
  await settle();
  equal(sent.filter(({ method }) => method === "DELETE").map(({ path }) => path), [add.path]);

  const measurement = { id: "m1", kind: "activeEnergy", value: 200, at: `${TODAY}T08:00:00.000Z`, date: TODAY };
  dispatch({ type: "sync", action: { kind: "measure", write: "w1", measurement, now: 0 } });
  await settle();
  const put = sent.find(({ path }) => path.includes("/measurements/"));
  equal([put.method, put.path, JSON.parse(put.body)], ["PUT", "/v1/profile/measurements/m1", {
    kind: "activeEnergy",
    value: 200,
    at: measurement.at,
  }]);
  dispatch({ type: "sync", action: { kind: "unmeasure", write: "w2", measurement, now: 0 } });
  await settle();
  equal(sent.filter(({ method }) => method === "DELETE").at(-1).path, "/v1/profile/measurements/m1?ifAbsent=remember");
});

Deno.test("sending: a note names its version, a refused star leaves the queue, and a tick names its list", async () => {
  const { sent, dispatch, effects, run, settle, stored, given } = await running((path) => {
    if (path.endsWith("/note")) return json({ date: TODAY, waterMl: 500, note: "Good", isComplete: false, version: 8 });
    if (path.startsWith("/v1/plans/")) return path.endsWith("/f2") ? problem(404, "notFound") : json({ planId: "p1" });
    return path.endsWith("/favourite") ? problem(422, "invalid") : json(day(TODAY));
  });
  run.state.today.days[TODAY] = { ...run.state.today.days[TODAY], extrasVersion: 7 };
  await effects.lead();
  dispatch({ type: "note.save", date: TODAY, text: " Good " });
  await settle();
  const note = sent.find(({ path }) => path.endsWith("/note"));
  equal([note.method, note.headers["If-Match"], JSON.parse(note.body), run.writes.length], [
    "PUT",
    '"7"',
    { text: "Good" },
    0,
  ]);
  dispatch({ type: "favourite.set", choice: { foodId: "f1", nutrients: {} }, isOn: true });
  await settle();
  equal([run.writes.length, run.state.toast.key], [0, "toast.favouriteRefused"]);
  dispatch({ type: "sync", action: { kind: "set", write: "w1", subject: "tick p1 f1", value: false, now: 0 } });
  await settle();
  const tick = sent.find(({ path }) => path === "/v1/plans/p1/shopping/f1");
  equal([tick.method, JSON.parse(tick.body), run.writes.length], ["PUT", { isTicked: false }, 0]);
  equal(stored(), { menus: [], shopping: { p1: { planId: "p1" } } });
  given.length = 0;
  dispatch({ type: "sync", action: { kind: "set", write: "w2", subject: "tick p1 f2", value: true, now: 0 } });
  await settle();
  const values = given.filter(({ type }) => type.startsWith("value.")).map(({ type, subject }) => [type, subject]);
  equal([values, run.writes.length], [[["value.refused", "tick p1 f2"]], 0]);
  dispatch({ type: "day.complete", date: TODAY, isComplete: true });
  await settle();
  assert(sent.some(({ path, method }) => path.endsWith("/complete") && method === "PUT"));
});

Deno.test("sending: a value that is none of the diary, of favourites or of a list is not sent", async () => {
  const { sent, dispatch, effects, run, settle } = await running(() => json(day(TODAY)));
  await effects.lead();
  for (const [index, subject] of ["task t1", "constructor t1", "", "notes 2026-11-22"].entries()) {
    dispatch({ type: "sync", action: { kind: "set", write: `w${index}`, subject, value: true, now: 0 } });
  }
  await settle();
  equal(sent.filter(({ method }) => method !== "GET"), []);
  equal(run.writes.map(({ status }) => [status.kind, status.code]), Array(4).fill(["refused", "unknownMethod"]));
});

Deno.test("start: the first screen is one request, and what it lacks has requests of its own", async () => {
  const start = { day: day(TODAY, [entry()]), profile: null, recents: [], unavailable: ["profile"] };
  const { sent, dispatch, effects, run, settle } = await running(
    (path) =>
      path === "/v1/start"
        ? json(start)
        : json(path === "/v1/profile" ? { timeZone: "UTC" } : day(path.split("/").at(-1))),
    Run.signedIn(),
  );
  void effects.start({ type: "start" });
  dispatch({ type: "day.show", date: TODAY });
  dispatch({ type: "day.show", date: TODAY });
  await settle();
  const asked = sent.map(({ path }) => path).filter((path) => !path.startsWith("/v1/advice"));
  equal(asked.sort(), ["/v1/diary/days/2026-11-21", "/v1/profile", "/v1/start"]);
  equal([run.state.today.days[TODAY].totals.kcal, run.state.profile.timeZone], [200, "UTC"]);
});

Deno.test("sending: a server that is away keeps the write waiting", async () => {
  const { dispatch, effects, run, settle, writes, close } = await running(() =>
    Promise.reject(new TypeError("network"))
  );
  await effects.lead();
  dispatch({ type: "water.add", date: TODAY, ml: 250 });
  await settle();
  equal([run.writes.length, run.writes[0].status.kind, run.writes[0].attempts, writes().length], [1, "waiting", 1, 1]);
  dispatch({ type: "session.ended" });
  await close();
});

Deno.test("sending: each failure of a request has its meaning for the write", () => {
  const kinds = [0, 401, 404, 410, 412, 422, 429, 500, 502, 503, 507].map((status) =>
    answerOf({ status, code: "x", detail: "", params: {} }, "putEntry").kind
  );
  equal(kinds, [
    "lost",
    "sessionOver",
    "refused",
    "refused",
    "changed",
    "refused",
    "busy",
    "failed",
    "failed",
    "busy",
    "failed",
  ]);
  for (
    const [call, meaning] of [["removeEntry", "gone"], ["DELETE", "gone"], ["PUT", "refused"], ["PATCH", "refused"]]
  ) {
    equal(answerOf({ status: 404, code: "notFound", detail: "", params: {} }, call).kind, meaning);
  }
  equal(answerOf({ status: 503, code: "x", detail: "", params: {}, retryAfter: 3 }, "putEntry").retryAfter, 3000);
});

Deno.test("sending: a window that comes back without a connection asks the server, also if nothing waits", async () => {
  const { sent, dispatch, effects, settle } = await running(() => json(profile()));
  effects.online();
  await settle();
  equal(sent.length, 0, "with a connection, nothing needs to be asked");
  dispatch({ type: "connection", isOnline: false, now: 0 });
  effects.online();
  await settle();
  equal(sent.map(({ path }) => path), ["/v1/profile"]);
});
