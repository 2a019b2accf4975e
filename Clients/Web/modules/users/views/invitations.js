/** Invitations to register: those that there are, the form of a new one, and its code, which is shown once. */
import { each, html } from "../../../core/html.js";
import { invitationLink, invitationsState, NUMBERS, numberText } from "../invitations.js";
import { INVITATION_NOTE_LENGTH } from "../../../core/limits.js";
import { fieldText } from "../../../core/problems.js";
import { textField } from "../../../views/fields.js";
import { instantDay, moreButton, questionSheet, refusal } from "../../../views/late-parts.js";
import { icon, problemStrip, skeletons } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {import("../../../types.d.ts").Invitation} Invitation */

/** @param {Context} context */
export function invitationsView(context) {
  const { state, dispatch, t } = context;
  const invitations = invitationsState(state);
  const { items, problem, isOpen, made } = invitations;
  if (problem?.status === 403) {
    return html`<p class="strip strip-problem" role="alert">${icon("lock")}<span>${t("users.forbidden")}</span></p>`;
  }
  const registration = state.meta?.registration;
  return html`
    ${registration === "open" || registration === "closed"
      ? html`<p class="strip">${icon("info")}<span>${t(`invitations.registration.${registration}`)}</span></p>`
      : null}
    ${made ? madeCard(context, made) : null}
    ${isOpen ? form(context) : html`
      <div
        class="late-actions"><button type="button" class="button button-main" @click=${() =>
          dispatch({ type: "invitations.form", isOpen: true })}>${icon("plus", true)}${t(
            "invitations.make",
          )}</button></div>
    `}
    ${problemStrip(context, problem, { retry: { type: "invitations.retry" }, offline: "users.offline" })}
    ${items === null
      ? problem ? null : html`<div class="card">${skeletons(context, 4)}</div>`
      : items.length === 0
      ? html`<div class="empty">${icon("people")}<p>${t("invitations.empty")}</p></div>`
      : html`<ul class="card rows users-rows">${
        each(items, ({ id }) => id, (invitation) => invitationRow(context, invitation))
      }</ul>`}
    ${items ? moreButton(context, invitations, "invitations.more") : null}
    ${question(context)}
  `;
}

/** @param {Context} context */
function form(context) {
  const { state, dispatch, t, texts } = context;
  const { values, wrong, isMaking, formProblem } = invitationsState(state);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    dispatch({ type: "invitations.make" });
  };
  const type = (/** @type {string} */ field) => (/** @type {string} */ text) =>
    dispatch({ type: "invitations.type", field, text });
  const number = (/** @type {"uses" | "days"} */ field) => {
    const { min, max } = NUMBERS[field];
    return textField({
      id: `invitation-${field}`,
      label: t(`invitations.${field}`),
      hint: t(`invitations.${field}.hint`),
      error: wrong[field] ? t(wrong[field], { min, max }) : fieldText(formProblem, field, texts),
      value: numberText(values, field),
      onInput: type(field),
      inputmode: "numeric",
      maxlength: 6,
    });
  };
  return html`<form class="card late-form" data-reveal novalidate aria-labelledby="invitation-title" @submit=${submit}>
    <h2 id="invitation-title">${t("invitations.new")}</h2>
    ${
    textField({
      id: "invitation-note",
      label: t("invitations.note"),
      hint: t("invitations.note.hint"),
      error: fieldText(formProblem, "note", texts),
      value: values.note ?? "",
      onInput: type("note"),
      maxlength: INVITATION_NOTE_LENGTH.max,
      isFirst: true,
    })
  }
    <div class="late-grid">${number("uses")}${number("days")}</div>
    ${formProblem?.errors?.length ? null : problemStrip(context, formProblem, { offline: "invitations.unsure" })}
    <div class="late-actions"><button class="button button-main" aria-disabled=${isMaking ? "true" : null}>${
    t("invitations.submit")
  }</button><button type="button" class="button button-quiet" @click=${() =>
    dispatch({ type: "invitations.form", isOpen: false })}>${t("late.cancel")}</button></div>
  </form>`;
}

