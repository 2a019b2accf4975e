/** Sections of settings: account, food, sharing and display. Each setting says what it does. */
import { each, html } from "../../../core/html.js";
import { DISLIKE_LENGTH, NAME_LENGTH, PASSWORD_LENGTH } from "../../../core/limits.js";
import { moreState } from "../more.js";
import { fieldText } from "../../../core/problems.js";
import { phonePlaces, PLACES } from "../../../core/modules.js";
import { ALLERGENS, timeZones } from "../../../core/settings.js";
import { LANGUAGE_NAMES, LANGUAGES } from "../../../core/texts.js";
import { pictureField, selectField, switchField, textField } from "../../../views/fields.js";
import { chipGroup, icon } from "../../../views/parts.js";
import { placed } from "../../../views/screen.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {import("../../../types.d.ts").Profile} Profile */

/** A form of a section: fields, a button that saves, and a reason for both.
 * @param {Context} context @param {string} form @param {unknown} fields
 * @param {{title?: string | null, note?: string | null, button?: string, isDanger?: boolean}} [more] */
export function formCard({ state, dispatch, t }, form, fields, { title, note, button = "more.save", isDanger } = {}) {
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    dispatch({ type: "more.submit", form });
  };
  return html`<form class="card more-form" novalidate aria-labelledby=${
    title ? `${form}-title` : null
  } @submit=${submit}>
    ${title ? html`<h2 id=${`${form}-title`}>${title}</h2>` : null}
    ${note ? html`<p class="small muted">${note}</p>` : null}
    ${fields}
    <button class=${isDanger ? "button button-main button-danger" : "button button-main"} aria-disabled=${
    moreState(state).busy === form ? "true" : null
  }>${t(button)}</button>
  </form>`;
}

/** A text field of a form.
 * @param {Context} context @param {string} form @param {string} field
 * @param {Partial<import("../../../views/fields.js").FieldOptions> & {label: string, from?: string}} options
 *   `from` is the value before something is typed, and the id is unique among the forms of a section. */
export function formField({ state, dispatch, t, texts }, form, field, { from = "", ...options }) {
  const { values, refused, problem, form: open } = moreState(state);
  const isOpen = open === form;
  const wrong = isOpen ? refused[field] : "";
  return textField({
    id: `${form}-${field}`,
    value: isOpen ? values[field] ?? from : from,
    error: wrong ? t(wrong) : isOpen ? fieldText(problem, field, texts) : null,
    onInput: (text) => dispatch({ type: "more.type", form, field, text }),
    ...options,
  });
}

/** @param {Context} context @param {Profile} profile */
export function accountSection(context, profile) {
  const { state, dispatch, t } = context;
  return html`<div class="more-sections">
    <div class="card more-form"><h2>${t("late.picture")}</h2><p class="small muted">${t("more.picture.note")}</p>${
    pictureField({
      url: profile.imageURL,
      alt: t("late.picture"),
      add: t("late.picture.add"),
      other: t("late.picture.other"),
      onFile: (file) => dispatch({ type: "more.picture", file }),
    })
  }${
    profile.imageURL
      ? html`<button type="button" class="button button-quiet is-over" @click=${() =>
        dispatch({ type: "more.picture", file: null })}>${t("more.picture.remove")}</button>`
      : null
  }</div>
    ${
    formCard(
      context,
      "name",
      formField(context, "name", "name", {
        label: t("field.name"),
        hint: t("more.name.hint"),
        from: profile.name,
        maxlength: NAME_LENGTH.max,
        autocomplete: "nickname",
      }),
    )
  }
    ${
    formCard(
      context,
      "email",
      html`<div class="more-fields">${
        formField(context, "email", "email", {
          label: t("more.email.new"),
          type: "email",
          inputmode: "email",
          autocomplete: "email",
        })
      }${currentPassword(context, "email")}</div>`,
      { title: t("field.email"), note: t("more.email.note", { email: state.session.user?.email ?? "" }) },
    )
  }
  </div>`;
}

/** @param {Context} context @param {string} form */
export const currentPassword = (context, form) =>
  formField(context, form, "currentPassword", {
    label: context.t("more.currentPassword"),
    hint: context.t("more.currentPassword.hint"),
    type: "password",
    autocomplete: "current-password",
    maxlength: PASSWORD_LENGTH.max,
  });

/** @param {Context} context @param {Profile} profile */
export function foodSection(context, profile) {
  const { state, dispatch, t } = context;
  const set = (/** @type {object} */ change, /** @type {string} */ form) =>
    dispatch({ type: "more.set", form, change });
  const toggled = (/** @type {string} */ name) =>
    profile.allergens.includes(name) ? profile.allergens.filter((one) => one !== name) : [...profile.allergens, name];
  const addDislike = (/** @type {Event} */ event) => {
    event.preventDefault();
    dispatch({ type: "more.dislike" });
  };
  return html`
    <div class="more-sections">
      <div class="card more-form" role="group" aria-labelledby="allergens-title">
        <h2 id="allergens-title">${t("more.allergens")}</h2>
        <p class="small muted">${t("more.allergens.note")}</p>
        <div class="chips">${ALLERGENS.map((name) =>
          html`<button type="button" class="chip" aria-pressed=${
            String(profile.allergens.includes(name))
          } @click=${() => set({ allergens: toggled(name) }, "allergens")}>${t(`allergen.${name}`)}</button>`
        )}</div>
      </div>
      <form class="card more-form" novalidate
        @submit=${addDislike}><h2>${t("more.dislikes")}</h2><p class="small muted">${t(
          "more.dislikes.note",
        )}</p>${profile.dislikes.length === 0
          ? null
          : html`<ul class="chips">${
            each(profile.dislikes, (name) => name, (name) =>
              html`<li><button type="button" class="chip" aria-label=${
                t("more.dislikes.remove", { name })
              } @click=${() =>
                set({
                  dislikes: profile.dislikes.filter((one) =>
                    one !== name
                  ),
                }, "dislikes")}><span
            class="chip-name">${name}</span>${icon("close", true)}</button></li>`)
          }</ul>`}${textField({
            id: "dislike",
            label: t("more.dislikes.label"),
            value: moreState(state).values.dislike ?? "",
            maxlength: DISLIKE_LENGTH.max,
            onInput: (text) => dispatch({ type: "more.type", field: "dislike", text }),
          })}<button class="button button-main">${t("more.dislikes.add")}</button></form>
    </div>
  `;
}

