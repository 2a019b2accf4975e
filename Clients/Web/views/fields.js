/** Fields and forms of settings: each has a label, a hint that says what it does, and its own error. */
import { html } from "../core/html.js";
import { icon } from "./parts.js";

/**
 * @typedef {object} FieldOptions
 * @property {string} id
 * @property {string} label
 * @property {string | null} [hint]
 * @property {string | null} [error]
 * @property {string} value
 * @property {(text: string) => void} onInput
 * @property {string} [type]
 * @property {string} [autocomplete]
 * @property {string} [inputmode]
 * @property {number} [maxlength]
 * @property {string} [unit] Shown behind the field.
 * @property {boolean} [isFirst] True for the field that gets the focus where the device has a keyboard.
 */

/** @param {FieldOptions} options */
export function textField({ id, label, hint, error, value, onInput, type = "text", isFirst, unit, ...more }) {
  const { autocomplete = "off", inputmode, maxlength } = more;
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <div class="field-box"><input id=${id} name=${id} type=${type} autocomplete=${autocomplete} inputmode=${inputmode} maxlength=${maxlength} autocapitalize="none" spellcheck="false" data-focus=${
    isFirst ? "" : null
  } aria-invalid=${error ? "true" : null} aria-describedby=${described(id, error, hint)} .value=${value} @input=${(
    /** @type {any} */ event,
  ) => onInput(event.target.value)}>${unit ? html`<span class="field-unit muted">${unit}</span>` : null}</div>
    ${notes(id, error, hint)}
  </div>`;
}

/**
 * A choice of many. Its change is the event `change` alone, so that arrows of the keyboard do not save each step.
 * @param {{id: string, label: string, hint?: string | null, error?: string | null, value: string,
 *   choices: {value: string, text: string}[], onChange: (value: string) => void}} options
 */
export function selectField({ id, label, hint, error, value, choices, onChange }) {
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <select id=${id} name=${id} aria-describedby=${described(id, error, hint)} @change=${(/** @type {any} */ event) =>
    onChange(event.target.value)}>${
    choices.map((choice) =>
      html`<option value=${choice.value} .selected=${choice.value === value}>${choice.text}</option>`
    )
  }</select>
    ${notes(id, error, hint)}
  </div>`;
}

/** Something that is on or off.
 * @param {{id: string, label: string, hint: string, isOn: boolean, onChange: (isOn: boolean) => void}} options */
export const switchField = ({ id, label, hint, isOn, onChange }) =>
  html`<div class="switch-row"><span class="row-text"><label class="row-name" for=${id}>${label}</label><span
      class="row-note" id=${`${id}-hint`}>${hint}</span></span><input type="checkbox" role="switch" class="switch" id=${id} name=${id} aria-describedby=${`${id}-hint`} .checked=${isOn} @change=${(
    /** @type {any} */ event,
  ) => onChange(event.target.checked)}></div>`;

/** A picture, and a button that chooses another one.
 * @param {{url: string | null, alt: string, add: string, other: string, onFile: (file: Blob) => void}} options */
export const pictureField = ({ url, alt, add, other, onFile }) =>
  html`
    <div
      class="picture-field">${url
        ? html`<img class="picture-large" src=${url} alt=${alt}>`
        : null}<label class="button">${icon("camera", true)}<span>${url
        ? other
        : add}</span><input class="only-read" type="file" accept="image/*" aria-label=${url ? other : add} @change=${(
        /** @type {any} */ event,
      ) => {
        const [file] = event.target.files;
        // The same file may be chosen again.
        event.target.value = "";
        if (file) onFile(file);
      }}></label></div>
  `;

/** @param {string} id @param {string | null} [error] @param {string | null} [hint] */
const described = (id, error, hint) =>
  [error ? `${id}-error` : "", hint ? `${id}-hint` : ""].filter(Boolean).join(" ") || null;

/** @param {string} id @param {string | null} [error] @param {string | null} [hint] */
const notes = (id, error, hint) =>
  html`<span class="field-notes">${
    error
      ? html`<span class="field-error" id=${`${id}-error`}>${icon("warning", true)}<span>${error}</span></span>`
      : null
  }${hint ? html`<span class="field-hint" id=${`${id}-hint`}>${hint}</span>` : null}</span>`;
