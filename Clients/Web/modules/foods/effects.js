/** Effects of Foods: requests, and pictures that are made smaller before they are sent. */
import { ProblemError } from "../../core/problems.js";
import { asking } from "../../data/ask.js";
import { attemptWith } from "../../data/effects.js";
import { smaller } from "../../data/picture.js";

/** The pause after a key before a search, so that fast typing makes one request. */
const SEARCH_PAUSE_MS = 150;
const RESULTS_MAX = 8;

/** @param {import("../../data/effects.js").Tools} tools
 * @returns {import("../../types.d.ts").EffectsOf<"foods">} */
export function makeEffects(tools) {
  const { client, dispatch, getState } = tools;
  const attempt = attemptWith(dispatch);
  /** @type {import("../../data/effects.js").Failure} */
  const failed = (problem) => ({ type: "foods.failed", problem });
  let newest = 0;
  return {
    "foods.ask": asking(tools, "foods.failed"),
    "foods.send": (/** @type {any} */ { path, id, version, body, picture }) =>
      attempt(async () => {
        const [method, place] = id ? ["PATCH", `${path}/${encodeURIComponent(id)}`] : ["POST", path];
        const { data } = await client.request(place, { method, body, version });
        let pictureProblem = null;
        try {
          if (picture) {
            await client.request(`/v1/foods/${encodeURIComponent(data.id)}/image`, { method: "PUT", body: picture });
          }
        } catch (error) {
          if (!(error instanceof ProblemError)) throw error;
          pictureProblem = error.problem;
        }
        dispatch({ type: "foods.saved", data, pictureProblem });
      }, failed),
    "foods.search": async (/** @type {any} */ { text, number }) => {
      newest = number;
      await new Promise((resolve) => setTimeout(resolve, SEARCH_PAUSE_MS));
      if (newest !== number) return;
      await attempt(async () => {
        const asked = { q: text, language: getState().language, limit: String(RESULTS_MAX) };
        const { data } = await client.request(`/v1/foods?${new URLSearchParams(asked)}`);
        dispatch({ type: "recipe.found", number, items: data.items });
      }, failed);
    },
    "foods.readPicture": async (/** @type {any} */ { file }) => {
      try {
        const small = await smaller(file);
        dispatch({ type: "foods.pictureRead", picture: { file: small, url: URL.createObjectURL(small) } });
      } catch {
        dispatch(failed({ code: "noPicture", status: 422, detail: "", params: {} }));
      }
    },
  };
}
