/** Barcodes: by camera, by photo and by number. */
import { html } from "../../../core/html.js";
import { problemText } from "../../../core/problems.js";
import { scanState } from "../scan.js";
import { startCamera } from "../camera.js";
import { icon } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */

/** @param {Context} context */
export function scanView(context) {
  const { state, dispatch, t } = context;
  const { from, camera, code } = scanState(state);
  const photo = (/** @type {any} */ event) => {
    const [file] = event.target.files;
    // The same photo may be chosen again.
    event.target.value = "";
    if (file) dispatch({ type: "scan.photo", file });
  };
  return html`<section class="screen scan">
    <header class="flow-head"><a class="icon-button" href=${from} aria-label=${t("close")}>${
    icon("close")
  }</a><h1 tabindex="-1">${t("scan.title")}</h1></header>
    ${
    camera === null
      ? html`
        <div
          class="scan-camera"><mw-camera @code=${(/** @type {any} */ event) =>
            dispatch({ type: "scan.found", code: event.detail })} @failed=${(/** @type {any} */ event) =>
            dispatch({
              type: "scan.camera",
              camera: event.detail,
            })}></mw-camera><span class="scan-frame" aria-hidden="true"></span></div>
        <p class="small muted scan-hint">${t("scan.hint")}</p>
      `
      : html`<p class="strip">${icon("camera")}<span>${t(`scan.camera.${camera}`)}</span></p>`
  }
    <div role="status">${status(context)}</div>
    ${problem(context)}
    <div class="card scan-ways"><label class=${camera === null ? "button" : "button button-main"}>${
    icon("camera", true)
  }<span>${
    t("scan.photo")
  }</span><input class="only-read" type="file" accept="image/*" capture="environment" @change=${photo}></label>
    ${numberForm(context, code !== null)}</div>
  </section>`;
}

/** @param {Context} context */
function status({ state, t }) {
  const { code, isReading, isEmpty } = scanState(state);
  if (code) return html`<p class="strip">${icon("barcode")}<span>${t("scan.looking", { code })}</span></p>`;
  if (isReading) return html`<p class="strip">${icon("camera")}<span>${t("scan.reading")}</span></p>`;
  return isEmpty ? html`<p class="strip strip-problem">${icon("warning")}<span>${t("scan.empty")}</span></p>` : null;
}

/** @param {Context} context */
function problem({ state, t, texts }) {
  const { problem } = scanState(state);
  if (!problem) return null;
  const text = problem.status === 0 ? t("scan.offline") : problemText(problem, texts);
  return html`<p class="strip strip-problem" role="alert">${
    icon(problem.status === 0 ? "offline" : "warning")
  }<span>${text}</span></p>`;
}

/** @param {Context} context @param {boolean} isBusy */
function numberForm({ state, dispatch, t }, isBusy) {
  const { text, isRefused } = scanState(state);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!isBusy) dispatch({ type: "scan.submit" });
  };
  return html`
    <form class="scan-number" novalidate
      @submit=${submit}><div class="field"><label for="scan-number">${t(
        "scan.number",
      )}</label><input id="scan-number" inputmode="numeric" autocomplete="off" maxlength="20" aria-invalid=${isRefused
        ? "true"
        : null} aria-describedby="scan-number-hint" .value=${text} @input=${(/** @type {any} */ event) =>
        dispatch({ type: "scan.type", text: event.target.value })}>${isRefused
        ? html`<span class="field-error" id="scan-number-hint">${icon("warning", true)}<span>${
          t("scan.wrong")
        }</span></span>`
        : html`<span class="field-hint" id="scan-number-hint">${
          t("scan.number.hint")
        }</span>`}</div><button type="submit" class="button" aria-disabled=${isBusy ? "true" : null}>${t(
          "scan.find",
        )}</button></form>
  `;
}

if (globalThis.customElements && !customElements.get("mw-camera")) {
  customElements.define(
    "mw-camera",
    class extends HTMLElement {
      connectedCallback() {
        const video = document.createElement("video");
        Object.assign(video, { muted: true, playsInline: true });
        this.replaceChildren(video);
        const tell = (/** @type {string} */ name) => (/** @type {string} */ detail) =>
          void this.dispatchEvent(new CustomEvent(name, { detail }));
        this.stop = startCamera(video, tell("code"), tell("failed"));
      }

      disconnectedCallback() {
        this.stop?.();
      }
    },
  );
}
