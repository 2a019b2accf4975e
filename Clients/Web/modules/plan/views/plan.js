/** Plan: making a menu, and those that were made. */
import { each, html } from "../../../core/html.js";
import { LENGTHS, planState } from "../plan.js";
import { menuView } from "./plan-menu.js";
import { formProblem, loadProblem, menuSpan } from "./plan-parts.js";
import { chipGroup, energyText, icon, skeletons } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */

/** @param {Context} context */
export const planView = (context) => context.state.route.params.planId ? menuView(context) : listView(context);

/** @param {Context} context */
function listView(context) {
  const { state, t } = context;
  const { menus, problem } = planState(state);
  return html`<section class="screen plan">
    <header class="flow-head"><a class="icon-button" href="/more" aria-label=${t("back")}>${
    icon("chevron-left")
  }</a><h1 tabindex="-1">${t("nav.plan")}</h1></header>
    ${makeForm(context)}
    ${loadProblem(context)}
    ${
    menus === null
      ? problem ? null : html`<div class="card">${skeletons(context, 3)}</div>`
      : menus.length === 0
      ? null
      : html`
        <section class="card" aria-labelledby="plan-all">
          <h2 id="plan-all">${t("plan.all")}</h2>
          <ul class="rows">${each(menus, ({ id }) => id, (menu) => menuRow(context, menu))}</ul>
        </section>
      `
  }
  </section>`;
}

/** @param {Context} context @param {import("../types.d.ts").Menu} menu */
function menuRow(context, menu) {
  const { t } = context;
  const days = menu.menu.days;
  const kcal = days.reduce((sum, { totals }) => sum + totals.kcal, 0) / Math.max(1, days.length);
  const count = days.reduce((sum, { meals }) => sum + meals.reduce((sum, { items }) => sum + items.length, 0), 0);
  const note = [t("plan.days", { n: days.length }), t("plan.aDay", { energy: energyText(context, kcal) })];
  if (menu.logged.length > 0) note.push(t("plan.loggedOf", { n: menu.logged.length, count }));
  return html`<li><a class="row-main" href=${`/plan/${encodeURIComponent(menu.id)}`}>${icon("plan")}<span
      class="row-text"><span class="row-name">${menu.name ?? menuSpan(context, menu)}</span><span class="row-note">${
    note.join("\u00a0· ")
  }</span></span>${icon("chevron-right", true)}</a></li>`;
}

/** @param {Context} context */
function makeForm(context) {
  const { state, dispatch, t } = context;
  const { draft, isBusy } = planState(state);
  const lengths = LENGTHS.map((value) => ({
    value,
    text: t("plan.days", { n: value }),
    isChosen: value === draft.days,
  }));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    dispatch({ type: "plan.save" });
  };
  return html`<form class="card late-form" novalidate @submit=${submit}>
    <h2>${t("plan.make")}</h2><p class="small muted">${t("plan.make.why")}</p>
    ${chipGroup(t("plan.length"), lengths, (days) => dispatch({ type: "plan.draft", change: { days } }))}
    <div class="field"><label for="plan-from">${
    t("plan.from")
  }</label><input id="plan-from" type="date" .value=${draft.from} @change=${(/** @type {any} */ event) =>
    dispatch({ type: "plan.draft", change: { from: event.target.value || state.todayDate } })}></div>
    ${formProblem(context)}
    <button class="button button-main" aria-disabled=${isBusy ? "true" : null}>${
    t(isBusy ? "plan.making" : "plan.make.submit")
  }</button>
  </form>`;
}
