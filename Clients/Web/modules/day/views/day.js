/** The sheets of Today: the menu of an entry, note, exercise, and the copy of another day. */
import { dayText, relativeDay } from "../../../core/dates.js";
import { copyModel, exerciseModel } from "../day.js";
import { writesOf } from "../../../core/written.js";
import { DEFAULT_KG, MET } from "../exercise.js";
import { html } from "../../../core/html.js";
import { DAY_NOTE_LENGTH } from "../../../core/limits.js";
import { problemText } from "../../../core/problems.js";
import { pictureOf } from "../../../core/pictures.js";
import { MEALS } from "../../../core/router.js";
import { findEntry, shownDay } from "../../../core/today.js";
import { calendar } from "./day-calendar.js";
import { amountText, chipGroup, energyText, icon, skeletons } from "../../../views/parts.js";
import { sheetFrame } from "../../../views/late-parts.js";

/** @typedef {import("../../../types.d.ts").ActionName} ActionName */
/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {import("../../../types.d.ts").Sheet} Sheet */

const MINUTES = [15, 30, 45, 60];

/** @param {Context} context */
export const daySheets = (context) =>
  html`${menu(context)}${sheet(context, "calendar", calendarTitle, calendar)}${
    sheet(context, "note", ({ t }) => t("extras.note"), note)
  }${sheet(context, "exercise", ({ t }) => t("extras.exercise"), exercise)}${sheet(context, "copy", copyTitle, copy)}`;

/**
 * A dialog that comes from below on phones.
 * @param {Context} context @param {string} name
 * @param {(context: Context, sheet: Sheet) => string} title
 * @param {(context: Context, sheet: Sheet) => unknown} content
 */
function sheet(context, name, title, content) {
  const { state, dispatch } = context;
  const open = state.today.sheet?.name === name ? state.today.sheet : null;
  // A note is saved however its sheet is closed, so that nothing typed is lost.
  const close = () => {
    if (open?.name === "note") dispatch({ type: "note.save", date: open.date, text: open.text });
    dispatch({ type: "sheet.close", name });
  };
  return sheetFrame(
    context,
    `sheet-${name}`,
    open ? title(context, open) : null,
    close,
    open ? content(context, open) : null,
  );
}

/** @param {Context} context @param {Sheet} sheet */
const calendarTitle = ({ t }, { purpose }) => t(`calendar.${purpose}`);

/** The actions of one entry.
 * @param {Context} context */
function menu(context) {
  const { state, dispatch, t } = context;
  const { date, menuFor } = state.today;
  const entry = menuFor === null ? null : findEntry(state, date, menuFor);
  const close = () => dispatch({ type: "entry.menu", id: null });
  if (!entry) return sheetFrame(context, "sheet-title", null, close, null);
  const act = (/** @type {ActionName} */ type, /** @type {object} */ more = {}) => () =>
    dispatch({ type, date, id: menuFor, ...more });
  const pick = (/** @type {string} */ purpose) =>
    act("sheet.open", { name: "calendar", purpose, month: date.slice(0, 7) });
  const entries = shownDay(state, date)?.meals.find(({ meal }) => meal === entry.meal)?.entries ?? [];
  const index = entries.findIndex(({ id }) => id === entry.id);
  const item = (
    /** @type {string} */ name,
    /** @type {string} */ text,
    /** @type {() => void} */ run,
    isLast = false,
  ) =>
    html`<li><button type="button" class=${isLast ? "is-over" : null} @click=${run}>${
      icon(name)
    }<span>${text}</span></button></li>`;
  return sheetFrame(
    context,
    "sheet-title",
    entry.name,
    close,
    html`${decision(context, entry)}
      <ul class="sheet-list">${
      MEALS.filter((meal) => meal !== entry.meal).map((meal) =>
        item("move", t("entry.moveTo", { meal: `@mealTo.${meal}` }), act("entry.move", { meal }))
      )
    }${index > 0 ? item("chevron-up", t("entry.up"), act("entry.move", { index: index - 1 })) : null}${
      index < entries.length - 1 ? item("chevron-down", t("entry.down"), act("entry.move", { index: index + 1 })) : null
    }${photo(context, entry)}${item("plan", t("entry.moveDay"), pick("move"))}${
      item("copy", t("entry.copyDay"), pick("copyEntry"))
    }${item("trash", t("entry.remove"), act("entry.remove"), true)}</ul>`,
  );
}

