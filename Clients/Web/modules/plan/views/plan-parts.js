/** What the screens of Plan share: names of days and problems. */
import { addDays, dayText, relativeDay } from "../../../core/dates.js";
import { html } from "../../../core/html.js";
import { planState } from "../plan.js";
import { problemText } from "../../../core/problems.js";
import { icon, problemStrip } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */

/** @param {Context} context @param {string} date */
export function dayName({ state, t, texts }, date) {
  const relative = relativeDay(date, state.todayDate);
  return relative ? t(`day.${relative}`) : dayText(date, texts.locale, "long");
}

/** The days of a menu: "22 Nov – 28 Nov".
 * @param {Context} context @param {import("../types.d.ts").Menu} menu */
export function menuSpan(context, menu) {
  const { locale } = context.texts;
  const last = addDays(menu.from, menu.menu.days.length - 1);
  return last === menu.from
    ? dayName(context, menu.from)
    : `${dayText(menu.from, locale, "dayMonth")} – ${dayText(last, locale, "dayMonth")}`;
}

/** @param {Context} context */
export function formProblem({ state, t, texts }) {
  const { formProblem: problem } = planState(state);
  if (!problem) return null;
  const text = problem.status === 0 ? t("late.offline") : problemText(problem, texts);
  return html`<p class="strip strip-problem" role="alert">${
    icon(problem.status === 0 ? "offline" : "warning")
  }<span>${text}</span>${
    problem.code === "profileIncomplete" ? html`<a class="button" href="/target">${t("summary.setTarget")}</a>` : null
  }</p>`;
}

/** @param {Context} context */
export function loadProblem(context) {
  const { state } = context;
  const { problem, menu, menus } = planState(state);
  const offline = (state.route.params.planId ? menu : menus) ? "plan.kept" : "plan.offline";
  return problemStrip(context, problem, { retry: { type: "plan.retry" }, offline });
}
