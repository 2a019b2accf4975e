/** Requests of the screen Progress. What the device has is shown at once, then what the server returns. */
import { attemptWith, nothing } from "../../data/effects.js";

/** @param {Record<string, string>} values */
const query = (values) => `?${new URLSearchParams(values)}`;

/** @param {import("../../data/effects.js").Tools} tools
 * @returns {import("../../types.d.ts").EffectsOf<"progress">} */
export function makeEffects({ client, store, getState, dispatch }) {
  const attempt = attemptWith(dispatch);
  const userId = () => getState().session.user?.id ?? "";
  const get = async (/** @type {string} */ path) => (await client.request(path)).data;

  return {
    "progress.load": ({ key, period, from, to, by }) =>
      attempt(async () => {
        const user = userId();
        const name = `progress-${period}`;
        const isMissing = () => !getState().progress?.periods[key];
        if (isMissing()) {
          const kept = await store.value(user, name);
          if (kept?.key === key && isMissing()) dispatch({ type: "progress.loaded", key, data: kept.data });
        }
        const data = await get(`/v1/diary/progress${query({ from, to, by })}`);
        dispatch({ type: "progress.loaded", key, data });
        await store.putValue(user, name, { key, data });
      }, (problem) => ({ type: "progress.failed", problem })),
    "progress.loadRecent": ({ from, to }) =>
      attempt(async () => {
        const user = userId();
        const isMissing = () => userId() === user && !getState().progress?.recent;
        if (isMissing()) {
          const kept = await store.value(user, "progress-recent");
          if (kept && isMissing()) {
            dispatch({ type: "progress.expenditure", data: kept.expenditure });
            dispatch({ type: "progress.recent", data: kept.data, isKept: true });
          }
        }
        const [data, expenditure] = await Promise.all([
          get(`/v1/diary/progress${query({ from, to, by: "day" })}`),
          get("/v1/diary/expenditure"),
        ]);
        if (userId() !== user) return;
        // The weight is projected with the newest intake.
        dispatch({ type: "progress.expenditure", data: expenditure });
        dispatch({ type: "progress.recent", data });
        await store.putValue(user, "progress-recent", { data, expenditure });
      }, (problem) => ({ type: "progress.failed", problem })),
    "measures.load": ({ kind, from, to, limit }) =>
      attempt(async () => {
        const user = userId();
        const name = `measures-${kind}`;
        if (!getState().measures?.items[/** @type {"waist"} */ (kind)]) {
          const items = await store.value(user, name);
          if (items) dispatch({ type: "measures.loaded", kind, items, isKept: true });
        }
        const { items } = await get(`/v1/profile/measurements${query({ kind, from, to, limit })}`);
        dispatch({ type: "measures.loaded", kind, items });
        await store.putValue(user, name, items);
      }, nothing),
    "progress.project": ({ body }) =>
      attempt(async () => {
        const { data } = await client.request("/v1/calculator/projection", { method: "POST", body });
        dispatch({ type: "progress.projection", data });
      }, nothing),
  };
}