/** True if an entry shows a picture of its own, not that of its food.
 * @param {import("../../../types.d.ts").DiaryEntry} entry */
const hasPhoto = (entry) => pictureOf(entry)?.startsWith("/v1/diary/image/") ?? false;

/** A photo of what was eaten. The server stores it with the entry, so an entry that waits cannot have one yet.
 * @param {Context} context @param {import("../../../types.d.ts").DiaryEntry} entry */
function photo({ dispatch, t }, entry) {
  if (entry.version === 0) return null;
  const { id, date } = entry;
  const send = (/** @type {File | null} */ file) => dispatch({ type: "entry.photo", id, date, file });
  const label = t(hasPhoto(entry) ? "entry.otherPhoto" : "entry.photo");
  return html`<li><label class="sheet-file">${icon("camera")}<span>${label}</span><input class="only-read" type="file"
      accept="image/*" aria-label=${label} @change=${(/** @type {any} */ event) => {
    const [file] = event.target.files;
    if (file) send(file);
  }}></label></li>${
    hasPhoto(entry)
      ? html`<li><button type="button" @click=${() => send(null)}>${icon("close")}<span>${
        t("entry.removePhoto")
      }</span></button></li>`
      : null
  }`;
}

/** What a person decides about a write that was not accepted.
 * @param {Context} context @param {import("../../../types.d.ts").DiaryEntry} entry */
