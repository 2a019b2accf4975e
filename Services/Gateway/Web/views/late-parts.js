/** What several screens outside of the first load show: problems with another attempt, and the rest of a list. */
import { html } from "../core/html.js";
import { problemText } from "../core/problems.js";
import { icon } from "./parts.js";

/** @typedef {import("../types.d.ts").Context} Context */
/** @typedef {import("../types.d.ts").AppProblem} AppProblem */

/** What went wrong, with a button that tries again where there is an action for it.
 * @param {Context} context @param {AppProblem | null} problem @param {{offline: string, retry?: string}} options
 *   `offline` is the key of the sentence for a lost connection, and `retry` the type of the action. */
export function problemCard({ dispatch, t, texts }, problem, { offline, retry }) {
  if (!problem) return null;
  const isOffline = problem.status === 0;
  // What a change collides with, only the server knows.
  const own = problem.code === "conflict" && problem.detail ? problem.detail : problemText(problem, texts);
  return html`<p class="strip strip-problem" role="alert">${icon(isOffline ? "offline" : "warning")}<span>${
    isOffline ? t(offline) : own
  }</span>${
    retry
      ? html`<button type="button" class="button" @click=${() => dispatch({ type: retry })}>${
        t("screen.retry")
      }</button>`
      : null
  }</p>`;
}

/** The button that loads the next page.
 * @param {Context} context @param {{cursor: string | null, isLoading: boolean, problem: AppProblem | null}} list
 * @param {string} type The type of its action. */
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
