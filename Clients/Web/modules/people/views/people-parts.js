/** What the screens of People share: standings and forms. */
import { each, html } from "../../../core/html.js";
import { GROUP_NAME_LENGTH } from "../../../core/limits.js";
import { METRICS, PERIODS } from "../people.js";
import { problemText } from "../../../core/problems.js";
import { chipGroup, icon, problemStrip } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */

/** Says a score in its own unit.
 * @param {Context} context @param {string} metric @param {number} score */
export const scoreText = ({ t, texts }, metric, score) =>
  metric === "adherence"
    ? t("people.score.percent", { value: texts.number(score, 1) })
    : t("people.score.days", { n: score });

/** @param {Context} context @param {string} metric
 * @param {ReturnType<typeof import("../people.js").standingModel>} model */
export function standing(context, metric, { rows, apart }) {
  const { t, texts } = context;
  const row = (/** @type {typeof rows[number]} */ { rank, userId, name, score, isMine }) =>
    html`
      <li
        class=${isMine ? "place place-mine" : "place"}><span class="place-rank"><span class="only-read">${t(
          "people.rank",
        )} </span>${texts.number(rank)}</span><a class="row-text place-link" href=${`/people/users/${
          encodeURIComponent(userId)
        }`}><span class="row-name">${name}</span>${isMine
          ? html`<span class="row-note">${t("people.you")}</span>`
          : null}</a><span class="number">${scoreText(context, metric, score)}</span></li>
    `;
  return html`<ol class="places">${each(rows, ({ userId }) => userId, row)}${
    apart ? html`<li class="place-gap" aria-hidden="true">⋯</li>${row(apart)}` : null
  }</ol>`;
}

/** What went wrong with a form.
 * @param {Context} context */
export function formStrip({ state, t, texts }) {
  const problem = state.people?.formProblem;
  if (!problem) return null;
  const text = problem.status === 0
    ? t("people.offline")
    : state.people?.form === "join" && problem.code === "notFound"
    ? t("people.join.unknown")
    : problem.code === "conflict"
    ? problem.detail
    : problemText(problem, texts);
  return html`<p class="strip strip-problem" role="alert">${icon("warning")}<span>${text}</span></p>`;
}

/** One field and its button: a new group, or the code of one.
 * @param {Context} context @param {"create" | "join"} form */
export function textForm(context, form) {
  const { state, dispatch, t } = context;
  const { text = "", isEmpty = false, isBusy = false } = state.people ?? {};
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    dispatch({ type: "people.submit" });
  };
  const id = `people-${form}`;
  const described = [isEmpty ? `${id}-error` : "", `${id}-hint`].filter(Boolean).join(" ");
  return html`<form class="people-form" data-reveal novalidate @submit=${submit}>
    <div class="field"><label for=${id}>${t(`people.${form}.label`)}</label>
      <input id=${id} type="text" maxlength=${GROUP_NAME_LENGTH.max} autocomplete="off" spellcheck="false" autocapitalize=${
    form === "join" ? "characters" : "sentences"
  } data-focus="" aria-invalid=${isEmpty ? "true" : null} aria-describedby=${described} .value=${text} @input=${(
    /** @type {any} */ event,
  ) => dispatch({ type: "people.type", text: event.target.value })}>
      ${
    isEmpty
      ? html`<p class="field-error" id=${`${id}-error`}>${icon("warning", true)}<span>${t("field.missing")}</span></p>`
      : null
  }<p class="field-hint" id=${`${id}-hint`}>${t(`people.${form}.hint`)}</p></div>
    ${formStrip(context)}
    <div class="people-actions"><button class="button button-main" aria-disabled=${isBusy ? "true" : null}>${
    t(`people.${form}.submit`)
  }</button>${
    state.route.name === "join"
      ? html`<a class="button button-quiet" href="/people">${t("people.cancel")}</a>`
      : html`<button type="button" class="button button-quiet" @click=${() =>
        dispatch({ type: "people.form", form: null })}>${t("people.cancel")}</button>`
  }</div>
  </form>`;
}

/** Asks before a step that cannot be undone, in the place of its button.
 * @param {Context} context @param {"leave" | "end" | "remove"} form */
export function confirmation(context, form) {
  const { state, dispatch, t } = context;
  if (state.people?.form !== form) {
    return html`<button type="button" class="button button-quiet is-over" @click=${() =>
      dispatch({ type: "people.form", form })}>${t(`people.${form}`)}</button>`;
  }
  return html`
    <div class="card people-confirm" data-reveal role="group"
      aria-label=${t(`people.${form}`)}><p>${t(`people.${form}.ask`)}</p>${formStrip(
        context,
      )}<div class="people-actions"><button type="button" class="button is-over" aria-disabled=${state.people.isBusy
        ? "true"
        : null} @click=${() => dispatch({ type: "people.submit" })}>${t(
          `people.${form}`,
        )}</button><button type="button" class="button button-quiet" data-focus="" @click=${() =>
        dispatch({ type: "people.form", form: null })}>${t("people.cancel")}</button></div></div>
  `;
}

/** The choice of a board, also of a group's standing.
 * @param {Context} context @param {import("../types.d.ts").PeopleState} people */
export const boardChoice = ({ dispatch, t }, { metric, period }) =>
  html`<div class="people-choice">${
    chipGroup(
      t("people.metric"),
      METRICS.map((value) => ({ value, text: t(`people.metric.${value}`), isChosen: value === metric })),
      (value) => dispatch({ type: "people.board", metric: value }),
    )
  }${
    // A streak has no period.
    metric === "streak" ? null : chipGroup(
      t("people.period"),
      PERIODS.map((value) => ({ value, text: t(`people.period.${value}`), isChosen: value === period })),
      (value) => dispatch({ type: "people.board", period: value }),
    )}</div>`;

/** Why a screen could not be loaded, with a button that tries again.
 * @param {Context} context */
export const loadStrip = (context) =>
  problemStrip(context, context.state.people?.problem ?? null, {
    retry: { type: "people.retry" },
    offline: "people.offline",
  });
