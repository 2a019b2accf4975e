/**
 * Keeps one version of the app for use without a connection. The gateway serves it at `/worker.js` with the digest and
 * the list of files, so that each version of the app has another worker. Of the API, only pictures pass through its
 * cache.
 */
const APP = "/app/DIGEST";
const APPS = "/app/";
/** The files by their paths, each with the first bytes of its SHA-256. They are few, because a hash is compared only
 * with that of another version of the same file.
 * @type {Record<string, string>} */
const FILES = { "FILES": "" };
/** What the gateway answers itself: files, and paths that begin as its routes do. Each other path is a screen. */
const NO_SCREEN = /\.|^\/+(?:v1|app|docs|health|legal|metrics|trust)(?:\/|$)/;

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
  else if (request.mode === "navigate" && !NO_SCREEN.test(pathname)) event.respondWith(kept("/", request));
  else if (PICTURE_PATH.test(pathname)) event.respondWith(picture(event, pathname));
});

/** Stores all files, or none: half a version would not start. Files of the version before are copied. */
async function keep() {
  const isNew = !await caches.has(APP);
  const cache = await caches.open(APP);
  try {
    const copied = await copyEqual(cache);
    const others = Object.keys(FILES).filter((file) => !copied.has(file));
    await cache.addAll(["/", ...others.map((file) => `${APP}/${file}`)]);
  } catch (error) {
    // A gateway that lists the same files in another way has another worker for a cache that is in use.
    if (isNew) await caches.delete(APP);
    throw error;
  }
}

/** Copies the files that the newest other version has with the same content.
 * @param {Cache} cache @returns {Promise<Set<string>>} Their paths. */
async function copyEqual(cache) {
  /** @type {Set<string>} */
  const copied = new Set();
  const name = (await caches.keys()).filter((name) => name.startsWith(APPS) && name !== APP).pop();
  if (name === undefined) return copied;
  const former = await caches.open(name);
  await Promise.all(
    Object.entries(FILES).map(async ([file, hash]) => {
      const response = await former.match(`${name}/${file}`);
      const bytes = await response?.arrayBuffer();
      if (!response || !bytes || await hashOf(bytes, hash.length) !== hash) return;
      // A response of its own, because modules import from the address of a response, here that of the other version.
      const headers = { "Content-Type": response.headers.get("Content-Type") ?? "" };
      await cache.put(`${APP}/${file}`, new Response(bytes, { headers }));
      copied.add(file);
    }),
  );
  return copied;
}

/** @param {ArrayBuffer} bytes @param {number} length The number of hexadecimal digits. */
async function hashOf(bytes, length) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, length);
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
