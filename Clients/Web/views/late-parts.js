/** What several screens outside of the first load show: their heads, the rest of a list, refusals, and sheets. */
import { dateFormat } from "../core/dates.js";
import { html } from "../core/html.js";
import { problemText } from "../core/problems.js";
import { icon } from "./parts.js";

/** @typedef {import("../types.d.ts").Context} Context */
/** @typedef {import("../types.d.ts").AppProblem} AppProblem */

/** Moves the focus to the search field of a control that vanishes with its tap. It follows the tap at once, because
 * only then a phone opens its keyboard.
 * @param {Event} event */
export const focusSearch = ({ target }) =>
  /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest?.(".screen")?.querySelector(
    'input[type="search"]',
  ))?.focus();

/** The button that empties a search field.
 * @param {Context} context @param {() => void} clear */
export const clearButton = ({ t }, clear) =>
  html`
    <button type="button" class="icon-button icon-button-quiet" aria-label=${t("late.clear")}
      @click=${(
        /** @type {Event} */ event,
      ) => {
        focusSearch(event);
        clear();
      }}>${icon("close")}</button>
  `;

/** The button that loads the next page.
 * @param {Context} context @param {{cursor: string | null, isLoading: boolean, problem: AppProblem | null}} list
 * @param {import("../types.d.ts").ActionName} type The type of its action. */
export const moreButton = ({ dispatch, t }, { cursor, isLoading, problem }, type) =>
  cursor === null || problem
    ? null
    : html`<button type="button" class="button" aria-disabled=${isLoading ? "true" : null} @click=${() =>
      dispatch({ type })}>${t(isLoading ? "loading" : "late.more")}</button>`;

/** The head of a screen below another one.
 * @param {Context} context @param {string} title @param {string} back Its path. */
export const flowHead = ({ t }, title, back) =>
  html`
    <header
      class="flow-head"><a class="icon-button" href=${back} aria-label=${t("back")}>${icon(
        "chevron-left",
      )}</a><h1 tabindex="-1">${title}</h1></header>
  `;

/** The day of an instant in the person's time zone.
 * @param {Context} context @param {string} instant RFC 3339 */
export const instantDay = ({ state, texts }, instant) =>
  dateFormat(texts.locale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: state.profile?.timeZone ?? "UTC",
  }).format(new Date(instant));

/** Why the server did not make a change, beside what was to be changed.
 * @param {Context} context @param {import("../types.d.ts").AppProblem} problem
 * @param {string} keys The beginning of the keys of own sentences, by reasons and codes. */
export function refusal({ t, texts }, problem, keys) {
  const key = `${keys}.${problem.params.reason ?? problem.code}`;
  return html`<p class="strip strip-problem" role="alert">${icon(problem.status === 0 ? "offline" : "warning")}<span>${
    problem.status === 0 ? t("late.offline") : texts.has(key) ? t(key) : problemText(problem, texts)
  }</span></p>`;
}

/** A dialog that comes from below on phones. It is open while it has a title.
 * @param {Context} context @param {string} id Of the title. @param {string | null} title @param {() => void} close
 * @param {unknown} content */
export const sheetFrame = ({ t }, id, title, close, content) =>
  html`
    <dialog class="sheet" aria-labelledby=${id} data-open=${title === null ? null : ""} @close=${close}
      @click=${(/** @type {any} */ event) => event.target === event.currentTarget ? close() : null}>${title === null
        ? null
        : html`
          <div
            class="card-head"><h2 id=${id} tabindex="-1" autofocus>${title}</h2><button type="button" class="icon-button" aria-label=${t(
              "close",
            )} @click=${close}>${icon("close")}</button></div>
          ${content}
        `}</dialog>
  `;

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} text What the change does.
 * @property {string | null} [warning]
 * @property {string} submit The text of the button that makes the change.
 * @property {boolean} isEnd True for a change that takes something away.
 * @property {() => void} confirm
 */

/** The question before a change.
 * @param {Context} context @param {string} id Of the title. @param {() => void} close
 * @param {Question | null} question Null while it is not asked. */
export const questionSheet = (context, id, close, question) =>
  sheetFrame(
    context,
    id,
    question?.title ?? null,
    close,
    question && html`
      <div class="late-form late-question">
        <p>${question.text}</p>
        ${question.warning ? html`<p class="strip">${icon("warning")}<span>${question.warning}</span></p>` : null}
        <div class="late-actions">
          <button type="button" class=${question.isEnd ? "button button-main button-danger" : "button button-main"}
            @click=${question.confirm}>${question.submit}</button>
          <button type="button" class="button button-quiet" @click=${close}>${context.t("late.cancel")}</button>
        </div>
      </div>
    `,
  );
