/** Effects of Import. */
import { attemptWith } from "../../data/effects.js";

/** A file of 50 MB takes minutes on a bad line, and the server two minutes more. */
const TIMEOUT_MS = 300_000;
/** The format and the bytes say what a file is; systems name the types of tables in many ways. */
const MEDIA_TYPE = "application/octet-stream";

/** @param {import("../../data/effects.js").Tools} tools
 * @returns {import("../../types.d.ts").EffectsOf<"imports">} */
export function makeEffects({ client, dispatch }) {
  const attempt = attemptWith(dispatch);
  /** @type {import("../../data/effects.js").Failure} */
  const failed = (problem) => ({ type: "import.failed", problem });
  const post = async (/** @type {string} */ path, /** @type {unknown} */ body) =>
    (await client.request(path, { method: "POST", body, timeoutMs: TIMEOUT_MS })).data;
  return {
    /** Asks what a file would do. The diary does not change. */
    "import.send": ({ file, format, dateOrder }) =>
      attempt(async () => {
        const order = dateOrder ? `&dateOrder=${dateOrder}` : "";
        const body = file.slice(0, file.size, MEDIA_TYPE);
        const data = await post(`/v1/diary/imports?format=${format}${order}`, body);
        dispatch({ type: "import.previewed", file, data });
      }, failed),
    /** Adds a file to the diary. A repeated request continues where the first one ended. */
    "import.write": ({ id, replaces }) =>
      attempt(async () => {
        const data = await post(`/v1/diary/imports/${encodeURIComponent(id)}/apply`, replaces ? { replace: true } : {});
        dispatch({ type: "import.applied", data });
      }, failed),
  };
}
