/** A group with its invitation, a challenge with its standing, and the page of an invitation link. */
import { dayText } from "../../../core/dates.js";
import { each, html } from "../../../core/html.js";
import { challengePhase, METRICS, standingModel } from "../people.js";
import { fieldText } from "../../../core/problems.js";
import { chipGroup, icon, skeletons } from "../../../views/parts.js";
import { boardChoice, confirmation, formStrip, loadStrip, standing, textForm } from "./people-parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */

/** @param {Context} context @param {string} path @param {string} title @param {unknown} content */
const page = ({ t }, path, title, content) =>
  html`<section class="screen people">
    <div class="people-head"><a class="icon-button" href=${path} aria-label=${t("back")}>${
    icon("chevron-left")
  }</a><h1 tabindex="-1">${title}</h1></div>
    ${content}
  </section>`;

/** @param {Context} context */
export function joinView(context) {
  const { state, t } = context;
  return page(
    context,
    "/people",
    t("people.join.title"),
    html`<p>${t("people.join.what")}</p>${state.people?.form === "join" ? textForm(context, "join") : null}`,
  );
}

/** @param {Context} context */
export function groupView(context) {
  const { state, t } = context;
  const { people } = state;
  const group = people?.group;
  if (!people || !group) {
    return page(context, "/people", t("people.group"), people?.problem ? loadStrip(context) : skeletons(context, 5));
  }
  const me = state.session.user?.id;
  const model = standingModel({ items: group.standing, me: null }, me);
  return page(
    context,
    "/people",
    group.name,
    html`${loadStrip(context)}
    <section class="card people-board" aria-labelledby="group-standing"><h2 id="group-standing">${
      t("people.standing")
    }</h2>
      ${boardChoice(context, people)}
      ${
      model.rows.length === 0
        ? html`<p class="muted people-none">${t("people.standing.empty")}</p>`
        : standing(context, people.metric, model)
    }</section>
    ${challenges(context, group)}
    ${invitation(context, group)}
    ${members(context, group)}
    ${people.form === null ? formStrip(context) : null}
    ${confirmation(context, "leave")}`,
  );
}

/** The days of a challenge and its phase; a line never begins with the dot between them.
 * @param {Context} context @param {{from: string, to: string, finished: boolean}} challenge */
const whenText = (context, challenge) => `${span(context, challenge)}\u00a0· ${phaseText(context, challenge)}`;

/** @param {Context} context @param {import("../../../types.d.ts").LeaderboardGroup} group */
function challenges(context, group) {
  const { state, dispatch, t } = context;
  return html`<section class="card" aria-labelledby="group-challenges"><h2 id="group-challenges">${
    t("people.challenges")
  }</h2>
    ${
    group.challenges.length === 0
      ? html`<p class="muted people-none">${t("people.challenges.empty")}</p>`
      : html`<ul class="rows">${
        each(group.challenges, ({ id }) => id, (challenge) =>
          html`<li><a class="row-main" href=${`/people/challenges/${encodeURIComponent(challenge.id)}`}>${
            icon("star")
          }<span class="row-text"><span class="row-name">${
            t(`people.metric.${challenge.metric}`)
          }</span><span class="row-note">${whenText(context, challenge)}</span></span>${
            icon("chevron-right")
          }</a></li>`)
      }</ul>`
  }
    ${
    state.people?.form === "challenge" ? challengeForm(context) : html`
      <div
        class="people-actions"><button type="button" class="button" @click=${() =>
          dispatch({ type: "people.form", form: "challenge" })}>${icon("plus", true)}${t(
            "people.challenge.new",
          )}</button></div>
    `
  }</section>`;
}

/** @param {Context} context */
function challengeForm(context) {
  const { state, dispatch, t, texts } = context;
  const people = /** @type {import("../types.d.ts").PeopleState} */ (state.people);
  const { draft, isBusy, formProblem } = people;
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    dispatch({ type: "people.submit" });
  };
  const date = (/** @type {"from" | "to"} */ name) => {
    const error = fieldText(formProblem, name, texts) && t(`people.challenge.${name}.wrong`);
    return html`
      <div
        class="field"><label for=${`challenge-${name}`}>${t(
          `people.challenge.${name}`,
        )}</label><input id=${`challenge-${name}`} type="date" data-focus=${name === "from"
          ? ""
          : null} min=${name === "from" ? state.todayDate : draft.from} aria-invalid=${error
          ? "true"
          : null} aria-describedby=${error ? `challenge-${name}-error` : null} .value=${draft[name]} @input=${(
          /** @type {any} */ event,
        ) => dispatch({ type: "people.draft", change: { [name]: event.target.value } })}>${error
          ? html`<p class="field-error" id=${`challenge-${name}-error`}>${
            icon("warning", true)
          }<span>${error}</span></p>`
          : null}</div>
    `;
  };
  return html`<form class="people-form" data-reveal novalidate @submit=${submit}>
    ${
    chipGroup(
      t("people.metric"),
      METRICS.map((value) => ({ value, text: t(`people.metric.${value}`), isChosen: value === draft.metric })),
      (metric) => dispatch({ type: "people.draft", change: { metric } }),
    )
  }
    <div class="people-dates">${date("from")}${date("to")}</div>
    ${formProblem?.errors?.length ? null : formStrip(context)}
    <div class="people-actions"><button class="button button-main" aria-disabled=${isBusy ? "true" : null}>${
    t("people.challenge.start")
  }</button><button type="button" class="button button-quiet" @click=${() =>
    dispatch({ type: "people.form", form: null })}>${t("people.cancel")}</button></div>
  </form>`;
}

