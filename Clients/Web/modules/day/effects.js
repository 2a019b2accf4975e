/** Requests of the sheets of Today. */
import { attemptWith, nothing } from "../../data/effects.js";
import { smaller } from "../../data/picture.js";

/** @param {Record<string, string>} values */
const query = (values) => `?${new URLSearchParams(values)}`;

/** @param {import("../../data/effects.js").Tools} tools
 * @returns {import("../../types.d.ts").EffectsOf<"day">} */
export function makeEffects({ client, dispatch }) {
  const attempt = attemptWith(dispatch);
  const get = async (/** @type {string} */ path) => (await client.request(path)).data;

  return {
    /** Which days of a month have entries. Without an answer, the calendar shows the days of the device. */
    "day.loadMonth": ({ from, to }) =>
      attempt(async () => {
        const { items } = await get(`/v1/diary/progress${query({ from, to, by: "day" })}`);
        const logged = Object.fromEntries(
          items.map((/** @type {{from: string, loggedDays: number}} */ item) => [item.from, item.loggedDays > 0]),
        );
        dispatch({ type: "month.loaded", logged });
      }, nothing),
    /** Sends the photo of an entry, or removes it where there is no file. */
    "day.sendPhoto": async ({ id, date, file, name }) => {
      const photo = file ? await smaller(file).catch(() => null) : null;
      if (file && !photo) return dispatch({ type: "entry.photoFailed", name, reason: "file" });
      const request = photo ? { method: "PUT", body: photo } : { method: "DELETE" };
      await attempt(async () => {
        await client.request(`/v1/diary/entries/${encodeURIComponent(id)}/image`, request);
        dispatch({ type: "entry.photoStored", date, name, isRemoved: photo === null });
      }, ({ status }) => ({ type: "entry.photoFailed", name, reason: status === 0 ? "offline" : "server" }));
    },
    "day.loadExercise": ({ date }) =>
      attempt(async () => {
        const values = { kind: "activeEnergy", from: date, to: date };
        const { items } = await get(`/v1/profile/measurements${query(values)}`);
        dispatch({ type: "exercise.loaded", items });
      }, nothing),
  };
}
