/** What a day has besides its meals: water, exercise, a note, its mark, and the copy of another day. */
import { rounded, toMetric } from "../core/convert.js";
import { addDays } from "../core/dates.js";
import { html } from "../core/html.js";
import { energyText, icon, volumeText } from "./parts.js";

/** @typedef {import("../types.d.ts").Context} Context */
/** @typedef {ReturnType<typeof import("../core/today.js").todayModel>} Model */

/** A glass and a bottle, in each unit. */
const WATER = { ml: [250, 500], floz: [8, 16] };

/** @param {Context} context @param {Model} model */
export function extras(context, { date, waterMl, exerciseKcal, note, isComplete, isFuture, isKnown }) {
  const { state, dispatch, t, texts } = context;
  if (!isKnown) return null;
  const open = (/** @type {string} */ name, /** @type {object} */ params = {}) => () =>
    dispatch({ type: "sheet.open", name, date, ...params });
  const drunk = state.volume === "ml"
    ? t("unit.l", { value: texts.number(waterMl / 1000, 2) })
    : volumeText(context, waterMl);
  // The server counts whole millilitres.
  const sizes = WATER[state.volume].map((size) => rounded(toMetric(size, state.volume)));
  return html`
    <section class="card extras" aria-label=${t("extras.title")}>
      <div class="extra">
          ${icon("water")}<div class="row-text"><h2>${t("extras.water")}</h2><p class="number">${drunk}</p></div>
          <div class="extra-actions">${sizes.map((ml) =>
            html`<button type="button" class="chip" aria-label=${
              t("extras.addWater", { volume: volumeText(context, ml) })
            } @click=${() => dispatch({ type: "water.add", date, ml })}>+${volumeText(context, ml)}</button>`
          )}</div>
        </div>
      <div class="extra">
          ${icon("exercise")}<div class="row-text"><h2>${t("extras.exercise")}</h2>${exerciseKcal
            ? html`<p class="number">${energyText(context, exerciseKcal)}</p>`
            : null}</div>
          ${isFuture ? null : html`
            <button type="button" class="icon-button icon-button-soft" aria-haspopup="dialog" aria-label=${t(
              "extras.addExercise",
            )}
              @click=${open("exercise")}>${icon("plus")}</button>
          `}
        </div>
      <div class="extra">
          ${icon("note")}<div class="row-text"><h2>${t("extras.note")}</h2>${note
            ? html`<p class="note-text">${note}</p>`
            : null}</div>
          <button type="button" class="chip" aria-haspopup="dialog" aria-label=${t(
            note ? "extras.editNote" : "extras.addNote",
          )} @click=${open("note", { text: note })}>${t(note ? "extras.edit" : "extras.write")}</button>
        </div>
      <div class="extra-foot">
        <button type="button" class="button" aria-haspopup="dialog" @click=${open("calendar", {
          purpose: "copy",
          month: addDays(date, -1).slice(0, 7),
        })}>${icon("copy", true)}${t("day.copy")}</button>
        <button type="button" class="button" aria-pressed=${String(isComplete)} @click=${() =>
          dispatch({ type: "day.complete", date, isComplete: !isComplete })}>${icon("check", true)}${t(
            isComplete ? "day.isComplete" : "day.complete",
          )}</button>
      </div>
    </section>
  `;
}

/** The ways to the menu and to History. @param {Context} context */
export const dayLinks = ({ t }) =>
  html`
    <p
      class="chips today-links"><a class="chip" href="/plan">${t("nav.plan")}</a><a class="chip" href="/history">${t(
        "nav.history",
      )}</a></p>
  `;
