/** History: searchable, day by day, without end. */
import { dayText, relativeDay } from "../../../core/dates.js";
import { historyModel, historyState } from "../history.js";
import { each, html } from "../../../core/html.js";
import { hasPictures } from "../../../core/pictures.js";
import { paths } from "../../../core/router.js";
import { rowsOfFrame } from "../../../core/row-budget.js";
import { clearButton } from "../../../views/late-parts.js";
import {
  amountText,
  energy,
  energyText,
  icon,
  overMark,
  problemStrip,
  rowPicture,
  skeletons,
  unitsOf,
} from "../../../views/parts.js";
import "./sentinel.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {import("../../../types.d.ts").DiaryEntry} DiaryEntry */
/** @typedef {ReturnType<typeof historyModel>} Model */

/** Above this share of the target a day is over it (core/nutrients.js). */
const OVER_FROM = 1.1;
/** New rows of one frame: more than a thumb scrolls in it, and few enough for the frames of a slow phone. */
export const ROWS_PER_FRAME = 4;

/** @param {Context} context */
export function historyView(context) {
  const { state, dispatch, t } = context;
  const model = historyModel(state);
  const { text, problem } = historyState(state);
  return html`<section class="screen history">
    <header class="flow-head"><a class="icon-button" href="/" aria-label=${t("missing.back")}>${
    icon("chevron-left")
  }</a><h1 tabindex="-1">${t("nav.history")}</h1></header>
    <div class="history-top"><div class="search" role="search">${
    icon("search")
  }<input id="history-search" type="search" autocomplete="off" autocapitalize="none" enterkeyhint="search" maxlength="100" aria-label=${
    t("history.search")
  } placeholder=${t("history.search")} .value=${text} @input=${(/** @type {any} */ event) =>
    dispatch({ type: "history.type", text: event.target.value })}>${
    text === "" ? null : clearButton(context, () => dispatch({ type: "history.type", text: "" }))
  }</div></div>
    ${problemStrip(context, problem, { retry: { type: "history.retry" }, offline: "history.offline" })}
    ${model.isSearch ? found(context, model) : days(context, model)}
  </section>`;
}

/** @param {Context} context @param {Model} model */
function days(context, model) {
  const { state, dispatch, t } = context;
  const { isLoading, from } = historyState(state);
  if (from === null && model.days.length === 0) {
    return isLoading ? html`<div class="card">${skeletons(context, 6)}</div>` : null;
  }
  // Nothing is asked about before the first answer.
  const oldest = from ?? state.todayDate;
  const more = () => dispatch({ type: "history.more", isAsked: true });
  return html`${
    model.days.length === 0 && model.isAsking
      ? html`<div class="empty">${icon("note")}<p>${t("history.empty")}</p></div>`
      : null
  }<div class="history-days">${
    each(
      daysOfFrame(context, model.days),
      ({ day }) => day.date,
      ({ day, count }) => dayCard(context, day, count),
      ({ day, count }) => [day, count, state.todayDate, ...unitsOf(context)],
    )
  }</div>
    ${
    model.isAsking && !isLoading
      ? html`
        <p class="history-end small muted">${t("history.gap", {
          date: dayText(oldest, context.texts.locale, "date"),
        })}</p><button type="button" class="button"
          @click=${more}>${t("history.older")}</button>
      `
      : null
  }${isLoading ? html`<div class="card">${skeletons(context, 3)}</div>` : null}${
    model.canLoad && !model.isAsking && isWhole(context)
      ? each(
        [oldest],
        (date) => date,
        () => html`<mw-sentinel @near=${() => dispatch({ type: "history.more" })}></mw-sentinel>`,
      )
      : null
  }`;
}

/** True if all rows are shown. The end of a list that is not whole is near, though more rows follow.
 * @param {Context} context */
const isWhole = ({ rows }) => !rows?.hasMore;

/** @param {import("../../../types.d.ts").DiaryDay} day */
const entriesOf = ({ meals }) => meals.flatMap(({ entries }) => entries);

/** Returns the days that a frame shows, with how many entries of each: a day may have more than a frame can make.
 * @param {Context} context @param {readonly import("../../../types.d.ts").DiaryDay[]} days */
export function daysOfFrame(context, days) {
  const shown = new Set(rowsOfFrame(context, days.flatMap(entriesOf), ({ id }) => id).map(({ id }) => id));
  return days.map((day) => ({ day, count: entriesOf(day).filter(({ id }) => shown.has(id)).length }))
    .filter(({ count }) => count > 0);
}

/** @param {Context} context @param {string} date */
function dayName({ state, t, texts }, date) {
  const relative = relativeDay(date, state.todayDate);
  const isOtherYear = date.slice(0, 4) !== state.todayDate.slice(0, 4);
  return relative ? t(`day.${relative}`) : dayText(date, texts.locale, isOtherYear ? "longWithYear" : "long");
}

