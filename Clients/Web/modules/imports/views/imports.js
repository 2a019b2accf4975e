/** Import: a file of another program, what it would do, and what it did. */
import { html } from "../../../core/html.js";
import { DATE_ORDERS, FORMATS, importModel, importProblemText, importState } from "../imports.js";
import { problemText } from "../../../core/problems.js";
import { previewView, resultView } from "./imports-preview.js";
import { flowHead } from "../../../views/late-parts.js";
import { chipGroup, icon } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */

/** Names of programs, which are the same in every language.
 * @type {Record<string, string>} */
const NAMES = { mealwire: "Mealwire", myFitnessPal: "MyFitnessPal", cronometer: "Cronometer", loseIt: "Lose It!" };
/** Problems of which the server says more than the app can. */
const OWN_WORDS = new Set([400, 404, 409, 413, 415, 422]);

/** @param {Context} context */
export function importsView(context) {
  const { state, t } = context;
  const { step, preview, outcome } = importState(state);
  return html`<section class="screen imports">
    ${flowHead(context, t("imports.title"), "/more/data")}
    ${problem(context)}
    ${
    step === "done" && outcome
      ? resultView(context, outcome)
      : preview
      ? previewView(context, preview)
      : fileForm(context)
  }
  </section>`;
}

/** What is wrong, in the words of the server if only the server can say it.
 * @param {Context} context */
function problem({ state, t, texts }) {
  const own = importState(state);
  const { problem } = own;
  // The order of dates is asked for in the form.
  if (!problem || importModel(own).asked) return null;
  const words = (problem.errors ?? []).map(({ message }) => message).join(" ") || problem.detail;
  const known = problem.status === 0 ? t("imports.offline") : importProblemText(problem, texts);
  const isOwn = known === null && OWN_WORDS.has(problem.status) && words !== "";
  const text = known ?? (isOwn ? words : problemText(problem, texts));
  return html`<p class="strip strip-problem" role="alert">${icon(problem.status === 0 ? "offline" : "warning")}<span
      lang=${isOwn ? "en" : null}>${text}</span></p>`;
}

/** @param {Context} context */
function fileForm(context) {
  const { state, dispatch, t } = context;
  const own = importState(state);
  const { format, step } = own;
  const formats = FORMATS.map((value) => ({
    value,
    text: NAMES[value] ?? t("imports.format.table"),
    isChosen: value === format,
  }));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    dispatch({ type: "import.read" });
  };
  const isReading = step === "reading";
  return html`<form class="card late-form" novalidate @submit=${submit}>
    <p>${t("imports.what")}</p>
    <div class="field"><span class="field-label">${t("imports.format")}</span>${
    chipGroup(t("imports.format"), formats, (format) => dispatch({ type: "import.format", format }))
  }<span class="field-hint">${t(`imports.format.${format}.hint`)}</span></div>
    ${fileField(context)}
    ${dateOrder(context)}
    <button class="button button-main" aria-disabled=${isReading ? "true" : null}>${
    t(isReading ? "imports.reading" : "imports.read")
  }</button>
  </form>`;
}

/** @param {Context} context */
function fileField({ state, dispatch, t }) {
  const { file, isEmpty } = importState(state);
  const choose = (/** @type {any} */ event) => {
    const [chosen] = event.target.files;
    // The same file may be chosen again, after it was changed.
    event.target.value = "";
    if (chosen) dispatch({ type: "import.file", file: chosen });
  };
  const label = t(file ? "imports.file.other" : "imports.file");
  return html`<div class="field"><label class="button import-file">${icon("copy", true)}<span>${label}</span><input
      class="only-read" type="file" accept=".csv,.tsv,.txt,.json,text/csv,application/json" aria-label=${label} aria-invalid=${
    isEmpty ? "true" : null
  } @change=${choose}></label>${file ? html`<span class="import-name">${file.name}</span>` : null}${
    isEmpty
      ? html`<span class="field-error" role="alert">${icon("warning", true)}<span>${
        t("imports.file.missing")
      }</span></span>`
      : null
  }</div>`;
}

/** A file may have dates that can be read in two ways: then the server asks.
 * @param {Context} context */
function dateOrder({ state, dispatch, t }) {
  const own = importState(state);
  const { asked } = importModel(own);
  if (!asked) return null;
  const choices = DATE_ORDERS.map((value) => ({
    value,
    text: t(`imports.order.${value}`),
    isChosen: own.dateOrder === value,
  }));
  return html`
    <div class="field" role="group"
      aria-labelledby="imports-order"><p id="imports-order" class="field-label" role="alert">${t("imports.order", {
        date: asked.params.date ?? "",
      })}</p>${chipGroup(t("imports.order.label"), choices, (order) => dispatch({ type: "import.order", order }))}</div>
  `;
}
