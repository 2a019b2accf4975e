/** Today: what remains, the meals with their entries, water, and what is left of the week and the month. */
import { addDays, dayText, relativeDay } from "../core/dates.js";
import { each, html } from "../core/html.js";
import { hasPictures } from "../core/pictures.js";
import { addModule } from "../core/modules.js";
import { mealAt, MEALS, paths } from "../core/router.js";
import { todayModel } from "../core/today.js";
import {
  amountText,
  energy,
  energyText,
  icon,
  macroBar,
  overMark,
  problemStrip,
  rowPicture,
  skeletons,
  unitsOf,
} from "./parts.js";
import { placed } from "./screen.js";
import { status } from "./shell.js";
import { dayLinks, extras } from "./today-extras.js";

/** @typedef {import("../types.d.ts").Context} Context */
/** @typedef {ReturnType<typeof todayModel>} Model */

/** A finger that goes so far sideways, and twice as far as up or down, changes the day. */
const SWIPE_PX = 60;
/** Where a finger came down. @type {{x: number, y: number} | null} */
let touch = null;
/** The id of the entry that is dragged. @type {string | null} */
let dragged = null;

/** @param {Context} context */
export function todayView(context) {
  const { state, dispatch } = context;
  const model = todayModel(state);
  // Where the device has the day, the status says enough about a lost connection.
  const isKept = state.today.problem?.status === 0 && state.today.days[model.date] !== undefined;
  const problem = isKept ? null : state.today.problem;
  const down = (/** @type {PointerEvent} */ event) => {
    const isInside = /** @type {Element} */ (event.target).closest("dialog") !== null;
    touch = event.pointerType === "touch" && !isInside ? { x: event.clientX, y: event.clientY } : null;
  };
  const up = (/** @type {PointerEvent} */ event) => {
    const [x, y] = touch ? [event.clientX - touch.x, event.clientY - touch.y] : [0, 0];
    touch = null;
    if (dragged !== null || Math.abs(x) < SWIPE_PX || Math.abs(x) < 2 * Math.abs(y)) return;
    dispatch({ type: "go", path: paths.day(addDays(model.date, x < 0 ? 1 : -1), state.todayDate) });
  };
  return html`<section class="screen today" @pointerdown=${down} @pointerup=${up}>
    ${head(context, model)}
    ${problemStrip(context, problem)}
    ${summary(context, model)}
    ${adviceStrip(context)}
    <div class="meals">${
    each(
      model.meals,
      ({ meal }) => meal,
      (meal) => mealCard(context, model, meal),
      ({ kcal, entries, again }) => [
        model.date,
        model.isKnown,
        ...unitsOf(context),
        kcal,
        again?.kcal,
        again?.names.join(),
        ...entries.flatMap(({ entry, state }) => [entry, state]),
      ],
    )
  }</div>
    ${extras(context, model)}
    ${dayLinks(context)}
    ${placed(context, "card")}
    ${placed(context, "sheets")}
  </section>`;
}

/** @param {Context} context @param {Model} model */
function head(context, { date, isToday, isComplete }) {
  const { state, dispatch, t, texts } = context;
  const relative = relativeDay(date, state.todayDate);
  const isOtherYear = date.slice(0, 4) !== state.todayDate.slice(0, 4);
  const full = dayText(date, texts.locale, isOtherYear ? "longWithYear" : "long");
  const pick = () => dispatch({ type: "sheet.open", name: "calendar", purpose: "show", month: date.slice(0, 7) });
  // An entry that is dropped on an arrow goes to that day.
  const step = (/** @type {number} */ count, /** @type {string} */ label, /** @type {string} */ name) => {
    const other = addDays(date, count);
    return html`
      <a class="icon-button" draggable="false" data-step=${count} href=${paths.day(
        other,
        state.todayDate,
      )} aria-label=${label}
        @dragover=${allow}
        @drop=${drop(context, { toDate: other })}>${icon(name)}</a>
    `;
  };
  return html`
    <header class="day-head">
      ${step(-1, t("day.previous"), "chevron-left")}
      <div class="day-title"><h1 tabindex="-1">${relative
        ? t(`day.${relative}`)
        : full}</h1><button type="button" class="day-pick muted small" aria-haspopup="dialog" @click=${pick}>${relative
        ? full
        : t("day.pick")}${icon("chevron-down", true)}</button></div>
      ${step(1, t("day.next"), "chevron-right")}
      <div class="day-status">${status(context)}${isComplete
        ? html`<span class="chip chip-status">${icon("check", true)}${t("day.isComplete")}</span>`
        : null}${isToday ? null : html`<a class="chip chip-status" href="/">${t("day.backToToday")}</a>`}</div>
    </header>
  `;
}

