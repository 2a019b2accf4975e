/** Effects of the questionnaire. */
import { attemptWith } from "../../data/effects.js";

/** The name of the unfinished answers in the store. */
const NAME = "questionnaire";

/** @param {import("../../data/effects.js").Tools} tools
 * @returns {import("../../types.d.ts").EffectsOf<"questions">} */
export function makeEffects({ client, store, getState, dispatch }) {
  const attempt = attemptWith(dispatch);
  const user = () => getState().session.user?.id ?? "";
  return {
    "questions.load": async () => {
      const kept = await store.value(user(), NAME).catch(() => undefined);
      dispatch({ type: "questions.opened", progress: kept ?? null });
    },
    "questions.keep": ({ progress }) => store.putValue(user(), NAME, progress),
    "questions.submit": ({ changes }) =>
      attempt(async () => {
        const { data } = await client.request("/v1/profile", { method: "PATCH", body: changes });
        await store.putValue(user(), NAME, null);
        dispatch({ type: "questions.saved", profile: data });
      }, (problem) => ({ type: "questions.failed", problem })),
    /** Computes a target without an account; the server stores nothing of it. */
    "questions.calculate": ({ answers }) =>
      attempt(async () => {
        const { goalWeightKg: _, ...body } = answers;
        const { data } = await client.request("/v1/calculator/target", { method: "POST", body });
        dispatch({ type: "questions.calculated", answers, target: data });
      }, (problem) => ({ type: "questions.failed", problem })),
    "questions.explain": ({ profile }) => {
      const { sex, birthDate, heightCm, weightKg, bodyFatPercent, activityLevel, goal, formula } = profile;
      const body = { sex, birthDate, heightCm, weightKg, bodyFatPercent, activityLevel, goal, formula };
      const known = Object.fromEntries(Object.entries(body).filter(([, value]) => value != null));
      // Without an answer, the target is shown without these steps.
      return attempt(async () => {
        const { data } = await client.request("/v1/calculator/target", { method: "POST", body: known });
        dispatch({ type: "questions.explained", target: data });
      }, () => ({ type: "questions.explained", target: null }));
    },
  };
}
