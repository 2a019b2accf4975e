/**
 * Keeps one version of the app for use without a connection. The gateway serves it at `/worker.js` with the digest and
 * the list of files, so that each version of the app has another worker. Answers of the API never pass through its
 * cache.
 */
const APP = "/app/DIGEST";
/** @type {string[]} */
const FILES = ["FILES"];
/** The first segments of the screens' paths, as in core/router.js; a test compares both. */
const SEGMENTS = [
  "",
  "welcome",
  "day",
  "add",
  "amount",
  "entry",
  "progress",
  "questions",
  "people",
  "more",
  "foods",
  "target",
  "history",
  "scan",
  "plan",
  "system",
  "reset-password",
  "confirm-email",
];

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forgetOthers()));
// A window sends this when a reload would lose nothing in any window.
worker.addEventListener("message", (/** @type {any} */ { data }) => {
  if (data === "swap") worker.skipWaiting();
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(`${APP}/`)) event.respondWith(kept(request, request));
  else if (request.mode === "navigate" && SEGMENTS.includes(pathname.split("/")[1])) {
    event.respondWith(kept("/", request));
  }
});

/** Stores all files, or none: half a version would not start. */
async function keep() {
  const cache = await caches.open(APP);
  await cache.addAll(["/", ...FILES.map((file) => `${APP}/${file}`)]);
}

async function forgetOthers() {
  for (const name of await caches.keys()) if (name !== APP) await caches.delete(name);
}

/** @param {RequestInfo} key @param {Request} request */
async function kept(key, request) {
  const cache = await caches.open(APP);
  return await cache.match(key) ?? fetch(request);
}
