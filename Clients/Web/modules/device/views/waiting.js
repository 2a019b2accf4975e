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

/** Says what another device has made of it. Of the objects of a module, only their names are known here.
 * @param {Context} context @param {Row} row */
function conflictText(context, { status, isModule }) {
  const { t } = context;
  if (status.kind !== "conflict") return "";
  const { theirs } = status;
  if (isModule) return t(theirs ? "waits.conflict" : "waits.conflictRemoved");
  return t("entry.conflict", { theirs: `${amountText(context, theirs)}, ${t(`meal.${theirs.meal}`)}` });
}

/** @param {Context} context @param {Row} row */
function rowView(context, row) {
  const { id, status, key, date, meal, name, ml, own } = row;
  const { state, dispatch, t, texts } = context;
  const isMeasure = key === "addMeasurement" || key === "removeMeasurement";
  const kind = texts.has(`waits.kind.${name}`) ? t(`waits.kind.${name}`) : name;
  const relative = date && relativeDay(date, state.todayDate);
  const notes = [
    relative ? t(`day.${relative}`) : date && dayText(date, texts.locale, "short"),
    meal && t(`meal.${meal}`),
  ];
  const act = (/** @type {import("../../../types.d.ts").ActionName} */ type, /** @type {object} */ more = {}) => () =>
    dispatch({ type, write: id, ...more });
  return html`<li class="waits-row">
    <div class="row">${icon(status.kind === "refused" || status.kind === "conflict" ? "warning" : "waiting", true)}<span
      class="row-text"><span class="row-name">${
    own && texts.has(own.key)
      ? t(own.key, own.params)
      : t(`waits.${key}`, { name: isMeasure ? kind : name, volume: volumeText(context, ml) })
  }</span><span
      class="row-note">${notes.filter(Boolean).join("\u00a0· ")}</span></span></div>
    ${
    status.kind === "refused"
      ? html`<p class="small">${
        problemText({ status: status.status, code: status.code, detail: status.detail, params: {} }, texts)
      }</p><button type="button" class="button" @click=${act("entry.giveUp")}>${t("entry.giveUp")}</button>`
      : status.kind === "conflict"
      ? html`
        <p class="small">${conflictText(context, row)}</p>
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