/** @param {DragEvent} event */
const allow = (event) => void (dragged !== null && event.preventDefault());

/** Moves the dragged entry.
 * @param {Context} context @param {object} place */
const drop = ({ state, dispatch }, place) => (/** @type {DragEvent} */ event) => {
  if (dragged === null) return;
  event.preventDefault();
  event.stopPropagation();
  dispatch({ type: "entry.move", date: state.today.date, id: dragged, ...place });
  dragged = null;
};

/** @param {Context} context @param {Model} model */
function summary(context, model) {
  const { t } = context;
  const { goal, left, eaten, isKnown, isOver } = model;
  if (!isKnown) return html`<section class="card summary">${skeletons(context, 2)}</section>`;
  const number = left === null ? eaten : Math.abs(left);
  const word = left === null ? "summary.eatenOnly" : left < 0 ? "summary.over" : "summary.left";
  return html`<section class="card summary" aria-labelledby="summary-title">
    <h2 class="only-read" id="summary-title">${t("summary.title")}</h2>
    <div class="summary-top">
      <p class="summary-left">${isOver ? overMark(context) : null}<span class="large-number">${
    energy(context, number)
  }</span> <span class="summary-word">${t(word, { unit: t(`unit.name.${context.state.energy}`) })}</span></p>
      ${
    goal === null
      ? null
      : html`<p class="summary-of muted small">${
        t("summary.eatenOf", { eaten: energy(context, eaten), goal: energy(context, goal) })
      }</p>`
  }
    </div>
    ${
    goal === null
      ? null
      : html`<div class="day-bar" aria-hidden="true">${
        model.meals.filter(({ part }) => part > 0).map(({ part, meal }) =>
          html`<i class=${`day-part meal-${MEALS.indexOf(meal) + 1}`} --part=${part}></i>`
        )
      }${isOver ? html`<i class="day-over" --part=${model.goalPart}></i>` : null}</div>`
  }
    <div class="macros">${model.macros.map((macro) => macroBar(context, macro))}</div>
    ${model.isIncomplete ? html`<p class="muted small">${t("summary.incomplete")}</p>` : null}
    ${goal === null ? invitation(context) : null}
    ${spans(context, model)}
  </section>`;
}

/** A day without a target shows plain sums, and says what a target would add.
 * @param {Context} context */
const invitation = ({ t }) =>
  html`
    <p class="strip">${icon("target")}<span>${t("summary.noTarget")}</span><a class="button" href="/target">${t(
      "summary.setTarget",
    )}</a></p>
  `;

/** What is left of the week and the month.
 * @param {Context} context @param {Model} model */
function spans(context, { week, monthLeft }) {
  const { t } = context;
  const line = (/** @type {string} */ name, /** @type {number} */ left, /** @type {object} */ params = {}) =>
    html`<p class="summary-span small">${left < 0 ? overMark(context) : null}<span>${
      t(`summary.${name}${left < 0 ? "Over" : "Left"}`, { value: energyText(context, Math.abs(left)), ...params })
    }</span></p>`;
  if (!week && monthLeft === null) return null;
  return html`<div class="summary-spans">${week ? line("week", week.left, { n: week.days }) : null}${
    monthLeft === null ? null : line("month", monthLeft)
  }</div>`;
}

/** One line of advice: the most important one.
 * @param {Context} context */
