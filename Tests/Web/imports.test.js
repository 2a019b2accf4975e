/** Import: choosing a file, its preview, and applying it. */
import { render } from "../../Clients/Web/core/html.js";
import { DATE_ORDERS, FORMATS } from "../../Clients/Web/modules/imports/imports.js";
import { routeOf } from "../../Clients/Web/core/router.js";
import { Client } from "../../Clients/Web/data/fetch.js";
import { makeEffects } from "../../Clients/Web/modules/imports/effects.js";
import { importsView } from "../../Clients/Web/modules/imports/views/imports.js";
import { assert, equal } from "./checks.js";
import { installDOM } from "./dom.js";
import { day, Run, TODAY, YESTERDAY } from "./fixtures.js";
import { preview } from "./hostile/features.js";
import { context } from "./hostile.js";

const file = new File(["date,name,kcal"], "servings.csv", { type: "text/comma-separated-values" });
const problem = (status, change = {}) => ({ code: "x", status, detail: "The file is cut.", params: {}, ...change });
const open = (...days) => Run.signedIn(...days).do({ type: "route.changed", route: { name: "import", params: {} } });
const reading = (...days) =>
  open(...days).do({ type: "import.format", format: "cronometer" }).do({ type: "import.file", file }).do({
    type: "import.read",
  });
const previewed = (change = {}, ...days) => {
  const run = reading(...days).do({ type: "import.previewed", file, data: preview(change) });
  run.effects = [];
  return run;
};
const outcome = (change = {}) => ({
  id: "i1",
  added: 6,
  unchanged: 1,
  kept: 2,
  replaced: 0,
  refused: 1,
  fullDays: [],
  ...change,
});

function shown(run, language = "en") {
  const main = installDOM();
  render(importsView(context(run, language)), main);
  return main;
}
const counts = (run) =>
  Object.fromEntries(
    shown(run).find("dt").map((name) => [name.textContent, name.parentNode.find("dd")[0].textContent]),
  );
const buttons = (run) => shown(run).find("button").map(({ textContent }) => textContent);

Deno.test("imports: the screen has a path, and a form for each format", () => {
  equal(routeOf("/more/data/import"), { name: "import", params: {} });
  const main = shown(open());
  equal(main.find("button").filter((each) => each.getAttribute("role") === "radio").length, FORMATS.length);
  for (const format of FORMATS) {
    assert(!/imports\.format/.test(shown(open().do({ type: "import.format", format })).textContent), format);
  }
});

Deno.test("imports: without a file nothing is sent, and the form says so", () => {
  const run = open().do({ type: "import.read" });
  equal([run.taken("import.send").length, run.taken("focusError").length], [0, 1]);
  assert(shown(run).textContent.includes("Choose a file first."));
  run.do({ type: "import.file", file });
  assert(!shown(run).textContent.includes("Choose a file first.") && shown(run).textContent.includes("servings.csv"));
});

Deno.test("imports: a file is read once, and the preview counts what it would do", () => {
  const run = reading().do({ type: "import.read" }).do({ type: "import.file", file: new File([], "b") });
  const asked = run.taken("import.send");
  equal([asked.length, asked[0].format, asked[0].dateOrder, asked[0].file.name], [
    1,
    "cronometer",
    null,
    "servings.csv",
  ]);
  assert(buttons(run).includes("Reading the file …"));
  run.do({ type: "import.previewed", file: new File([], "b"), data: preview() });
  equal(run.state.imports.preview, null, "the answer for another file is dropped");
  run.do({ type: "import.previewed", file, data: preview({ plans: 2 }) });
  equal(counts(run), {
    Entries: "9",
    "Days with water or a note": "1",
    Menus: "2",
    New: "6",
    "In the diary already": "1",
    "Different in the diary": "1",
    "Removed from the diary before": "1",
    "Lines without an entry": "1",
    "Lines that cannot be read": "1",
  });
  assert(shown(run).textContent.includes("about 2,000\u00a0kcal a day"));
});

Deno.test("imports: refused lines have their reasons, unknown ones in the language of the server", () => {
  const refused = [{ line: 3, reason: "has no energy" }, {
    line: 1200,
    code: "later",
    params: {},
    reason: "has no name",
  }];
  const main = shown(previewed({ refused, refusedCount: 240 }), "uk");
  const reasons = main.find("span").filter((each) => each.getAttribute("lang") === "en");
  equal(reasons.map(({ textContent }) => textContent), ["has no energy", "has no name"]);
  assert(/Рядок 1.?200/.test(main.textContent) && main.textContent.includes("І ще 238 рядків."));
});

