/** Users, for staff and admins: the accounts of this server and what may be changed of one; and invitations. */
import { each, html } from "../../../core/html.js";
import { USER_QUERY_LENGTH } from "../../../core/limits.js";
import { changesOf, FILTERS, LISTS, usersState } from "../users.js";
import { invitationsView } from "./invitations.js";
import {
  clearButton,
  flowHead,
  instantDay,
  moreButton,
  questionSheet,
  refusal,
  sheetFrame,
} from "../../../views/late-parts.js";
import { chipGroup, icon, problemStrip, skeletons } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").AdminUser} AdminUser */
/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {import("../types.d.ts").UserChange} UserChange */

const ICONS = { disable: "lock", enable: "check", grantStaff: "people", grantAdmin: "settings" };
/** Changes that take something away. */
const ENDS = new Set(["disable", "revokeStaff", "revokeAdmin"]);

/** @param {Context} context */
export function usersView(context) {
  const { state, dispatch, t } = context;
  const { list } = usersState(state);
  const lists = LISTS.map((value) => ({ value, text: t(`users.${value}`), isChosen: value === list }));
  const open = (/** @type {string} */ value) =>
    dispatch({
      type: "go",
      path: value === "accounts" ? "/system/users" : `/system/users/${value}`,
      isReplaced: true,
    });
  return html`<section class="screen users">
    ${flowHead(context, t("users.title"), state.previous?.name === "system" ? "/system" : "/more")}
    ${chipGroup(t("users.lists"), lists, open)}
    ${list === "accounts" ? accounts(context) : invitationsView(context)}
  </section>`;
}

/** @param {Context} context */
function accounts(context) {
  const { state, dispatch, t } = context;
  const users = usersState(state);
  const { items, filter, problem, text } = users;
  if (problem?.status === 403) {
    return html`<p class="strip strip-problem" role="alert">${icon("lock")}<span>${t("users.forbidden")}</span></p>`;
  }
  const filters = /** @type {(keyof typeof FILTERS)[]} */ (Object.keys(FILTERS)).map((value) => ({
    value,
    text: t(`users.filter.${value}`),
    isChosen: value === filter,
  }));
  return html`
    ${search(context, text)}
    ${chipGroup(t("users.filter"), filters, (filter) => dispatch({ type: "users.filter", filter }))}
    ${problemStrip(context, problem, { retry: { type: "users.retry" }, offline: "users.offline" })}
    ${items === null
      ? problem ? null : html`<div class="card">${skeletons(context, 6)}</div>`
      : items.length === 0
      ? html`<div class="empty">${icon("search")}<p>${t("users.empty")}</p></div>`
      : html`<ul class="card rows users-rows">${each(items, ({ id }) => id, (user) => userRow(context, user))}</ul>`}
    ${items ? moreButton(context, users, "users.more") : null}
    ${menu(context)}${question(context)}
  `;
}

/** @param {Context} context @param {string} text */
function search(context, text) {
  const { dispatch, t } = context;
  const clear = () => dispatch({ type: "users.type", text: "" });
  return html`
    <div class="search"
      role="search">${icon(
        "search",
      )}<input id="users-search" type="search" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="search" maxlength=${USER_QUERY_LENGTH
        .max} aria-label=${t(
          "users.search",
        )} placeholder=${t("users.search")} .value=${text} @input=${(/** @type {any} */ event) =>
        dispatch({ type: "users.type", text: event.target.value })}>${text === ""
        ? null
        : clearButton(context, clear)}</div>
  `;
}

/** @param {Context} context @param {AdminUser} user */
function userRow(context, user) {
  const { state, dispatch, t } = context;
  const { busy, refused } = usersState(state);
  const { id, name, email, roles, disabled } = user;
  const isOwn = id === state.session.user?.id;
  const marks = [
    disabled ? html`<span class="users-mark users-disabled">${icon("lock", true)}${t("users.disabled")}</span>` : null,
    ...roles.filter((role) => role !== "user").map((role) =>
      html`<span class="users-mark">${t(`users.role.${role}`)}</span>`
    ),
    isOwn ? html`<span class="users-mark">${t("users.you")}</span>` : null,
  ].filter(Boolean);
  return html`<li>${
    refused?.id === id ? refusal(context, refused.problem, "users.problem") : null
  }<div class="row users-row"><span class="row-text"><span class="row-name">${name}</span><span
      class="row-note">${email}</span><span class="row-note">${dates(context, user)}</span>${
    marks.length > 0 ? html`<span class="users-marks">${marks}</span>` : null
  }</span>${
    changesOf(state, user).length === 0 ? null : html`
      <button type="button" class="icon-button icon-button-quiet" aria-haspopup="dialog" aria-disabled=${busy === null
        ? null
        : "true"}
        aria-label=${t("users.menu", { name })} @click=${() => dispatch({ type: "users.menu", id })}>${icon(
          "dots",
        )}</button>
    `
  }</div></li>`;
}

/** @param {Context} context @param {AdminUser} user */
function dates(context, { createdAt, lastUsedAt }) {
  const { t } = context;
  const made = t("users.made", { date: instantDay(context, createdAt) });
  const used = lastUsedAt === null ? t("users.unused") : t("users.used", { date: instantDay(context, lastUsedAt) });
  return `${made}\u00a0· ${used}`;
}

/** The account of the open sheet, if it is still in the list.
 * @param {Context} context */
function chosen({ state }) {
  const { sheet, items } = usersState(state);
  const user = items?.find(({ id }) => id === sheet?.id);
  return sheet && user ? { user, step: sheet.step } : null;
}

/** The changes of an account.
 * @param {Context} context */
function menu(context) {
  const { state, dispatch, t } = context;
  const open = chosen(context);
  const close = () => dispatch({ type: "users.close", isMenu: true });
  if (open?.step !== "menu") return sheetFrame(context, "users-menu", null, close, null);
  const { name, email } = open.user;
  const item = (/** @type {UserChange} */ change) =>
    html`<li><button type="button" aria-haspopup="dialog" class=${ENDS.has(change) ? "is-over" : null} @click=${() =>
      dispatch({ type: "users.choose", step: change })}>${
      icon(/** @type {Record<string, string>} */ (ICONS)[change] ?? "undo")
    }<span>${t(`users.change.${change}`)}</span></button></li>`;
  return sheetFrame(
    context,
    "users-menu",
    name,
    close,
    html`
      <p class="small muted users-email">${email}</p>
      <ul class="sheet-list">${changesOf(state, open.user).map(item)}</ul>
    `,
  );
}

/** The question before a change, which says what it does.
 * @param {Context} context */
function question(context) {
  const { state, dispatch, t } = context;
  const open = chosen(context);
  const close = () => dispatch({ type: "users.close", isMenu: false });
  if (!open || open.step === "menu") return questionSheet(context, "users-question", close, null);
  const { user: { id, name }, step } = open;
  const isEnd = ENDS.has(step);
  return questionSheet(context, "users-question", close, {
    title: t(`users.ask.${step}`, { name }),
    text: t(`users.does.${step}`),
    warning: isEnd && id === state.session.user?.id ? t("users.own") : null,
    submit: t(`users.change.${step}`),
    isEnd,
    confirm: () => dispatch({ type: "users.change" }),
  });
}
