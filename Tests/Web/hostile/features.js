/** The screens of shared foods, reports and imports, full of names by other people. */
import { peopleView } from "../../../Clients/Web/modules/people/views/people.js";
import { reportsView } from "../../../Clients/Web/modules/reports/views/reports.js";
import { importsView } from "../../../Clients/Web/modules/imports/views/imports.js";
import { day, food, HOSTILE, Run, TODAY } from "../fixtures.js";

const open = (name, params = {}) => Run.signedIn(day(TODAY)).do({ type: "route.changed", route: { name, params } });

export const featureScreens = () => ({ ...sharedScreens(), ...reportScreens(), ...importScreens() });

/** What others ate, with pictures at other servers. */
function sharedScreens() {
  const food = {
    id: "e1",
    meal: "lunch",
    foodId: "f1",
    name: HOSTILE,
    imageURL: "javascript:alert(1)",
    grams: 10,
    kcal: 9,
  };
  const items = [{ userId: HOSTILE, name: HOSTILE, imageURL: "//x.example/a.png", food }];
  const run = open("shared").do({ type: "shared.loaded", date: TODAY, cursor: null, data: { items, nextCursor: "1" } });
  run.do({ type: "shared.failed", date: TODAY, problem: { code: "new", status: 400, detail: HOSTILE, params: {} } });
  const data = {
    userId: HOSTILE,
    name: HOSTILE,
    imageURL: "//x.example/a.png",
    days: [{ date: TODAY, kcal: 9, targetKcal: null, adherence: 0 }],
    scores: [{ period: "week", metric: "adherence", score: 9 }],
  };
  const person = open("person", { userId: HOSTILE }).do({ type: "person.loaded", userId: HOSTILE, data });
  return { shared: [run, peopleView], person: [person, peopleView] };
}

/** A report that a person writes, and those that staff read. */
function reportScreens() {
  const problem = { code: "new", status: 400, detail: HOSTILE, params: {} };
  const writing = () =>
    open("report", { foodId: "f1" }).do({ type: "report.food", foodId: "f1", data: food({ name: HOSTILE }) });
  const form = writing().do({ type: "report.type", text: HOSTILE }).do({ type: "report.send" });
  form.do({ type: "report.failed", then: "report.sent", foodId: "f1", problem });
  const sent = writing().do({ type: "report.sent", foodId: "f1", data: {} });
  const at = `${TODAY}T08:00:00.000Z`;
  const report = {
    id: "r1",
    foodId: "f1",
    foodName: HOSTILE,
    reason: "other",
    text: HOSTILE,
    createdAt: at,
    closedAt: null,
    answer: null,
  };
  const closed = { ...report, id: "r2", foodName: null, closedAt: at, answer: HOSTILE };
  const list = open("reports").do({
    type: "reports.loaded",
    state: "open",
    cursor: null,
    data: { items: [report, closed], nextCursor: "1" },
  });
  list.do({ type: "reports.edit", id: "r1" }).do({ type: "reports.type", text: HOSTILE });
  list.do({ type: "report.failed", then: "reports.closed", id: "r1", problem });
  return { reports: [list, reportsView], report: [form, reportsView], reportSent: [sent, reportsView] };
}

/** Import: the choice of a file, its preview, and what it did. */
function importScreens() {
  const problem = { code: "invalid", status: 422, detail: HOSTILE, params: {}, errors: [] };
  const file = new File(["x"], HOSTILE);
  const reading = () => open("import").do({ type: "import.file", file }).do({ type: "import.read" });
  const refused = reading().do({ type: "import.failed", problem });
  const errors = [{ field: "dateOrder", code: "missing", params: { date: HOSTILE }, message: HOSTILE }];
  const asking = reading().do({ type: "import.failed", problem: { ...problem, errors } });
  const data = preview({
    refused: [{ line: 3, reason: HOSTILE }],
    warnings: [{ code: "new", params: {}, message: HOSTILE }],
    otherMeals: [{ name: HOSTILE, entries: 2 }],
    sample: [{ date: TODAY, meal: "lunch", name: HOSTILE, kcal: 90 }],
  });
  const shown = reading().do({ type: "import.previewed", file, data }).do({ type: "import.apply" });
  shown.do({ type: "import.failed", problem: { ...problem, status: 409 } });
  return { imports: [shown, importsView], importsFile: [refused, importsView], importsOrder: [asking, importsView] };
}

/** @param {object} [change] */
export const preview = (change = {}) => ({
  id: "i1",
  format: "cronometer",
  rows: 12,
  entries: 9,
  extras: 1,
  plans: null,
  days: 3,
  from: "2026-11-01",
  to: TODAY,
  kcal: 6000,
  new: 6,
  alreadyThere: 1,
  differing: 1,
  removedBefore: 1,
  passedOver: 1,
  refusedCount: 1,
  refused: [],
  warnings: [],
  otherMeals: [],
  sample: [],
  expiresAt: `${TODAY}T09:00:00.000Z`,
  ...change,
});
