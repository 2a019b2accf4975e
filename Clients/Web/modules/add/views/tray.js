/** The tray of Add: what was logged on this visit, or what remains of the day. */
import { each, html } from "../../../core/html.js";
import { amountText, energy, energyText, icon, overMark, picture } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */

/** What remains of the day, in the place of the tray on a desk.
 * @param {Context} context @param {number | null} left */
const dayLeft = (context, left) =>
  html`<aside class="card tray-empty">${
    left === null
      ? null
      : html`<p>${left < 0 ? overMark(context) : null}<span class="large-number">${
        energy(context, Math.abs(left))
      }</span> <span class="summary-word">${
        context.t(left < 0 ? "summary.over" : "summary.left", {
          unit: context.t(`unit.name.${context.state.energy}`),
        })
      }</span></p>`
  }<p class="muted small">${context.t("add.trayEmpty")}</p></aside>`;

/** @param {Context} context @param {ReturnType<typeof import("../add.js").addModel>} model @param {string} back */
export function tray(context, { sum, left }, back) {
  const { state, dispatch, t } = context;
  const { tray, isTrayOpen, isCollecting } = state.add;
  if (tray.length === 0) return dayLeft(context, left);
  const finish = () => dispatch({ type: isCollecting ? "add.log" : "add.done", path: back });
  const leaves = left === null
    ? null
    : left < 0
    ? t("amount.over", { value: energyText(context, -left) })
    : t("amount.leaves", { value: energyText(context, left) });
  return html`
    <section class=${isTrayOpen ? "tray tray-open" : "tray"} aria-label=${t("add.tray")}>
      <button type="button" class="tray-head" aria-expanded=${String(isTrayOpen)} @click=${() =>
        dispatch({ type: "add.tray", isOpen: !isTrayOpen })}>
        <span class="row-text"><b>${isCollecting
          ? t("add.collected", { n: tray.length })
          : t("add.logged", { n: tray.length })}</b> <span class="muted small">${energyText(context, sum)}${leaves
          ? `\u00a0· ${leaves}`
          : ""}</span></span>${icon(isTrayOpen ? "chevron-down" : "chevron-up")}
        </button>
      <ul class="rows tray-list">${each(
        tray,
        ({ entryId }) => entryId,
        ({ entryId, choice, count, entry }) =>
          html`
            <li class="row">
              ${picture(choice)}
              <span
                class="row-text"><span class="row-name">${choice
                  .name}</span><span class="row-note">${`${amountText(context, entry)}\u00a0· ${
                  energyText(context, entry.kcal)
                }`}</span></span>
              <span
                class="stepper"><button type="button" data-tap class="icon-button" aria-label=${t(
                  "add.minusOne",
                  { name: choice.name },
                )} @click=${() => dispatch({ type: "add.minus", entryId })}>${icon(
                  count > 1 ? "minus" : "trash",
                )}</button><span class="count" aria-hidden="true">${count}</span><button type="button" data-tap class="icon-button" aria-label=${t(
                  "add.again",
                  { name: choice.name, n: count },
                )} @click=${() => dispatch({ type: "add.plus", choice, entryId })}>${icon(
                  "plus",
                )}</button></span>
            </li>
          `,
      )}</ul>
      <button type="button" class="button button-main button-wide" @click=${finish}>${isCollecting
        ? t("add.logTo", { meal: `@mealTo.${state.add.meal}` })
        : t("add.done")}</button>
    </section>
  `;
}