Deno.test("imports: reasons of refused lines are said in each language, with their values", () => {
  const refused = [
    { line: 2, code: "missing", params: { field: "kcal" }, reason: "has no energy" },
    { line: 3, code: "outOfRange", params: { field: "proteinG", min: "0", max: "2000" }, reason: "r" },
    { line: 4, code: "outOfRange", params: { field: "version", min: "1" }, reason: "r" },
    { line: 5, code: "fieldCount", params: { found: "2", expected: "1200" }, reason: "r" },
    { line: 6, code: "notDate", params: { date: "1 March" }, reason: "r" },
  ];
  const said = (language) => {
    const main = shown(previewed({ refused, refusedCount: 5 }), language);
    equal(main.find("span").filter((each) => each.getAttribute("lang") === "en"), []);
    return main.find("li").filter((each) => each.getAttribute("class") === "import-line")
      .map((each) => each.find("span")[0].textContent);
  };
  equal(said("en"), [
    "Missing: Energy.",
    "Not from 0 to 2,000: Protein.",
    "Outside the allowed range: version.",
    "This line has 2 fields instead of 1,200.",
    "Not a date: “1 March”.",
  ]);
  equal(said("uk")[0], "Бракує: Енергія.");
  equal(said("th")[0], "ไม่มี: พลังงาน");
});

Deno.test("imports: every reason of the contract has a text in the app", async () => {
  const types = await Deno.readTextFile("docs/reference/contracts.d.ts");
  const codes = [.../type DiaryImportRefusalCode =([^;]+);/.exec(types)[1].matchAll(/"(\w+)"/g)].map(([, code]) =>
    code
  );
  assert(codes.length > 10, "the contract has reasons");
  const { texts } = context(open());
  for (const code of codes) assert(texts.has(`imports.refusal.${code}`), code);
});

Deno.test("imports: warnings, other meals and the first entries are said", () => {
  const text = shown(previewed({
    warnings: [{ code: "rowsDiffer", params: { told: "9", found: "7" }, message: "m" }, {
      code: "new",
      params: {},
      message: "Other.",
    }],
    otherMeals: [{ name: "Elevenses", entries: 4 }],
    sample: [{ date: TODAY, meal: "lunch", name: "Soup", kcal: 90 }],
  })).textContent;
  for (const part of ["9 rows, but 7", "Other.", "Elevenses (4)", "Soup"]) assert(text.includes(part), part);
});

Deno.test("imports: dates that can be read in two ways are asked for, and then read", () => {
  const errors = [{ field: "dateOrder", code: "missing", params: { date: "03/04/2024" }, message: "m" }];
  const run = reading().do({ type: "import.failed", problem: problem(422, { errors }) });
  run.taken("import.send");
  assert(shown(run).textContent.includes("03/04/2024"));
  assert(DATE_ORDERS.every((order) => !shown(run).textContent.includes(order)), "each order has a text");
  equal(shown(run).find("p").filter((each) => each.getAttribute("class")?.includes("problem")), []);
  run.do({ type: "import.order", order: "dayFirst" });
  equal(run.taken("import.send").map(({ dateOrder }) => dateOrder), ["dayFirst"]);
  run.do({ type: "import.failed", problem: problem(422) }).do({ type: "import.file", file });
  equal(run.state.imports.dateOrder, null, "another file may have other dates");
});

Deno.test("imports: a bad file gives the server's sentence, a lost connection keeps the file", () => {
  const errors = [{ field: "file", code: "wrongFormat", params: {}, message: "The file has no column kcal." }];
  const bad = reading().do({ type: "import.failed", problem: problem(422, { errors }) });
  assert(shown(bad, "th").textContent.includes("The file has no column kcal."));
  assert(
    shown(reading().do({ type: "import.failed", problem: problem(413) })).textContent.includes("The file is cut."),
  );
  const lost = reading().do({ type: "import.failed", problem: problem(0) });
  assert(shown(lost).textContent.includes("No connection") && shown(lost).textContent.includes("servings.csv"));
  lost.taken("import.send");
  equal(lost.do({ type: "import.read" }).taken("import.send").length, 1);
});

