/** Parts of screens: icons, numbers, bars, states. */
import { each, html } from "../core/html.js";
import { picturePath } from "../core/pictures.js";
import { problemText } from "../core/problems.js";
import { fromMetric, ML } from "../core/convert.js";
import { icon } from "./icons.js";

/** @typedef {import("../types.d.ts").Context} Context */

export { icon };

/** Energy in the person's unit, as a number alone.
 * @param {Context} context @param {number} kcal */
export const energy = ({ state, texts }, kcal) => texts.number(fromMetric(kcal, state.energy, 0));

/** @param {Context} context @param {number} kcal */
export const energyText = (context, kcal) =>
  context.t(`unit.${context.state.energy}`, { value: energy(context, kcal) });

/** What amounts are written with. A row with an amount is drawn again if one of these has changed.
 * @param {Context} context */
export const unitsOf = ({ state, texts }) => [state.energy, state.volume, texts];

/** A volume in the person's unit.
 * @param {Context} context @param {number} ml @param {number} [digits] */
export const volumeText = ({ state, texts, t }, ml, digits = 0) =>
  t(`unit.${state.volume}`, { value: texts.number(fromMetric(ml, state.volume, digits), digits) });

/** @param {Context} context @param {number} value */
export const gramsText = ({ texts, t }, value) => t("unit.g", { value: texts.number(value, value < 10 ? 1 : 0) });

/** Says an amount: "1 bowl · 250 g".
 * @param {Context} context
 * @param {{portion: string | null, portionLabel?: string | null, quantity: number | null, grams: number | null}} amount
 */
export function amountText(context, { portion, portionLabel, quantity, grams }) {
  if (grams === null || grams === 0) return context.t("amount.energyOnly");
  const weight = gramsText(context, grams);
  if (portion === null || quantity === null) return weight;
  if (portion === ML) return `${volumeText(context, quantity, 2)}\u00a0· ${weight}`;
  // Names of portions often begin with their own number: "1 cup, sliced". Their labels contain it, in Thai at the end.
  const count = quantity !== 1 ? `${context.texts.number(quantity, 2)} × ` : /^\d/.test(portion) ? "" : "1 ";
  return `${count}${portionLabel ?? portion}\u00a0· ${weight}`;
}

/**
 * One macro: its name, what was eaten of the target, and a bar. What a food would add stands out.
 * @param {Context} context
 * @param {ReturnType<typeof import("../core/nutrients.js").macros>[number]} macro
 */
export function macroBar(context, { name, eaten, added, goal, before, after, isOver }) {
  const { t, texts } = context;
  const isPreview = after > 0 || added === null;
  const value = texts.number(Math.round(isPreview ? added ?? 0 : eaten));
  const first = added === null ? "–" : isPreview ? `+${value}` : value;
  return html`
    <div class=${`macro is-${name}`}>
      <div class="macro-text">
        <span class="macro-name">${t(`nutrient.${name}`)}${isOver ? overMark(context) : null}</span>
        <span class="macro-value"><b>${first}</b>${goal === null
          ? html`<span class="muted"> ${t("unit.gram")}</span>`
          : html`<span class="muted"> / ${t("unit.g", { value: texts.number(Math.round(goal)) })}</span>`}</span>
      </div>
      ${goal === null ? null : html`
        <div class="bar-track"
          aria-hidden="true"><i class=${after > 0
            ? "bar-fill bar-before"
            : "bar-fill"} --part=${before}></i><i class="bar-fill" --part=${after}></i></div>
      `}
    </div>
  `;
}

/** @param {Context} context */
export const overMark = ({ t }) =>
  html`<span class="mark mark-over">${icon("over", true)}<span class="only-read">${t("over")}</span></span>`;

/**
 * A problem as a sentence.
 * @param {Context} context @param {import("../types.d.ts").AppProblem | null} problem
 * @param {{retry?: import("../types.d.ts").Action, offline?: string}} [options] `retry` is the action of a button that
 *   tries again, `offline` the key of the sentence for a lost connection.
 */
export const problemStrip = ({ dispatch, t, texts }, problem, { retry, offline } = {}) =>
  problem
    ? html`<p class="strip strip-problem" role="alert">${icon(problem.status === 0 ? "offline" : "warning")}<span>${
      problem.status === 0 && offline
        ? t(offline)
        // Only the server knows what a change collides with.
        : problem.code === "conflict" && problem.detail || problemText(problem, texts)
    }</span>${
      retry
        ? html`<button type="button" class="button" @click=${() => dispatch(retry)}>${t("screen.retry")}</button>`
        : null
    }</p>`
    : null;

/** @param {Context} context @param {number} rows */
export const skeletons = ({ t }, rows) =>
  html`<div class="rows" aria-busy="true"><span class="only-read">${t("loading")}</span>${
    Array.from({ length: rows }, () =>
      html`
        <div class="row">
          <div class="row-text">
            <div class="skeleton skeleton-name"></div>
            <div class="skeleton skeleton-note"></div>
          </div>
        </div>
      `)
  }</div>`;

/**
 * One choice of several, as chips. A click or a key chooses; arrows move, as in a group of radio buttons.
 * @template T
 * @param {string} label
 * @param {readonly {value: T, text: unknown, isChosen: boolean}[]} choices `text` may be a template.
 * @param {(value: T) => void} choose
 * @param {string} [classes]
 */
export function chipGroup(label, choices, choose, classes = "chips") {
  const chosen = Math.max(0, choices.findIndex(({ isChosen }) => isChosen));
  const move = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const chips = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("button")];
    const next = chips[(chips.indexOf(/** @type {any} */ (event.target)) + step + chips.length) % chips.length];
    next.focus();
    next.click();
  };
  return html`<div class=${classes} role="radiogroup" aria-label=${label} @keydown=${move}>${
    choices.map(({ value, text, isChosen }, index) =>
      html`
        <button type="button" class="chip" role="radio" aria-checked=${String(
          isChosen,
        )} tabindex=${index === chosen ? 0 : -1}
          @click=${() => choose(value)}>${text}</button>
      `
    )
  }</div>`;
}

/** In pixels. */
const PICTURE_SIDE = 40;

/** The picture of a row in a place of its own, which stays empty if only other rows of the list have pictures.
 * @param {import("../types.d.ts").Pictured} food @param {boolean} isPictured True if any row of the list has one. */
export const rowPicture = (food, isPictured) =>
  isPictured ? html`<span class="picture picture-place">${picture(food)}</span>` : null;

/** The picture of a food, an entry or a dish, if there is one on this server. One that does not arrive leaves no mark.
 * @param {import("../types.d.ts").Pictured} food @param {string} [classes] @param {number} [side] In pixels. */
export function picture(food, classes = "picture", side = PICTURE_SIDE) {
  const path = picturePath(food);
  const hide = (/** @type {any} */ { target }) => target.toggleAttribute("hidden", true);
  // Another path makes another element, because a hidden one would stay hidden.
  return path === null ? null : each([path], (path) => path, (path) =>
    html`
      <img class=${classes} src=${path} alt="" width=${side} height=${side} loading="lazy" decoding="async"
        @error=${hide}>
    `);
}
