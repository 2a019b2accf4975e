/** The frame of all screens: navigation, the screen, the toast. */
import { dayText } from "../core/dates.js";
import { each, html } from "../core/html.js";
import { mealAt, paths, PUBLIC } from "../core/router.js";
import { waitingCount, writesToDecide } from "../core/sync/view.js";
import { icon, volumeText } from "./parts.js";
import { lateScreens } from "./screen.js";

/** @typedef {import("../types.d.ts").Context} Context */

/** Screens that fill the phone: their own bar at the bottom replaces the navigation. */
const FULL = new Set(["add", "amount", "welcome", "questions", "scan"]);
/** Screens that lead back to Today. Its elements stay behind them, because a long day takes too long to make again. */
const OVER_TODAY = new Set(["add", "amount"]);
/** What Today was last drawn with, as long as its elements stay. @type {Context | null} */
let today = null;
/** The modules of the navigation. A new one adds a line here and to `PATTERNS` of the router. */
const MODULES = [
  { name: "today", icon: "today", path: "/" },
  { name: "progress", icon: "progress", path: "/progress" },
  { name: "people", icon: "people", path: "/people" },
  { name: "more", icon: "more", path: "/more" },
];

/** What the rail of a desk has, too; a phone has links on Today and More. */
const WIDE = ["plan", "foods", "history"].map((name) => ({ name, icon: name, path: `/${name}` }));

/** Screens below one of the navigation.
 * @type {Record<string, string>} */
const BELOW = {
  group: "people",
  join: "people",
  challenge: "people",
  shared: "people",
  person: "people",
  food: "foods",
  recipe: "foods",
  target: "more",
  system: "more",
  factor: "more",
  report: "foods",
  reports: "more",
  users: "more",
  import: "more",
};

/**
 * @param {Context} context
 * @param {number} hour The hour of the person's clock.
 */
export function shellView(context, hour) {
  const { state, t } = context;
  const { name } = state.route;
  if (PUBLIC.has(name)) return html`<main class="main-welcome" id="main">${screen(context)}</main>`;
  const date = name === "today" ? state.today.date : state.todayDate;
  const add = html`
    <a class="nav-add"
      href=${paths.add(date, mealAt(hour))}><span class="nav-plus">${icon(
        "plus",
      )}</span><span class="nav-text">${t("nav.add")}</span></a>
  `;
  const items = MODULES.map((module) => navItem(context, module));
  return html`
    <a class="skip" href="#main">${t("nav.skip")}</a>
        <div class=${FULL.has(name) ? "frame frame-full" : "frame"}>
      <nav class="nav" aria-label=${t("nav.label")}>
        <p class="brand">${icon("brand")}<span>Mealwire</span></p>
        <ul>
          <li class="nav-first">${items[0]}${waiting(context)}</li>
          <li>${items[1]}</li>
          <li class="nav-middle">${add}</li>
          ${WIDE.map((module) => html`<li class="nav-wide">${navItem(context, module)}</li>`)}
          <li>${items[2]}</li>
          <li>${items[3]}</li>
        </ul>
        <div class="nav-status">${status(context)}</div>
      </nav>
      <main id="main">${screen(context)}</main>
    </div>
        ${toast(context)}${lateScreens.get("device")?.(context)}
  `;
}

/** @param {Context} context @param {typeof MODULES[number]} module */
const navItem = ({ state, t }, module) =>
  html`<a class="nav-item" href=${module.path} aria-current=${
    (BELOW[state.route.name] ?? state.route.name) === module.name ? "page" : null
  }>${icon(module.icon)}<span class="nav-text">${t(`nav.${module.name}`)}</span></a>`;

/** Returns the screen, and after it the hidden Today, so that a search for a heading or a field finds the screen first.
 * @param {Context} context */
function screen(context) {
  const { name } = context.state.route;
  const { sheet, menuFor } = today?.state.today ?? {};
  // A hidden dialog that is still open would block the page.
  const isKept = OVER_TODAY.has(name) && today?.state.session.user === context.state.session.user && !sheet && !menuFor;
  today = name === "today" ? context : isKept ? today : null;
  return each(
    isKept ? [name, "today"] : [name],
    (each) => each,
    (
      each,
    ) => /** @type {any} */ (each === name
      ? shown(context)
      : lateScreens.get(each)?.(/** @type {any} */ (today), true)),
  );
}

/** @param {Context} context */
const shown = (context) => lateScreens.get(context.state.route.name)?.(context) ?? missing(context);

/** The screen of an unknown path, or in place of a screen without its files.
 * @param {Context} context */
const missing = ({ state, dispatch, t }) =>
  html`
    <section class="screen">
      <h1 tabindex="-1">${t(state.route.name === "missing" ? "nav.missing" : "screen.failed")}</h1>
      <div class="empty">${icon("offline")}${state.route.name === "missing"
        ? null
        : html`<p>${t("screen.failed.text")}</p><button type="button" class="button button-main" @click=${() =>
          dispatch({ type: "screen.retry" })}>${t("screen.retry")}</button>`}<a class="button" href="/">${t(
          "missing.back",
        )}</a></div>
    </section>
  `;

/** What waits, and whether the server answers; always visible where it matters.
 * @param {Context} context */
export function status({ state, dispatch, t }) {
  const count = waitingCount(state.sync);
  const refused = writesToDecide(state.sync).length;
  // The list of what waits says more.
  const open = () => dispatch({ type: "waiting.open", isOpen: true });
  const chip = (/** @type {string} */ name, /** @type {string} */ text) =>
    html`
      <span
        role="status"><button type="button" class="chip chip-status" aria-haspopup="dialog" @click=${open}>${icon(
          name,
          true,
        )}${text}</button></span>
    `;
  if (state.session.phase === "expired") {
    return html`<a class="chip chip-status" href="/welcome">${icon("warning", true)}${
      count > 0 ? t("status.signInToSend", { n: count }) : t("status.signIn")
    }</a>`;
  }
  if (refused > 0) return chip("warning", t("status.refused", { n: refused }));
  if (!state.isOnline) {
    return chip("offline", count > 0 ? t("status.offlineWaiting", { n: count }) : t("status.offline"));
  }
  return count > 0 ? chip("waiting", t("status.waiting", { n: count })) : null;
}

/** How many writes wait, for screens without the whole status.
 * @param {Context} context */
export function waiting({ state, t }) {
  const n = waitingCount(state.sync);
  return n === 0
    ? null
    : html`<span class="waiting small">${icon("waiting", true)}<span aria-hidden="true">${n}</span><span
    class="only-read">${t("status.waiting", { n })}</span></span>`;
}

/** @param {Context} context */
function toast(context) {
  const { state, dispatch, t, texts } = context;
  const { toast } = state;
  const params = { ...toast?.params };
  if (params.date) params.date = dayText(String(params.date), texts.locale, "short");
  if (params.ml) params.volume = volumeText(context, Number(params.ml));
  // The area is always there, because a live region announces only what changes inside it.
  return html`<div class="toast-area" role="status">${
    toast
      ? html`<div class="toast"><span>${t(toast.key, params)}</span>${
        toast.undo
          ? html`<button type="button" @click=${() => dispatch(/** @type {any} */ (toast.undo))}>${t("undo")}</button>`
          : null
      }</div>`
      : null
  }</div>`;
}
