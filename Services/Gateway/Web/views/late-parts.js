/** What several screens outside of the first load show: their heads, and the rest of a list. */
import { html } from "../core/html.js";
import { icon } from "./parts.js";

/** @typedef {import("../types.d.ts").Context} Context */
/** @typedef {import("../types.d.ts").AppProblem} AppProblem */

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
