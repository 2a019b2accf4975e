/** Welcome: e-mail first, then sign in, register or the second factor. */
import "../core/welcome.js";
import { html } from "../core/html.js";
import { addModule } from "../core/modules.js";
import { NAME_LENGTH, PASSWORD_LENGTH } from "../core/limits.js";
import { fieldText, problemText } from "../core/problems.js";
import { LANGUAGE_NAMES, LANGUAGES } from "../core/texts.js";
import { icon } from "./parts.js";

/** @typedef {import("../types.d.ts").Context} Context */

/** @param {Context} context */
export function welcomeView(context) {
  const { state, dispatch, t } = context;
  const { welcome, meta } = state;
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    dispatch({ type: "welcome.submit" });
  };
  const isClosed = meta?.registration === "closed" && welcome.step === "register";
  return html`
    <div class="welcome">
      <div class="welcome-side">
            <p class="brand brand-large">${icon("brand")}<span>Mealwire</span></p>
            <p class="welcome-claim">${t("welcome.claim")}</p>
            ${points(context)}
        </div>
      <div class="welcome-main">
        <form class="welcome-form" novalidate @submit=${submit}>
            <h1 tabindex="-1">${t(`welcome.title.${welcome.step}`)}</h1>
            ${welcome.step === "email"
              ? html`<p class="muted">${t(welcome.invitation === "" ? "welcome.start" : "welcome.invited")}</p>`
              : null}
            ${summary(context)}
            ${welcome.step === "email" ? emailField(context) : address(context)}
            ${isClosed
              ? html`<p class="strip">${icon("info")}<span>${t("problem.registrationClosed")}</span></p>`
              : step(context)}
            ${welcome.step === "choose" || isClosed
              ? null
              : html`<button class="button button-main button-wide" aria-disabled=${welcome.isBusy ? "true" : null}>${
                t(`welcome.submit.${welcome.step}`)
              }</button>`}
            ${welcome.step === "email" ? demo(context) : null}
            ${welcome.step === "email" ? points(context) : null}
            ${welcome.step === "email"
              ? html`<p class="small"><a href="/welcome/calculator">${t("welcome.calculator")}</a></p>`
              : null}
    ${welcome.step === "signIn"
      ? html`<p class="small"><a href="/reset-password">${t("welcome.forgotten")}</a></p>`
      : null}
            ${welcome.step === "register"
              ? html`<p class="small muted">${t("welcome.privacy")} <a href="/legal/privacy">${
                t("welcome.privacyLink")
              }</a></p>`
              : null}
        </form>
        <div class="welcome-languages" role="group" aria-label=${t("language")}>${LANGUAGES.map((language) =>
          html`<button type="button" class="chip" lang=${language} aria-pressed=${
            String(language === state.language)
          } @click=${() => dispatch({ type: "language.choose", language })}>${LANGUAGE_NAMES[language]}</button>`
        )}</div>
      </div>
    </div>
  `;
}

/** A demonstration offers its first user, without a password.
 * @param {Context} context */
function demo({ state, dispatch, t }) {
  const [first] = state.meta?.demoAccounts ?? [];
  if (!first) return null;
  const enter = () => dispatch({ type: "welcome.demo", account: first.account });
  return html`<button type="button" class="button button-wide" @click=${enter}>${
    t("welcome.demo", { name: first.name })
  }</button>`;
}

/** @param {Context} context */
const points = ({ t }) =>
  html`<ul class="welcome-points">${
    ["point1", "point2", "point3"].map((key) => html`<li>${icon("check")}<span>${t(`welcome.${key}`)}</span></li>`)
  }</ul>`;

/** The problem of the step that belongs to no field.
 * @param {Context} context */
function summary({ state, texts }) {
  const { problem } = state.welcome;
  if (!problem || problem.errors?.length || (problem.code === "conflict" && problem.params.field)) return null;
  return html`<p class="strip strip-problem" role="alert">${icon(problem.status === 0 ? "offline" : "warning")}<span>${
    problemText(problem, texts)
  }</span></p>`;
}

