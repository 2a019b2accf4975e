/** A typed meal: what the server has understood. */
import { html } from "../../../core/html.js";
import { amountText, energy, energyText, icon } from "../../../views/parts.js";
import { focusSearch } from "../../../views/late-parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {ReturnType<typeof import("../add.js").addModel>} Model */

/** A typed meal as the server has understood it: each line with what else it may mean, and all of it at once.
 * @param {Context} context @param {Model} model */
export function understood(context, { lines, understood, isUnderstood }) {
  const { dispatch, t } = context;
  if (!lines) return null;
  const value = energyText(context, understood.kcal);
  const log = (/** @type {Event} */ event) => {
    // What is not understood yet stays.
    if (isUnderstood) focusSearch(event);
    dispatch({ type: "add.lines" });
  };
  return html`
    <section class="card understood" aria-labelledby="understood">
      <h2 id="understood" class="small muted">${t("add.understood")}</h2>
      <ul class="rows">${lines.map((line, index) => lineRow(context, line, index))}</ul>
      <button type="button" class="button button-main button-wide" aria-disabled=${isUnderstood ? null : "true"}
        @click=${log}>${t("add.lines", { n: understood.n, value })}</button>
    </section>
  `;
}

/** @param {Context} context @param {import("../../../types.d.ts").MealLine} line @param {number} index */
function lineRow(context, { words, choices, chosen }, index) {
  const { dispatch, t } = context;
  const choice = choices[chosen];
  const choose = (/** @type {any} */ event) =>
    dispatch({ type: "add.choose", line: index, chosen: Number(event.target.value) });
  return html`<li class="row line">
    <span class="row-text"><span class="row-note">${t("add.lineWords", { words })}</span>${
    choices.length === 0 ? html`<span class="line-none">${icon("warning", true)}${t("add.lineNothing")}</span>` : html`
      <label
        class="line-food"><span class="only-read">${t("add.lineFood", {
          words,
        })}</span><select @change=${choose}>${choices.map(({ name, brand }, place) =>
          html`<option value=${place} .selected=${place === chosen}>${brand ? `${name}, ${brand}` : name}</option>`
        )}<option value="-1" .selected=${chosen < 0}>${t("add.lineOut")}</option></select>${icon(
          "chevron-down",
          true,
        )}</label>
    `
  }${choice ? html`<span class="row-note">${amountText(context, choice)}</span>` : null}</span>
    ${choice ? html`<span class="number">${energy(context, choice.nutrients.kcal)}</span>` : null}
  </li>`;
}
