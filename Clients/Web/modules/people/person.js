/** The last seven days of a person that shares, against the targets of that person. */
import { OVER_FROM } from "../../core/nutrients.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("./types.d.ts").PersonState} PersonState */

/** A day is below its target from a tenth less on. */
const UNDER_FROM = 2 - OVER_FROM;

/** @param {string} userId @returns {import("../../types.d.ts").Effect} */
const load = (userId) => ({
  type: "shared.ask",
  path: `/v1/leaderboard/users/${encodeURIComponent(userId)}`,
  then: "person.loaded",
  params: { userId },
});

/**
 * Days as bars: shares of the largest energy or target.
 * @param {import("../../types.d.ts").LeaderboardUserReply} person @param {string} today
 */
export function personModel({ days, scores }, today) {
  const most = Math.max(1, ...days.flatMap(({ kcal, targetKcal }) => [kcal ?? 0, targetKcal ?? 0]));
  return {
    days: days.map(({ date, kcal, targetKcal }) => {
      const part = kcal === null || !targetKcal ? null : kcal / targetKcal;
      const isOpen = date >= today;
      return {
        date,
        kcal,
        targetKcal,
        isOpen,
        part: (kcal ?? 0) / most,
        goal: targetKcal === null ? null : targetKcal / most,
        mark: part === null ? null : part > OVER_FROM ? "over" : part < UNDER_FROM && !isOpen ? "under" : null,
      };
    }),
    // A streak is the same in both periods.
    scores: scores.filter(({ period, metric }) => period === "week" || metric !== "streak"),
  };
}

/** @type {import("../../types.d.ts").Reducer} */
export function reducePerson(state, action) {
  const isAsked = state.person?.userId === action.userId;
  switch (action.type) {
    case "person.open": {
      const data = isAsked ? state.person?.data ?? null : null;
      return [{ ...state, person: { userId: action.userId, data, problem: null } }, [load(action.userId)]];
    }
    case "person.retry":
      return state.person
        ? [{ ...state, person: { ...state.person, problem: null } }, [load(state.person.userId)]]
        : [state, []];
    case "person.loaded":
      return [isAsked ? { ...state, person: { userId: action.userId, data: action.data, problem: null } } : state, []];
    case "shared.failed":
      // Requests of shared foods carry no user.
      return [
        state.person && isAsked && action.userId
          ? { ...state, person: { ...state.person, problem: action.problem } }
          : state,
        [],
      ];
    default:
      return [state, []];
  }
}
