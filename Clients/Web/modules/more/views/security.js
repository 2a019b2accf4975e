/** Sections of settings: sign-in and security, data of the account, and what this server is. */
import { dateFormat } from "../../../core/dates.js";
import { each, html } from "../../../core/html.js";
import { PASSWORD_LENGTH, SCOPES, TOKEN_NAME_LENGTH } from "../../../core/limits.js";
import { moreState } from "../more.js";
import { TOKEN_DAYS } from "../../../core/settings.js";
import { selectField, switchField } from "../../../views/fields.js";
import { icon, skeletons } from "../../../views/parts.js";
import { currentPassword, formCard, formField } from "./settings.js";

/** @typedef {import("../../../types.d.ts").Context} Context */

/** @param {Context} context @param {string} instant */
const dateText = ({ texts, state }, instant) =>
  dateFormat(texts.locale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone: state.profile?.timeZone ?? "UTC",
  }).format(new Date(instant));

/** @param {Context} context */
export function securitySection(context) {
  const { state, dispatch, t } = context;
  const { sessions, values, problem, form } = moreState(state);
  const others = sessions?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  const hasFailed = problem !== null && form === "sessions";
  return html`<div class="more-sections">
    ${
    formCard(
      context,
      "password",
      html`<div class="more-fields">${currentPassword(context, "password")}${
        formField(context, "password", "password", {
          label: t("more.newPassword"),
          hint: t("field.password.hint"),
          type: "password",
          autocomplete: "new-password",
          maxlength: PASSWORD_LENGTH.max,
        })
      }${
        switchField({
          id: "revokeTokens",
          label: t("more.revokeTokens"),
          hint: t("more.revokeTokens.hint"),
          isOn: values.revokeTokens === "1",
          onChange: (isOn) =>
            dispatch({ type: "more.type", form: "password", field: "revokeTokens", text: isOn ? "1" : "" }),
        })
      }</div>`,
      { title: t("field.password"), note: t("more.password.note") },
    )
  }
    <ul class="card rows more-list"><li><a class="row-main" href="/more/security/factor">${
    icon("lock")
  }<span class="row-text"><span class="row-name">${t("more.factor")}</span><span class="row-note">${
    t("more.factor.note")
  }</span></span>${icon("chevron-right", true)}</a></li></ul>
    <div class="card more-form"><h2>${t("more.sessions")}</h2><p class="small muted">${t("more.sessions.note")}</p>
    ${
    sessions === null
      ? hasFailed ? null : skeletons(context, 2)
      : html`<ul class="rows">${
        each(sessions, ({ id }) => id, (session) =>
          html`
            <li
              class="row"><span class="row-text"><span class="row-name">${session.device ??
                t("more.sessions.unknown")}</span><span class="row-note">${session.isCurrent
                ? t("more.sessions.this")
                : t("more.sessions.last", { date: dateText(context, session.lastUsedAt) })}</span></span>${session
                  .isCurrent
                ? null
                : html`<button type="button" class="button" aria-label=${
                  t("more.sessions.endOf", { name: session.device ?? t("more.sessions.unknown") })
                } @click=${() => dispatch({ type: "more.endSession", id: session.id })}>${
                  t("more.sessions.end")
                }</button>`}</li>
          `)
      }</ul>`
  }${
    others > 1
      ? html`<button type="button" class="button" @click=${() => dispatch({ type: "more.endOthers" })}>${
        t("more.sessions.endOthers")
      }</button>`
      : null
  }</div>
    ${tokensCard(context)}
  </div>`;
}

/** @param {Context} context */
function tokensCard(context) {
  const { state, dispatch, t } = context;
  const { tokens, madeToken, form, problem } = moreState(state);
  const hasFailed = problem !== null && form === "tokens";
  return html`<div class="more-sections"><div class="card more-form"><h2>${t("more.tokens")}</h2><p
      class="small muted">${t("more.tokens.note")}</p>
    ${
    madeToken
      ? html`<div class="made-token" data-reveal role="status"><p><b>${
        t("more.tokens.made")
      }</b></p><code>${madeToken}</code></div>`
      : null
  }${
    tokens === null
      ? hasFailed ? null : skeletons(context, 1)
      : tokens.length === 0
      ? html`<p class="muted">${t("more.tokens.none")}</p>`
      : html`<ul class="rows">${
        each(tokens, ({ id }) => id, (token) =>
          html`<li class="row"><span class="row-text"><span class="row-name">${token.name}</span><span
              class="row-note">${
            token.scopes.map((scope) =>
              t(`scope.${scope.replace(":", ".")}`)
            ).join(", ")
          }\u00a0· ${
            t("more.tokens.until", { date: dateText(context, token.expiresAt) })
          }</span></span><button type="button" class="button" aria-label=${
            t("more.tokens.endOf", { name: token.name })
          } @click=${() => dispatch({ type: "more.endToken", id: token.id })}>${t("more.tokens.end")}</button></li>`)
      }</ul>`
  }${
    form === "token"
      ? null
      : html`<button type="button" class="button" @click=${() => dispatch({ type: "more.form", form: "token" })}>${
        t("more.tokens.make")
      }</button>`
  }</div>${form === "token" ? tokenForm(context) : null}</div>`;
}

