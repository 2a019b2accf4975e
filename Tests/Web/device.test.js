/** The device: the days that it keeps, its time zone, hints about its browser, and keys. */
import "../../Clients/Web/modules/device/device.js";
import { clocksDiffer, deviceModel, shortcutOf } from "../../Clients/Web/modules/device/device.js";
import { actionsBut, appleOf, makeEffects } from "../../Clients/Web/modules/device/effects.js";
import { deviceHint, deviceSheets } from "../../Clients/Web/modules/device/views/device.js";
import { waiting } from "../../Clients/Web/views/shell.js";
import { render } from "../../Clients/Web/core/html.js";
import { assert, equal } from "./checks.js";
import { fakeClient, json, problem } from "./client.js";
import { installDOM } from "./dom.js";
import { day, entry, profile, Run, TODAY, USER, YESTERDAY } from "./fixtures.js";
import { context } from "./hostile.js";

const opened = (...days) =>
  Run.signedIn(...days).do({ type: "profile.loaded", profile: profile() }).do({ type: "device.ready" });
const known = (run, change) => run.do({ type: "device.known", change });
const log = (run) => run.do({ type: "entry.remove", date: TODAY, id: "e1" });

/** Effects with a store in memory. The server has each day, and three of them fit into one answer. */
function device(run, answer) {
  const days = {};
  const values = {};
  const store = {
    isLasting: true,
    value: (_user, name) => Promise.resolve(values[name] ?? null),
    putValue: (_user, name, value) => Promise.resolve(values[name] = value),
    putDay: (user, day) => Promise.resolve(days[`${user} ${day.date}`] = day),
  };
  const made = fakeClient(
    answer ?? ((path) => {
      const { from, to } = Object.fromEntries(new URLSearchParams(path.split("?")[1]));
      const dates = [];
      const next = (date) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
      for (let date = from; date <= to; date = next(date)) dates.push(date);
      return json({ items: dates.slice(0, 3).map((date) => day(date)), nextFrom: dates[3] ?? null });
    }),
  );
  const api = { profile: () => Promise.resolve(profile({ timeZone: "Asia/Bangkok" })) };
  const tools = { api, client: made.client, store, getState: () => run.state, dispatch: (action) => run.do(action) };
  return { effects: makeEffects(tools), days, values, sent: made.sent };
}

Deno.test("device: the thirteen days before today are fetched once, page by page, for the store alone", async () => {
  const run = opened();
  equal(run.taken("device.keepDays").length > 0, true);
  const { effects, days, sent } = device(run);
  await effects["device.keepDays"]({});
  equal([Object.keys(days).length, sent.length], [13, 5]);
  equal(Object.keys(days)[0], `${USER.id} 2026-11-09`);
  equal(Object.keys(run.state.today.days), [], "the memory holds days that are shown");
  await effects["device.keepDays"]({});
  equal(sent.length, 5, "and not again");
});

Deno.test("device: a day that is in memory is not replaced by an older answer", async () => {
  const run = opened(day(YESTERDAY, [entry({ date: YESTERDAY })]));
  const { effects, days } = device(run);
  await effects["device.keepDays"]({});
  equal(days[`${USER.id} ${YESTERDAY}`], undefined);
  equal(Object.keys(days).length, 12);
});

Deno.test("device: after a sign-out nothing more is stored", async () => {
  const run = opened();
  const { effects, days, values } = device(run, () => {
    run.do({ type: "session.left" });
    return json({ items: [day("2026-11-09")], nextFrom: null });
  });
  await effects["device.keepDays"]({});
  equal([days, values], [{}, {}]);
});

Deno.test("device: without an answer nothing is said, and the next connection tries again", async () => {
  const run = opened();
  const { effects, values } = device(run, () => problem(503, "overloaded"));
  await effects["device.keepDays"]({});
  equal([values, run.state.toast], [{}, null]);
  run.do({ type: "connection", isOnline: false }).effects = [];
  equal(run.do({ type: "connection", isOnline: true }).taken("device.keepDays").length, 1);
  equal(run.do({ type: "connection", isOnline: true }).taken("device.keepDays").length, 0, "each answer says so");
});

