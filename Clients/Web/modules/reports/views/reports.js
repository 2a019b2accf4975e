/** Reports of wrong foods: the form of a person, and the list of staff. */
import { dayText } from "../../../core/dates.js";
import { each, html } from "../../../core/html.js";
import { REPORT_LENGTH } from "../../../core/limits.js";
import { mealAt, paths } from "../../../core/router.js";
import { REASONS, reportsState, reportState } from "../report.js";
import { flowHead, moreButton } from "../../../views/late-parts.js";
import { chipGroup, icon, problemStrip, skeletons } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {import("../../../types.d.ts").FoodReport} FoodReport */

/** @param {Context} context */
export const reportsView = (context) => context.state.route.name === "reports" ? listView(context) : formView(context);

/** @param {Context} context */
function formView(context) {
  const { state, t } = context;
  const { name, from, isSent, problem } = reportState(state);
  return html`<section class="screen report">
    ${flowHead(context, t("report.title"), from)}
    ${
    isSent
      ? html`
        <section class="card late-form" role="status">
          <h2>${t("report.thanks")}</h2>
          <p>${t("report.thanks.text", { name: name ?? "" })}</p>
          <p class="late-actions"><a class="button button-main" href=${from}>${t("back")}</a></p>
        </section>
      `
      : name !== null
      ? form(context)
      : problem
      ? problemStrip(context, problem, { retry: { type: "report.retry" }, offline: "late.offline" })
      : html`<div class="card">${skeletons(context, 3)}</div>`
  }
  </section>`;
}

/** @param {Context} context */
function form(context) {
  const { state, dispatch, t } = context;
  const { name, reason, text, isEmpty, isBusy, problem } = reportState(state);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    dispatch({ type: "report.send" });
  };
  const reasons = REASONS.map((value) => ({ value, text: t(`report.reason.${value}`), isChosen: value === reason }));
  return html`<form class="card late-form" novalidate @submit=${submit}>
    <h2>${name}</h2>
    <p class="small muted">${t("report.why")}</p>
    <div class="field" tabindex=${isEmpty ? "-1" : null} aria-invalid=${
    isEmpty ? "true" : null
  }><span class="field-label">${t("report.reason")}</span>${
    chipGroup(t("report.reason"), reasons, (reason) => dispatch({ type: "report.choose", reason }))
  }${
    isEmpty
      ? html`<span class="field-error" role="alert">${icon("warning", true)}<span>${
        t("report.reason.missing")
      }</span></span>`
      : null
  }</div>
    ${textArea(context, "report-text", "report.text", text, (text) => dispatch({ type: "report.type", text }))}
    ${problemStrip(context, problem, { offline: "late.offline" })}
    <button class="button button-main" aria-disabled=${isBusy ? "true" : null}>${t("report.send")}</button>
  </form>`;
}

/** A note of several lines.
 * @param {Context} context @param {string} id @param {string} key Of its label; its hint is `<key>.hint`.
 * @param {string} value @param {(text: string) => void} onInput @param {boolean} [isFirst] */
const textArea = ({ t }, id, key, value, onInput, isFirst = false) =>
  html`
    <div
      class="field"><label for=${id}>${t(
        key,
      )}</label><textarea id=${id} rows="3" maxlength=${REPORT_LENGTH.max} data-focus=${isFirst
        ? ""
        : null} aria-describedby=${`${id}-hint`} .value=${value} @input=${(/** @type {any} */ event) =>
        onInput(event.target.value)}></textarea><span class="field-hint" id=${`${id}-hint`}>${t(
          `${key}.hint`,
        )}</span></div>
  `;

/** @param {Context} context */
function listView(context) {
  const { state, dispatch, t } = context;
  const reports = reportsState(state);
  const { items, problem } = reports;
  const states = /** @type {const} */ (["open", "closed"]).map((value) => ({
    value,
    text: t(`reports.${value}`),
    isChosen: value === reports.state,
  }));
  const isForbidden = problem?.status === 403;
  return html`<section class="screen report">
    ${flowHead(context, t("reports.title"), "/more")}
    ${isForbidden ? null : chipGroup(t("reports.states"), states, (state) => dispatch({ type: "reports.show", state }))}
    ${
    items === null
      ? problem ? null : html`<div class="card">${skeletons(context, 4)}</div>`
      : items.length === 0 && reports.cursor === null
      ? html`<div class="empty">${icon("check")}<p>${t(`reports.empty.${reports.state}`)}</p></div>`
      : html`<ul class="report-list">${each(items, ({ id }) => id, (report) => reportCard(context, report))}</ul>`
  }
    ${
    isForbidden
      ? html`<p class="strip strip-problem" role="alert">${icon("lock")}<span>${t("reports.forbidden")}</span></p>`
      : problemStrip(context, problem, { retry: { type: "reports.retry" }, offline: "late.offline" })
  }
    ${items ? moreButton(context, reports, "reports.more") : null}
  </section>`;
}

/** @param {Context} context @param {FoodReport} report */
function reportCard(context, { id, foodId, foodName, reason, text, createdAt, closedAt, answer }) {
  const { state, dispatch, t, texts } = context;
  const { open } = reportsState(state);
  const name = foodName ?? t("reports.gone");
  const date = (/** @type {string} */ at) => dayText(at.slice(0, 10), texts.locale, "date");
  const meal = mealAt(new Date().getHours());
  return html`<li class="card late-form">
    <div><h2>${
    foodName === null ? name : html`<a href=${paths.amount(state.todayDate, meal, foodId)}>${name}</a>`
  }</h2><p class="small muted">${t(`report.reason.${reason}`)}\u00a0· ${date(createdAt)}</p></div>
    ${text ? html`<p class="report-text">${text}</p>` : null}
    ${
    closedAt
      ? html`<p class="small muted">${t("reports.closedAt", { date: date(closedAt) })}</p>${
        answer ? html`<p class="report-text">${answer}</p>` : null
      }`
      : open === id
      ? closing(context, id, name)
      : html`
        <p
          class="late-actions"><button type="button" class="button" aria-label=${t("reports.closeOf", {
            name,
          })} @click=${() => dispatch({ type: "reports.edit", id })}>${t("reports.close")}</button></p>
      `
  }
  </li>`;
}

/** @param {Context} context @param {string} id @param {string} name */
function closing(context, id, name) {
  const { state, dispatch, t } = context;
  const { answer, isBusy, formProblem } = reportsState(state);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    dispatch({ type: "reports.close" });
  };
  return html`<form class="late-form" data-reveal novalidate aria-label=${
    t("reports.closeOf", { name })
  } @submit=${submit}>
    ${
    textArea(context, "reports-answer", "reports.answer", answer, (text) =>
      dispatch({ type: "reports.type", text }), true)
  }
    ${problemStrip(context, formProblem, { offline: "late.offline" })}
    <div class="late-actions"><button class="button button-main" aria-disabled=${isBusy ? "true" : null}>${
    t("reports.close")
  }</button><button type="button" class="button button-quiet" @click=${() => dispatch({ type: "reports.edit", id })}>${
    t("late.cancel")
  }</button></div>
  </form>`;
}
