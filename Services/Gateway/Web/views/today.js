/** Today: what remains, the meals with their entries, water, and what is left of the week. */
import { dayText, relativeDay } from "../core/dates.js";
import { writesOf } from "../core/diary.js";
import { each, html } from "../core/html.js";
import { problemText } from "../core/problems.js";
import { addDays } from "../core/dates.js";
import { MEALS, paths } from "../core/router.js";
import { findEntry, todayModel } from "../core/today.js";
import { fromMetric } from "../core/units.js";
import { amountText, energy, energyText, icon, macroBar, overMark, problemStrip, skeletons } from "./parts.js";
import { defineScreen } from "./screen.js";
import { status } from "./shell.js";

/** @typedef {import("../types.d.ts").Context} Context */
/** @typedef {ReturnType<typeof todayModel>} Model */

/** A glass and a bottle. */
const WATER_ML = [250, 500];

/** @param {Context} context */
export function todayView(context) {
  const { state } = context;
  const model = todayModel(state);
  // Where the device has the day, the status says enough about a lost connection.
  const isKept = state.today.problem?.status === 0 && state.today.days[model.date] !== undefined;
  const problem = isKept ? null : state.today.problem;
  return html`<section class="screen today">
    ${head(context, model)}
    ${problemStrip(context, problem)}
    ${summary(context, model)}
    ${adviceStrip(context)}
    <div class="meals">${each(model.meals, ({ meal }) => meal, (meal) => mealCard(context, model, meal))}</div>
    ${extras(context, model)}
    ${menu(context)}
  </section>`;
}

/** @param {Context} context @param {Model} model */
function head(context, { date, isToday }) {
  const { state, t, texts } = context;
  const relative = relativeDay(date, state.todayDate);
  const isOtherYear = date.slice(0, 4) !== state.todayDate.slice(0, 4);
  const full = dayText(date, texts.locale, isOtherYear ? "longWithYear" : "long");
  const step = (/** @type {number} */ count) => paths.day(addDays(date, count), state.todayDate);
  return html`
    <header class="day-head">
      <a class="icon-button" href=${step(-1)} aria-label=${t("day.previous")}>${icon("chevron-left")}</a>
      <div class="day-title"><h1 tabindex="-1">${relative ? t(`day.${relative}`) : full}</h1>${relative
        ? html`<p class="muted small">${full}</p>`
        : null}</div>
      <a class="icon-button" href=${step(1)} aria-label=${t("day.next")}>${icon("chevron-right")}</a>
      <div class="day-status">${status(context)}${isToday
        ? null
        : html`<a class="chip chip-status" href="/">${t("day.backToToday")}</a>`}</div>
    </header>
  `;
}

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
      ? html`<a class="button button-quiet" href="/questions">${t("summary.setTarget")}</a>`
      : html`<p class="summary-of muted small">${
        t("summary.eatenOf", { eaten: energy(context, eaten), goal: energy(context, goal) })
      }</p>`
  }
    </div>
    <div class="day-bar" aria-hidden="true">${
    model.meals.filter(({ part }) => part > 0).map(({ part, meal }) =>
      html`<i class=${`day-part meal-${MEALS.indexOf(meal) + 1}`} --part=${part}></i>`
    )
  }${isOver ? html`<i class="day-over" --part=${model.goalPart}></i>` : null}</div>
    <div class="macros">${model.macros.map((macro) => macroBar(context, macro))}</div>
    ${model.isIncomplete ? html`<p class="muted small">${t("summary.incomplete")}</p>` : null}
    ${week(context, model)}
  </section>`;
}

/** @param {Context} context @param {Model} model */
function week(context, { week }) {
  const { t } = context;
  if (!week) return null;
  const key = week.left < 0 ? "summary.weekOver" : "summary.weekLeft";
  return html`<p class="summary-week small">${week.left < 0 ? overMark(context) : null}<span>${
    t(key, { value: energyText(context, Math.abs(week.left)), n: week.days })
  }</span></p>`;
}

/** One line of advice: the most important one.
 * @param {Context} context */
function adviceStrip({ state, t, texts }) {
  const order = ["important", "hint", "info"];
  const [first] = [...state.today.advice].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
    .filter(({ code }) => texts.has(`advice.${code}`));
  if (!first || first.code === "nothingLogged") return null;
  const numbers = Object.entries(first.params).map((
    [name, value],
  ) => [name, Number.isFinite(Number(value)) ? Math.round(Number(value)) : value]);
  return html`<p class="strip advice">${icon("info")}<span>${
    t(`advice.${first.code}`, Object.fromEntries(numbers))
  }</span></p>`;
}

/** @param {Context} context @param {Model} model @param {Model["meals"][number]} meal */
function mealCard(context, model, { meal, kcal, entries, again }) {
  const { t } = context;
  const add = paths.add(model.date, meal);
  return html`<section class="card meal" aria-labelledby=${`meal-${meal}`}>
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
    each(entries, ({ entry }) => entry.id, ({ entry, state }) => entryRow(context, entry, state))
  }</ul>
  </section>`;
}

/** @param {Context} context @param {Model} model
 * @param {{meal: string, count: number, kcal: number, names: string[]}} again */
function againChip(context, { date }, { meal, kcal, names }) {
  const { dispatch, t } = context;
  const copy = () => dispatch({ type: "meal.again", date, meal });
  return html`
    <button type="button" class="again"
      @click=${copy}>${icon("copy")}<span class="row-text"><span class="again-title">${t(
        "meal.again",
      )}</span><span class="row-note again-names">${names.join(
        ", ",
      )}</span></span><span class="muted small">${energy(context, kcal)}</span></button>
  `;
}

/** @param {Context} context @param {import("../types.d.ts").DiaryEntry} entry @param {string | null} state */
function entryRow(context, entry, state) {
  const { dispatch, t } = context;
  return html`
    <li class="row">
      <a class="row-main" href=${paths.entry(entry.date, entry.id)}>
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