/** @param {Context} context */
function tokenForm(context) {
  const { state, dispatch, t } = context;
  const { values, scopes, refused, problem } = moreState(state);
  const reason = problem?.params.reason;
  return formCard(
    context,
    "token",
    html`
      <div
        class="more-fields">${formField(context, "token", "tokenName", {
          label: t("more.tokens.name"),
          hint: t("more.tokens.name.hint"),
          maxlength: TOKEN_NAME_LENGTH.max,
          isFirst: true,
        })}${selectField({
          id: "tokenDays",
          label: t("more.tokens.days"),
          value: values.tokenDays ?? "90",
          choices: TOKEN_DAYS.map((days) => ({ value: String(days), text: t("more.tokens.daysChoice", { n: days }) })),
          onChange: (text) => dispatch({ type: "more.type", form: "token", field: "tokenDays", text }),
        })}<div role="group" aria-label=${t("more.tokens.scopes")}><p class="field-label">${t(
          "more.tokens.scopes",
        )}</p>${SCOPES.map((scope) =>
          html`
            <label
              class="check-row"><input type="checkbox" name=${scope} aria-label=${t(
                `scope.${scope.replace(":", ".")}`,
              )} .checked=${scopes.includes(scope)} @change=${(/** @type {any} */ event) =>
                dispatch({ type: "more.scope", scope, isOn: event.target.checked })}><span>${t(
                  `scope.${scope.replace(":", ".")}`,
                )}</span></label>
          `
        )}${refused.scopes
          ? html`<p class="field-error" role="alert">${icon("warning", true)}<span>${
            t("more.tokens.scopesMissing")
          }</span></p>`
          : null}</div>${reason === "passwordRequired" || reason === "codeRequired"
          ? currentPassword(context, "token")
          : null}${reason === "codeRequired"
          ? formField(context, "token", "code", { label: t("field.code"), hint: t("field.code.hint") })
          : null}</div>
    `,
    { title: t("more.tokens.make"), button: "more.tokens.submit" },
  );
}

/** @param {Context} context */
export function dataSection(context) {
  const { state, t } = context;
  const { exported } = moreState(state);
  return html`<div class="more-sections">
    <ul class="card rows more-list"><li><a class="row-main" href="/more/data/import">${
    icon("copy")
  }<span class="row-text"><span
        class="row-name">${t("more.import")}</span><span class="row-note">${t("more.import.note")}</span></span>${
    icon("chevron-right", true)
  }</a></li></ul>
    ${
    exported
      ? html`
        <div
          class="card more-form"><h2>${t("more.export")}</h2><p>${t("more.export.ready", {
            date: dateText(context, exported.expiresAt),
          })}</p><a class="button button-main" href=${`/v1/account/exports/${exported.id}`} download="mealwire.json">${t(
            "more.export.download",
          )}</a></div>
      `
      : formCard(context, "export", currentPassword(context, "export"), {
        title: t("more.export"),
        note: t("more.export.note"),
        button: "more.export.make",
      })
  }
    ${
    formCard(context, "delete", currentPassword(context, "delete"), {
      title: t("more.delete"),
      note: t("more.delete.note"),
      button: "more.delete.submit",
      isDanger: true,
    })
  }
  </div>`;
}

/** @param {Context} context */
export function aboutSection({ state, t }) {
  const version = /** @type {any} */ (state.meta)?.version;
  const source = (/** @type {string} */ name, /** @type {string} */ title) =>
    html`
      <li
        class="row"><span class="row-text"><span class="row-name">${title}</span><span class="row-note">${t(
          `source.${name}`,
        )}</span></span></li>
    `;
  return html`
    <div class="more-sections">
      <div
        class="card more-form"><h2>${t("about.privacy")}</h2><p>${t(
          "about.privacy.text",
        )}</p><a class="button" href="/legal/privacy">${t("about.privacy.link")}</a></div>
      <div class="card more-form">
        <h2>${t("about.sources")}</h2>
        <p class="small muted">${t("about.sources.note")}</p>
        <ul class="rows">${source("usda", "USDA FoodData Central")}${source("off", "Open Food Facts")}${source(
          "edamam",
          "Edamam",
        )}${source("own", t("source.own.title"))}</ul>
      </div>
      <div
        class="card more-form"><h2>${t("about.server")}</h2><p class="muted">${version
          ? t("about.version", { version })
          : t("about.version.unknown")}</p><a class="button" href="/docs">${t("about.api")}</a></div>
    </div>
  `;
}