/** @param {Context} context */
const address = ({ state, dispatch, t }) =>
  html`
    <div
      class="welcome-address"><span class="welcome-email">${state.welcome
        .email}</span><button type="button" class="button button-quiet" @click=${() =>
        dispatch({ type: "welcome.step", step: "email" })}>${t("welcome.change")}</button></div>
  `;

/** @param {Context} context */
function step(context) {
  const { state, dispatch, t } = context;
  switch (state.welcome.step) {
    case "signIn":
      return passwordField(context, "current-password");
    case "register":
      return html`${field(context, "name", { autocomplete: "nickname", maxlength: NAME_LENGTH.max })}${
        passwordField(context, "new-password")
      }${
        state.meta?.registration === "invitation"
          ? field(context, "invitation", { autocomplete: "off", maxlength: 64 })
          : null
      }`;
    case "code":
      return field(context, "code", { autocomplete: "one-time-code", inputmode: "text", maxlength: 40 });
    case "choose":
      return html`
        <button type="button" class="button button-main button-wide" @click=${() =>
          dispatch({ type: "welcome.step", step: "signIn" })}>${t("welcome.submit.signIn")}</button><button
          type="button" class="button button-wide" @click=${() =>
            dispatch({ type: "welcome.step", step: "register" })}>${t("welcome.submit.register")}</button>
      `;
    default:
      return null;
  }
}

/** @param {Context} context */
const emailField = (context) =>
  field(context, "email", {
    type: "email",
    autocomplete: "username",
    inputmode: "email",
    maxlength: 254,
    hasHint: false,
  });

/** @param {Context} context @param {string} autocomplete */
function passwordField(context, autocomplete) {
  const { state, dispatch, t } = context;
  const { isPasswordShown } = state.welcome;
  const show = html`
    <button type="button" class="icon-button icon-button-quiet field-inside" aria-label=${t(
      "welcome.showPassword",
    )} aria-pressed=${String(isPasswordShown)}
      @click=${() => dispatch({ type: "welcome.showPassword" })}>${icon("eye")}</button>
  `;
  return field(context, "password", {
    type: isPasswordShown ? "text" : "password",
    autocomplete,
    maxlength: PASSWORD_LENGTH.max,
    hasHint: autocomplete === "new-password",
    inside: show,
  });
}

/**
 * @param {Context} context
 * @param {"email" | "password" | "name" | "invitation" | "code"} name
 * @param {{type?: string, autocomplete?: string, inputmode?: string, maxlength?: number, hasHint?: boolean,
 *   inside?: unknown}} options
 */
function field(context, name, { type = "text", autocomplete, inputmode, maxlength, hasHint = true, inside = null }) {
  const { state, dispatch, t, texts } = context;
  const { welcome } = state;
  const refused = welcome.refused[name];
  const error = refused ? t(refused) : fieldText(welcome.problem, name, texts);
  const described = [error ? `${name}-error` : "", hasHint ? `${name}-hint` : ""].filter(Boolean).join(" ");
  return html`<div class="field">
    <label for=${name}>${t(`field.${name}`)}</label>
    <div class="field-box"><input id=${name} name=${name} type=${type} autocomplete=${autocomplete} inputmode=${inputmode} maxlength=${maxlength} autocapitalize="none" spellcheck="false" required data-focus=${
    name === "name" || name !== "password" || welcome.step === "signIn" ? "" : null
  } aria-invalid=${error ? "true" : null} aria-describedby=${described || null} .value=${welcome[name]} @input=${(
    /** @type {any} */ event,
  ) => dispatch({ type: "welcome.type", field: name, text: event.target.value })}>${inside}</div>
    ${
    error ? html`<p class="field-error" id=${`${name}-error`}>${icon("warning", true)}<span>${error}</span></p>` : null
  }
    ${hasHint ? html`<p class="field-hint" id=${`${name}-hint`}>${t(`field.${name}.hint`)}</p>` : null}
  </div>`;
}

addModule("welcome", { screens: [{ path: "/welcome", name: "welcome", view: welcomeView, isFull: true }] });
