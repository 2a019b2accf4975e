/** More: the list of what there is, the frame of each section of settings, and the question before sign-out. */
import { html } from "../../../core/html.js";
import { leavingModel, moreState, shownProfile } from "../more.js";
import { problemText } from "../../../core/problems.js";
import { phonePlaces } from "../../../core/modules.js";
import { paths } from "../../../core/router.js";
import { LANGUAGE_NAMES } from "../../../core/texts.js";
import { MODULES } from "../../list.js";
import { bodySection } from "./body.js";
import { energyText, icon, skeletons } from "../../../views/parts.js";
import { aboutSection, dataSection, securitySection } from "./security.js";
import { accountSection, displaySection, foodSection, sharingSection } from "./settings.js";

/** @typedef {import("../../../types.d.ts").Context} Context */

/** @type {{section: string, icon: string}[][]} */
const GROUPS = [
  [
    { section: "account", icon: "people" },
    { section: "body", icon: "exercise" },
    { section: "food", icon: "warning" },
    { section: "sharing", icon: "eye" },
  ],
  [
    { section: "display", icon: "settings" },
    { section: "security", icon: "lock" },
    { section: "data", icon: "copy" },
    { section: "about", icon: "info" },
  ],
];
/** What has no place in the navigation. */
const TARGET = { name: "target", icon: "target", path: "/target" };
/** The modules that the navigation shows, and those of staff and admins. */
const LINKS = MODULES.filter(({ name, icon, isOn }) => isOn && icon && name !== "more")
  .map(({ name, icon: sign = "", paths, roles }) => ({ name, icon: sign, path: `/${paths[0]}`, roles }));

/** @type {Record<string, (context: Context, profile: import("../../../types.d.ts").Profile) => unknown>} */
const VIEWS = {
  account: accountSection,
  body: bodySection,
  food: foodSection,
  sharing: sharingSection,
  display: displaySection,
  security: securitySection,
  data: dataSection,
};

/** @param {Context} context */
export function moreView(context) {
  const { section } = moreState(context.state);
  return section === "" ? listView(context) : sectionView(context, section);
}

/** @param {Context} context */
function listView(context) {
  const { state, dispatch, t } = context;
  const { user } = state.session;
  return html`<section class="screen more">
    <header class="more-head">
      <h1 tabindex="-1">${t("nav.more")}</h1>
      <p class="muted more-user">${user ? `${user.name}\u00a0· ${user.email}` : ""}</p>
    </header>
    ${links(context)}
    ${
    GROUPS.map((group) =>
      html`<ul class="card rows more-list">${
        group.map(({ section, icon: name }) =>
          html`<li><a class="row-main" href=${paths.more(section)}>${icon(name)}<span class="row-text"><span
              class="row-name">${t(`more.${section}`)}</span><span class="row-note">${
            note(context, section)
          }</span></span>${icon("chevron-right", true)}</a></li>`
        )
      }</ul>`
    )
  }
    <button type="button" class="button button-wide" @click=${() => dispatch({ type: "more.signOut" })}>${
    t("more.signOut")
  }</button>
    <p class="small muted more-center">${t("more.signOut.hint")}</p>
    ${leaving(context)}
  </section>`;
}

/** Links to the modules that are not in the bar of a phone. The rail of a desk has most of them, too.
 * @param {Context} context */
function links({ state, t, texts }) {
  const own = state.session.user?.roles ?? [];
  const inBar = phonePlaces(state.places);
  const shown = LINKS.filter(({ name, roles }) =>
    roles ? own.some((role) => roles.includes(role)) : !inBar.includes(name)
  );
  return html`<ul class="card rows more-list">${
    [TARGET, ...shown].map(({ name, icon: sign, path }) =>
      html`<li><a class="row-main" href=${path}>${icon(sign)}<span class="row-text"><span class="row-name">${
        t(texts.has(`nav.${name}`) ? `nav.${name}` : `more.${name}`)
      }</span>${
        texts.has(`more.${name}.note`) ? html`<span class="row-note">${t(`more.${name}.note`)}</span>` : null
      }</span>${icon("chevron-right", true)}</a></li>`
    )
  }</ul>`;
}

/** What a section is set to now, or what it is for.
 * @param {Context} context @param {string} section */
