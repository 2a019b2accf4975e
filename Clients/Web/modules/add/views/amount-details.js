/** All that is known of a food on Amount: doubts, allergens, further nutrients of the amount, and ingredients. */
import { html } from "../../../core/html.js";
import { furtherNutrients } from "../amount.js";
import { icon } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */

/** Smaller values have a second digit. */
const DIGITS_BELOW = 10;

/** What the person should know before the amount: own allergens, and doubts about the values.
 * @param {Context} context */
export function cautions({ state, t, texts }) {
  const { food } = state.amount;
  if (!food) return null;
  const own = food.allergenMatches ?? [];
  const doubts = food.flags.filter((flag) => texts.has(`flag.${flag}`));
  return html`${
    own.length > 0
      ? html`<p class="strip strip-problem">${icon("warning")}<span>${
        t("amount.allergens.own", { names: own.map((name) => t(`allergen.${name}`)).join(", ") })
      }</span></p>`
      : null
  }${
    doubts.length > 0
      ? html`<div class="strip">${icon("warning")}<ul class="amount-doubts">${
        doubts.map((flag) => html`<li>${t(`flag.${flag}`)}</li>`)
      }</ul></div>`
      : null
  }`;
}

/** @param {Context} context @param {number | null} grams The chosen amount. */
export function details(context, grams) {
  const { t, texts } = context;
  const { food } = context.state.amount;
  if (!food) return null;
  const further = furtherNutrients(food, grams ?? 0);
  const { allergens, ingredients, barcode } = food;
  const names = allergens?.map((name) => t(`allergen.${name}`)).join(", ");
  return html`<details class="card amount-details">
    <summary>${t("amount.details")}</summary>
    ${
    further.length === 0 || grams === null
      ? html`<p class="small muted">${t("amount.further.none")}</p>`
      : html`<dl class="nutrients">${
        further.map(({ name, value, unit }) =>
          html`
            <div>
              <dt>${t(`nutrient.${name}`)}</dt>
              <dd class="number">${t(`unit.${unit}`, { value: texts.number(value, value < DIGITS_BELOW ? 2 : 0) })}</dd>
            </div>
          `
        )
      }</dl>`
  }
    <h3>${t("amount.allergens")}</h3>
    <p>${names === undefined ? t("unknown") : names === "" ? t("amount.allergens.none") : names}</p>
    ${
    ingredients
      ? html`
        <h3>${t("amount.ingredients")}</h3>
        <p>${ingredients}</p>
      `
      : null
  }
    ${
    barcode
      ? html`
        <h3>${t("amount.barcode")}</h3>
        <p class="number">${barcode}</p>
      `
      : null
  }
  </details>`;
}
