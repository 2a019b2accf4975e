/** People: boards with one's own place, groups, and the consent to share. */
import { html } from "../../../core/html.js";
import { boardKey, initialPeople, standingModel } from "../people.js";
import { icon, skeletons } from "../../../views/parts.js";
import { sharedView } from "./people-foods.js";
import { personView } from "./people-person.js";
import { challengeView, groupView, joinView } from "./people-group.js";
import { boardChoice, formStrip, loadStrip, standing, textForm } from "./people-parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */

/** @param {Context} context */
export function peopleView(context) {
  switch (context.state.route.name) {
    case "group":
      return groupView(context);
    case "join":
      return joinView(context);
    case "challenge":
      return challengeView(context);
    case "shared":
      return sharedView(context);
    case "person":
      return personView(context);
    default:
      return boardsView(context);
  }
}

/** @param {Context} context */
function boardsView(context) {
  const { state, t } = context;
  const people = state.people ?? initialPeople(state.todayDate);
  return html`<section class="screen people">
    <h1 tabindex="-1">${t("nav.people")}</h1>
    ${consent(context)}
    ${loadStrip(context)}
    <section class="card people-board" aria-labelledby="people-board">
      <h2 id="people-board">${t("people.board")}</h2>
      ${boardChoice(context, people)}
      <p class="muted small">${t(`people.about.${people.metric}`)}</p>
      ${board(context, people)}
    </section>
    <ul class="card rows people-link"><li><a class="row-main" href="/people/foods">${
    icon("foods")
  }<span class="row-text"><span
        class="row-name">${t("people.foods")}</span><span class="row-note">${t("people.foods.note")}</span></span>${
    icon("chevron-right", true)
  }</a></li></ul>
    ${groups(context, people)}
  </section>`;
}

/** Sharing is explained before it is given, and can be taken back here.
 * @param {Context} context */
function consent(context) {
  const { state, dispatch, t } = context;
  if (!state.profile?.shares) return null;
  const isShared = state.profile.shares.leaderboard;
  const isBusy = state.people?.isBusy;
  const share = () => dispatch({ type: "people.share", isShared: !isShared });
  const button = html`<button type="button" class=${
    isShared ? "button button-quiet" : "button button-main"
  } aria-disabled=${isBusy ? "true" : null} @click=${share}>${
    t(isShared ? "people.consent.stop" : "people.consent.give")
  }</button>`;
  return isShared
    ? html`<div class="people-shared"><p class="small muted">${icon("check", true)}<span>${
      t("people.consent.given")
    }</span></p>${button}</div>${state.people?.form === null ? formStrip(context) : null}`
    : html`<section class="card people-consent" aria-labelledby="people-consent">
      <h2 id="people-consent">${t("people.consent.title")}</h2>
      <p>${t("people.consent.what")}</p>
      <p class="small muted">${t("people.consent.back")}</p>
      ${button}${state.people?.form === null ? formStrip(context) : null}
    </section>`;
}

/** @param {Context} context @param {import("../types.d.ts").PeopleState} people */
function board(context, people) {
  const { state, t } = context;
  const answer = people.boards[boardKey(people)];
  if (!answer) return people.problem ? null : skeletons(context, 4);
  const model = standingModel(answer, state.session.user?.id);
  if (model.rows.length === 0) return html`<div class="empty">${icon("people")}<p>${t("people.board.empty")}</p></div>`;
  const isUnranked = state.profile?.shares?.leaderboard && !answer.me && !model.rows.some(({ isMine }) => isMine);
  return html`${standing(context, people.metric, model)}${
    isUnranked ? html`<p class="small muted">${t("people.board.unranked")}</p>` : null
  }`;
}

/** @param {Context} context @param {import("../types.d.ts").PeopleState} people */
function groups(context, people) {
  const { dispatch, t } = context;
  const open = (/** @type {string} */ form) => () => dispatch({ type: "people.form", form });
  return html`<section class="card" aria-labelledby="people-groups">
    <h2 id="people-groups">${t("people.groups")}</h2>
    ${
    people.groups === null
      ? (people.problem ? null : skeletons(context, 2))
      : people.groups.length === 0
      ? html`<p class="muted people-none">${t("people.groups.empty")}</p>`
      : html`<ul class="rows">${
        people.groups.map((group) =>
          html`<li><a class="row-main" href=${`/people/groups/${encodeURIComponent(group.id)}`}>${
            icon("people")
          }<span class="row-text"><span class="row-name">${group.name}</span><span class="row-note">${
            t("people.members", { n: group.members })
          }</span></span>${icon("chevron-right")}</a></li>`
        )
      }</ul>`
  }
    ${
    people.form === "create" || people.form === "join" ? textForm(context, people.form) : html`
      <div
        class="people-actions"><button type="button" class="button" @click=${open("create")}>${icon("plus", true)}${t(
          "people.create",
        )}</button><button type="button" class="button" @click=${open("join")}>${t("people.join")}</button></div>
    `
  }
  </section>`;
}