function note(context, section) {
  const { state, t } = context;
  const profile = shownProfile(state);
  if (!profile) return t(`more.${section}.note`);
  switch (section) {
    case "account":
      return t("more.account.note");
    case "body":
      return profile.target
        ? t("more.body.target", { energy: energyText(context, profile.target.dailyKcal) })
        : t("more.body.noTarget");
    case "food": {
      const names = [...profile.allergens.map((name) => t(`allergen.${name}`)), ...profile.dislikes];
      return names.length > 0 ? names.join(", ") : t("more.food.note");
    }
    case "sharing":
      return profile.shares.leaderboard || profile.shares.foods ? t("more.sharing.on") : t("more.sharing.off");
    case "display":
      return `${LANGUAGE_NAMES[state.language]}\u00a0· ${t(`more.units.${profile.units}`)}\u00a0· ${profile.timeZone}`;
    default:
      return t(`more.${section}.note`);
  }
}

/** @param {Context} context @param {string} section */
function sectionView(context, section) {
  const { state, t } = context;
  const profile = shownProfile(state);
  const isAbout = section === "about";
  return html`<section class="screen more">
    <header class="flow-head"><a class="icon-button" href="/more" aria-label=${t("back")}>${
    icon("chevron-left")
  }</a><h1 tabindex="-1">${t(`more.${section}`)}</h1></header>
    ${problem(context)}
    <div class="more-saved" role="status">${savedNote(context)}</div>
    ${
    isAbout
      ? aboutSection(context)
      : profile
      ? VIEWS[section](context, profile)
      : html`<div class="card">${skeletons(context, 4)}</div>`
  }
  </section>`;
}

/** @param {Context} context */
function savedNote({ state, t, texts }) {
  const { saved } = moreState(state);
  if (saved === "") return null;
  const key = `more.saved.${saved}`;
  return html`<p class="strip">${icon("check", true)}<span>${t(texts.has(key) ? key : "more.saved")}</span></p>`;
}

/** The problem of the section that belongs to no field.
 * @param {Context} context */
function problem({ state, texts, t }) {
  const { problem, form } = moreState(state);
  if (!problem || problem.errors?.length || (problem.code === "conflict" && problem.params.field)) return null;
  const key = `more.problem.${problem.params.reason ?? problem.code}`;
  const text = problem.status === 0
    ? t(form === "sessions" || form === "tokens" ? "more.problem.load" : "more.problem.offline")
    : texts.has(key)
    ? t(key)
    : problemText(problem, texts);
  return html`<p class="strip strip-problem" role="alert">${
    icon(problem.status === 0 ? "offline" : "warning")
  }<span>${text}</span></p>`;
}

/** @param {Context} context */
function leaving(context) {
  const { state, dispatch, t } = context;
  const { step, waiting, refused, canSend } = leavingModel(state);
  const close = () => dispatch({ type: "more.stay" });
  const action = (/** @type {"send" | "keep" | "discard"} */ name, /** @type {string} */ sign, classes = "") =>
    html`<li><button type="button" class=${classes} @click=${() => dispatch({ type: `more.${name}` })}>${
      icon(sign)
    }<span
        class="row-text"><span class="row-name">${t(`more.leave.${name}`)}</span><span class="row-note">${
      t(`more.leave.${name}.note`)
    }</span></span></button></li>`;
  const isOpen = step === "ask" || step === "sending";
  return html`<dialog class="sheet" aria-labelledby="leave-title" data-open=${isOpen ? "" : null} @close=${() =>
    isOpen ? close() : null}>${
    isOpen
      ? html`
        <div
          class="card-head"><h2 id="leave-title" tabindex="-1" autofocus>${t("more.leave.title", {
            n: waiting + refused,
          })}</h2><button type="button" class="icon-button" aria-label=${t("close")} @click=${close}>${icon(
            "close",
          )}</button></div>
        <p class="small muted" role="status">${step === "sending"
          ? t("more.leave.sending", { n: waiting })
          : waiting === 0
          ? t("more.leave.refused")
          : state.isOnline
          ? t("more.leave.text")
          : t("more.leave.offline")}</p>
        <ul class="sheet-list leave-list">${canSend && step === "ask" ? action("send", "check") : null}${action(
          "keep",
          "lock",
        )}${action("discard", "trash", "is-over")}</ul>
      `
      : null
  }</dialog>`;
}