/** The code and the link by which others join.
 * @param {Context} context @param {import("../../../types.d.ts").LeaderboardGroup} group */
function invitation(context, group) {
  const { state, dispatch, t } = context;
  const link = `${globalThis.location?.origin ?? ""}/people/join/${encodeURIComponent(group.code)}`;
  const isOwner = group.owner === state.session.user?.id;
  return html`
    <section class="card people-invitation" aria-labelledby="group-invitation">
      <h2 id="group-invitation">${t("people.invite")}</h2>
      <p class="small muted">${t("people.invite.what")}</p>
      <p class="people-code">${group.code}</p>
      <div
        class="field"><label for="invitation-link">${t(
          "people.invite.link",
        )}</label><input id="invitation-link" type="text" readonly .value=${link}></div>
      <div
        class="people-actions"><button type="button" class="button" @click=${() =>
          dispatch({ type: "people.copy", text: link })}>${icon(
            state.people?.isCopied ? "check" : "copy",
            true,
          )}<span role="status">${t(
            state.people?.isCopied ? "people.invite.copied" : "people.invite.copy",
          )}</span></button>${isOwner
          ? html`<button type="button" class="button button-quiet" aria-disabled=${
            state.people?.isBusy ? "true" : null
          } @click=${() => dispatch({ type: "people.renew" })}>${t("people.invite.renew")}</button>`
          : null}</div>
    </section>
  `;
}

/** @param {Context} context @param {import("../../../types.d.ts").LeaderboardGroup} group */
function members(context, group) {
  const { state, dispatch, t } = context;
  const me = state.session.user?.id;
  return html`
    <section class="card" aria-labelledby="group-members">
      <h2 id="group-members">${t("people.members", { n: group.members.length })}</h2>
      <ul class="rows">${each(group.members, ({ userId }) => userId, ({ userId, name, shares }) => {
        const notes = [
          userId === me ? t("people.you") : null,
          userId === group.owner ? t("people.owner") : null,
          shares ? null : t("people.notSharing"),
        ].filter(Boolean);
        const shown = name ?? t("people.unnamed");
        const isAsked = state.people?.form === "remove" && state.people.removing === userId;
        return html`<li class=${
          isAsked ? "people-asked" : "row"
        }><span class="row-text"><span class="row-name">${shown}</span>${
          notes.length ? html`<span class="row-note">${notes.join("\u00a0· ")}</span>` : null
        }</span>${
          isAsked ? confirmation(context, "remove") : group.owner === me && userId !== me
            ? html`
              <button type="button" class="icon-button icon-button-quiet" aria-label=${t("people.removeName", {
                name: shown,
              })}
                @click=${() => dispatch({ type: "people.form", form: "remove", userId })}>${icon("close")}</button>
            `
            : null
        }</li>`;
      })}</ul>
    </section>
  `;
}

/** @param {Context} context */
export function challengeView(context) {
  const { state, t, texts } = context;
  const challenge = state.people?.challenge;
  if (!challenge) {
    return page(
      context,
      "/people",
      t("people.challenge"),
      state.people?.problem ? loadStrip(context) : skeletons(context, 5),
    );
  }
  const model = standingModel({ items: challenge.standing, me: null }, state.session.user?.id);
  const mine = model.rows.find(({ isMine }) => isMine);
  return page(
    context,
    `/people/groups/${encodeURIComponent(challenge.groupId)}`,
    t(`people.metric.${challenge.metric}`),
    html`
      ${loadStrip(context)}
          <p class="muted">${whenText(context, challenge)}</p>
          <p class="small muted">${t(`people.about.${challenge.metric}`)}</p>
          <section class="card"
        aria-labelledby="challenge-standing"><h2 id="challenge-standing">${t(
          challenge.finished ? "people.result" : "people.standing",
        )}</h2>${mine
          ? html`<p class="people-mine"><span class="large-number">${texts.number(mine.rank)}</span> ${
            t("people.yourPlace")
          }</p>`
          : null}${model.rows.length === 0
          ? html`<p class="muted people-none">${t("people.standing.empty")}</p>`
          : standing(context, challenge.metric, model)}</section>
          ${challenge.finished
            ? null
            : html`<p class="small muted">${
              t("people.challenge.final", { date: dayText(challenge.finalAt.slice(0, 10), texts.locale, "short") })
            }</p>`}
          ${challenge.madeBy === state.session.user?.id ? confirmation(context, "end") : null}
    `,
  );
}

/** @param {Context} context @param {{from: string, to: string}} days */
const span = ({ texts }, { from, to }) =>
  `${dayText(from, texts.locale, "short")} – ${dayText(to, texts.locale, "short")}`;

/** @param {Context} context @param {{from: string, to: string, finished: boolean}} challenge */
function phaseText({ state, t }, challenge) {
  const { phase, n } = challengePhase(challenge, state.todayDate);
  return t(`people.phase.${phase}`, { n });
}
