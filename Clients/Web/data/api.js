/** The routes that the first load uses. Modules have their own in their effects. */

import { ProblemError } from "../core/problems.js";

/** @typedef {import("./fetch.js").Client} Client */

/** @param {string} text */
const part = (text) => encodeURIComponent(text);

/** @param {Client} client */
export function makeAPI(client) {
  const get = async (/** @type {string} */ path) => (await client.request(path)).data;
  const post = async (/** @type {string} */ path, /** @type {unknown} */ body) =>
    (await client.request(path, { method: "POST", body })).data;

  return {
    meta: () => get("/v1/meta"),
    /** Ends the session. An ended session is a success, too. */
    async signOut() {
      try {
        await post("/v1/auth/logout", {});
      } catch (error) {
        if (!(error instanceof ProblemError) || error.problem.status !== 401) throw error;
        if (await client.refresh()) await post("/v1/auth/logout", {});
      }
    },
    /** All that the first screen shows, in one request; what a service did not return is null. */
    start: () => get("/v1/start"),
    profile: () => get("/v1/profile"),
    day: (/** @type {string} */ date) => get(`/v1/diary/days/${part(date)}`),
    advice: (/** @type {string} */ date) => get(`/v1/advice?date=${part(date)}`),
  };
}

/** @typedef {ReturnType<typeof makeAPI>} API */
