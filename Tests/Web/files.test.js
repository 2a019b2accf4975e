/** What is served: sizes, syntax, policy, and that views render whatever a person may be named. */
import { render } from "../../Services/Gateway/Web/core/html.js";
import { SEGMENTS } from "../../Services/Gateway/Web/core/router.js";
import { Texts } from "../../Services/Gateway/Web/core/texts.js";
import { addView } from "../../Services/Gateway/Web/views/add.js";
import { amountView } from "../../Services/Gateway/Web/views/amount.js";
import { peopleView } from "../../Services/Gateway/Web/views/people.js";
import { questionsView } from "../../Services/Gateway/Web/views/questions.js";
import { mailView } from "../../Services/Gateway/Web/views/mail.js";
import { moreView } from "../../Services/Gateway/Web/views/more.js";
import { progressView } from "../../Services/Gateway/Web/views/progress.js";
import { shellView } from "../../Services/Gateway/Web/views/shell.js";
import { todayView } from "../../Services/Gateway/Web/views/today.js";
import { welcomeView } from "../../Services/Gateway/Web/views/welcome.js";
import { assert, equal, files, readText, readTexts, root } from "./checks.js";
import { installDOM } from "./dom.js";
import { addDays } from "../../Services/Gateway/Web/core/dates.js";
import { day, entry, food, profile, progress, recent, Run, TODAY, USER, YESTERDAY } from "./fixtures.js";

const served = files().filter((name) => /\.(?:js|css|svg|json|html|webmanifest|png)$/.test(name));
const scripts = served.filter((name) => name.endsWith(".js"));

/** What the gateway serves of a script or a style sheet: without comments, indentation and empty lines. The gateway does
 * the same in WebAppText.swift. */
function served_(name) {
  const text = readText(name);
  if (!/\.(?:js|css)$/.test(name)) return text;
  const lines = [];
  let isComment = false;
  for (const line of text.split("\n").map((line) => line.trim())) {
    if (!isComment && line.startsWith("/*") && (line.endsWith("*/") || !line.includes("*/"))) isComment = true;
    if (isComment) {
      if (line.endsWith("*/")) isComment = false;
    } else if (line !== "" && !line.startsWith("//")) lines.push(line);
  }
  return lines.join("\n") + "\n";
}

async function zipped(name) {
  const stream = new Blob([served_(name)]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(stream).arrayBuffer()).byteLength;
}

/** The modules that a module needs at once, in the order of their first mention. */
function closure(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, path] of readText(name).matchAll(/^(?:import|\} from|export .* from).*?"(\.[^"]+)";$/gm)) {
    closure(new URL(path, `file:///${name}`).pathname.slice(1), found);
  }
  return found;
}

/** Headers of one answer over HTTP/2, whose fields are compressed. */
const HEADER_BYTES = 60;
const FIRST_LOAD_MAX = 60 * 1024;

Deno.test("files: the first load is at most 60 KB over the wire, with headers", async () => {
  const page = served.filter((name) => /^[\w-]+\.(?:css|html)$|^icons\.svg$|^manifest|^i18n\/uk/.test(name));
  const first = [...page, ...closure("app.js")];
  const sizes = await Promise.all(first.map(async (name) => ({ name, bytes: await zipped(name) })));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes + HEADER_BYTES, 0);
  console.log(`first load: ${total} bytes in ${first.length} files`);
  assert(total <= FIRST_LOAD_MAX, `${total}`);
});

