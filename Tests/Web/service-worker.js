/** A browser that runs the worker: its caches, and its network. */
import { readText } from "./checks.js";

const ORIGIN = "https://mealwire.example";

/** Caches in memory, by name and URL. `fetch` is the network of `addAll`. */
export class Caches {
  constructor() {
    this.all = new Map();
    this.fetch = () => Promise.reject(new TypeError("offline"));
  }
  open(name) {
    if (!this.all.has(name)) this.all.set(name, new Map());
    const held = this.all.get(name);
    const urlOf = (key) => new URL(key.url ?? key, ORIGIN).href;
    const put = (key, response) => {
      held.delete(urlOf(key));
      held.set(urlOf(key), { response, url: response.url });
    };
    return Promise.resolve({
      match: (key) => {
        const { response, url } = held.get(urlOf(key)) ?? {};
        // A copy of a response has its address only here: a browser keeps it.
        return Promise.resolve(response && Object.defineProperty(response.clone(), "url", { value: url }));
      },
      put: (key, response) => Promise.resolve(put(key, response)),
      delete: (key) => Promise.resolve(held.delete(urlOf(key))),
      keys: () => Promise.resolve([...held.keys()].map((url) => ({ url }))),
      addAll: async (keys) => {
        const responses = await Promise.all(keys.map((key) => this.fetch(key)));
        if (!responses.every(({ ok }) => ok)) throw new TypeError("not found");
        keys.forEach((key, i) => put(key, Object.defineProperty(responses[i], "url", { value: urlOf(key) })));
      },
    });
  }
  has(name) {
    return Promise.resolve(this.all.has(name));
  }
  keys() {
    return Promise.resolve([...this.all.keys()]);
  }
  delete(name) {
    return Promise.resolve(this.all.delete(name));
  }
}

let count = 0;

/**
 * Loads the worker with a fake browser, and returns what a test asks of it.
 *
 * `digest` and `files` are what the gateway writes into the worker.
 */
export async function load(caches = new Caches(), { digest = "DIGEST", files = { FILES: "" } } = {}) {
  const handlers = {};
  const worker = { addEventListener: (name, handler) => handlers[name] = handler, skipWaiting() {} };
  const server = { fetch: () => Promise.reject(new TypeError("offline")), asked: [] };
  const names = ["self", "caches", "fetch", "location"];
  const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  const ours = [worker, caches, (request) => (server.asked.push(request.url), server.fetch(request)), new URL(ORIGIN)];
  const set = () =>
    names.forEach((name, i) =>
      Object.defineProperty(globalThis, name, { value: ours[i], configurable: true, writable: true })
    );
  const reset = () => names.forEach((name, i) => Object.defineProperty(globalThis, name, before[i]));
  set();
  const text = readText("worker.js").replace("/app/DIGEST", `/app/${digest}`)
    .replace('{ "FILES": "" }', JSON.stringify(files));
  // The number makes each worker a module of its own.
  await import(`data:text/javascript,${encodeURIComponent(`${text}\n// ${count += 1}`)}`);
  reset();
  let events = 0;
  const send = async (name, event) => {
    const work = [];
    let answer = null;
    events += 1;
    set();
    try {
      const whole = { ...event, waitUntil: (each) => work.push(each), respondWith: (each) => answer = each };
      handlers[name](whole);
      const response = await answer;
      // What is kept may begin only after the answer.
      while (work.length > 0) await work.shift();
      return response;
    } finally {
      events -= 1;
      // Another event may still be under way.
      if (events === 0) reset();
    }
  };
  const ask = (path, request = {}) =>
    send("fetch", { request: { url: ORIGIN + path, method: "GET", mode: "no-cors", ...request } });
  return { caches, server, ask, send };
}
