/** Updates: what the worker of another version fetches, copies and keeps. */
import { assert, equal } from "./checks.js";
import { Caches, load } from "./service-worker.js";

const FIRST = { "app.js": "a", "views/today.js": "import '../app.js';", "styles/app.css": "b {}" };
const SECOND = { ...FIRST, "views/today.js": "import '../app.js'; c();" };
const TYPES = { js: "text/javascript", css: "text/css" };

async function hashOf(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes.slice(0, 6)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Installs a version from a server that has it, and returns its worker and the paths that were fetched. */
async function install(caches, digest, files, served = files) {
  const asked = [];
  caches.fetch = (path) => {
    asked.push(path);
    const text = path === "/" ? `page ${digest}` : served[path.replace(`/app/${digest}/`, "")];
    const headers = { "Content-Type": TYPES[path.split(".").pop()] ?? "text/html" };
    return Promise.resolve(text === undefined ? new Response("", { status: 404 }) : new Response(text, { headers }));
  };
  const hashes = {};
  for (const [name, text] of Object.entries(files)) hashes[name] = await hashOf(text);
  const worker = await load(caches, { digest, files: hashes });
  const failure = await worker.send("install", {}).then(() => null, (error) => error);
  return { ...worker, failure, asked: asked.sort() };
}

/** All that a cache holds, by path. */
async function contentOf(caches, name) {
  const cache = await caches.open(name);
  const found = {};
  for (const { url } of await cache.keys()) {
    found[new URL(url).pathname] = await (await cache.match(url)).text();
  }
  return found;
}

const allOf = (digest, files) => ({
  "/": `page ${digest}`,
  ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`/app/${digest}/${name}`, text])),
});
const sorted = (object) => Object.entries(object).sort();
const pathsOf = (digest, files) => Object.keys(allOf(digest, files)).sort();

Deno.test("update: the first version is fetched whole", async () => {
  const caches = new Caches();
  const { asked, failure } = await install(caches, "1", FIRST);
  equal([failure, asked], [null, pathsOf("1", FIRST)]);
  equal(sorted(await contentOf(caches, "/app/1")), sorted(allOf("1", FIRST)));
});

Deno.test("update: a version with one changed file fetches the page and this file, and is whole", async () => {
  const caches = new Caches();
  await install(caches, "1", FIRST);
  const { asked, ask, send, server } = await install(caches, "2", SECOND);
  equal(asked, ["/", "/app/2/views/today.js"]);
  equal(sorted(await contentOf(caches, "/app/2")), sorted(allOf("2", SECOND)));
  await send("activate", {});
  equal(await caches.keys(), ["/app/2"]);
  const response = await ask("/app/2/styles/app.css");
  equal([await response.text(), response.headers.get("Content-Type")], [FIRST["styles/app.css"], TYPES.css]);
  equal(server.asked, []);
});

Deno.test("update: a copied module imports from its own version", async () => {
  const caches = new Caches();
  await install(caches, "1", FIRST);
  const first = await (await caches.open("/app/1")).match("/app/1/app.js");
  assert(first.url.endsWith("/app/1/app.js"), "the address of a fetched response is kept");
  await install(caches, "2", SECOND);
  // A browser takes the address of the request where a response has none.
  equal((await (await caches.open("/app/2")).match("/app/2/app.js")).url, "");
});

Deno.test("update: a version after a version with copies copies, too", async () => {
  const caches = new Caches();
  await install(caches, "1", FIRST);
  const second = await install(caches, "2", SECOND);
  await second.send("activate", {});
  const { asked } = await install(caches, "3", { ...SECOND, "views/more.js": "d" });
  equal(asked, ["/", "/app/3/views/more.js"]);
});

Deno.test("update: of two other versions, the newest one is copied", async () => {
  const caches = new Caches();
  await install(caches, "1", FIRST);
  await install(caches, "2", SECOND);
  equal((await install(caches, "3", SECOND)).asked, ["/"]);
});

Deno.test("update: files that are missing from the version before, or have other bytes there, are fetched", async () => {
  const caches = new Caches();
  await install(caches, "1", FIRST, { ...FIRST, "styles/app.css": "/* in another form */ b {}" });
  await (await caches.open("/app/1")).delete("/app/1/app.js");
  const { asked } = await install(caches, "2", FIRST);
  equal(asked, ["/", "/app/2/app.js", "/app/2/styles/app.css"]);
  equal(sorted(await contentOf(caches, "/app/2")), sorted(allOf("2", FIRST)));
});

Deno.test("update: a failed fetch leaves the version before as it was, and no half of the next one", async () => {
  const caches = new Caches();
  const first = await install(caches, "1", FIRST);
  const { "views/today.js": _, ...incomplete } = SECOND;
  const { failure } = await install(caches, "2", SECOND, incomplete);
  assert(failure instanceof TypeError, `${failure}`);
  equal(await caches.keys(), ["/app/1"]);
  equal(sorted(await contentOf(caches, "/app/1")), sorted(allOf("1", FIRST)));
  equal(await (await first.ask("/day/2026-11-22", { mode: "navigate" })).text(), "page 1");
});

Deno.test("update: a failed fetch by another worker of the same version leaves its files", async () => {
  const caches = new Caches();
  await install(caches, "1", FIRST);
  const { failure } = await install(caches, "1", FIRST, {});
  assert(failure instanceof TypeError, `${failure}`);
  equal(sorted(await contentOf(caches, "/app/1")), sorted(allOf("1", FIRST)));
});

Deno.test("update: a full device leaves no half of the next version", async () => {
  const caches = new Caches();
  await install(caches, "1", FIRST);
  const open = caches.open.bind(caches);
  caches.open = async (name) => ({ ...await open(name), put: () => Promise.reject(new DOMException("full")) });
  const { failure } = await install(caches, "2", SECOND);
  equal([failure?.message, await caches.keys()], ["full", ["/app/1"]]);
});
