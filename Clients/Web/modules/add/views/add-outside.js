/** Foods of sources outside of this server, below the results of a search. */
import { html } from "../../../core/html.js";
import { outsideModel } from "../outside.js";
import { SOURCE_NAMES } from "./amount.js";
import { energyText, icon, problemStrip, skeletons } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */

const SKELETON_ROWS = 3;

/** @param {string} source */
const sourceName = (source) => SOURCE_NAMES.get(source) ?? source;

/** @param {Context} context */
export function outside(context) {
  const { dispatch, t } = context;
  const model = outsideModel(context.state);
  if (!model) return null;
  const { items, silent, isBusy, problem } = model;
  const search = () => dispatch({ type: "outside.search" });
  if (items === null && !isBusy && !problem) {
    return html`<button type="button" class="button button-wide" @click=${search}>${icon("search", true)}${
      t("outside.search")
    }</button>`;
  }
  return html`<section class="outside" aria-labelledby="outside-title">
    <h2 id="outside-title" class="small muted">${t("outside.title")}</h2>
    ${problemStrip(context, problem, items ? {} : { retry: { type: "outside.search" }, offline: "outside.offline" })}
    ${isBusy ? skeletons(context, SKELETON_ROWS) : null}
    ${items?.length === 0 ? html`<p class="muted">${t("outside.nothing")}</p>` : null}
    <ul class="rows">${(items ?? []).map((food) => row(context, food, model.adding))}</ul>
    ${
    silent.length > 0
      ? html`<p class="small muted">${t("outside.silent", { names: silent.map(sourceName).join(", ") })}</p>`
      : null
  }
  </section>`;
}

/** A tap keeps the food on this server, and leads to its amount.
 * @param {Context} context @param {import("../../../types.d.ts").RemoteFood} food @param {string} adding */
function row(context, food, adding) {
  const { dispatch, t } = context;
  const notes = [food.brand, t("outside.per100", { energy: energyText(context, food.kcal) }), sourceName(food.source)];
  return html`
    <li
      class="row"><button type="button" class="row-main" aria-disabled=${adding === ""
        ? null
        : "true"} aria-busy=${adding === food.sourceId ? "true" : null} @click=${() =>
        dispatch({ type: "outside.add", food })}><span class="row-text"><span class="row-name">${food.name}</span><span
          class="row-note">${notes.filter(Boolean).join("\u00a0· ")}</span></span>${icon(
            "chevron-right",
            true,
          )}</button></li>
  `;
}
