/** Waist, sleep and steps on Progress. */
import { measuresModel, readMeasure } from "../../Clients/Web/modules/progress/measures.js";
import { lastWeight } from "../../Clients/Web/modules/progress/progress.js";
import { makeEffects } from "../../Clients/Web/modules/progress/effects.js";
import { openStore } from "../../Clients/Web/data/store.js";
import { render } from "../../Clients/Web/core/html.js";
import { progressView } from "../../Clients/Web/modules/progress/views/progress.js";
import { assert, equal } from "./checks.js";
import { fakeClient, json } from "./client.js";
import { installDOM } from "./dom.js";
import { day, HOSTILE, profile, progress, Run, TODAY, YESTERDAY } from "./fixtures.js";
import { context } from "./hostile.js";

const opened = (change = {}) =>
  Run.signedIn(day(TODAY)).do({ type: "profile.loaded", profile: profile(change) })
    .do({ type: "route.changed", route: { name: "progress", params: {} } });
let ids = 0;
const measured = (kind, value, date = TODAY, source = null, hour = 8) => ({
  id: `m${++ids}`,
  kind,
  value,
  date,
  at: `${date}T${String(hour).padStart(2, "0")}:00:00.000Z`,
  source,
});
const shows = (run, kind, items) => run.do({ type: "measure.kind", kind }).do({ type: "measures.loaded", kind, items });
const typed = (run, text) => run.do({ type: "measure.type", text }).do({ type: "measure.save" });

Deno.test("measures: a visit and another kind ask for ninety days", () => {
  const run = opened();
  const asked = () => run.taken("measures.load").map(({ kind, from, to }) => [kind, from, to]);
  equal(asked(), [["waist", "2026-08-25", TODAY]]);
  run.do({ type: "measure.kind", kind: "steps" });
  equal(asked(), [["steps", "2026-08-25", TODAY]]);
});

Deno.test("measures: a day has its last waist, and the sums of sleep and steps of the device that counts most", () => {
  const run = opened();
  shows(run, "waist", [measured("waist", 81, TODAY, null, 9), measured("waist", 82), measured("waist", 84, YESTERDAY)]);
  equal(measuresModel(run.state).points.map(({ day, value }) => [day, value]), [[0, 84], [1, 81]]);
  shows(run, "sleep", [measured("sleep", 400), measured("sleep", 50)]);
  equal([measuresModel(run.state).bars.at(-1).value, measuresModel(run.state).mean], [7.5, 7.5]);
  shows(run, "steps", [measured("steps", 4000, TODAY, "watch"), measured("steps", 5000, TODAY, "phone")]);
  equal([measuresModel(run.state).bars.length, measuresModel(run.state).bars.at(-1).value], [14, 5000]);
});

Deno.test("measures: hours, thousands and inches are read", () => {
  const sleep = (text) => readMeasure("sleep", text, "h");
  equal(["7.5", "7:30", "7h30", "๗:๓๐", "7:75", "x", ""].map(sleep), [450, 450, 450, 450, null, null, null]);
  equal(["8000", "8,000", "8.000", "8 000", "๘๐๐๐"].map((text) => readMeasure("steps", text, "steps")), [
    8000,
    8000,
    8000,
    8000,
    8000,
  ]);
  equal(readMeasure("waist", "32", "in"), 81.28);
});

Deno.test("measures: a value is written once, shown at once, and taken back", () => {
  const run = opened({ units: "imperial" });
  typed(run, "32");
  equal(run.changes.map(({ measurement: { kind, value } }) => [kind, value]), [["waist", 81.28]]);
  equal([measuresModel(run.state).points.map(({ value }) => value), measuresModel(run.state).text], [[32], ""]);
  run.do(run.state.toast.undo);
  equal([measuresModel(run.state).points, run.writes.length], [[], 0]);
});

Deno.test("measures: a value that the server would refuse is refused here, beside its field", () => {
  const run = opened();
  typed(run, "12");
  equal([run.writes.length, measuresModel(run.state).problem], [0, "measures.wrong.waist"]);
  run.do({ type: "measure.kind", kind: "steps" });
  typed(run, "8,000");
  equal([run.writes.length, measuresModel(run.state).problem], [1, null]);
});

Deno.test("measures: a sent value stays until the server's answer has it, and a removed one does not come back", () => {
  const run = opened();
  typed(run, "82");
  const [request] = run.sent();
  const { measurement } = request.call;
  run.do({ type: "weight.stored", measurement });
  run.answer(request, { kind: "measurement", measurement });
  equal([run.writes.length, measuresModel(run.state).points.length], [0, 1]);
  equal(lastWeight(run.state), 65.5, "a waist is no weight");
  run.do({ type: "measures.loaded", kind: "waist", items: [measurement] });
  run.do({ type: "measure.remove", measurement });
  equal([run.writes.length, measuresModel(run.state).points], [1, []]);
});

Deno.test("measures: what the device has is shown before the server answers", async () => {
  const run = opened();
  const store = await openStore(undefined);
  store.value = () => Promise.resolve([measured("waist", 80)]);
  const { client, sent } = fakeClient(() => json({ items: [measured("waist", 81)], nextCursor: null }));
  const shown = [];
  const dispatch = (action) => shown.push([action.items[0].value, action.isKept ?? false]);
  const effects = makeEffects({ client, store, getState: () => run.state, dispatch });
  await effects["measures.load"](run.taken("measures.load")[0]);
  equal(shown, [[80, true], [81, false]]);
  equal(sent[0].path, `/v1/profile/measurements?kind=waist&from=2026-08-25&to=${TODAY}&limit=500`);
});

Deno.test("measures: each kind is drawn in all languages, with a table, and sources are text", () => {
  for (const language of ["en", "uk", "th"]) {
    for (const kind of ["waist", "sleep", "steps"]) {
      const run = opened().do({ type: "progress.recent", data: progress(YESTERDAY, [100, 100]) });
      const text = () => {
        const root = installDOM();
        render(progressView(context(run, language)), root);
        equal(root.find("img").length, 0);
        return root.textContent;
      };
      run.do({ type: "measure.kind", kind }).do({ type: "measures.loaded", kind, items: [] });
      assert(!text().includes("{"), language);
      shows(run, kind, [measured(kind, 100, TODAY, HOSTILE)]);
      assert(text().includes(HOSTILE) && !text().includes("measures."), `${language} ${kind}`);
    }
  }
});
