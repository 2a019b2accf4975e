/**
 * The routes that the app uses. What the API lacks today has its fallback here, and nowhere else: `water`, `start` and
 * `parse` change only in this file when their routes exist.
 */

import { ProblemError } from "../core/problems.js";

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
  const measurements = "/v1/profile/measurements";
  /** What this window has measured, so that it can be taken back. @type {Map<string, any>} */
  const measured = new Map();
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
    /** Ends the session. One that has ended already is as good. */
    async signOut() {
      try {
        await post("/v1/auth/logout", {});
      } catch (error) {
        if (!(error instanceof ProblemError) || error.problem.status !== 401) throw error;
        if (await client.refresh()) await post("/v1/auth/logout", {});
      }
    },
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
     * Sends a request of DiarySync.
     * @param {import("../core/sync/types.d.ts").SyncRequest} request
     * @returns {Promise<{kind: string} & Record<string, any>>} The answer.
     */
    async send({ call, key }) {
      const path = `/v1/diary/entries/${part(call.id ?? "")}`;
      switch (call.kind) {
        case "putEntry": {
          const { date, meal, at, amount, name, energy } = call.content;
          // Unknown nutrients are left out; the server knows those of its foods.
          const known = Object.entries(energy ?? {}).filter(([, value]) => value != null);
          const body = {
            date,
            meal,
            at,
            position: call.position,
            ...(amount ?? { name, ...Object.fromEntries(known) }),
          };
          const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value != null));
          const { data } = await client.request(path, { method: "PUT", body: given, version: call.version, key });
          return { kind: "entry", entry: data };
        }
        case "removeEntry":
          await client.request(path, { method: "DELETE", version: call.version, key });
          return { kind: "gone" };
        case "addWater":
        case "removeWater":
          return await changeWater(client, call.water, call.kind === "addWater" ? 1 : -1, key);
        case "addMeasurement": {
          const { id, kind, value, at } = call.measurement;
          const { data } = await client.request(measurements, { method: "POST", body: { id, kind, value, at }, key });
          measured.set(id, data);
          return { kind: "measurement", measurement: data };
        }
        case "removeMeasurement":
          await client.request(`${measurements}/${part(call.id)}`, { method: "DELETE", key });
          measured.delete(call.id);
          return { kind: "gone" };
        case "changes":
          // The app fetches the days that it shows. Pages of all changes come with the offline catalogue.
          return {
            kind: "page",
            items: [],
            deleted: [],
            days: [],
            cursor: call.cursor ?? "days",
            isMore: false,
            reset: false,
          };
        case "measurements":
          return { kind: "measurements", items: [...measured.values()] };
        default:
          return { kind: "refused", status: 501, code: "unknownMethod", detail: `${call.kind} is not possible yet.` };
      }
    },
  };
}

/** Adds water to a day. The route sets the whole amount today, so it is read before; the idempotency key makes a
 * repeated request safe for two days.
 * @param {Client} client @param {import("../core/sync/types.d.ts").WaterAddition} water @param {1 | -1} sign
 * @param {string} [key] */
async function changeWater(client, { date, ml }, sign, key) {
  const path = `/v1/diary/days/${part(date)}`;
  const { data: day } = await client.request(path);
  try {
    const body = { ml: Math.max(0, day.waterMl + sign * ml) };
    const { data } = await client.request(`${path}/water`, { method: "PUT", body, key });
    return { kind: "day", day: data };
  } catch (error) {
    // The key was used with another amount: the first request arrived, and only its answer was lost.
    if (error instanceof ProblemError && error.problem.code === "conflict") return { kind: "gone" };
    throw error;
  }
}

/** Says what a failed request means for a write.
 * @param {import("../types.d.ts").AppProblem} problem @param {string} kind The kind of the call.
 * @returns {{kind: string} & Record<string, any>} */
export function answerOf({ status, code, detail, current, retryAfter }, kind) {
  if (status === 0 || status === 408) return { kind: "lost" };
  if (status === 401) return { kind: "sessionOver" };
  if ((status === 404 || status === 410) && kind.startsWith("remove")) return { kind: "gone" };
  if (status === 412) return { kind: "changed", current: current ?? undefined };
  if (status === 429 || status === 503) {
    return { kind: "busy", retryAfter: retryAfter === undefined ? undefined : retryAfter * 1000 };
  }
  return status >= 500 ? { kind: "failed" } : { kind: "refused", status, code, detail };
}

/** @typedef {ReturnType<typeof makeAPI>} API */