/** @param {Context} context @param {Model} model */
function extras(context, { date, waterMl, exerciseKcal, note, isKnown }) {
  const { dispatch, t, texts } = context;
  if (!isKnown) return null;
  const litres = t("unit.l", { value: texts.number(fromMetric(waterMl, "ml") / 1000, 2) });
  return html`<section class="card extras" aria-label=${t("extras.title")}>
    <div class="extra">
      ${icon("water")}<div class="row-text"><h2>${t("extras.water")}</h2><p class="number">${litres}</p></div>
      <div class="extra-actions">${
    WATER_ML.map((ml) =>
      html`<button type="button" class="chip" aria-label=${t("extras.addWater", { ml })} @click=${() =>
        dispatch({ type: "water.add", date, ml })}>${t("extras.plusMl", { ml })}</button>`
    )
  }</div>
    </div>
    ${
    exerciseKcal
      ? html`<div class="extra">${icon("exercise")}<div class="row-text"><h2>${
        t("extras.exercise")
      }</h2><p class="number">${energyText(context, exerciseKcal)}</p></div></div>`
      : null
  }
    ${
    note
      ? html`<div class="extra">${icon("note")}<div class="row-text"><h2>${
        t("extras.note")
      }</h2><p class="note-text">${note}</p></div></div>`
      : null
  }
  </section>`;
}

/** What a person decides about a write that was not accepted.
 * @param {Context} context @param {import("../types.d.ts").DiaryEntry} entry */
function decision(context, { id }) {
  const { state, dispatch, t, texts } = context;
  const write = writesOf(state.sync, id).pop();
  const act = (/** @type {string} */ type, /** @type {object} */ more = {}) => () => dispatch({ type, id, ...more });
  if (write?.status.kind === "refused") {
    const { status, code, detail } = write.status;
    return html`
      <p class="strip strip-problem">${icon("warning")}<span>${problemText(
        { status, code, detail, params: {} },
        texts,
      )}</span></p>
      <button type="button" class="button button-wide" @click=${act("entry.dismiss")}>${t("entry.giveUp")}</button>
    `;
  }
  if (write?.status.kind !== "conflict") return null;
  const { theirs } = write.status;
  return html`
    <p class="strip strip-problem">${icon("warning")}<span>${t("entry.conflict", {
      theirs: `${amountText(context, theirs)}, ${t(`meal.${theirs.meal}`)}`,
    })}</span></p>
    <div
      class="decide"><button type="button" class="button button-main" @click=${act("entry.resolve", {
        isMine: true,
      })}>${t("entry.keepMine")}</button><button type="button" class="button" @click=${act("entry.resolve", {
        isMine: false,
      })}>${t("entry.takeTheirs")}</button></div>
  `;
}

/** The actions of one entry, in a sheet.
 * @param {Context} context */
function menu(context) {
  const { state, dispatch, t } = context;
  const { date, menuFor } = state.today;
  const entry = menuFor === null ? null : findEntry(state, date, menuFor);
  const close = () => dispatch({ type: "entry.menu", id: null });
  const act = (/** @type {string} */ type, /** @type {object} */ more = {}) => () =>
    dispatch({ type, date, id: menuFor, ...more });
  return html`
    <dialog class="sheet" aria-labelledby="sheet-title" data-open=${entry ? "" : null} @close=${close}
      @click=${(/** @type {any} */ event) => event.target === event.currentTarget ? close() : null}>${entry
        ? html`
            <div
            class="card-head"><h2 id="sheet-title" tabindex="-1" autofocus>${entry
              .name}</h2><button type="button" class="icon-button" aria-label=${t(
                "close",
              )} @click=${close}>${icon("close")}</button></div>
            ${decision(context, entry)}
          <ul class="sheet-list">
                    ${MEALS.filter((meal) => meal !== entry.meal).map((meal) =>
                      html`<li><button type="button" @click=${act("entry.move", { meal })}>${icon("move")}<span>${
                        t("entry.moveTo", { meal: `@mealTo.${meal}` })
                      }</span></button></li>`
                    )}
                    <li><button type="button" @click=${act("entry.move", { toDate: addDays(date, 1) })}>${icon(
                      "chevron-right",
                    )}<span>${t("entry.toNextDay")}</span></button></li>
                    <li><button type="button" class="is-over" @click=${act("entry.remove")}>${icon(
                      "trash",
                    )}<span>${t("entry.remove")}</span></button></li>
                    </ul>
        `
        : null}</dialog>
  `;
}

defineScreen("mw-today", todayView);
