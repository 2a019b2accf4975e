/** What is served: sizes, syntax and policy. */
import { FIRST_MODULES, firstModule } from "../../Clients/Web/boot.js";
import { render } from "../../Clients/Web/core/html.js";
import * as limits from "../../Clients/Web/core/limits.js";
import { DRAWN } from "../../Clients/Web/views/icons.js";
import { MODULES } from "../../Clients/Web/modules/list.js";
import { assert, closure, equal, files, moduleNames, readText, root, servedPath, servedText, web } from "./checks.js";
import { context, screens } from "./hostile.js";
import { installDOM } from "./dom.js";

const sources = files().filter((name) => /\.(?:js|css|svg|json|html|webmanifest|png)$/.test(name));
const served = [...new Set(sources.map(servedPath))];
const scripts = sources.filter((name) => name.endsWith(".js"));

/** What the gateway serves of a script or a style sheet: without comments, indentation and empty lines. The gateway
 * does the same in WebAppText.swift. */
function withoutComments(name) {
  const text = servedText(name);
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
  const stream = new Blob([withoutComments(name)]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(stream).arrayBuffer()).byteLength;
}

Deno.test("files: no template shows an escape instead of its character", () => {
  for (const name of scripts) equal(readText(name).match(/.*\\\\u[0-9a-f]{4}.*/)?.[0], undefined);
});

/** Bytes of the compressed headers of one answer over HTTP/2. */
const HEADER_BYTES = 60;
const FIRST_LOAD_MAX = 52 * 1024;

Deno.test("files: the first load is at most 52 KB over the wire, with headers", async () => {
  const page = served.filter((name) => /^[\w-]+\.html$|^styles\/app\.css$|^manifest|^i18n\/uk/.test(name));
  for (const [screen, modules] of Object.entries(FIRST_MODULES)) {
    const texts = screen === "welcome" ? ["styles/welcome.css", "i18n/forms.uk.json", "i18n/welcome.uk.json"] : [];
    const first = [...page, ...texts, ...closure("app.js"), ...modules];
    const sizes = await Promise.all(first.map(zipped));
    const total = sizes.reduce((sum, bytes) => sum + bytes + HEADER_BYTES, 0);
    console.log(`first load of ${screen}: ${total} bytes in ${first.length} files`);
    assert(total <= FIRST_LOAD_MAX, `${screen}: ${total}`);
  }
});

/** Bytes of the headers of one answer over HTTP/1.1. */
const PLAIN_HEADER_BYTES = 250;
const UPDATE_MAX = 30 * 1024;