function adviceStrip({ state, t, texts }) {
  const order = ["important", "hint", "info"];
  const [first] = [...state.today.advice].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
    .filter(({ code }) => texts.has(`advice.${code}`));
  if (!first || first.code === "nothingLogged") return null;
  const { food, foodId, ...rest } = first.params;
  const numbers = Object.entries(rest).map((
    [name, value],
  ) => [name, Number.isFinite(Number(value)) ? Math.round(Number(value)) : value]);
  const params = Object.fromEntries(numbers);
  const path = foodId && paths.amount(state.today.date, mealAt(new Date().getHours()), foodId);
  return html`<p class="strip advice">${icon("info")}<span>${t(`advice.${first.code}`, params)} ${
    food && path
      ? html`
        <a href=${path}>${t("advice.food", { food, bringsG: params.bringsG })}</a>
      `
      : null
  }</span></p>`;
}

/** @param {Context} context @param {Model} model @param {Model["meals"][number]} meal */
function mealCard(context, model, { meal, kcal, entries, again }) {
  const { t } = context;
  const add = paths.add(model.date, meal);
  const isPictured = hasPictures(entries.map(({ entry }) => entry));
  return html`<section class="card meal" aria-labelledby=${`meal-${meal}`} @dragover=${allow} @drop=${
    drop(context, { meal })
  } --rows=${entries.length}>
    <div class="card-head">
      <h2 id=${`meal-${meal}`}>${t(`meal.${meal}`)}</h2>
      ${entries.length > 0 ? html`<span class="muted small meal-sum">${energyText(context, kcal)}</span>` : null}
      <a class="icon-button icon-button-soft" href=${add} aria-label=${t("meal.addTo", { meal: `@mealTo.${meal}` })}>${
    icon("plus")
  }</a>
    </div>
    ${model.isKnown ? null : skeletons(context, 1)}
    ${again ? againChip(context, model, { meal, ...again }) : null}
    <ul class="rows">${
    each(
      entries,
      ({ entry }) => entry.id,
      ({ entry, state }, index) => entryRow(context, entry, state, index, isPictured),
      ({ entry, state }, index) => [entry, state, index, isPictured, model.date, ...unitsOf(context)],
    )
  }</ul>
  </section>`;
}

/** @param {Context} context @param {Model} model
 * @param {{meal: string, count: number, kcal: number, names: string[]}} again */
function againChip(context, { date }, { meal, kcal, names }) {
  const { dispatch, t } = context;
  const copy = () => dispatch({ type: "meal.again", date, meal });
  const text = `${energyText(context, kcal)}\u00a0· ${names.join(", ")}`;
  return html`
    <button type="button" class="again"
      @click=${copy}>${icon("copy")}<span class="row-text"><span class="again-title">${t(
        "meal.again",
      )}</span><span class="row-note again-names">${text}</span></span></button>
  `;
}

/** @param {Context} context @param {import("../types.d.ts").DiaryEntry} entry @param {string | null} state
 * @param {number} index @param {boolean} isPictured */
function entryRow(context, entry, state, index, isPictured) {
  const { dispatch, t } = context;
  const drag = (/** @type {any} */ event) => {
    dragged = entry.id;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", entry.name);
  };
  const end = () => void (dragged = null);
  return html`
    <li class="row" draggable="true" @dragstart=${drag} @dragend=${end} @dragover=${allow} @drop=${drop(context, {
      meal: entry.meal,
      index,
    })}>
      <a class="row-main" draggable="false" href=${paths.entry(entry.date, entry.id)}>
        ${rowPicture(entry, isPictured)}
        <span
          class="row-text"><span class="row-name">${entry.name}</span><span class="row-note">${amountText(
            context,
            entry,
          )}${state === "waiting" || state === "sent"
            ? html`
              · ${icon("waiting", true)}<span class="only-read">${t("status.waitingOne")}</span>
            `
            : null}${state === "refused" || state === "conflict"
            ? html`
              · ${icon("warning", true)}${t("status.refusedOne")}
            `
            : null}</span></span>
        <span class="number">${energy(context, entry.kcal)}<span class="only-read"> ${t(
          `unit.name.${context.state.energy}`,
        )}</span></span>
      </a>
      <button type="button" class="icon-button icon-button-quiet row-menu" aria-haspopup="dialog" aria-label=${t(
        "entry.menu",
        { name: entry.name },
      )}
        @click=${() => dispatch({ type: "entry.menu", id: entry.id })}>${icon("dots")}</button>
    </li>
  `;
}

addModule("today", {
  screens: [{ path: "/", name: "today", view: todayView }, { path: "/day/:date", name: "today", view: todayView }],
});
