/** The questionnaire that leads to a target, also for a guest. */
import { makeEffects } from "./effects.js";
import { reduceQuestions } from "./questions.js";
import { questionsView } from "./views/questions.js";

/** @type {import("../../types.d.ts").Module} */
export default {
  screens: [
    { path: "/questions", name: "questions", view: questionsView, isFull: true },
    { path: "/welcome/calculator", name: "calculator", view: questionsView },
  ],
  reducers: [reduceQuestions],
  effects: makeEffects,
};
