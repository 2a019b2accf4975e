/**
 * Keeps one version of the app for use without a connection. The gateway serves it at `/worker.js` with the digest and
 * the lists of segments and files, so that each version of the app has another worker. Of the API, only pictures pass
 * through its cache.
 */
const APP = "/app/DIGEST";
/** @type {string[]} */
const FILES = ["FILES"];
/** The first segments of the screens' paths, those of core/router.js.
 * @type {string[]} */
const SEGMENTS = ["SEGMENTS"];

/** Pictures outlive a version of the app. */
const PICTURES = "mealwire-pictures";
const PICTURE_PATH = /^\/v1\/(?:foods|diary|profile)\/(?:image\/[^/]+|[^/]+\/picture)$/;
/** A thousand pictures of lists, and little of a phone's storage. */
const PICTURE_BYTES_MAX = 20 * 1024 * 1024;
/** @type {Map<string, number> | null} The bytes of each stored picture by its path, the oldest first; null: unknown. */
let stored = null;
/** @type {Promise<unknown>} The changes of the cache of pictures, one after the other: each changes `stored`, too. */
let changes = Promise.resolve();
/** Counts the times that all pictures were removed: what was asked for before is not kept afterwards. */
let removals = 0;

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forgetOthers()));
// A window sends this when a reload would lose nothing in any window.
worker.addEventListener("message", (/** @type {any} */ event) => {
  const { data } = event;
  if (data === "swap") worker.skipWaiting();
  if (data === "forget") event.waitUntil(forgetPictures());
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(`${APP}/`)) event.respondWith(kept(request, request));
  else if (request.mode === "navigate" && ["", ...SEGMENTS].includes(pathname.split("/")[1])) {
    event.respondWith(kept("/", request));
  } else if (PICTURE_PATH.test(pathname)) event.respondWith(picture(event, pathname));
});

/** Stores all files, or none: half a version would not start. */
async function keep() {
  const cache = await caches.open(APP);
  await cache.addAll(["/", ...FILES.map((file) => `${APP}/${file}`)]);
}

async function forgetOthers() {
  for (const name of await caches.keys()) if (![APP, PICTURES].includes(name)) await caches.delete(name);
}

/** @param {RequestInfo} key @param {Request} request */
async function kept(key, request) {
  const cache = await caches.open(APP);
  return await cache.match(key) ?? fetch(request);
}

/** Answers with a picture. Its key has no signature, which changes every hour.
 * @param {any} event @param {string} path */
async function picture(event, path) {
  const asked = removals;
  const cache = await caches.open(PICTURES);
  const known = await cache.match(path);
  // An uploaded picture never changes under its id. A food may get another one.
  if (known && path.includes("/image/")) return known;
  try {
    const response = await fetch(event.request);
    if (response.ok) event.waitUntil(keepPicture(path, response.clone(), asked));
    return response;
  } catch (error) {
    if (known) return known;
    throw error;
  }
}

/** Runs a change of the cache of pictures after those before it, also after one that failed.
 * @param {() => Promise<void>} change */
function inTurn(change) {
  const turn = changes.then(change);
  changes = turn.catch(() => {});
  return turn;
}

/** @param {string} path @param {Response} response @param {number} asked How many removals were before the request. */
async function keepPicture(path, response, asked) {
  const bytes = await response.blob();
  if (!bytes.type.startsWith("image/") || bytes.size > PICTURE_BYTES_MAX) return;
  await inTurn(() => asked === removals ? putPicture(path, bytes) : Promise.resolve());
}

/** @param {string} path @param {Blob} bytes */
async function putPicture(path, bytes) {
  const cache = await caches.open(PICTURES);
  const sizes = stored ??= await sizesOf(cache);
  sizes.delete(path);
  let sum = [...sizes.values()].reduce((sum, size) => sum + size, bytes.size);
  for (const [oldest, size] of sizes) {
    if (sum <= PICTURE_BYTES_MAX) break;
    await cache.delete(oldest);
    sizes.delete(oldest);
    sum -= size;
  }
  const headers = { "Content-Type": bytes.type, "Content-Length": String(bytes.size) };
  try {
    await cache.put(path, new Response(bytes, { headers }));
    sizes.set(path, bytes.size);
  } catch {
    // A full device shows the picture, and keeps it another time. What it still has is counted anew.
    stored = null;
  }
}

/** @param {Cache} cache */
async function sizesOf(cache) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    sizes.set(new URL(request.url).pathname, Number(response?.headers.get("Content-Length")));
  }
  return sizes;
}

/** Removes the pictures of a person that signs out. */
function forgetPictures() {
  removals += 1;
  return inTurn(async () => {
    stored = null;
    await caches.delete(PICTURES);
  });
}
