/** The questionnaire: one question a screen, and at the end the target with where its numbers come from. */
import { html } from "../../../core/html.js";
import { questionsOf, textsOf, unitOf } from "../questionnaire.js";
import { chipGroup, icon, problemStrip, skeletons } from "../../../views/parts.js";
import { resultView } from "./questions-result.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {import("../types.d.ts").Question} Question */
/** @typedef {import("../types.d.ts").QuestionnaireState} QuestionnaireState */

/** @type {Partial<Record<Question, string[]>>} In the words of the profile. */
const CHOICES = {
  sex: ["female", "male", "other"],
  activity: ["sedentary", "light", "moderate", "intense", "veryIntense"],
  goal: ["lose", "keep", "gain"],
};
const MASSES = /** @type {const} */ (["kilograms", "pounds", "stones"]);
const LENGTHS = /** @type {const} */ (["centimetres", "feet"]);
/** The fields of a unit, each with the texts of its name. */
const PARTS = {
  kilograms: ["kilograms"],
  pounds: ["pounds"],
  stones: ["stones", "pounds"],
  centimetres: ["centimetres"],
  feet: ["feet", "inches"],
};
/** The birth date's fields as people read them: the places of day, month and year in the answer. */
const DATE_PARTS = /** @type {const} */ ([["day", 2, 2], ["month", 1, 2], ["year", 0, 4]]);

/** @param {Context} context */
export function questionsView(context) {
  const { questions } = context.state;
  if (questions?.phase === "done") return resultView(context);
  if (!questions?.form) {
    return html`
      <section class="screen questions">
        <h1 tabindex="-1">${context.t("questions.title")}</h1>
        ${skeletons(context, 3)}
      </section>
    `;
  }
  return asking(context, questions.form);
}

/** @param {Context} context @param {QuestionnaireState} form */
function asking(context, form) {
  const { state, dispatch, t } = context;
  const { question } = form.progress;
  const list = questionsOf(form);
  const number = list.indexOf(question) + 1;
  const isSaving = state.questions?.phase === "saving";
  const isGuest = Boolean(state.questions?.guest);
  const act = (/** @type {Record<string, any>} */ action) => dispatch({ type: "questions.do", action });
  const next = (/** @type {Event} */ event) => {
    event.preventDefault();
    act({ kind: "next" });
  };
  const place = t("questions.place", { number, count: list.length });
  return html`<form class="screen questions" novalidate @submit=${next}>
    <div class="questions-head">
      ${
    number > 1
      ? html`<button type="button" class="icon-button" aria-label=${t("back")} @click=${() => act({ kind: "back" })}>${
        icon("chevron-left")
      }</button>`
      : html`<span class="questions-gap"></span>`
  }
      <div class="questions-progress" role="progressbar" aria-label=${
    t("questions.progress")
  } aria-valuemin="0" aria-valuemax=${list.length} aria-valuenow=${number - 1} aria-valuetext=${place}>
        <div class="bar-track"><i class="bar-fill" --part=${(number - 1) / list.length}></i></div>
      </div>
      ${
    isGuest
      ? html`<a class="button button-quiet" href="/welcome">${t("questions.leave")}</a>`
      : html`<a class="button button-quiet" href="/">${t("questions.later")}</a>`
  }
    </div>
    <p class="muted small questions-place">${place}</p>
    <h1 tabindex="-1">${t(`questions.${question}`)}</h1>
    <p class="muted" id="why">${t(`questions.${question}.why`)}</p>
    <div class="questions-body">${body(context, form)}${problemOf(context, form)}</div>
    ${problemStrip(context, state.questions?.problem ?? null)}
    <div class="questions-foot"><button class="button button-main button-wide" aria-disabled=${
    isSaving ? "true" : null
  }>${t(isSaving ? "questions.saving" : number === list.length ? "questions.finish" : "questions.next")}</button>
    <p class="muted small">${t(isGuest ? "questions.notKept" : "questions.kept")}</p></div>
  </form>`;
}

/** @param {Context} context @param {QuestionnaireState} form */
function body(context, form) {
  const { question } = form.progress;
  if (CHOICES[question]) return choices(context, form, CHOICES[question]);
  if (question === "birthDate") return dateFields(context, form);
  return numberFields(context, form);
}

/** @param {Context} context @param {QuestionnaireState} form @param {string[]} values */
function choices({ dispatch, t }, { progress, problem }, values) {
  const { question, answers } = progress;
  const chosen = { sex: answers.sex, activity: answers.activityLevel, goal: answers.goal }[String(question)];
  const choose = (/** @type {string} */ value) =>
    dispatch({ type: "questions.do", action: { kind: "chose", question, value } });
  return html`<div class="questions-choices" role="radiogroup" aria-label=${
    t(`questions.${question}`)
  } aria-describedby="why">${
    values.map((value, index) =>
      html`
        <div
          class="choice"><input type="radio" name=${question} id=${`${question}-${value}`} value=${value} .checked=${chosen ===
            value} data-focus=${chosen === value || (!chosen && index === 0) ? "" : null} aria-invalid=${problem
            ? "true"
            : null} @change=${() => choose(value)}><label for=${`${question}-${value}`}><span class="choice-name">${t(
              `questions.${question}.${value}`,
            )}</span><span class="choice-note">${t(`questions.${question}.${value}.note`)}</span></label></div>
      `
    )
  }</div>`;
}