function decision(context, { id }) {
  const { state, dispatch, t, texts } = context;
  const write = writesOf(state.sync, id).pop();
  const act = (/** @type {ActionName} */ type, /** @type {object} */ more = {}) => () =>
    dispatch({ type, id, ...more });
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

/** @param {Context} context @param {Sheet} sheet */
function note({ dispatch, t }, { date, text }) {
  return html`
    <form class="sheet-form" @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      dispatch({ type: "note.save", date, text });
    }}>
      <div class="field">
        <textarea rows="6" maxlength=${DAY_NOTE_LENGTH.max} aria-label=${t("extras.note")} placeholder=${t(
          "note.placeholder",
        )} .value=${text}
          @input=${(/** @type {any} */ event) =>
            dispatch({ type: "sheet.change", text: event.target.value })}></textarea>
      </div>
      <button class="button button-main button-wide">${t("sheet.done")}</button>
    </form>
  `;
}

/** Exercise by its energy, or by an activity and its time.
 * @param {Context} context @param {Sheet} sheet */
function exercise(context, sheet) {
  const { state, dispatch, t, texts } = context;
  const { activity = "", minutes = "", kcal = "", items = [], date } = sheet;
  const { value, isWrong } = exerciseModel(state, sheet);
  const change = (/** @type {object} */ part) => dispatch({ type: "sheet.change", ...part });
  const weight = state.profile?.weightKg ?? DEFAULT_KG;
  const field = activity ? "minutes" : "kcal";
  const log = value === null ? t("exercise.logNothing") : t("exercise.log", { value: energyText(context, value) });
  const quick = MINUTES.map((each) => ({
    value: each,
    text: t("exercise.min", { n: each }),
    isChosen: minutes === String(each),
  }));
  return html`
    <form class="sheet-form" novalidate @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      dispatch({ type: "exercise.save" });
    }}>
      <div class="field"><label for="activity">${t("exercise.activity")}</label><select id="activity" @change=${(
        /** @type {any} */ event,
      ) => change({ activity: event.target.value })}><option value="" .selected=${activity === ""}>${t(
        "exercise.byEnergy",
      )}</option>${Object.keys(MET).map((name) =>
        html`<option value=${name} .selected=${name === activity}>${t(`exercise.${name}`)}</option>`
      )}</select></div>
      <div class="field"><label for="exercise-value">${activity ? t("exercise.minutes") : t(
        `exercise.energy.${state.energy}`,
      )}</label><input id="exercise-value" inputmode="decimal" autocomplete="off" maxlength="7" aria-invalid=${isWrong
        ? "true"
        : null} aria-describedby="exercise-note" .value=${activity ? minutes : kcal} @input=${(
        /** @type {any} */ event,
      ) => change({ [field]: event.target.value })}></div>
      ${activity ? chipGroup(t("exercise.minutes"), quick, (value) => change({ minutes: String(value) })) : null}
      <p class="small muted" id="exercise-note" aria-live="polite">${isWrong
        ? html`<span class="is-over">${t("number.wrong")}</span>`
        : activity
        ? t(state.profile?.weightKg ? "exercise.how" : "exercise.howDefault", {
          met: texts.number(MET[activity]),
          kg: texts.number(weight),
        })
        : t("exercise.why")}</p>
      <button class="button button-main button-wide" aria-disabled=${value === null ? "true" : null}>${log}</button>
    </form>
    <ul class="rows">${items.map((/** @type {import("../../../types.d.ts").Measurement} */ item) =>
      html`
        <li
          class="row"><span class="row-text">${energyText(context, item.value)}${item.source
            ? html`<span class="row-note">${item.source}</span>`
            : null}</span><button type="button" class="icon-button icon-button-quiet" aria-label=${t(
              "exercise.remove",
              { value: energyText(context, item.value) },
            )} @click=${() => dispatch({ type: "exercise.remove", measurement: { ...item, date } })}>${icon(
              "trash",
            )}</button></li>
      `
    )}</ul>
  `;
}

/** @param {Context} context @param {Sheet} sheet */
const copyTitle = ({ state, t, texts }, { from }) => {
  const relative = relativeDay(from, state.todayDate);
  return t("copy.title", { day: relative ? t(`day.${relative}`) : dayText(from, texts.locale, "short") });
};

/** The meals of another day, to be copied to the one that is shown.
 * @param {Context} context @param {Sheet} sheet */
function copy(context, sheet) {
  const { state, dispatch, t } = context;
  const { isKnown, meals, entries } = copyModel(state, sheet);
  const without = sheet.without ?? {};
  if (!isKnown) return skeletons(context, 3);
  const other = html`
    <button type="button" class="button button-wide" aria-haspopup="dialog"
      @click=${() =>
        dispatch({ type: "sheet.open", name: "calendar", purpose: "copy", month: sheet.from.slice(0, 7) })}>${icon(
          "plan",
        )}${t("copy.other")}</button>
  `;
  if (meals.length === 0) return html`<div class="empty">${icon("foods")}<p>${t("copy.empty")}</p></div>${other}`;
  return html`
    <ul class="rows copy-list">${meals.map(({ meal, entries, kcal, isChosen }) =>
      html`<li><label class="row"><input type="checkbox" aria-label=${
        t(`meal.${meal}`)
      } .checked=${isChosen} @change=${() =>
        dispatch({
          type: "sheet.change",
          without: { ...without, [meal]: isChosen },
        })}><span class="row-text"><span class="row-name">${t(`meal.${meal}`)}</span><span class="row-note">${
        entries.map(({ name }) => name).join(", ")
      }</span></span><span class="muted small">${energyText(context, kcal)}</span></label></li>`
    )}</ul>
    <div
      class="sheet-form"><button type="button" class="button button-main button-wide" aria-disabled=${entries.length ===
          0
        ? "true"
        : null} @click=${() => entries.length > 0 && dispatch({ type: "day.copy" })}>${t("copy.do", {
          n: entries.length,
        })}</button>${other}</div>
  `;
}
