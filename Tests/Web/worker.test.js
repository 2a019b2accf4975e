/** The worker: which requests it answers, and the pictures that it keeps. */
import "./modules.js";
import { allScreens } from "../../Clients/Web/core/modules.js";
import { assert, equal, root } from "./checks.js";
import { Caches, load } from "./service-worker.js";

const image = (bytes, type = "image/webp") => () =>
  Promise.resolve(new Response(new Uint8Array(bytes), { headers: { "Content-Type": type } }));
const kept = async (caches) => (await (await caches.open("mealwire-pictures")).keys()).map(({ url }) => new URL(url));

Deno.test("worker: a picture is kept by its path without the signature, and shown without a connection", async () => {
  const { caches, server, ask } = await load();
  server.fetch = image(7);
  await ask("/v1/foods/f1/picture?v=1");
  await ask("/v1/diary/image/i1?expires=1&signature=aa");
  equal((await kept(caches)).map(({ pathname, search }) => pathname + search), [
    "/v1/foods/f1/picture",
    "/v1/diary/image/i1",
  ]);
  server.fetch = () => Promise.reject(new TypeError("offline"));
  const paths = ["/v1/foods/f1/picture", "/v1/diary/image/i1?expires=2&signature=bb"];
  for (const path of paths) equal((await (await ask(path)).arrayBuffer()).byteLength, 7, path);
});

Deno.test("worker: an uploaded picture is asked for once, that of a food each time", async () => {
  const { server, ask } = await load();
  server.fetch = image(7);
  for (const path of ["/v1/foods/image/i1", "/v1/foods/image/i1", "/v1/foods/f1/picture"]) await ask(path);
  server.fetch = image(9);
  equal((await (await ask("/v1/foods/f1/picture")).arrayBuffer()).byteLength, 9);
  equal(server.asked.map((url) => new URL(url).pathname), [
    "/v1/foods/image/i1",
    "/v1/foods/f1/picture",
    "/v1/foods/f1/picture",
  ]);
});

Deno.test("worker: pictures take 20 MB at most, and the oldest goes first, also after a restart", async () => {
  const caches = new Caches();
  const first = await load(caches);
  first.server.fetch = image(9 * 1024 * 1024);
  for (const id of ["a", "b"]) await first.ask(`/v1/foods/image/${id}`);
  const second = await load(caches);
  second.server.fetch = image(9 * 1024 * 1024);
  await second.ask("/v1/foods/image/c");
  equal((await kept(caches)).map(({ pathname }) => pathname), ["/v1/foods/image/b", "/v1/foods/image/c"]);
  second.server.fetch = image(21 * 1024 * 1024);
  await second.ask("/v1/foods/image/d");
  equal((await kept(caches)).length, 2, "one that is larger than all is not kept");
});

Deno.test("worker: problems and other answers of the API are never kept", async () => {
  const { caches, server, ask } = await load();
  server.fetch = () => Promise.resolve(new Response("{}", { status: 404 }));
  equal((await ask("/v1/foods/f1/picture")).status, 404);
  server.fetch = image(7, "application/json");
  await ask("/v1/foods/f1/picture");
  equal(await kept(caches), []);
  for (const path of ["/v1/foods/f1", "/v1/foods?query=image", "/v1/profile/image", "/v1/foods/f1/picture/x"]) {
    equal(await ask(path), null, path);
  }
  equal(await ask("/v1/foods/f1/picture", { method: "PUT" }), null);
});

Deno.test("worker: a picture that is not kept fails without a connection, so that the page hides it", async () => {
  const { ask } = await load();
  let failure = null;
  await ask("/v1/foods/f1/picture").catch((error) => failure = error);
  assert(failure instanceof TypeError);
});

Deno.test("worker: sign-out removes the pictures, a new version keeps them", async () => {
  const { caches, server, ask, send } = await load();
  await caches.open("/app/old");
  server.fetch = image(7);
  await ask("/v1/foods/f1/picture");
  await send("activate", {});
  equal(await caches.keys(), ["mealwire-pictures"]);
  await send("message", { data: "forget" });
  equal(await caches.keys(), []);
});

/** Returns a promise and the function that resolves it. */
function gate() {
  let open;
  return [new Promise((resolve) => open = resolve), () => open()];
}

Deno.test("worker: a picture that arrives during a sign-out is kept, and those that are gone are not counted", async () => {
  const caches = new Caches();
  const first = await load(caches);
  first.server.fetch = image(9 * 1024 * 1024);
  for (const id of ["a", "b"]) await first.ask(`/v1/foods/image/${id}`);
  // The worker was ended meanwhile, so it counts what the cache has.
  const { server, ask, send } = await load(caches);
  server.fetch = image(9 * 1024 * 1024);
  const [isReleased, release] = gate();
  const remove = caches.delete.bind(caches);
  caches.delete = (name) => isReleased.then(() => remove(name));
  const forgotten = send("message", { data: "forget" });
  const shown = ask("/v1/foods/image/c");
  await new Promise((resolve) => setTimeout(resolve, 0));
  release();
  await Promise.all([forgotten, shown]);
  await ask("/v1/foods/image/d");
  equal((await kept(caches)).map(({ pathname }) => pathname), ["/v1/foods/image/c", "/v1/foods/image/d"]);
});

Deno.test("worker: a picture that was asked for before a sign-out is shown, and not kept after it", async () => {
  const { caches, server, ask, send } = await load();
  const [isReleased, release] = gate();
  server.fetch = () => isReleased.then(image(7));
  const shown = ask("/v1/foods/image/a");
  await send("message", { data: "forget" });
  release();
  equal((await (await shown).arrayBuffer()).byteLength, 7);
  equal(await kept(caches), []);
});

Deno.test("worker: pictures that arrive together are counted together, and a full device loses none", async () => {
  const { caches, server, ask } = await load();
  server.fetch = image(9 * 1024 * 1024);
  await Promise.all(["a", "b", "c"].map((id) => ask(`/v1/foods/image/${id}`)));
  equal((await kept(caches)).length, 2);
  const open = caches.open.bind(caches);
  caches.open = async (name) => ({ ...await open(name), put: () => Promise.reject(new DOMException("full")) });
  await ask("/v1/foods/image/d");
  caches.open = open;
  await ask("/v1/foods/image/e");
  equal((await kept(caches)).length, 2);
});

Deno.test("worker: navigations are answered with the page as by the gateway", async () => {
  const { caches, ask } = await load();
  (await caches.open("/app/DIGEST")).put("/", new Response("the page"));
  const textOf = async (path, mode = "navigate") => (await ask(path, { mode }))?.text();
  const { screens, others } = JSON.parse(Deno.readTextFileSync(new URL("Tests/Fixtures/page-paths.json", root)));
  const patterns = allScreens().map((screen) => screen.path.replaceAll(":", ""));
  for (const path of [...screens, ...patterns]) equal(await textOf(path), "the page", path);
  for (const path of others) equal(await ask(path, { mode: "navigate" }), null, path);
  equal(await ask("/day/2026-11-22"), null, "a request of a script is no navigation");
});