/** @param {Context} context @param {QuestionnaireState} form */
function dateFields(context, { progress, problem }) {
  const { t } = context;
  const texts = textsOf(progress, "birthDate");
  return html`<div class="questions-fields" role="group" aria-label=${t("questions.birthDate")}>${
    DATE_PARTS.map(([name, place, length]) =>
      input(context, {
        id: name,
        label: t(`questions.${name}`),
        value: texts[place] ?? "",
        place,
        count: 3,
        length,
        isFirst: name === "day",
        isWrong: problem !== undefined,
        isWhole: true,
      })
    )
  }</div>`;
}

/** @param {Context} context @param {QuestionnaireState} form */
function numberFields(context, { progress, problem }) {
  const { dispatch, t } = context;
  const { question, mass, length } = progress;
  const unit = /** @type {keyof typeof PARTS} */ (unitOf(progress, question));
  const units = question === "height" ? LENGTHS : MASSES;
  const choose = (/** @type {string} */ value) =>
    dispatch({
      type: "questions.do",
      action: question === "height" ? { kind: "units", mass, length: value } : { kind: "units", mass: value, length },
    });
  const texts = textsOf(progress, question);
  return html`<div class="questions-fields">${
    PARTS[unit].map((part, place) =>
      input(context, {
        id: `${question}-${part}`,
        label: t(`questions.unit.${part}`),
        value: texts[place] ?? "",
        place,
        count: PARTS[unit].length,
        length: 12,
        isFirst: place === 0,
        isWrong: problem !== undefined,
        isWhole: false,
      })
    )
  }</div>${
    chipGroup(
      t("questions.units"),
      units.map((value) => ({ value, text: t(`questions.units.${value}`), isChosen: value === unit })),
      choose,
    )
  }`;
}

/**
 * @param {Context} context
 * @param {{id: string, label: string, value: string, place: number, count: number, length: number, isFirst: boolean,
 *   isWrong: boolean, isWhole: boolean}} field
 */
function input({ state, dispatch }, { id, label, value, place, count, length, isFirst, isWrong, isWhole }) {
  const question = state.questions?.form?.progress.question;
  const type = (/** @type {any} */ event) =>
    dispatch({ type: "questions.type", question, place, count, text: event.target.value });
  return html`
    <div
      class=${length === 4
        ? "field field-year"
        : "field"}><label for=${id}>${label}</label><input id=${id} type="text" inputmode=${isWhole
        ? "numeric"
        : "decimal"} autocomplete="off" maxlength=${length} data-focus=${isFirst ? "" : null} aria-invalid=${isWrong
        ? "true"
        : null} aria-describedby=${isWrong ? "answer-error" : "why"} .value=${value} @input=${type}></div>
  `;
}

/** What is wrong with the answer; two readings can be chosen.
 * @param {Context} context @param {QuestionnaireState} form */
function problemOf(context, { progress, problem }) {
  const { dispatch, texts, t } = context;
  if (!problem) return null;
  const { question } = progress;
  const typed = (/** @type {number} */ value) =>
    dispatch({ type: "questions.do", action: { kind: "typed", question, texts: [String(value)] } });
  if (problem.kind === "ambiguous") {
    return html`
      <div class="questions-ask" id="answer-error" role="alert">
        <p class="field-error">${t("number.ask")}</p>
        <div class="chips">${[problem.smaller, problem.larger].map((value) =>
          html`<button type="button" class="chip" @click=${() => typed(value)}>${texts.number(value, 3)}</button>`
        )}</div>
      </div>
    `;
  }
  const key = problem.kind === "missing" && CHOICES[question]
    ? "questions.problem.choose"
    : `questions.problem.${problem.kind}`;
  const range = problem.kind === "outOfRange"
    ? t(`questions.range.${question === "birthDate" ? "age" : question === "height" ? "height" : "weight"}`, {
      min: textOf(context, question, problem.min),
      max: textOf(context, question, problem.max),
    })
    : t(key);
  return html`<p class="field-error" id="answer-error" role="alert">${icon("warning", true)}<span>${range}</span></p>`;
}

/** A bound in the unit of the question.
 * @param {Context} context @param {Question} question @param {number} metric */
function textOf({ state, texts, t }, question, metric) {
  const form = /** @type {QuestionnaireState} */ (state.questions?.form);
  if (question === "birthDate") return texts.number(metric);
  const field = question === "height" ? "heightCm" : "weightKg";
  const unit = /** @type {keyof typeof PARTS} */ (unitOf(form.progress, question));
  const fields = textsOf(
    { ...form.progress, typed: {}, answers: { [field]: metric } },
    question === "height" ? question : "weight",
  );
  return PARTS[unit].map((part, place) => t(`questions.value.${part}`, { value: texts.number(Number(fields[place])) }))
    .join(" ");
}
