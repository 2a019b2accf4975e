/** What a day has besides its meals: water, exercise, a note, its mark, and the copy of another day. */
import { fromMetric } from "../core/convert.js";
import { addDays } from "../core/dates.js";
import { html } from "../core/html.js";
import { energyText, icon } from "./parts.js";

/** @typedef {import("../types.d.ts").Context} Context */
/** @typedef {ReturnType<typeof import("../core/today.js").todayModel>} Model */

/** A glass and a bottle. */
const WATER_ML = [250, 500];

/** @param {Context} context @param {Model} model */
export function extras(context, { date, waterMl, exerciseKcal, note, isComplete, isFuture, isKnown }) {
  const { dispatch, t, texts } = context;
  if (!isKnown) return null;
  const open = (/** @type {string} */ name, /** @type {object} */ params = {}) => () =>
    dispatch({ type: "sheet.open", name, date, ...params });
  const litres = t("unit.l", { value: texts.number(fromMetric(waterMl, "ml") / 1000, 2) });
  return html`
    <section class="card extras" aria-label=${t("extras.title")}>
      <div class="extra">
          ${icon("water")}<div class="row-text"><h2>${t("extras.water")}</h2><p class="number">${litres}</p></div>
          <div class="extra-actions">${WATER_ML.map((ml) =>
            html`<button type="button" class="chip" aria-label=${t("extras.addWater", { ml })} @click=${() =>
              dispatch({ type: "water.add", date, ml })}>${t("extras.plusMl", { ml })}</button>`
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