/** @param {Context} context @param {import("../../../types.d.ts").DiaryDay} day
 * @param {number} count How many entries are shown. */
function dayCard(context, day, count) {
  const { state, t } = context;
  const goal = day.target?.dailyKcal ?? null;
  const isOver = goal !== null && day.totals.kcal > goal * OVER_FROM;
  const id = `history-${day.date}`;
  return html`<section class="card history-day" aria-labelledby=${id} --rows=${entriesOf(day).length}>
    <div class="history-head"><h2 id=${id}><a href=${paths.day(day.date, state.todayDate)}>${
    dayName(context, day.date)
  }</a></h2><p class="small">${isOver ? overMark(context) : null}<b class="number">${
    energyText(context, day.totals.kcal)
  }</b>${goal === null ? null : html`<span class="muted"> / ${energy(context, goal)}</span>`}</p></div>
    ${
    mealsOf(day, count).map(({ meal, entries, shown }) =>
      html`
        <div class="history-meal"><h3 class="small muted">${t(`meal.${meal}`)}</h3>${entries.length < 2 ? null : html`
          <button type="button" class="button button-quiet history-all" aria-label=${t("history.mealAgain", {
            meal: `@meal.${meal}`,
            date: dayName(context, day.date),
          })}
            @click=${() => context.dispatch({ type: "entries.again", entries })}>${icon("copy", true)}${t(
              "history.all",
            )}</button>
        `}</div>
        <ul class="rows">${rows(context, shown, entries)}</ul>
      `
    )
  }
    ${day.note ? html`<p class="small history-note">${day.note}</p>` : null}
  </section>`;
}

/** The meals of the first entries of a day, with those entries.
 * @param {import("../../../types.d.ts").DiaryDay} day @param {number} count */
function mealsOf(day, count) {
  let before = 0;
  return day.meals.map(({ meal, entries }) => {
    const shown = entries.slice(0, Math.max(0, count - before));
    before += entries.length;
    return { meal, entries, shown };
  }).filter(({ shown }) => shown.length > 0);
}

/** The rows of entries, with pictures if any entry of their list has one.
 * @param {Context} context @param {readonly DiaryEntry[]} entries @param {readonly DiaryEntry[]} list */
function rows(context, entries, list) {
  const isPictured = hasPictures(list);
  return each(
    entries,
    ({ id }) => id,
    (entry) => entryRow(context, entry, isPictured),
    (entry) => [entry, isPictured, ...unitsOf(context)],
  );
}

/** @param {Context} context @param {DiaryEntry} entry @param {boolean} isPictured */
function entryRow(context, entry, isPictured) {
  const { dispatch, t } = context;
  return html`<li class="row"><a class="row-main" href=${paths.entry(entry.date, entry.id)}>${
    rowPicture(entry, isPictured)
  }<span
      class="row-text"><span class="row-name">${entry.name}</span><span class="row-note">${
    amountText(context, entry)
  }</span></span><span class="number">${
    energy(context, entry.kcal)
  }</span></a><button type="button" data-tap class="icon-button icon-button-soft" aria-label=${
    t("history.again", { name: entry.name })
  } @click=${() => dispatch({ type: "entries.again", entries: [entry] })}>${icon("plus")}</button></li>`;
}

/** @param {Context} context @param {Model} model */
function found(context, model) {
  const { state, dispatch, t } = context;
  const { isSearching, text } = historyState(state);
  const { found, isOwn, canFindMore } = model;
  if (found === null) return isSearching ? html`<div class="card">${skeletons(context, 4)}</div>` : null;
  if (found.length === 0 && (isOwn || (!isSearching && !canFindMore))) {
    const key = isOwn ? "history.noneKept" : "history.none";
    return html`<div class="empty">${icon("search")}<p>${t(key, { query: text.trim() })}</p></div>`;
  }
  return html`<div class="history-days">${
    each(
      rowsOfFrame(context, found, ({ date }) => date, ({ entries }) => entries.length),
      ({ date }) => date,
      ({ date, entries }) =>
        html`
          <section class="card history-day" --rows=${entries.length}>
            <h2><a href=${paths.day(date, state.todayDate)}>${dayName(context, date)}</a></h2>
            <ul class="rows">${rows(context, entries, entries)}</ul>
          </section>
        `,
    )
  }</div>${isSearching && !isOwn ? html`<div class="card">${skeletons(context, 2)}</div>` : null}${
    canFindMore && isWhole(context)
      ? each([historyState(state).cursor ?? ""], (cursor) =>
        cursor, () =>
        html`<mw-sentinel @near=${() =>
          dispatch({ type: "history.moreFound" })}></mw-sentinel>`)
      : null
  }`;
}
