/**
 * The questions about a new user's body and goal, one at a time.
 *
 * Answers are metric. What was typed is kept beside them in its unit, so that it comes back as it was typed.
 */
import { isDay } from "../../core/dates.js";
import { AGE, HEIGHT_CM, WEIGHT_KG } from "../../core/limits.js";
import { readNumber, rounded } from "../../core/numbers.js";

/** @typedef {import("./types.d.ts").QuestionnaireState} QuestionnaireState */
/** @typedef {import("./types.d.ts").Question} Question */
/** @typedef {import("./types.d.ts").AnswerProblem} AnswerProblem */
/** @typedef {import("./types.d.ts").InputUnit} InputUnit */

/** @type {Question[]} In the order of asking. */
const QUESTIONS = ["sex", "birthDate", "height", "weight", "activity", "goal", "goalWeight"];
/** The fields of the answers. */
const FIELDS = /** @type {const} */ ({
  sex: "sex",
  birthDate: "birthDate",
  height: "heightCm",
  weight: "weightKg",
  activity: "activityLevel",
  goal: "goal",
  goalWeight: "goalWeightKg",
});
/** Metric units in one unit, and how many small units make a large one; the server's ranges are metric. */
const UNITS = {
  kilograms: { factor: 1, ratio: 0 },
  pounds: { factor: 0.45359237, ratio: 0 },
  stones: { factor: 0.45359237, ratio: 14 },
  centimetres: { factor: 1, ratio: 0 },
  feet: { factor: 2.54, ratio: 12 },
};
/** A smaller number in the field of centimetres is a height in metres: 1.75 means 175 cm. */
const METRES_MAX = 3;
/** A typed year from here on is one of the Buddhist calendar, which is ahead by 543 years. */
const BUDDHIST = { from: 2400, ahead: 543 };

/** @param {InputUnit} [mass] @param {InputUnit} [length] @returns {import("./types.d.ts").QuestionnaireProgress} */
export const initialProgress = (mass = "kilograms", length = "centimetres") => ({
  question: "sex",
  typed: {},
  answers: {},
  mass,
  length,
});

/** The questions to ask: the goal weight only if the weight is to change.
 * @param {QuestionnaireState} state */
export const questionsOf = ({ progress }) =>
  QUESTIONS.filter((question) => question !== "goalWeight" || progress.answers.goal !== "keep");

/** Returns the unit of a question's fields; undefined for questions without one.
 * @param {import("./types.d.ts").QuestionnaireProgress} progress @param {Question} question */
export const unitOf = ({ mass, length }, question) =>
  question === "height" ? length : question === "weight" || question === "goalWeight" ? mass : undefined;

/** Returns the texts of a question's fields: as typed, or converted if the unit has changed since.
 * @param {import("./types.d.ts").QuestionnaireProgress} progress @param {Question} question @returns {string[]} */
export function textsOf(progress, question) {
  const typed = progress.typed[question];
  const unit = unitOf(progress, question);
  if (typed && typed.unit === unit) return typed.texts;
  const value = progress.answers[FIELDS[question]];
  return typeof value === "number" && unit ? fieldsOf(value, unit) : typed?.texts ?? [];
}

/** Returns the texts of the fields for kilograms or centimetres. The rest is rounded first: never 5 ft 12 in.
 * @param {number} metric @param {InputUnit} unit */
function fieldsOf(metric, unit) {
  const { factor, ratio } = UNITS[unit];
  const tenths = Math.round(metric / factor * 10);
  if (ratio === 0) return [String(tenths / 10)];
  const whole = Math.floor(tenths / 10 / ratio);
  return [String(whole), String(rounded(tenths / 10 - whole * ratio, 1))];
}

/** @param {QuestionnaireState} state @param {Record<string, any>} action
 * @returns {[QuestionnaireState, Record<string, any>[]]} */
export function reduceQuestionnaire(state, action) {
  const { progress } = state;
  /** @param {Partial<import("./types.d.ts").QuestionnaireProgress>} change
   * @returns {[QuestionnaireState, Record<string, any>[]]} */
  const kept = (change) => {
    const next = { ...progress, ...change };
    return [{ ...state, progress: next }, [{ kind: "keep", progress: next }]];
  };
  switch (action.kind) {
    case "opened": {
      const next = { today: action.today, progress: action.progress ?? initialProgress(), isDone: false };
      return [next, [positionOf(next)]];
    }
    case "typed": {
      const question = /** @type {Question} */ (action.question);
      const typed = { texts: action.texts, unit: unitOf(progress, question) };
      const answers = { ...progress.answers };
      if (!["sex", "activity", "goal"].includes(question)) delete answers[FIELDS[question]];
      return withoutProblem(kept({ typed: { ...progress.typed, [question]: typed }, answers }));
    }
    case "chose": {
      const field = FIELDS[/** @type {Question} */ (action.question)];
      return withoutProblem(kept({ answers: { ...progress.answers, [field]: action.value } }));
    }
    case "units":
      return kept({ mass: action.mass, length: action.length });
    case "next":
      return goOn(state);
    case "back": {
      const index = questionsOf(state).indexOf(progress.question);
      const next = { ...state, problem: undefined };
      return index > 0 ? show(next, questionsOf(state)[index - 1]) : [next, []];
    }
    default:
      return [state, []];
  }
}