Deno.test("device: a hint about a day that is not shown stores it, unless it is older than fourteen days", () => {
  const run = opened(day(TODAY));
  const dates = (date) => {
    run.do({ type: "hint", hint: { kind: "day", date } });
    return run.taken("device.keepDay").map((effect) => effect.date);
  };
  equal([dates("2026-11-09"), dates("2026-11-08"), dates(TODAY), dates(null)], [["2026-11-09"], [], [], []]);
});

Deno.test("device: the browser is asked to keep what is stored after the first log, once", () => {
  const run = opened(day(TODAY, [entry(), entry({ id: "e2" })]));
  equal(run.taken("device.persist").length, 0);
  log(run);
  run.sync({ kind: "saved", number: 1 });
  equal(run.taken("device.persist").length, 1);
  run.do({ type: "entry.remove", date: TODAY, id: "e2" });
  equal(run.taken("device.persist").length, 0);
});

Deno.test("device: zones are compared by their clocks, not by their names", () => {
  const now = Date.parse(`${TODAY}T12:00:00Z`);
  equal([clocksDiffer("Europe/Kyiv", "Europe/Helsinki", now), clocksDiffer("Europe/Kyiv", "Asia/Bangkok", now)], [
    false,
    true,
  ]);
  equal(clocksDiffer("Mars/Base", "UTC", now), false);
});

Deno.test("device: another time zone is asked about once, on Today, with a connection", async () => {
  const run = known(opened(day(TODAY)), { zone: "Asia/Bangkok" });
  equal(deviceModel(run.state).zone, "Asia/Bangkok");
  run.do({ type: "connection", isOnline: false });
  equal(deviceModel(run.state).zone, null);
  run.do({ type: "connection", isOnline: true }).do({ type: "sheet.open", name: "note" });
  equal(deviceModel(run.state).zone, null, "a sheet is open");
  run.do({ type: "sheet.close", name: "note" });
  const { effects, values, sent } = device(run, () => json({}));
  run.do({ type: "device.zone", isUsed: true });
  await effects["device.useZone"](run.taken("device.useZone")[0]);
  equal([sent[0].method, sent[0].body, run.state.profile.timeZone], [
    "PATCH",
    '{"timeZone":"Asia/Bangkok"}',
    "Asia/Bangkok",
  ]);
  known(run, { zone: "UTC" }).do({ type: "device.zone", isUsed: false });
  await effects["device.leaveZone"](run.taken("device.leaveZone")[0]);
  equal(values["zone-left"], ["Asia/Bangkok", "UTC"]);
  equal(deviceModel(run.state).zone, null);
});

Deno.test("device: a time zone that the server did not take is said", async () => {
  const run = known(opened(), { zone: "Asia/Bangkok" }).do({ type: "device.zone", isUsed: true });
  const { effects } = device(run, () => Promise.reject(new TypeError("no connection")));
  await effects["device.useZone"](run.taken("device.useZone")[0]);
  equal(run.state.toast.key, "device.zone.failed");
});

Deno.test("device: browsers of Apple are told by their names, apps on the home screen are not meant", () => {
  const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Version/17.4 Mobile/15E148 Safari/604.1";
  const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15";
  const chrome = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/120.0 Safari/537.36";
  const of = (userAgent, more = {}, isStandalone = false) => appleOf({ userAgent, ...more }, isStandalone);
  equal([of(phone), of(mac), of(mac, { maxTouchPoints: 5 }), of(chrome)], ["phone", "mac", "phone", null]);
  equal([of(phone, { standalone: true }), of(phone, {}, true)], [null, null]);
});

Deno.test("device: the hint on the home screen comes after the first log and is closed for good", () => {
  const run = known(opened(), { apple: "phone" });
  equal(deviceModel(run.state).hint, null);
  run.do({ type: "day.loaded", day: day(TODAY, [entry()]) });
  equal(deviceModel(run.state).hint, "phone");
  run.do({ type: "device.closeHint" });
  equal([deviceModel(run.state).hint, run.taken("device.saveHint").length], [null, 1]);
});

