/** The screen of the questionnaire: answers are kept on the device, sent at the end, and explained with the target. */
import { initialProgress, questionsOf, reduceQuestionnaire, textsOf } from "./questionnaire.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("./types.d.ts").QuestionsState} QuestionsState */
/** @typedef {import("../../types.d.ts").Effect} Effect */

/** BMI values at which the classes of the WHO begin, and the part of the scale that the screen draws. */
const BMI_LIMITS = [18.5, 25, 30];
const BMI_SCALE = { min: 15, max: 40 };

/** @returns {QuestionsState} */
export const initialQuestions = () => ({
  phase: "opening",
  form: null,
  problem: null,
  workings: null,
  isExplaining: false,
  guest: null,
});

/** @param {AppState} state */
const own = (state) => state.questions ?? initialQuestions();

/** @param {AppState} state @param {Partial<QuestionsState>} change @returns {AppState} */
const withOwn = (state, change) => ({ ...state, questions: { ...own(state), ...change } });

/** @type {import("../../types.d.ts").Reducer} */
export function reduceQuestions(state, action) {
  const { phase, form } = own(state);
  switch (action.type) {
    case "questions.open":
      return [withOwn(state, { phase: "opening", guest: null }), [{ type: "questions.load" }]];
    case "questions.calculated": {
      const { answers, target } = action;
      const guest = {
        ...answers,
        age: ageAt(answers.birthDate, state.todayDate),
        target: { ...target, ...target.macros },
      };
      return [withOwn(state, { phase: "done", problem: null, workings: target, guest }), [{ type: "focusHeading" }]];
    }
    case "calculator.open": {
      // Nothing of a person without an account is stored. A way back finds the answers in memory.
      const progress = own(state).guest ? form?.progress : null;
      const guest = own(state).guest ?? {};
      const next = withOwn(state, { phase: "opening", guest, form: progress ? form : null });
      return reduceQuestions(next, { type: "questions.opened", progress: progress ?? initialProgress() });
    }
    case "questions.opened": {
      if (phase !== "opening") return [state, []];
      const progress = action.progress ?? knownProgress(state);
      const [next] = reduceQuestionnaire(form ?? { today: state.todayDate, progress, isDone: false }, {
        kind: "opened",
        today: state.todayDate,
        progress,
      });
      return [withOwn(state, { phase: "asking", form: next, problem: null }), []];
    }
    case "questions.do":
      return form && phase === "asking" ? answer(state, form, action.action) : [state, []];
    case "questions.type": {
      if (!form || phase !== "asking") return [state, []];
      const { question, place, count, text } = action;
      // Several fields may change before the next drawing, so the others' texts are those of now.
      const known = textsOf(form.progress, question);
      const texts = Array.from({ length: count }, (_, index) => index === place ? text : known[index] ?? "");
      return answer(state, form, { kind: "typed", question, texts });
    }
    case "questions.again": {
      if (!form) return [state, []];
      const progress = { ...form.progress, question: questionsOf(form)[0] };
      const next = withOwn(state, { phase: "asking", form: { ...form, progress, isDone: false }, problem: null });
      return [next, [{ type: "focusField" }]];
    }
    case "questions.saved": {
      const next = withOwn({ ...state, profile: action.profile }, {
        phase: "done",
        problem: null,
        workings: null,
        isExplaining: true,
      });
      return [next, [
        { type: "keepProfile", profile: action.profile },
        { type: "questions.explain", profile: action.profile },
        { type: "loadDay", date: state.todayDate },
        { type: "focusHeading" },
      ]];
    }
    case "questions.explained":
      return [withOwn(state, { workings: action.target, isExplaining: false }), []];
    case "questions.failed":
      return [withOwn(state, { phase: "asking", problem: action.problem }), [{ type: "focusError" }]];
    default:
      return [state, []];
  }
}

/** Answers that the profile has; a new one has only defaults, which are no answers.
 * @param {AppState} state */
function knownProgress({ profile }) {
  const isImperial = profile?.units === "imperial";
  const progress = initialProgress(isImperial ? "pounds" : "kilograms", isImperial ? "feet" : "centimetres");
  if (!profile?.sex) return progress;
  const { sex, birthDate, heightCm, weightKg, activityLevel, goal, goalWeightKg } = profile;
  const [year, month, day] = birthDate.split("-").map((part) => String(Number(part)));
  const answers = { sex, birthDate, heightCm, weightKg, activityLevel, goal };
  return {
    ...progress,
    typed: { birthDate: { texts: [year, month, day] } },
    answers: goalWeightKg == null ? answers : { ...answers, goalWeightKg },
  };
}

/** @param {AppState} state @param {import("./types.d.ts").QuestionnaireState} form @param {Record<string, any>} action
 * @returns {[AppState, Effect[]]} */
function answer(state, form, action) {
  const [next, wanted] = reduceQuestionnaire(form, action);
  /** @type {Effect[]} */
  const effects = [];
  let phase = own(state).phase;
  for (const effect of wanted) {
    if (effect.kind === "keep" && !own(state).guest) {
      effects.push({ type: "questions.keep", progress: effect.progress });
    }
    if (effect.kind === "show") effects.push({ type: "focusHeading" });
    if (effect.kind === "submit") {
      phase = "saving";
      effects.push(
        own(state).guest
          ? { type: "questions.calculate", answers: effect.answers }
          : { type: "questions.submit", changes: changesOf(effect.answers, next.progress.length) },
      );
    }
  }
  if (next.problem) effects.push({ type: "focusError" });
  return [withOwn(state, { phase, form: next, problem: null }), effects];
}

/** What the profile stores of the answers.
 * @param {import("./types.d.ts").QuestionnaireAnswers} answers @param {string} length */
const changesOf = (answers, length) => ({
  ...answers,
  goalWeightKg: answers.goalWeightKg ?? null,
  units: length === "feet" ? "imperial" : "metric",
});

/** The whole years between two days.
 * @param {string} birthDate @param {string} today */
const ageAt = (birthDate, today) =>
  Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (today.slice(5) < birthDate.slice(5) ? 1 : 0);

/** How the target came about: each step with its number, in the order of the calculation.
 * @param {AppState} state */
export function resultModel(state) {
  const { questions } = state;
  const profile = /** @type {import("../../types.d.ts").Profile | null} */ (questions?.guest ?? state.profile);
  const target = profile?.target ?? null;
  const workings = questions?.workings ?? null;
  const bmi = workings?.bmi ?? profile?.bmi ?? null;
  const bmr = workings?.bmr ?? profile?.bmr ?? null;
  const part = (/** @type {number} */ value) =>
    Math.min(1, Math.max(0, (value - BMI_SCALE.min) / (BMI_SCALE.max - BMI_SCALE.min)));
  return {
    isGuest: Boolean(questions?.guest),
    profile,
    target,
    warnings: target?.warnings ?? [],
    bmi,
    bmiClass: workings?.bmiCategory ?? profile?.bmiCategory ?? null,
    bmiPart: bmi === null ? null : part(bmi),
    bmiParts: [BMI_SCALE.min, ...BMI_LIMITS].map((from, index) =>
      part(BMI_LIMITS[index] ?? BMI_SCALE.max) - part(from)
    ),
    bmr,
    tdee: workings?.tdee ?? null,
    isExplaining: questions?.isExplaining ?? false,
    /** EER has no factor: its formula includes the activity. */
    factor: workings && workings.formula !== "eer2023" ? workings.tdee / workings.bmr : null,
    /** What the goal adds to the expenditure. */
    change: workings ? Math.round(workings.rawKcal - workings.tdee) : null,
  };
}