/** @param {Context} context @param {Profile} profile */
export function sharingSection(context, { shares }) {
  const { dispatch, t } = context;
  const share = (/** @type {"leaderboard" | "foods"} */ name) =>
    switchField({
      id: `share-${name}`,
      label: t(`share.${name}`),
      hint: t(`share.${name}.hint`),
      isOn: shares[name],
      onChange: (isOn) =>
        dispatch({ type: "more.set", form: "shares", change: { shares: { ...shares, [name]: isOn } } }),
    });
  return html`<div class="card more-form">${share("leaderboard")}${share("foods")}<p class="small muted">${
    t("share.never")
  }</p></div>`;
}

/** @param {Context} context @param {Profile} profile */
export function displaySection(context, profile) {
  const { state, dispatch, t, texts } = context;
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const set = (/** @type {string} */ form, /** @type {unknown} */ value) =>
    dispatch({ type: "more.set", form, change: { [form]: value } });
  const hour = new Intl.DateTimeFormat(texts.locale, { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });
  const day = new Intl.DateTimeFormat(texts.locale, { weekday: "long", timeZone: "UTC" });
  const hours = Array.from({ length: 24 }, (_, i) => ({ value: String(i), text: hour.format(i * 3_600_000) }));
  // The first of January 2024 was a Monday.
  const days = Array.from({ length: 7 }, (_, i) => ({ value: `${i + 1}`, text: day.format(Date.UTC(2024, 0, i + 1)) }));
  return html`<div class="card more-form">
    <div class="field"><span class="field-label">${t("language")}</span>${
    chipGroup(
      t("language"),
      LANGUAGES.map((value) => ({ value, text: LANGUAGE_NAMES[value], isChosen: value === state.language })),
      (language) => set("language", language),
    )
  }<span class="field-hint">${t("more.language.hint")}</span></div>
    <div class="field"><span class="field-label">${t("more.units")}</span>${
    chipGroup(
      t("more.units"),
      ["metric", "imperial"].map((value) => ({
        value,
        text: t(`more.units.${value}`),
        isChosen: value === profile.units,
      })),
      (units) => set("units", units),
    )
  }<span class="field-hint">${t("more.units.hint")}</span></div>
    <div class="field"><span class="field-label">${t("more.energy")}</span>${
    chipGroup(
      t("more.energy"),
      /** @type {const} */ (["kcal", "kj"]).map((value) => ({
        value,
        text: t(`more.energy.${value}`),
        isChosen: value === state.energy,
      })),
      (unit) => dispatch({ type: "more.energy", unit }),
    )
  }<span class="field-hint">${t("more.energy.hint")}</span></div>
    <div class="field"><span class="field-label">${t("more.volume")}</span>${
    chipGroup(
      t("more.volume"),
      /** @type {const} */ (["ml", "floz"]).map((value) => ({
        value,
        text: t(`more.volume.${value}`),
        isChosen: value === state.volume,
      })),
      (unit) => dispatch({ type: "more.volume", unit }),
    )
  }<span class="field-hint">${t("more.volume.hint")}</span></div>
    <div class="field"><span class="field-label">${t("more.places")}</span><div class="chips" role="group" aria-label=${
    t("more.places")
  }>${
    PLACES.map((name) =>
      html`<button type="button" class="chip" aria-pressed=${
        String(phonePlaces(state.places).includes(name))
      } @click=${() => dispatch({ type: "more.place", name })}>${t(`nav.${name}`)}</button>`
    )
  }</div><span class="field-hint">${t("more.places.hint")}</span></div>
    ${
    selectField({
      id: "timeZone",
      label: t("more.timeZone"),
      hint: t("more.timeZone.hint"),
      value: profile.timeZone,
      choices: timeZones(profile.timeZone, device).map((zone) => ({ value: zone, text: zone.replace(/_/g, " ") })),
      onChange: (zone) => set("timeZone", zone),
    })
  }${
    device === profile.timeZone
      ? null
      : html`<button type="button" class="button" @click=${() => set("timeZone", device)}>${
        t("more.timeZone.device", { zone: device })
      }</button>`
  }${
    selectField({
      id: "dayStartHour",
      label: t("more.dayStart"),
      hint: t("more.dayStart.hint"),
      value: String(profile.dayStartHour),
      choices: hours,
      onChange: (value) => set("dayStartHour", Number(value)),
    })
  }${
    selectField({
      id: "weekStart",
      label: t("more.weekStart"),
      hint: t("more.weekStart.hint"),
      value: String(profile.weekStart),
      choices: days,
      onChange: (value) => set("weekStart", Number(value)),
    })
  }${placed(context, "settings")}
  </div>`;
}