/** @param {[QuestionnaireState, Record<string, any>[]]} result
 * @returns {[QuestionnaireState, Record<string, any>[]]} */
const withoutProblem = ([state, effects]) => [{ ...state, problem: undefined }, effects];

/** @param {QuestionnaireState} state */
const positionOf = (state) => ({
  kind: "show",
  question: state.progress.question,
  number: questionsOf(state).indexOf(state.progress.question) + 1,
  count: questionsOf(state).length,
});

/** @param {QuestionnaireState} state @param {Question} question
 * @returns {[QuestionnaireState, Record<string, any>[]]} */
function show(state, question) {
  const next = { ...state, progress: { ...state.progress, question }, isDone: false };
  return [next, [{ kind: "keep", progress: next.progress }, positionOf(next)]];
}

/** Checks the shown answer, and shows the next question or ends.
 * @param {QuestionnaireState} state @returns {[QuestionnaireState, Record<string, any>[]]} */
function goOn(state) {
  const { question } = state.progress;
  const { problem, value } = take(state, question);
  if (problem) return [{ ...state, problem }, []];
  const answers = { ...state.progress.answers, [FIELDS[question]]: value };
  const next = { ...state, problem: undefined, progress: { ...state.progress, answers } };
  const questions = questionsOf(next);
  const index = questions.indexOf(question);
  if (index + 1 < questions.length) return show(next, questions[index + 1]);
  if (answers.goal === "keep") delete answers.goalWeightKg;
  return [{ ...next, isDone: true }, [{ kind: "keep", progress: next.progress }, { kind: "submit", answers }]];
}

/** Reads the answer to a question.
 * @param {QuestionnaireState} state @param {Question} question
 * @returns {{problem?: AnswerProblem, value?: string | number}} */
function take({ progress, today }, question) {
  const known = progress.answers[FIELDS[question]];
  const typed = progress.typed[question];
  const isTyped = typed?.texts.some((text) => text !== "") ?? false;
  const unit = typed?.unit;
  if (!typed || !isTyped || (unitOf(progress, question) && !unit)) {
    return known === undefined ? { problem: { kind: "missing" } } : { value: known };
  }
  if (question === "birthDate") return takeBirthDate(typed.texts, today);
  if (!unit) return { value: known };
  return takeNumber(typed.texts, unit, question === "height" ? HEIGHT_CM : WEIGHT_KG);
}

/** @param {string[]} texts @param {InputUnit} unit @param {{min: number, max: number}} range
 * @returns {{problem?: AnswerProblem, value?: number}} */
function takeNumber(texts, unit, range) {
  const { factor, ratio } = UNITS[unit];
  const isIn = (/** @type {number} */ value) => value >= range.min && value <= range.max;
  const inCentimetres = (/** @type {number} */ value) =>
    unit === "centimetres" && value < METRES_MAX ? value * 100 : value;
  if (texts.length > (ratio ? 2 : 1)) return { problem: { kind: "notANumber" } };
  const parts = [];
  for (const text of texts) {
    const read = text === "" ? { kind: /** @type {const} */ ("number"), value: 0 } : readNumber(text);
    if (read.kind === "number") parts.push(read.value);
    else if (read.kind === "ask") {
      // Only one of both readings can be a height or a weight.
      const [larger, smaller] = read.values;
      const metric = (/** @type {number} */ value) => value * (ratio || 1) * factor;
      const [isSmaller, isLarger] = [isIn(inCentimetres(metric(smaller))), isIn(metric(larger))];
      if (isSmaller === isLarger) return { problem: { kind: "ambiguous", smaller, larger } };
      parts.push(isSmaller ? smaller : larger);
    } else return { problem: { kind: "notANumber" } };
  }
  const metric = (ratio ? parts[0] * ratio + (parts[1] ?? 0) : parts[0]) * factor;
  const value = inCentimetres(metric);
  return isIn(value) ? { value: rounded(value, 2) } : { problem: { kind: "outOfRange", ...range } };
}

/** @param {string[]} texts Year, month and day. @param {string} today
 * @returns {{problem?: AnswerProblem, value?: string}} */
function takeBirthDate(texts, today) {
  const numbers = texts.map(readNumber).map((read) => read.kind === "number" ? read.value : NaN);
  if (numbers.length !== 3 || !numbers.every(Number.isInteger)) return { problem: { kind: "notADate" } };
  const [year, month, day] = numbers;
  const gregorian = year >= BUDDHIST.from ? year - BUDDHIST.ahead : year;
  const date = [String(gregorian).padStart(4, "0"), ...[month, day].map((part) => String(part).padStart(2, "0"))]
    .join("-");
  if (!isDay(date)) return { problem: { kind: "notADate" } };
  const age = Number(today.slice(0, 4)) - gregorian - (today.slice(5) < date.slice(5) ? 1 : 0);
  return age >= AGE.min && age <= AGE.max ? { value: date } : { problem: { kind: "outOfRange", ...AGE } };
}