Deno.test("device: an address without HTTPS says what HTTPS adds, until it is closed", () => {
  const run = known(opened(day(TODAY, [entry()])), { isInsecure: true, apple: "phone" });
  equal(deviceModel(run.state).hint, "insecure");
  run.do({ type: "device.closeHint" });
  equal(deviceModel(run.state).hint, null);
});

Deno.test("device: while writes wait without a connection, the seven days of Safari are named", () => {
  const run = log(known(opened(day(TODAY, [entry()])), { apple: "phone", isHintClosed: true }));
  equal(deviceModel(run.state).hint, null, "a write that is on its way");
  run.do({ type: "connection", isOnline: false });
  equal([deviceModel(run.state).hint, deviceModel(known(run, { apple: null }).state).hint], ["waiting", null]);
});

Deno.test("keys: single keys count outside of fields, and the key N also with other letters", () => {
  const of = (key, place = "", more = {}) => shortcutOf({ key, ...more }, place);
  equal([of("/"), of("?"), of("n"), of("т", "", { code: "KeyN" })], ["search", "list", "add", "add"]);
  equal([of("ArrowLeft"), of("ArrowRight"), of("ArrowUp"), of("ArrowDown")], ["before", "after", "up", "down"]);
  equal([of("n", "text"), of("/", "search"), of("ArrowDown", "search"), of("ArrowDown", "text")], [
    null,
    null,
    "down",
    null,
  ]);
  equal([of("ArrowLeft", "choice"), of("n", "choice"), of("x")], [null, "add", null]);
  equal([of("n", "", { ctrlKey: true }), of("ArrowLeft", "", { defaultPrevented: true })], [null, null]);
});

Deno.test("keys: the list opens, and the switch is kept on the device", () => {
  const run = opened().do({ type: "device.list", isOpen: true });
  equal(deviceModel(run.state).isListOpen, true);
  run.do({ type: "device.keys", isOn: false });
  equal([run.taken("device.saveKeys"), deviceModel(run.state).hasKeys], [
    [{ type: "device.saveKeys", isOn: false }],
    false,
  ]);
});

Deno.test("waiting: what waits is counted on screens without the status, and nothing is shown otherwise", () => {
  const shown = (run) => {
    const root = installDOM();
    render(waiting(context(run)), root);
    return root.textContent.trim();
  };
  const run = opened(day(TODAY, [entry()]));
  equal([shown(run), shown(log(run))], ["", "11 waiting"]);
});

Deno.test("device: questions, hints and the list of keys are drawn in all languages", () => {
  for (const language of ["en", "uk", "th"]) {
    const run = log(known(opened(day(TODAY, [entry()])), { apple: "mac", zone: "Asia/Bangkok" }));
    const text = (view) => {
      const root = installDOM();
      render(view(context(run, language)), root);
      return root;
    };
    assert(text(deviceSheets).textContent.includes("Asia/Bangkok"), language);
    assert(text(deviceHint).textContent.includes("Mealwire"), language);
    run.do({ type: "device.list", isOpen: true }).do({ type: "connection", isOnline: false });
    equal(text(deviceSheets).find("kbd").length, 7);
    assert(text(deviceHint).textContent.includes("Safari"), language);
  }
});

Deno.test("toast: its undo stays until a click or a key that is not meant for it, which may have been meanwhile", () => {
  const listeners = new Map();
  const after = actionsBut(".toast", { addEventListener: (name, listener) => listeners.set(name, listener) });
  let closed = 0;
  const touch = (timeStamp, isInside) =>
    listeners.get("click")({ type: "click", timeStamp, target: { closest: () => isInside ? {} : null } });
  const key = (timeStamp, key) => listeners.get("keydown")({ type: "keydown", timeStamp, key, target: {} });
  assert(!listeners.has("pointerdown"), "else the click that follows would meet what is below");
  // The click that has shown the toast came before it.
  touch(9, false);
  after(10, () => closed++);
  touch(20, true);
  key(21, "Tab");
  equal(closed, 0);
  touch(22, false);
  touch(23, false);
  equal(closed, 1);
  key(31, "e");
  after(30, () => closed++);
  equal(closed, 2, "a key before the end of the eight seconds");
});