Deno.test("imports: known problems of a file are said in the language of the person", () => {
  const said = (problem, language) => {
    const main = shown(reading().do({ type: "import.failed", problem }), language);
    const [text] = main.find("p").filter((each) => each.getAttribute("role") === "alert");
    equal(text.find("span").map((each) => each.getAttribute("lang")), [null]);
    return text.textContent;
  };
  const error = (code, params) =>
    problem(422, { code: "invalid", errors: [{ field: "file", code, params, message: "m" }] });
  const lacks = error("wrongFormat", { reason: "missingColumns", columns: "date, energy" });
  assert(said(lacks, "en").includes("lacks these columns: date, energy."));
  assert(said(lacks, "uk").includes("бракує стовпців: date, energy."));
  assert(said(error("tooLong", { max: "500000" }), "en").includes("more than 500,000 rows"));
  assert(said(problem(404, { code: "notFound" }), "th").includes("หมดอายุแล้ว"));
  const missing = problem(409, { code: "conflict", params: { reason: "pagesMissing" } });
  assert(said(missing, "en").includes("did not arrive completely"));
  assert(said(problem(400, { code: "malformed", params: { reason: "empty" } }), "en").includes("The file is empty."));
});

Deno.test("imports: what was changed in the diary stays, unless the person overwrites it", () => {
  const run = previewed();
  assert(buttons(run).includes("Import 6 items"));
  run.do({ type: "import.replaces", isOn: true });
  assert(buttons(run).includes("Import 8 items"));
  run.do({ type: "import.apply" }).do({ type: "import.apply" });
  equal(run.taken("import.write").map(({ id, replaces }) => [id, replaces]), [["i1", true]]);
  equal(shown(previewed({ differing: 0, removedBefore: 0 })).find("input"), [], "nothing to overwrite");
});

Deno.test("imports: a file without anything new cannot be imported", () => {
  const run = previewed({ new: 0, differing: 0, removedBefore: 0 });
  assert(shown(run).textContent.includes("nothing that the diary lacks"));
  equal(buttons(run), ["Import another file"]);
});

Deno.test("imports: after it was applied the shown days of the file are read again", () => {
  const run = previewed({ from: YESTERDAY, to: YESTERDAY }, day(TODAY), day(YESTERDAY)).do({ type: "import.apply" });
  run.do({ type: "import.applied", data: outcome({ fullDays: [YESTERDAY] }) });
  equal(run.taken("loadDay").map(({ date }) => date), [YESTERDAY]);
  equal(counts(run), { Added: "6", Unchanged: "1", "Kept as they are in the diary": "2", Refused: "1" });
  assert(shown(run).textContent.includes("These days are full"));
  run.do({ type: "import.cancel" });
  equal([run.state.imports.step, run.state.imports.file, run.state.imports.outcome], ["choose", null, null]);
});

Deno.test("imports: a failed import keeps the preview, and cancelling changes nothing", () => {
  const run = previewed().do({ type: "import.apply" }).do({ type: "import.failed", problem: problem(409) });
  equal([run.state.imports.step, run.state.imports.preview.id], ["preview", "i1"]);
  assert(shown(run).textContent.includes("The file is cut."));
  run.taken("import.write");
  run.do({ type: "import.cancel" });
  equal([run.state.imports.preview, run.taken("import.write")], [null, []]);
  run.do({ type: "import.applied", data: outcome() });
  equal(run.state.imports.step, "choose", "a late answer changes nothing");
});

Deno.test("imports: the file itself is sent, then the id of its preview", async () => {
  const sent = [];
  const actions = [];
  const fetch = async (path, { method, headers, body }) => {
    sent.push([method, path, headers["Content-Type"], body instanceof Blob ? await body.text() : body]);
    return Response.json(path.endsWith("/apply") ? outcome() : preview(), { status: 201 });
  };
  const effects = makeEffects({ client: new Client({ fetch }), dispatch: (action) => actions.push(action) });
  await effects["import.send"]({ file, format: "table", dateOrder: "dayFirst" });
  await effects["import.send"]({ file, format: "table", dateOrder: null });
  await effects["import.write"]({ id: "i1", replaces: false });
  await effects["import.write"]({ id: "i1", replaces: true });
  equal(sent, [
    ["POST", "/v1/diary/imports?format=table&dateOrder=dayFirst", "application/octet-stream", "date,name,kcal"],
    ["POST", "/v1/diary/imports?format=table", "application/octet-stream", "date,name,kcal"],
    ["POST", "/v1/diary/imports/i1/apply", "application/json", "{}"],
    ["POST", "/v1/diary/imports/i1/apply", "application/json", '{"replace":true}'],
  ]);
  equal(actions.map(({ type }) => type), ["import.previewed", "import.previewed", "import.applied", "import.applied"]);
});

Deno.test("imports: no answer becomes a problem", async () => {
  const actions = [];
  const client = new Client({ fetch: () => Promise.reject(new TypeError("offline")) });
  await makeEffects({ client, dispatch: (action) => actions.push(action) })["import.send"]({
    file,
    format: "table",
    dateOrder: null,
  });
  equal(actions.map(({ type, problem }) => [type, problem.status]), [["import.failed", 0]]);
});
