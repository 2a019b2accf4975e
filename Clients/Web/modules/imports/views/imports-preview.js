/** What an import would do, and what it did. */
import { dayText, timeText } from "../../../core/dates.js";
import { html } from "../../../core/html.js";
import { importModel, importState, refusalText } from "../imports.js";
import { switchField } from "../../../views/fields.js";
import { energyText, icon } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {import("../../../types.d.ts").DiaryImport} DiaryImport */
/** @typedef {import("../../../types.d.ts").DiaryImportOutcome} DiaryImportOutcome */

/** Counts that are shown even if they are 0. */
const ALWAYS = new Set(["new", "refusedCount", "added", "refused"]);

/** Numbers with their names, and what they mean.
 * @param {Context} context @param {readonly (readonly [string, number])[]} counts */
const countList = ({ t, texts }, counts) =>
  html`<dl class="import-counts">${
    counts.filter(([name, count]) => count > 0 || ALWAYS.has(name)).map(([name, count]) =>
      html`
        <div class=${name.startsWith("refused") && count > 0 ? "import-count is-over" : "import-count"}>
          <dt>${t(`imports.count.${name}`)}</dt>
          <dd class="number">${texts.number(count)}</dd>
        </div>
      `
    )
  }</dl>`;

/** @param {Context} context @param {DiaryImport} preview */
export function previewView(context, preview) {
  const { state, dispatch, t, texts } = context;
  const own = importState(state);
  const { changed, others, perDay } = importModel(own);
  const isApplying = own.step === "applying";
  const date = (/** @type {string} */ day) => dayText(day, texts.locale, "date");
  const zone = state.profile?.timeZone ?? "UTC";
  return html`
    <section class="card late-form" aria-labelledby="imports-preview">
      <h2 id="imports-preview">${t("imports.preview")}</h2>
      <p class="import-name">${own.file?.name ?? ""}</p>
      ${preview.from && preview.to
        ? html`<p class="small muted">${
          t("imports.range", { from: date(preview.from), to: date(preview.to) })
        }\u00a0· ${t("imports.perDay", { energy: energyText(context, perDay) })}</p>`
        : null}
      ${countList(context, [["entries", preview.entries], ["extras", preview.extras], ["plans", preview.plans ?? 0]])}
      <h3>${t("imports.would")}</h3>
      ${countList(context, [
        ["new", preview.new],
        ["alreadyThere", preview.alreadyThere],
        ["differing", preview.differing],
        ["removedBefore", preview.removedBefore],
        ["passedOver", preview.passedOver],
        ["refusedCount", preview.refusedCount],
      ])}
      ${preview.warnings.map((warning) => warningStrip(context, warning))}
      ${otherMeals(context, preview)}
      ${others > 0
        ? switchField({
          id: "import-replaces",
          label: t("imports.replace"),
          hint: t("imports.replace.hint"),
          isOn: own.replaces,
          onChange: (isOn) => dispatch({ type: "import.replaces", isOn }),
        })
        : null}
      ${changed === 0 ? html`<p class="strip">${icon("info")}<span>${t("imports.nothing")}</span></p>` : null}
      <div class="late-actions">${changed === 0
        ? null
        : html`<button type="button" class="button button-main" aria-disabled=${
          isApplying ? "true" : null
        } @click=${() => dispatch({ type: "import.apply" })}>${
          isApplying ? t("imports.applying") : t("imports.apply", { n: changed })
        }</button>`}<button type="button" class="button" aria-disabled=${isApplying ? "true" : null} @click=${() =>
        isApplying ? null : dispatch({ type: "import.cancel" })}>${t(
          changed === 0 ? "imports.another" : "late.cancel",
        )}</button></div>
      <p class="small muted">${t("imports.until", { time: timeText(preview.expiresAt, texts.locale, zone) })}</p>
    </section>
    ${refusedLines(context, preview)}
    ${sample(context, preview)}
  `;
}

/** @param {Context} context @param {DiaryImport["warnings"][number]} warning */
function warningStrip({ t, texts }, { code, params, message }) {
  const key = `imports.warning.${code}`;
  return html`<p class="strip">${icon("warning")}<span>${texts.has(key) ? t(key, params) : message}</span></p>`;
}

/** Meals that only the file knows.
 * @param {Context} context @param {DiaryImport} preview */
const otherMeals = ({ t, texts }, { otherMeals }) =>
  otherMeals.length === 0 ? null : html`<p class="strip">${icon("info")}<span>${
    t("imports.otherMeals", {
      names: otherMeals.map(({ name, entries }) => `${name} (${texts.number(entries)})`).join(", "),
    })
  }</span></p>`;

/** Lines that cannot be read, with their reasons; the server says in English those that the app does not know.
 * @param {Context} context @param {DiaryImport} preview */
function refusedLines(context, { refused }) {
  const { state, t, texts } = context;
  const { hidden } = importModel(importState(state));
  if (refused.length === 0) return null;
  return html`<section class="card late-form" aria-labelledby="imports-refused">
    <h2 id="imports-refused">${t("imports.refused")}</h2>
    <ul class="rows">${
    refused.map((refusal) => {
      const text = refusalText(refusal, texts);
      return html`<li class="import-line"><b>${t("imports.line", { line: texts.number(refusal.line) })}</b><span lang=${
        text === null ? "en" : null
      }>${text ?? refusal.reason}</span></li>`;
    })
  }</ul>
    ${hidden > 0 ? html`<p class="small muted">${t("imports.refused.more", { n: hidden })}</p>` : null}
  </section>`;
}

/** The first entries, so that columns in a wrong place are seen.
 * @param {Context} context @param {DiaryImport} preview */
function sample(context, { sample }) {
  const { t, texts } = context;
  if (sample.length === 0) return null;
  return html`
    <section class="card late-form" aria-labelledby="imports-sample">
      <h2 id="imports-sample">${t("imports.sample")}</h2>
      <ul class="rows">${sample.map(({ date, meal, name, kcal }) =>
        html`
          <li
            class="row"><span class="row-text"><span class="row-name">${name}</span><span class="row-note">${`${
              dayText(date, texts.locale, "date")
            }\u00a0· ${t(`meal.${meal}`)}`}</span></span><span class="number">${energyText(context, kcal)}</span></li>
        `
      )}</ul>
    </section>
  `;
}

/** @param {Context} context @param {DiaryImportOutcome} outcome */
export function resultView(context, { added, replaced, unchanged, kept, refused, fullDays }) {
  const { dispatch, t, texts } = context;
  return html`<section class="card late-form" aria-labelledby="imports-done">
    <h2 id="imports-done">${t("imports.done")}</h2>
    ${
    countList(context, [
      ["added", added],
      ["replaced", replaced],
      ["unchanged", unchanged],
      ["kept", kept],
      ["refused", refused],
    ])
  }
    ${
    fullDays.length === 0
      ? null
      : html`<p class="strip">${icon("warning")}<span>${
        t("imports.fullDays", { days: fullDays.map((day) => dayText(day, texts.locale, "date")).join(", ") })
      }</span></p>`
  }
    <div class="late-actions"><a class="button button-main" href="/history">${
    t("imports.see")
  }</a><button type="button" class="button" @click=${() => dispatch({ type: "import.cancel" })}>${
    t("imports.another")
  }</button></div>
  </section>`;
}