Deno.test("files: modules work as they are served, without comments", async () => {
  const folder = await Deno.makeTempDir();
  try {
    for (const name of scripts) {
      await Deno.mkdir(`${folder}/${name}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeTextFile(`${folder}/${name}`, served_(name));
    }
    // Both of these begin to work when they are loaded.
    const strict = scripts.filter((name) => !["app.js", "worker.js"].includes(name));
    for (const name of strict) {
      const [whole, short] = await Promise.all([
        import(new URL(name, new URL("Services/Gateway/Web/", root))),
        import(`file://${folder}/${name}`),
      ]);
      equal(Object.keys(short).sort(), Object.keys(whole).sort(), name);
    }
    // Templates keep every line: both forms render the same.
    const { render: shortRender } = await import(`file://${folder}/core/html.js`);
    for (const [name, [run, view]] of Object.entries(screens())) {
      // One module renders several of them.
      if (!scripts.includes(`views/${name}.js`) || name === "shell") continue;
      const short = (await import(`file://${folder}/views/${name}.js`))[view.name];
      const [a, b] = [installDOM(), installDOM()];
      render(view(context(run)), a);
      shortRender(short(context(run)), b);
      const plain = (node) => node.textContent.replace(/\s+/g, " ");
      equal(plain(b), plain(a), name);
      equal(b.all.length, a.all.length, name);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("files: each has at most 300 lines, except style sheets and texts", () => {
  equal(scripts.filter((name) => readText(name).split("\n").length > 301), []);
});

Deno.test("files: the syntax is that of Safari 15.4", () => {
  const newer = [
    [/\(\?<[=!]/, "lookbehind"],
    [/\.(?:toSorted|toReversed|toSpliced|with|findLastIndex)\(/, "change by copy"],
    [/Object\.groupBy|Promise\.withResolvers|Array\.fromAsync|structuredClone/, "new functions"],
    [/static\s*\{/, "static block"],
    [/with \{ type/, "import attributes"],
    [/AbortSignal\.(?:timeout|any)/, "AbortSignal"],
    [/\/[a-z]*v[a-z]*\.(?:test|exec)/, "flag v"],
  ];
  for (const name of scripts) {
    for (const [pattern, what] of newer) assert(!pattern.test(readText(name)), `${name}: ${what}`);
  }
  const css = [
    [/light-dark\(/, "light-dark"],
    [/color-mix\(/, "color-mix"],
    [/@container|@layer|@scope/, "at-rule"],
    [/^\s+&/m, "nesting"],
    [/:has\(/, ":has"],
    [/\d(?:svh|lvh)/, "svh"],
  ];
  for (const name of served.filter((name) => name.endsWith(".css"))) {
    for (const [pattern, what] of css) assert(!pattern.test(readText(name)), `${name}: ${what}`);
  }
});

Deno.test("files: no markup is made of strings, and no other server is asked", () => {
  for (const name of scripts) {
    const text = readText(name).replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
    if (!["core/html.js", "core/policy.js"].includes(name)) {
      assert(!/innerHTML|outerHTML|insertAdjacentHTML|document\.write|createPolicy/.test(text), name);
    }
    assert(!/\beval\(|new Function\(/.test(text), name);
    assert(!/https?:\/\//.test(text.replace(/SAFE_LINK.*|"http"/g, "")), `${name} names another server`);
  }
  assert(!/<style|style=|<script>|javascript:/.test(readText("index.html")), "the page has nothing inline");
});

Deno.test("files: modules in core import nothing but core", () => {
  for (const name of scripts.filter((name) => name.startsWith("core/"))) {
    const imports = [...readText(name).matchAll(/from "([^"]+)"/g)].map(([, path]) => path);
    equal(imports.filter((path) => !/^\.{1,2}\/(?:sync\/)?[\w-]+\.js$/.test(path)), [], name);
  }
});

Deno.test("files: every icon that a view names is in the sprite, and all are drawn alike", () => {
  const sprite = readText("icons.svg");
  const ids = [...sprite.matchAll(/<symbol id="([\w-]+)" viewBox="0 0 24 24">/g)].map(([, id]) => id);
  const views = scripts.filter((name) => name.startsWith("views/")).map(readText).join("\n");
  const named = [...views.matchAll(/icon\("([\w-]+)"/g), ...views.matchAll(/icon: "([\w-]+)"/g)].map(([, id]) => id);
  equal([...new Set(named)].filter((id) => !ids.includes(id)), []);
  const asked =
    "today progress plus people more search camera barcode water exercise note copy move trash undo check star chevron-left chevron-right chevron-up chevron-down over under settings plan foods target offline waiting"
      .split(" ");
  equal(asked.filter((id) => !ids.includes(id)), []);
  assert(!/fill=|stroke="/.test(sprite), "colours come from the style sheet");
});

Deno.test("files: the gateway serves the page under each first segment of the router", () => {
  const path = new URL("Services/Gateway/WebApp/WebAppRoutes.swift", root);
  const [, list] = /segments[^=]*=\s*\[([^\]]*)\]/.exec(Deno.readTextFileSync(path)) ?? [];
  equal([...list.matchAll(/"([\w-]+)"/g)].map(([, name]) => name).sort(), [...SEGMENTS].sort());
  const [, kept] = /SEGMENTS = \[([^\]]*)\]/.exec(readText("worker.js")) ?? [];
  equal([...kept.matchAll(/"([\w-]*)"/g)].map(([, name]) => name).sort(), ["", ...SEGMENTS].sort(), "worker.js");
});

const HOSTILE = `<img src=x onerror=alert(1)>"'\${x}`;

/** The context of a view. */
function context(run, language = "en") {
  const texts = new Texts(language, readTexts(language));
  return { state: run.state, dispatch: () => {}, texts, t: texts.text.bind(texts) };
}

/** Screens full of names by other people. */
function screens() {
  const hostile = entry({ name: HOSTILE, portion: HOSTILE, quantity: 2 });
  const run = Run.signedIn(
    day(TODAY, [hostile]),
    day(YESTERDAY, [entry({ id: "y", date: YESTERDAY, meal: "lunch", name: HOSTILE })]),
  );
  run.state.today.days[TODAY].note = HOSTILE;
  run.do({ type: "entry.menu", id: "e1" }).do({
    type: "advice.loaded",
    date: TODAY,
    items: [{ code: "proteinLow", params: { missing: HOSTILE }, severity: "hint" }],
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
  adding.do({ type: "add.plus", choice });
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
  return {
    people: [people, peopleView],
    questions: [questions, questionsView],
    today: [run, todayView],
    add: [adding, addView],
    amount: [amount, amountView],
    progress: [progressing, progressView],
    welcome: [welcome, welcomeView],
    shell: [removed, (c) => shellView(c, 12)],
    ...moreScreens(),
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

for (const language of ["en", "uk", "th"]) {
  Deno.test(`views: hostile names stay text on every screen (${language})`, () => {
    for (const [name, [run, view]] of Object.entries(screens())) {
      const main = installDOM();
      render(view(context(run, language)), main);
      assert(main.textContent.includes(HOSTILE), `${name} shows the name`);
      equal(main.find("img").filter((img) => img.getAttribute("src") !== "#"), [], name);
      equal(main.all.filter((element) => element.attributes.some(({ name }) => name.startsWith("on"))), [], name);
      assert(!/undefined|NaN|\[object|@mealTo/.test(main.textContent), `${name}: ${main.textContent}`);
    }
  });

  Deno.test(`views: every control has a name, every field a label, and ids are unique (${language})`, () => {
    for (const [name, [run, view]] of Object.entries(screens())) {
      const main = installDOM();
      render(view(context(run, language)), main);
      const nameOf = (element) => element.getAttribute("aria-label") ?? element.textContent.trim();
      for (const element of [...main.find("button"), ...main.find("a")]) {
        assert(nameOf(element) !== "", `${name}: ${element.tagName} ${element.getAttribute("class")}`);
      }
      const labels = main.find("label").map((label) => label.getAttribute("for"));
      for (const input of main.find("input")) {
        assert(input.getAttribute("aria-label") || labels.includes(input.getAttribute("id")), name);
      }
      for (const element of main.find("button")) {
        assert(
          element.getAttribute("type") || element.getAttribute("class").includes("main"),
          "buttons do not submit by accident",
        );
      }
      const ids = main.all.map((element) => element.getAttribute("id")).filter(Boolean);
      equal(ids.length, new Set(ids).size, name);
      assert(name === "shell" || main.find("h1").length === 1, `${name} has one heading`);
    }
  });
}

Deno.test("views: ten thousand kilocalories, 200 entries and a name of 64 signs render", () => {
  const many = Array.from(
    { length: 200 },
    (_, i) => entry({ id: `e${i}`, position: i, kcal: 50, name: "W".repeat(64) }),
  );
  const run = Run.signedIn(day(TODAY, many));
  const main = installDOM();
  render(todayView(context(run)), main);
  equal(main.find("li").length, 200);
});
