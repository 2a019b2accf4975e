/** Requests of the sheets of Today. */
import { attemptWith } from "./effects.js";

/** @param {Record<string, string>} values */
const query = (values) => `?${new URLSearchParams(values)}`;

/** @param {import("./effects.js").Tools} tools
 * @returns {Record<string, (effect: import("../types.d.ts").Effect) => unknown>} */
export function makeEffects({ client, dispatch }) {
  const attempt = attemptWith(dispatch);
  const nothing = () => ({ type: "none" });
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
    "day.loadExercise": ({ date }) =>
      attempt(async () => {
        const values = { kind: "activeEnergy", from: date, to: date };
        const { items } = await get(`/v1/profile/measurements${query(values)}`);
        dispatch({ type: "exercise.loaded", items });
      }, nothing),
  };
}
