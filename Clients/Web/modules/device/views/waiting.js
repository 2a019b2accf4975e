/** The list of what waits on this device: what it is, why it waits, and what the person decides about it. */
import { dayText, relativeDay } from "../../../core/dates.js";
import { each, html } from "../../../core/html.js";
import { problemText } from "../../../core/problems.js";
import { waitingModel } from "../waiting.js";
import { amountText, icon, volumeText } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {ReturnType<typeof waitingModel>["rows"][number]} Row */

/** @param {Context} context */
export function waitingList(context) {
  const { state, dispatch, t } = context;
  const { rows, why, waiting } = waitingModel(state);
  if (rows.length === 0) return html`<p class="muted">${t(state.isOnline ? "waits.none" : "waits.noneOffline")}</p>`;
  return html`${waiting > 0 ? html`<p class="small muted">${t(`waits.why.${why}`, { n: waiting })}</p>` : null}
    <ul class="rows">${each(rows, ({ id }) => id, (row) => rowView(context, row))}</ul>
    ${
    waiting === 0 || why === "online"
      ? null
      : why === "expired"
      ? html`<a class="button button-main button-wide" href="/welcome">${t("status.signIn")}</a>`
      : html`<button type="button" class="button button-wide" @click=${() => dispatch({ type: "waiting.send" })}>${
        t("waits.send")
      }</button>`
  }`;
}

/** @param {Context} context @param {Row} row */
function rowView(context, { id, status, key, date, meal, name, ml }) {
  const { state, dispatch, t, texts } = context;
  const isMeasure = key === "addMeasurement" || key === "removeMeasurement";
  const kind = texts.has(`waits.kind.${name}`) ? t(`waits.kind.${name}`) : name;
  const relative = date && relativeDay(date, state.todayDate);
  const notes = [
    relative ? t(`day.${relative}`) : date && dayText(date, texts.locale, "short"),
    meal && t(`meal.${meal}`),
  ];
  const act = (/** @type {string} */ type, /** @type {object} */ more = {}) => () =>
    dispatch({ type, write: id, ...more });
  return html`<li class="waits-row">
    <div class="row">${icon(status.kind === "refused" || status.kind === "conflict" ? "warning" : "waiting", true)}<span
      class="row-text"><span class="row-name">${
    t(`waits.${key}`, { name: isMeasure ? kind : name, volume: volumeText(context, ml) })
  }</span><span
      class="row-note">${notes.filter(Boolean).join("\u00a0· ")}</span></span></div>
    ${
    status.kind === "refused"
      ? html`<p class="small">${
        problemText({ status: status.status, code: status.code, detail: status.detail, params: {} }, texts)
      }</p><button type="button" class="button" @click=${act("entry.giveUp")}>${t("entry.giveUp")}</button>`
      : status.kind === "conflict"
      ? html`
        <p class="small">${t("entry.conflict", {
          theirs: `${amountText(context, status.theirs)}, ${t(`meal.${status.theirs.meal}`)}`,
        })}</p>
        <div
          class="late-actions"><button type="button" class="button button-main" @click=${act("entry.decide", {
            isMine: true,
          })}>${t("entry.keepMine")}</button><button type="button" class="button" @click=${act("entry.decide", {
            isMine: false,
          })}>${t("entry.takeTheirs")}</button></div>
      `
      : null
  }
  </li>`;
}
