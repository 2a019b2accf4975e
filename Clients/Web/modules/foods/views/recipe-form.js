/** The form of a recipe: ingredients by weight, and at once what a serving has. */
import { html } from "../../../core/html.js";
import { FOOD_QUERY_LENGTH, RECIPE_NAME_LENGTH } from "../../../core/limits.js";
import { recipeModel } from "../recipe-form.js";
import { field, formFoot, formHead, formPicture, formProblem } from "./food-form.js";
import { energy, energyText, gramsText, icon, skeletons } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {import("../types.d.ts").RecipeForm} RecipeForm */

/** @param {Context} context @param {RecipeForm} form */
export function recipeFormView(context, form) {
  const { dispatch, t } = context;
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    dispatch({ type: "foods.save" });
  };
  const steps = (/** @type {any} */ event) =>
    dispatch({ type: "foods.type", field: "steps", text: event.target.value });
  return html`<section class="screen foods">
    ${formHead(context, form, "recipe.make", "/foods/recipes")}
    ${formProblem(context, form)}
    ${
    form.isLoaded
      ? html`<form class="late-form" novalidate @submit=${save}>
        <div class="card late-form">${
        field(context, form, "name", { isFirst: true, maxlength: RECIPE_NAME_LENGTH.max })
      }<div
            class="late-grid">${field(context, form, "servings", { inputmode: "decimal", maxlength: 8 })}${
        field(context, form, "cooked", { inputmode: "decimal", maxlength: 12, unit: t("unit.gram") })
      }</div>${formPicture(context, form)}</div>
        ${ingredients(context, form)}
        ${serving(context, form)}
        <div class="card field"><label for="recipe-steps">${
        t("recipe.steps")
      }</label><textarea id="recipe-steps" rows="4" aria-describedby="recipe-steps-hint" .value=${
        form.values.steps ?? ""
      } @input=${steps}></textarea><span class="field-hint" id="recipe-steps-hint">${
        t("recipe.steps.hint")
      }</span></div>
        ${formFoot(context, form)}
      </form>`
      : form.problem
      ? null
      : html`<div class="card">${skeletons(context, 5)}</div>`
  }
  </section>`;
}

/** @param {Context} context @param {RecipeForm} form */
function ingredients(context, form) {
  const { dispatch, t } = context;
  const { search, parts, refused } = form;
  return html`<section class="card late-form" aria-labelledby="recipe-parts">
    <h2 id="recipe-parts">${t("recipe.parts")}</h2>
    ${
    parts.length === 0
      ? html`<p class="muted small">${t("recipe.parts.empty")}</p>`
      : html`<ul class="rows">${
        parts.map((part, index) => {
          const isWrong = Boolean(refused[`part-${index}`]);
          return html`
            <li
              class="row recipe-part"><span class="row-text"><span class="row-name">${part
                .name}</span></span><span class="recipe-grams"><input inputmode="decimal" maxlength="10" autocomplete="off" aria-label=${t(
                  "recipe.grams",
                  { name: part.name },
                )} aria-invalid=${isWrong ? "true" : null} .value=${part.text} @input=${(/** @type {any} */ event) =>
                dispatch({ type: "recipe.weigh", index, text: event.target.value })}><span class="muted">${t(
                  "unit.gram",
                )}</span></span><button type="button" class="icon-button" aria-label=${t("recipe.drop", {
                  name: part.name,
                })} @click=${() => dispatch({ type: "recipe.drop", index })}>${icon("trash")}</button></li>
          `;
        })
      }</ul>`
  }
    ${refused.parts ? html`<p class="field-error">${icon("warning", true)}<span>${t(refused.parts)}</span></p>` : null}
    <div class="search" role="search">${
    icon("search")
  }<input id="recipe-search" type="search" autocomplete="off" autocapitalize="none" maxlength=${FOOD_QUERY_LENGTH.max} aria-label=${
    t("recipe.search")
  } placeholder=${t("recipe.search")} .value=${search.text} @input=${(/** @type {any} */ event) =>
    dispatch({ type: "recipe.search", text: event.target.value })}></div>
    ${
    search.items === null
      ? null
      : search.items.length === 0
      ? html`<p class="muted small">${t("foods.noneFits", { query: search.text.trim() })}</p>`
      : html`<ul class="rows">${
        search.items.map((food) =>
          html`<li><button type="button" class="row-main" @click=${() =>
            dispatch({
              type: "recipe.add",
              food,
            })}><span class="row-text"><span class="row-name">${food.name}</span><span class="row-note">${
            [food.brand, t("foods.per100", { energy: energyText(context, food.kcal) })].filter(Boolean).join("\u00a0· ")
          }</span></span>${icon("plus")}</button></li>`
        )
      }</ul>`
  }
  </section>`;
}

/** @param {Context} context @param {RecipeForm} form */
function serving(context, form) {
  const { t } = context;
  const { raw, isCooked, serving, servingGrams } = recipeModel(form);
  if (!serving || servingGrams === null) return null;
  const fact = (/** @type {string} */ name, /** @type {number | null} */ value) =>
    html`
      <div class="fact">
        <dt>${t(`nutrient.${name}`)}</dt>
        <dd><b>${value === null ? t("unknown") : gramsText(context, value)}</b></dd>
      </div>
    `;
  return html`
    <section class="card late-form" aria-labelledby="recipe-serving">
      <h2 id="recipe-serving">${t("recipe.serving")}</h2>
      <p
        role="status"><span class="large-number">${energy(
          context,
          serving.kcal,
        )}</span> <span class="summary-word">${t(
          `unit.name.${context.state.energy}`,
        )}</span> <span class="muted">${gramsText(context, Math.round(servingGrams))}</span></p>
      <dl class="facts facts-three">${fact("protein", serving.proteinG)}${fact(
        "carbohydrate",
        serving.carbohydrateG,
      )}${fact(
        "fat",
        serving.fatG,
      )}</dl>
      <p class="small muted">${t(isCooked ? "recipe.why.cooked" : "recipe.why.raw", {
        raw: gramsText(context, Math.round(raw)),
      })}</p>
    </section>
  `;
}
