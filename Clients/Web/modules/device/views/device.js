/** What the app asks and hints because of the device: its time zone, its home screen, and the list of shortcuts. */
import { deviceModel, SHORTCUTS } from "../device.js";
import { html } from "../../../core/html.js";
import { switchField } from "../../../views/fields.js";
import { icon } from "../../../views/parts.js";
import { waitingList } from "./waiting.js";

/** @typedef {import("../../../types.d.ts").Context} Context */

/** The dialogs; they are there on each screen.
 * @param {Context} context */
export const deviceSheets = (context) => html`${zoneSheet(context)}${keysSheet(context)}${waitingSheet(context)}`;

/** @param {Context} context @param {string} id @param {boolean} isOpen @param {string} title @param {() => void} close
 * @param {() => unknown} content */
const sheet = ({ t }, id, isOpen, title, close, content) =>
  html`<dialog class="sheet" aria-labelledby=${id} data-open=${isOpen ? "" : null} @close=${() =>
    isOpen ? close() : null}>${
    isOpen
      ? html`<div class="card-head"><h2 id=${id} tabindex="-1" autofocus>${title}</h2><button type="button"
        class="icon-button" aria-label=${t("close")} @click=${close}>${icon("close")}</button></div>${content()}`
      : null
  }</dialog>`;

/** @param {Context} context */
function zoneSheet(context) {
  const { state, dispatch, t } = context;
  const { zone } = deviceModel(state);
  const answer = (/** @type {boolean} */ isUsed) => () => dispatch({ type: "device.zone", isUsed });
  const name = (/** @type {string} */ zone) => zone.replace(/_/g, " ");
  return sheet(
    context,
    "zone-title",
    zone !== null,
    t("device.zone.title"),
    answer(false),
    () =>
      html`
        <p class="small muted">${t("device.zone.why", {
          device: name(zone ?? ""),
          profile: name(
            state.profile?.timeZone ?? "",
          ),
        })}</p>
        <div
          class="sheet-form"><button type="button" class="button button-main button-wide" @click=${answer(true)}>${t(
            "device.zone.use",
            { zone: name(zone ?? "") },
          )}</button><button type="button" class="button button-wide" @click=${answer(false)}>${t("device.zone.keep", {
            zone: name(state.profile?.timeZone ?? ""),
          })}</button></div>
      `,
  );
}

/** @param {Context} context */
function keysSheet(context) {
  const { state, dispatch, t } = context;
  const { isListOpen } = deviceModel(state);
  const close = () => dispatch({ type: "device.list", isOpen: false });
  return sheet(
    context,
    "keys-title",
    isListOpen,
    t("device.keys"),
    close,
    () =>
      html`<dl class="keys">${
        SHORTCUTS.map(([name, keys]) =>
          html`
            <div>
              <dt>${keys.map((key) => html`<kbd>${key}</kbd>`)}</dt>
              <dd>${t(`device.key.${name}`)}</dd>
            </div>
          `
        )
      }</dl>${keysSwitch(context)}`,
  );
}

/** @param {Context} context */
function waitingSheet(context) {
  const { state, dispatch, t } = context;
  const close = () => dispatch({ type: "waiting.open", isOpen: false });
  const isOpen = state.isWaitingOpen === true;
  return sheet(context, "waiting-title", isOpen, t("waits.title"), close, () => waitingList(context));
}

/** Turns the shortcuts off: speech or tremor may press keys by chance.
 * @param {Context} context @param {string} [id] */
export const keysSwitch = ({ state, dispatch, t }, id = "keys") =>
  switchField({
    id,
    label: t("device.keys.switch"),
    hint: t("device.keys.hint"),
    isOn: deviceModel(state).hasKeys,
    onChange: (isOn) => dispatch({ type: "device.keys", isOn }),
  });

/** The hint at the end of Today, where nothing moves that is about to be tapped.
 * @param {Context} context */
export function deviceHint(context) {
  const { state, dispatch, t } = context;
  const { hint, waiting } = deviceModel(state);
  if (hint === null) return null;
  return html`<p class="strip device-hint">${icon(hint === "waiting" ? "warning" : "info")}<span>${
    hint === "waiting" ? t("device.hint.waiting", { n: waiting }) : t(`device.hint.${hint}`)
  }</span>${
    hint === "waiting" ? null : html`
      <button type="button" class="icon-button icon-button-quiet" aria-label=${t("device.hint.close")}
        @click=${() => dispatch({ type: "device.closeHint" })}>${icon("close")}</button>
    `
  }</p>`;
}

/** The switch of shortcuts, for the settings.
 * @param {Context} context */
export const keysOfDevice = (context) => keysSwitch(context, "more-keys");
