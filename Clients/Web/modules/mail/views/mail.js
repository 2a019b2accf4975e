/** A new password by a mailed code, and the confirmation of an address. */
import { html } from "../../../core/html.js";
import { PASSWORD_LENGTH } from "../../../core/limits.js";
import { initialMail } from "../mail.js";
import { fieldText, problemText } from "../../../core/problems.js";
import { textField } from "../../../views/fields.js";
import { icon } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */

/** @param {Context} context */
export function mailView(context) {
  const { state, dispatch, t } = context;
  const { step, isBusy, hasLink } = state.mail ?? initialMail();
  const isDone = step === "done" || step === "confirmed";
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    dispatch({ type: "mail.submit" });
  };
  const isSignedIn = state.session.phase === "signedIn";
  return html`
    <div class="mail-page">
      <p class="brand">${icon("brand")}<span>Mealwire</span></p>
      <form class="card mail-form" novalidate @submit=${submit}>
        <h1 tabindex="-1">${t(`mail.title.${step}`)}</h1>
        <p class="muted">${t(hasLink ? `mail.linkText.${step}` : `mail.text.${step}`)}</p>
        ${problem(context)}
        ${fields(context)}
        ${isDone
          ? html`<a class="button button-main button-wide" href=${
            isSignedIn && step === "confirmed" ? "/" : "/welcome"
          }>${t(isSignedIn && step === "confirmed" ? "mail.toToday" : "mail.toSignIn")}</a>`
          : html`<button class="button button-main button-wide" aria-disabled=${isBusy ? "true" : null}>${
            t(`mail.submit.${step}`)
          }</button>`}
        ${step === "ask"
          ? html`<button type="button" class="button button-quiet" @click=${() =>
            dispatch({ type: "mail.step", step: "set" })}>${t("mail.haveCode")}</button>`
          : null}
        ${step === "set" && !hasLink
          ? html`<button type="button" class="button button-quiet" @click=${() =>
            dispatch({ type: "mail.step", step: "ask" })}>${t("mail.another")}</button>`
          : null}
      </form>
      ${isDone
        ? null
        : html`<p><a href=${isSignedIn ? "/" : "/welcome"}>${t(isSignedIn ? "missing.back" : "mail.toSignIn")}</a></p>`}
    </div>
  `;
}

/** @param {Context} context */
function fields(context) {
  const { state, dispatch, t, texts } = context;
  const mail = state.mail ?? initialMail();
  const field = (
    /** @type {"email" | "token" | "password"} */ name,
    /** @type {string} */ label,
    /** @type {Partial<import("../../../views/fields.js").FieldOptions>} */ more,
  ) =>
    textField({
      id: name,
      label: t(label),
      value: mail[name],
      error: mail.refused[name] ? t(mail.refused[name]) : fieldText(mail.problem, name, texts),
      onInput: (text) => dispatch({ type: "mail.type", field: name, text }),
      ...more,
    });
  const code = mail.hasLink ? null : field("token", "mail.code", { maxlength: 200, isFirst: true });
  if (mail.step === "ask") {
    return field("email", "field.email", {
      type: "email",
      inputmode: "email",
      autocomplete: "username",
      isFirst: true,
    });
  }
  if (mail.step === "confirm") return code;
  if (mail.step !== "set") return null;
  return html`
    <div class="mail-fields">${code}${field("password", "mail.newPassword", {
      type: "password",
      autocomplete: "new-password",
      maxlength: PASSWORD_LENGTH.max,
      hint: t("field.password.hint"),
      isFirst: mail.hasLink,
    })}</div>
  `;
}

/** @param {Context} context */
function problem({ state, t, texts }) {
  const { problem } = state.mail ?? initialMail();
  if (!problem || fieldText(problem, "email", texts) || fieldText(problem, "password", texts)) return null;
  const isCode = problem.errors?.some(({ field }) => field === "token") || problem.status === 404;
  return html`<p class="strip strip-problem" role="alert">${icon(problem.status === 0 ? "offline" : "warning")}<span>${
    isCode ? t("mail.codeEnded") : problem.status === 0 ? t("mail.offline") : problemText(problem, texts)
  }</span></p>`;
}