Deno.test("files: an update that changes one file of a screen is at most 30 KB over the wire, with headers", async () => {
  const bytesOf = async (text) => {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
    return (await new Response(stream).arrayBuffer()).byteLength + PLAIN_HEADER_BYTES;
  };
  const hashes = {};
  for (const name of served.filter((name) => !["index.html", "worker.js"].includes(name))) {
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(withoutComments(name)));
    hashes[name] = [...new Uint8Array(hash).slice(0, 6)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  const digest = "0123456789abcdef01234567";
  const preload = [...closure("app.js")].map((name) => `<link rel="modulepreload" href="/app/${digest}/${name}">`);
  const [placeholder, page] = ['{ "FILES": "" }', readText("index.html").replace("<!-- PRELOAD -->", preload.join(""))];
  assert(withoutComments("worker.js").includes(`const FILES = ${placeholder};`), "WebAppFiles.swift replaces this");
  const worker = await bytesOf(withoutComments("worker.js").replace(placeholder, JSON.stringify(hashes)));
  const views = await Promise.all(served.filter((name) => name.startsWith("views/")).map(withoutComments).map(bytesOf));
  const total = await bytesOf(page) + worker + Math.max(...views);
  console.log(`update of the largest view: ${total} bytes, ${worker} of them the worker`);
  assert(total <= UPDATE_MAX, `${total}`);
});

Deno.test("files: the modules of the first screens are fetched beside those of the app, and no others", () => {
  const known = closure("app.js");
  for (const [screen, modules] of Object.entries(FIRST_MODULES)) {
    const needed = new Set();
    for (const name of [`views/${screen}.js`, ...modules.filter((name) => name.startsWith("data/"))]) {
      closure(name, needed);
    }
    equal([...modules].sort(), [...needed].filter((name) => !known.has(name)).sort(), screen);
  }
  const firsts = [["/", false], ["/progress", false], ["/reset-password", false], ["/", true], ["/progress", true]];
  equal(firsts.map(([path, hasUser]) => firstModule(path, hasUser)), [
    "welcome",
    "welcome",
    "mail",
    "today",
    "progress",
  ]);
});

Deno.test("files: modules work as they are served, without comments", async () => {
  const folder = await Deno.makeTempDir();
  try {
    for (const name of scripts) {
      await Deno.mkdir(`${folder}/${name}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeTextFile(`${folder}/${name}`, withoutComments(name));
    }
    // Both of these begin to work when they are loaded.
    const strict = scripts.filter((name) => !["app.js", "worker.js"].includes(name));
    for (const name of strict) {
      const [whole, short] = await Promise.all([
        import(new URL(name, new URL("Clients/Web/", root))),
        import(`file://${folder}/${name}`),
      ]);
      equal(Object.keys(short).sort(), Object.keys(whole).sort(), name);
    }
    const { addModule } = await import(`file://${folder}/core/modules.js`);
    for (const name of moduleNames) {
      addModule(name, (await import(`file://${folder}/modules/${name}/index.js`)).default);
    }
    // Templates keep every line: both forms render the same.
    const { render: shortRender } = await import(`file://${folder}/core/html.js`);
    for (const [name, [run, view]] of Object.entries(screens())) {
      // One module renders several of them.
      const file = scripts.find((path) => path === `views/${name}.js` || path.endsWith(`/views/${name}.js`));
      if (!file || name === "shell") continue;
      const short = (await import(`file://${folder}/${file}`))[view.name];
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

Deno.test("files: each file of the app and of its tests has at most 300 lines, except texts", () => {
  const written = files().filter((name) => /\.(?:js|css|ts)$/.test(name)).map((name) => new URL(name, web));
  const tests = ["", "hostile/", "browser/", "browser/cases/", "browser/visits/"].flatMap((folder) => {
    const url = new URL(`Tests/Web/${folder}`, root);
    return [...Deno.readDirSync(url)].filter(({ name }) => /\.(?:js|py)$/.test(name)).map(({ name }) =>
      new URL(name, url)
    );
  });
  const long = [...written, ...tests].filter((url) => Deno.readTextFileSync(url).split("\n").length > 301);
  equal(long.map(({ pathname }) => pathname), []);
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
  for (const name of sources.filter((name) => name.endsWith(".css"))) {
    for (const [pattern, what] of css) assert(!pattern.test(readText(name)), `${name}: ${what}`);
  }
});

Deno.test("files: no markup is made of strings, and no other server is asked", () => {
  for (const name of scripts) {
    const text = readText(name).replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
    if (name !== "core/html.js") {
      assert(!/innerHTML|outerHTML|insertAdjacentHTML|document\.write|createPolicy/.test(text), name);
    }
    assert(!/\beval\(|new Function\(/.test(text), name);
    assert(!/https?:\/\//.test(text.replace(/SAFE_LINK.*|"http"/g, "")), `${name} names another server`);
  }
  assert(!/<style|style=|<script>|javascript:/.test(readText("index.html")), "the page has nothing inline");
});

Deno.test("files: the app uses each limit of the contracts that it fetches", () => {
  const others = scripts.filter((name) => name !== "core/limits.js").map(readText).join("\n");
  const unused = Object.keys(limits).filter((name) => !new RegExp(`\\b${name}\\b(?!.* from )`).test(others));
  equal([Object.keys(limits).length > 0, unused], [true, []]);
});

Deno.test("files: core imports nothing but core, and a module nothing of another one", () => {
  for (const name of scripts) {
    const [folder, module] = name.split("/");
    const paths = [...readText(name).matchAll(/from "(\.[^"]+)"/g)].map(([, path]) => new URL(path, `file:///${name}`));
    const imports = paths.map(({ pathname }) => pathname.slice(1)).filter((path) => path !== "modules/list.js");
    const isOf = (beginning) => (path) => path.startsWith(beginning);
    if (folder === "core") equal(imports.filter((path) => !isOf("core/")(path)), [], name);
    const own = isOf(`modules/${module}/`);
    if (folder === "modules") equal(imports.filter((path) => isOf("modules/")(path) && !own(path)), [], name);
    else equal(imports.filter(isOf("modules/")), [], name);
  }
});

/** The names of icons in the texts of views. */
const iconsIn = (text) => [...text.matchAll(/icon\(\s*"([\w-]+)"|icon: "([\w-]+)"/g)].map(([, a, b]) => a ?? b);

Deno.test("files: every icon that a view names is in the sprite or is drawn, and all are drawn alike", () => {
  const sprite = readText("icons.svg");
  const ids = [...sprite.matchAll(/<symbol id="([\w-]+)" viewBox="0 0 24 24">/g)].map(([, id]) => id);
  equal(ids.filter((id) => id in DRAWN), [], "none is in both");
  ids.push(...Object.keys(DRAWN));
  const views = scripts.filter((name) => /views\/|^modules\/list/.test(name)).map(readText).join("\n");
  equal([...new Set(iconsIn(views))].filter((id) => !ids.includes(id)), []);
  const asked =
    "today progress plus people more search camera barcode water exercise note copy move trash undo check star chevron-left chevron-right chevron-up chevron-down over under settings plan foods target offline waiting"
      .split(" ");
  equal(asked.filter((id) => !ids.includes(id)), []);
  assert(!/fill=|stroke="/.test(sprite), "colours come from the style sheet");
});

Deno.test("files: each part of a drawn icon begins at a place of its own, within 24 pixels", () => {
  for (const [name, path] of Object.entries(DRAWN)) {
    assert(path.startsWith("M") && !path.includes("m"), `${name}: a part begins relative to the one before`);
    const starts = [...path.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
    assert(starts.length > 0 && starts.every((each) => each >= 0 && each <= 24), `${name}: ${starts}`);
  }
});

Deno.test("files: the first screens do not wait for the sprite", () => {
  // A password that is shown comes later, as do a toast and a line that is lost.
  const later = ["close", "eye", "offline"];
  const first = [...closure("app.js"), ...Object.values(FIRST_MODULES).flat()].filter((name) =>
    name.startsWith("views/")
  );
  const named = iconsIn([...new Set(first), "modules/list.js"].map(readText).join("\n"));
  const roles = MODULES.filter(({ roles }) => roles).map(({ icon }) => icon);
  equal(named.filter((id) => !(id in DRAWN) && !later.includes(id) && !roles.includes(id)), []);
});
