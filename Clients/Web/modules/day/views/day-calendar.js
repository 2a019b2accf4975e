/** A month, in which a day is chosen with a finger or with arrows. */
import { addDays, dateFormat, dayText } from "../../../core/dates.js";
import { addMonths, calendarModel } from "../day.js";
import { html } from "../../../core/html.js";
import { icon } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {import("../../../types.d.ts").Sheet} Sheet */

/** How far a key goes, in days.
 * @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** @param {Context} context @param {Sheet} sheet */
export function calendar(context, sheet) {
  const { state, dispatch, t, texts } = context;
  const { month } = sheet;
  const { weeks, cursor, days } = calendarModel(state, sheet);
  const format = (/** @type {Intl.DateTimeFormatOptions} */ options, /** @type {string} */ date) =>
    dateFormat(texts.locale, { ...options, timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));
  const turn = (/** @type {number} */ count) => () =>
    dispatch({ type: "sheet.change", month: addMonths(month, count), cursor: `${addMonths(month, count)}-01` });
  const move = (/** @type {any} */ event) => {
    const step = STEPS[event.key];
    if (!step && !["PageUp", "PageDown"].includes(event.key)) return;
    event.preventDefault();
    const { date } = event.target.dataset;
    const next = step ? addDays(date, step) : `${addMonths(month, event.key === "PageUp" ? -1 : 1)}-01`;
    dispatch({ type: "sheet.change", month: next.slice(0, 7), cursor: next });
    // The day exists after the next frame.
    const table = event.currentTarget;
    requestAnimationFrame(() => requestAnimationFrame(() => table.querySelector(`[data-date="${next}"]`)?.focus()));
  };
  return html`
    <div
      class="calendar-head"><button type="button" class="icon-button" aria-label=${t(
        "calendar.previous",
      )} @click=${turn(
        -1,
      )}>${icon("chevron-left")}</button><h3 aria-live="polite">${format(
        { month: "long", year: "numeric" },
        `${month}-01`,
      )}</h3><button type="button" class="icon-button" aria-label=${t("calendar.next")} @click=${turn(1)}>${icon(
        "chevron-right",
      )}</button></div>
    <table class="calendar" @keydown=${move}>
      <thead>
        <tr>${days.map((date) =>
          html`<th scope="col" abbr=${format({ weekday: "long" }, date)}>${format({ weekday: "short" }, date)}</th>`
        )}</tr>
      </thead>
      <tbody>${weeks.map((week) =>
        html`<tr>${
          week.map(({ date, isOutside, isToday, isShown, isLogged }) =>
            html`<td><button type="button" data-date=${date} class=${
              isOutside ? "calendar-day is-outside" : "calendar-day"
            } tabindex=${date === cursor ? 0 : -1} aria-current=${isToday ? "date" : null} aria-pressed=${
              String(isShown)
            } aria-label=${
              isLogged ? `${dayText(date, texts.locale, "long")}, ${t("calendar.logged")}` : dayText(
                date,
                texts.locale,
                "long",
              )
            } @click=${() => dispatch({ type: "day.pick", date })}>${Number(date.slice(8))}${
              isLogged ? html`<i class="calendar-dot"></i>` : null
            }</button></td>`
          )
        }</tr>`
      )}</tbody>
    </table>
    <button type="button" class="button button-wide" @click=${() =>
      dispatch({ type: "day.pick", date: state.todayDate })}>${t("day.today")}</button>
  `;
}
