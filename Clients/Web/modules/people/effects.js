/** Effects of People. */
import { asking } from "../../data/ask.js";
import { copyText } from "../../data/copy.js";
import { attemptWith } from "../../data/effects.js";

/** The rows of a board: the places that a phone shows without much scrolling. */
const BOARD_MAX = 20;

/** @param {string} text */
const part = (text) => encodeURIComponent(text);

/** @param {import("../../data/effects.js").Tools} tools
 * @returns {import("../../types.d.ts").EffectsOf<"people">} */
export function makeEffects(tools) {
  const { client, getState, dispatch } = tools;
  const attempt = attemptWith(dispatch);
  /** @type {import("../../data/effects.js").Failure} */
  const loadFailed = (problem) => ({ type: "people.loadFailed", problem });
  /** @type {import("../../data/effects.js").Failure} */
  const failed = (problem) => ({ type: "people.failed", problem });
  /** @param {string} path @param {(data: any) => import("../../types.d.ts").Action} loaded */
  const load = (path, loaded) => attempt(async () => dispatch(loaded((await client.request(path)).data)), loadFailed);
  return {
    "shared.ask": asking(tools, "shared.failed"),
    "people.loadBoard": ({ period, metric, key }) =>
      load(
        `/v1/leaderboard?period=${period}&metric=${metric}&limit=${BOARD_MAX}`,
        (board) => ({ type: "people.boardLoaded", key, board }),
      ),
    "people.loadGroups": () => load("/v1/groups", ({ items }) => ({ type: "people.groupsLoaded", items })),
    "people.loadGroup": ({ id, period, metric }) =>
      load(
        `/v1/groups/${part(id)}?period=${period}&metric=${metric}`,
        (group) => ({ type: "people.groupLoaded", group }),
      ),
    "people.loadChallenge": ({ id }) =>
      load(`/v1/challenges/${part(id)}`, (challenge) => ({ type: "people.challengeLoaded", challenge })),
    "people.send": ({ method, path, body }) =>
      attempt(async () => {
        const { data } = await client.request(path, { method, body });
        dispatch({ type: "people.sent", data });
      }, failed),
    "people.shareBoards": ({ isShared }) =>
      attempt(async () => {
        const { data } = await client.request("/v1/profile", {
          method: "PATCH",
          body: { shares: { leaderboard: isShared } },
        });
        dispatch({ type: "people.shared", profile: data });
      }, failed),
    "people.copyLink": async ({ text }) => {
      const isCopied = await copyText(text, "invitation-link");
      if (isCopied && getState().route.name === "group") dispatch({ type: "people.copied" });
    },
  };
}
