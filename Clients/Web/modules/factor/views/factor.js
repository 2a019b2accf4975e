/** The second factor: an authenticator app reads a code, then codes for a lost device are shown once. */
import { factorState, grouped } from "../factor.js";
import { html } from "../../../core/html.js";
import { PASSWORD_LENGTH } from "../../../core/limits.js";
import { fieldText, problemText } from "../../../core/problems.js";
import { qrCode, qrPath } from "../qr.js";
import { textField } from "../../../views/fields.js";
import { icon, skeletons } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */

/** Light modules around a code, which readers need (ISO/IEC 18004, 9.1). */
const MARGIN = 4;

/** @param {Context} context */
export function factorView(context) {
  const { state, t } = context;
  const { step, status, problem } = factorState(state);
  const steps = { status: statusCard, password: passwordForm, scan: scanForm, codes: codesCard, remove: removeForm };
  return html`<section class="screen factor">
    <header class="flow-head"><a class="icon-button" href="/more/security" aria-label=${t("back")}>${
    icon("chevron-left")
  }</a><h1 tabindex="-1">${t("factor.title")}</h1></header>
    ${problemOf(context)}
    ${
    status === null && step === "status"
      ? problem ? null : html`<div class="card">${skeletons(context, 2)}</div>`
      : steps[step](context)
  }
  </section>`;
}

/** @param {Context} context */
function problemOf({ state, t, texts }) {
  const { problem, step } = factorState(state);
  if (!problem || problem.errors?.length) return null;
  const isWrong = problem.code === "wrongCredentials";
  const text = problem.status === 0
    ? t("late.offline")
    : isWrong
    ? t(step === "scan" ? "factor.wrongCode" : "factor.wrong")
    : problem.params.reason === "emailUnconfirmed"
    ? t("factor.unconfirmed")
    : problemText(problem, texts);
  return html`<p class="strip strip-problem" role="alert">${
    icon(problem.status === 0 ? "offline" : "warning")
  }<span>${text}</span></p>`;
}

/** @param {Context} context */
function statusCard({ state, dispatch, t }) {
  const isOn = factorState(state).status?.enabled ?? false;
  const open = (/** @type {string} */ step) => () => dispatch({ type: "factor.step", step });
  return html`<div class="card late-form"><p class="factor-state">${icon(isOn ? "check" : "lock")}<b>${
    t(isOn ? "factor.on" : "factor.off")
  }</b></p><p>${t("factor.why")}</p>${
    isOn
      ? html`<button type="button" class="button is-over" @click=${open("remove")}>${t("factor.remove")}</button>`
      : html`<button type="button" class="button button-main" @click=${open("password")}>${t("factor.begin")}</button>`
  }</div>`;
}

/** @param {Context} context @param {"password" | "code"} name @param {boolean} isFirst */
function field({ state, dispatch, t, texts }, name, isFirst) {
  const factor = factorState(state);
  return textField({
    id: `factor-${name}`,
    label: t(`field.${name}`),
    hint: name === "code" && factor.step === "remove" ? t("field.code.hint") : null,
    error: factor.refused.includes(name) ? t("field.missing") : fieldText(factor.problem, name, texts),
    value: factor[name],
    type: name === "password" ? "password" : "text",
    autocomplete: name === "password" ? "current-password" : "one-time-code",
    inputmode: name === "code" ? "numeric" : undefined,
    maxlength: name === "code" ? 64 : PASSWORD_LENGTH.max,
    isFirst,
    onInput: (text) => dispatch({ type: "factor.type", field: name, text }),
  });
}

/** @param {Context} context @param {unknown} fields @param {string} submit @param {boolean} [isDanger] */
function form({ state, dispatch, t }, fields, submit, isDanger = false) {
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    dispatch({ type: "factor.submit" });
  };
  return html`
    <form class="card late-form" novalidate
      @submit=${send}>${fields}<div class="late-actions"><button type="submit" class=${isDanger
        ? "button is-over"
        : "button button-main"} aria-disabled=${factorState(state).isBusy ? "true" : null}>${t(
          submit,
        )}</button><button type="button" class="button button-quiet" @click=${() =>
        dispatch({ type: "factor.step", step: "status" })}>${t("late.cancel")}</button></div></form>
  `;
}

/** @param {Context} context */
const passwordForm = (context) =>
  form(context, html`<p>${context.t("factor.password")}</p>${field(context, "password", true)}`, "factor.next");

/** @param {Context} context */
const removeForm = (context) =>
  form(
    context,
    html`<p>${context.t("factor.remove.ask")}</p>${field(context, "password", true)}${field(context, "code", false)}`,
    "factor.remove",
    true,
  );

/** @param {Context} context */
function scanForm(context) {
  const { state, t } = context;
  const { uri, secret } = factorState(state);
  const modules = qrCode(uri);
  const size = (modules?.length ?? 0) + 2 * MARGIN;
  return form(
    context,
    html`
      <p>${t("factor.scan")}</p>${modules
        ? html`
          <svg class="factor-code" viewBox=${`${-MARGIN} ${-MARGIN} ${size} ${size}`} role="img" aria-label=${t(
            "factor.image",
          )} shape-rendering="crispEdges">
            <path d=${qrPath(modules)}></path>
          </svg>
        `
        : null}<p
        class="small muted">${t("factor.byHand")}</p><p><code class="factor-secret">${grouped(
          secret,
        )}</code></p>${field(context, "code", true)}
    `,
    "factor.confirm",
  );
}

/** @param {Context} context */
function codesCard({ state, dispatch, t }) {
  const { codes } = factorState(state);
  return html`
    <div
      class="card late-form"><p class="factor-state">${icon("check")}<b>${t("factor.on")}</b></p><h2>${t(
        "factor.codes",
      )}</h2><p>${t("factor.codes.why")}</p><ul class="factor-codes">${codes.map((code) =>
        html`<li><code>${code}</code></li>`
      )}</ul><button type="button" class="button button-main" @click=${() =>
        dispatch({ type: "factor.step", step: "status" })}>${t("factor.codes.kept")}</button></div>
  `;
}