/** The code of a new invitation, and the link with it.
 * @param {Context} context @param {{invitation: Invitation, code: string}} made */
function madeCard(context, { invitation, code }) {
  const { dispatch, t } = context;
  return html`<section class="card late-form users-made" data-reveal aria-labelledby="invitation-made">
    <div><h2 id="invitation-made" tabindex="-1" data-focus>${t("invitations.made")}</h2><p class="small muted">${
    facts(context, invitation)
  }</p></div>
    <p class="strip">${icon("warning")}<span>${t("invitations.once")}</span></p>
    ${copyField(context, "code", code)}
    ${copyField(context, "link", invitationLink(code, globalThis.location?.origin ?? ""))}
    <div class="late-actions"><button type="button" class="button" @click=${() =>
    dispatch({ type: "invitations.done" })}>${t("invitations.done")}</button></div>
  </section>`;
}

/** @param {Context} context @param {"code" | "link"} what @param {string} text */
function copyField({ state, dispatch, t }, what, text) {
  const isCopied = invitationsState(state).copied === what;
  return html`
    <div class="users-copy">
      <div
        class="field"><label for=${`invitation-${what}`}>${t(
          `invitations.${what}`,
        )}</label><input id=${`invitation-${what}`} type="text" readonly .value=${text}></div>
      <button type="button" class="button" @click=${() => dispatch({ type: "invitations.copy", what, text })}>${icon(
        isCopied ? "check" : "copy",
        true,
      )}<span role="status">${t(isCopied ? "invitations.copied" : `invitations.copy.${what}`)}</span></button>
    </div>
  `;
}

/** How often an invitation was used, and until when it may be.
 * @param {Context} context @param {Invitation} invitation */
function facts(context, { uses, usesMax, expiresAt }) {
  const { t } = context;
  const date = instantDay(context, expiresAt);
  return `${t("invitations.used", { uses, max: usesMax })}\u00a0· ${t("invitations.until", { date })}`;
}

/** @param {Context} context @param {Invitation} invitation */
const nameOf = (context, { note, createdAt }) =>
  note ?? context.t("invitations.of", { date: instantDay(context, createdAt) });

/** @param {Context} context @param {Invitation} invitation */
function invitationRow(context, invitation) {
  const { state, dispatch, t } = context;
  const { busy, refused } = invitationsState(state);
  const { id } = invitation;
  const isOpen = invitation.state === "open";
  const name = nameOf(context, invitation);
  return html`<li>${
    refused?.id === id ? refusal(context, refused.problem, "invitations.problem") : null
  }<div class="row users-row"><span class="row-text"><span class="row-name">${name}</span><span
      class="row-note">${facts(context, invitation)}</span><span class="users-marks"><span class=${
    isOpen ? "users-mark users-open" : "users-mark"
  }>${icon(isOpen ? "check" : "close", true)}${t(`invitations.state.${invitation.state}`)}</span></span></span>${
    isOpen
      ? html`
        <button type="button" class="button" aria-haspopup="dialog" aria-disabled=${busy === null
          ? null
          : "true"} aria-label=${t("invitations.revokeOf", { name })}
          @click=${() => dispatch({ type: "invitations.ask", id })}>${t("invitations.revoke")}</button>
      `
      : null
  }</div></li>`;
}

/** The question before an invitation is revoked.
 * @param {Context} context */
function question(context) {
  const { state, dispatch, t } = context;
  const { items, asking } = invitationsState(state);
  const invitation = asking === null ? null : items?.find(({ id }) => id === asking) ?? null;
  const close = () => dispatch({ type: "invitations.ask", id: null });
  return questionSheet(
    context,
    "invitations-question",
    close,
    invitation && {
      title: t("invitations.ask", { name: nameOf(context, invitation) }),
      text: t("invitations.does"),
      submit: t("invitations.revoke"),
      isEnd: true,
      confirm: () => dispatch({ type: "invitations.revoke" }),
    },
  );
}
