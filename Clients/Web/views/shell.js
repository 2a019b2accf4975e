/** The frame of all screens: navigation, the screen, the toast. */
import { dayText } from "../core/dates.js";
import { each, html } from "../core/html.js";
import { isOpenScreen } from "../core/app.js";
import { entryOf, moduleAt, phonePlaces, PLACES, screenOf } from "../core/modules.js";
import { mealAt, paths } from "../core/router.js";
import { waitingCount, writesToDecide } from "../core/sync/view.js";
import { icon, volumeText } from "./parts.js";
import { missing, placed, shownScreen } from "./screen.js";

/** @typedef {import("../types.d.ts").Context} Context */

/** What Today was last drawn with, as long as its elements stay. @type {Context | null} */
let today = null;
/**
 * @param {Context} context
 * @param {number} hour The hour of the person's clock.
 */
export function shellView(context, hour) {
  const { state, t } = context;
  const { name } = state.route;
  if (isOpenScreen(name)) return html`<main class="main-welcome" id="main">${screen(context)}</main>`;
  const date = name === "today" ? state.today.date : state.todayDate;
  const add = html`
    <a class="nav-add"
      href=${paths.add(date, mealAt(hour))}><span class="nav-plus">${icon(
        "plus",
      )}</span><span class="nav-text">${t("nav.add")}</span></a>
  `;
  const [first, second] = phonePlaces(state.places);
  const others = PLACES.filter((each) => each !== first);
  return html`
    <a class="skip" href="#main">${t("nav.skip")}</a>
        <div class=${screenOf(name)?.isFull ? "frame frame-full" : "frame"}>
      <nav class="nav" aria-label=${t("nav.label")}>
        <p class="brand">${icon("brand")}<span>Mealwire</span></p>
        <ul>
          <li class="nav-first">${navItem(context, "today")}${waiting(context)}</li>
          <li>${navItem(context, first)}</li>
          <li class="nav-middle">${add}</li>
          ${others.map((each) => html`<li class=${each === second ? null : "nav-wide"}>${navItem(context, each)}</li>`)}
          <li>${navItem(context, "more")}</li>
        </ul>
        <div class="nav-status">${status(context)}</div>
      </nav>
      <main id="main">${screen(context)}</main>
    </div>
        ${toast(context)}${placed(context, "frame")}
  `;
}

/** The place of the navigation that a screen belongs to: the module at the beginning of its path, else More.
 * @param {string} screen */
function placeOf(screen) {
  const path = screenOf(screen)?.path ?? "";
  const name = moduleAt(`/${path.split("/")[1]}`)?.name ?? "";
  return name === "today" || PLACES.includes(name) || screenOf(screen)?.isFull ? name : "more";
}

/** @param {Context} context @param {string} name The name of a module. */
const navItem = ({ state, t }, name) => {
  const { icon: sign = name, paths } = /** @type {import("../types.d.ts").ModuleEntry} */ (entryOf(name));
  return html`<a class="nav-item" href=${`/${paths[0]}`} aria-current=${
    placeOf(state.route.name) === name ? "page" : null
  }>${icon(sign)}<span class="nav-text">${t(`nav.${name}`)}</span></a>`;
};

/** Returns the screen, and after it the hidden Today, so that a search for a heading or a field finds the screen first.
 * @param {Context} context */
function screen(context) {
  const { name } = context.state.route;
  const { sheet, menuFor } = today?.state.today ?? {};
  const isSame = today?.state.session.user === context.state.session.user;
  // A hidden dialog that is still open would block the page.
  const isKept = screenOf(name)?.isOverToday && isSame && !sheet && !menuFor;
  today = name === "today" ? context : isKept ? today : null;
  return each(
    isKept ? [name, "today"] : [name],
    (each) => each,
    (
      each,
    ) => /** @type {import("../core/html.js").Template} */ (each === name
      ? shownScreen(context) ?? missing(context)
      : shownScreen(/** @type {any} */ (today), each, true)),
  );
}

/** What waits, and whether the server answers; always visible where it matters.
 * @param {Context} context */
export function status({ state, dispatch, t }) {
  const count = waitingCount(state.sync);
  const refused = writesToDecide(state.sync).length;
  // The list of what waits says more.
  const open = () =>
    dispatch({ type: "module.need", module: "device", action: { type: "waiting.open", isOpen: true } });
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
      ? html`
        <div
          class="toast"><span>${t(toast.key, params)}</span>${toast.undo
            ? html`<button type="button" @click=${() => dispatch(/** @type {any} */ (toast.undo))}>${
              t("undo")
            }</button>`
            : null}<button type="button" aria-label=${t("close")} @click=${() =>
            dispatch({ type: "toast.close" })}>${icon("close")}</button></div>
      `
      : null
  }</div>`;
}
