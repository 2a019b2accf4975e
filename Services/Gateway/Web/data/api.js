/**
 * The routes that the app uses. What the API lacks today has its fallback here, and nowhere else: `water`, `start` and
 * `parse` change only in this file when their routes exist.
 */

import { ProblemError } from "../core/problems.js";

/** @typedef {import("../types.d.ts").Write} Write */
/** @typedef {import("./fetch.js").Client} Client */

/** Recent foods that work without a connection. */
const RECENTS_MAX = 50;
const RESULTS_MAX = 30;

/** @param {string} text */
const part = (text) => encodeURIComponent(text);
/** @param {Record<string, string | number | undefined>} values */
const query = (values) => {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined);
  return pairs.length ? `?${pairs.map(([name, value]) => `${name}=${part(String(value))}`).join("&")}` : "";
};

/** @param {Client} client */
export function makeAPI(client) {
  /** @param {string} path @param {AbortSignal} [signal] */
  const get = async (path, signal) => (await client.request(path, signal ? { signal } : {})).data;
  const post = async (/** @type {string} */ path, /** @type {unknown} */ body) =>
    (await client.request(path, { method: "POST", body })).data;

  return {
    meta: () => get("/v1/meta"),
    emailStatus: (/** @type {string} */ email) => post("/v1/auth/email-status", { email }),
    signIn: (/** @type {string} */ email, /** @type {string} */ password) =>
      post("/v1/auth/login", { email, password }),
    signInCode: (/** @type {string} */ challenge, /** @type {string} */ code) =>
      post("/v1/auth/login/totp", { challenge, code }),
    register: (/** @type {Record<string, unknown>} */ body) => post("/v1/auth/register", body),
    signOut: () => post("/v1/auth/logout", {}),
    profile: () => get("/v1/profile"),
    day: (/** @type {string} */ date) => get(`/v1/diary/days/${part(date)}`),
    advice: (/** @type {string} */ date) => get(`/v1/advice${query({ date })}`),
    recents: (/** @type {string | undefined} */ meal, /** @type {string} */ sort) =>
      get(`/v1/foods/recent${query({ meal, sort, limit: RECENTS_MAX })}`),
    search: (/** @type {string} */ q, /** @type {string} */ language, /** @type {AbortSignal} */ signal) =>
      get(`/v1/foods${query({ q, language, limit: RESULTS_MAX })}`, signal),
    food: (/** @type {string} */ id) => get(`/v1/foods/${part(id)}`),

    /** One request for the first screen.
     * Today's fallback asks twice at once.
     * @param {string} date */
    async start(date) {
      const [profile, day] = await Promise.all([this.profile(), this.day(date)]);
      return { profile, day };
    },

    /**
     * Sends a write of the queue.
     * @param {Write} write
     * @returns {Promise<{entry?: import("../types.d.ts").DiaryEntry, extras?: import("../types.d.ts").DayExtras,
     *   version: number | null}>}
     */
    async send(write) {
      const id = write.target.slice(write.target.indexOf(":") + 1);
      switch (write.kind) {
        case "putEntry": {
          const { base: _, ...body } = write.body;
          const { data } = await client.request(`/v1/diary/entries/${part(id)}`, {
            method: "PUT",
            body,
            version: write.version,
          });
          return { entry: data, version: data.version };
        }
        case "deleteEntry":
          await client.request(`/v1/diary/entries/${part(id)}`, {
            method: "DELETE",
            version: write.version,
            key: write.id,
          });
          return { version: null };
        case "setNote": {
          const { data } = await client.request(`/v1/diary/days/${part(id)}/note`, {
            method: "PUT",
            body: write.body,
            key: write.id,
          });
          return { extras: data, version: null };
        }
        default:
          return await addWater(client, id, write);
      }
    },
  };
}

/** Adds water to a day. The route sets the whole amount today, so it is read before; the idempotency key makes a
 * repeated request safe for two days.
 * @param {Client} client @param {string} date @param {Write} write */
async function addWater(client, date, write) {
  const path = `/v1/diary/days/${part(date)}`;
  const { data: day } = await client.request(path);
  const ml = Math.max(0, day.waterMl + Number(write.body.ml));
  try {
    const { data } = await client.request(`${path}/water`, { method: "PUT", body: { ml }, key: write.id });
    return { extras: data, version: null };
  } catch (error) {
    // The key was used with another amount: the first request arrived, and only its answer was lost.
    if (error instanceof ProblemError && error.problem.code === "conflict") return { version: null };
    throw error;
  }
}

/** @typedef {ReturnType<typeof makeAPI>} API */
