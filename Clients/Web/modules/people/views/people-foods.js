/** Shared foods: what sharers ate on a day, and "Log this too". */
import { dayText, relativeDay } from "../../../core/dates.js";
import { each, html } from "../../../core/html.js";
import { hasPictures } from "../../../core/pictures.js";
import { mealAt } from "../../../core/router.js";
import { sharedDays, sharedPeople, sharedState } from "../shared.js";
import { flowHead, moreButton } from "../../../views/late-parts.js";
import {
  amountText,
  chipGroup,
  energyText,
  icon,
  picture,
  problemStrip,
  rowPicture,
  skeletons,
} from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {import("../types.d.ts").SharedRow} SharedRow */

/** @param {Context} context */
export function sharedView(context) {
  const { state, t } = context;
  const shared = sharedState(state);
  const { items, problem } = shared;
  return html`<section class="screen people shared">
    ${flowHead(context, t("people.foods"), "/people")}
    ${days(context, shared.date)}
    ${
    items === null
      ? problem ? null : html`<div class="card">${skeletons(context, 5)}</div>`
      : items.length === 0 && shared.cursor === null
      ? empty(context)
      : each(sharedPeople(items), ({ userId }) => userId, (person) => personCard(context, person))
  }
    ${problemStrip(context, problem, { retry: { type: "shared.retry" }, offline: "people.offline" })}
    ${items ? moreButton(context, shared, "shared.more") : null}
  </section>`;
}

/** @param {Context} context @param {string} shown */
function days({ state, dispatch, t, texts }, shown) {
  const choices = sharedDays(state.todayDate).map((date) => {
    const relative = relativeDay(date, state.todayDate);
    return {
      value: date,
      text: relative ? t(`day.${relative}`) : dayText(date, texts.locale, "short"),
      isChosen: date === shown,
    };
  });
  const show = (/** @type {string} */ date) =>
    dispatch({ type: "go", path: `/people/foods/${date}`, isReplaced: true });
  return chipGroup(t("people.foods.day"), choices, show, "chips chips-scroll");
}

/** @param {Context} context */
function empty({ state, t }) {
  const isSharing = state.profile?.shares?.foods ?? false;
  return html`<div class="empty">${icon("foods")}<p>${t("people.foods.empty")}</p>${
    isSharing ? null : html`<a class="button" href="/more/sharing">${t("people.foods.share")}</a>`
  }</div>`;
}

/** @param {Context} context @param {ReturnType<typeof sharedPeople>[number]} person */
function personCard(context, { userId, name, imageURL, rows }) {
  const id = `shared-${userId}`;
  const isPictured = hasPictures(rows.map(({ food }) => food));
  return html`
    <section class="card" aria-labelledby=${id}>
      <div class="people-eater">${picture({ imageURL }, "picture people-face")}<h2 id=${id}>${name}</h2></div>
      <ul class="rows">${each(rows, ({ key }) => key, (row) => foodRow(context, row, isPictured))}</ul>
    </section>
  `;
}

/** @param {Context} context @param {SharedRow} row @param {boolean} isPictured */
function foodRow(context, { key, food }, isPictured) {
  const { state, dispatch, t } = context;
  const { logged, busy } = sharedState(state);
  const isLogged = key in logged;
  const meal = mealAt(new Date().getHours());
  const amount = amountText(context, { portion: null, quantity: null, grams: food.grams });
  return html`<li class="row people-food">${
    rowPicture(food, isPictured)
  }<span class="row-text"><span class="row-name">${food.name}</span><span
      class="row-note">${t(`meal.${food.meal}`)}\u00a0· ${amount}\u00a0· ${
    energyText(context, food.kcal)
  }</span></span><button
      type="button" class=${isLogged ? "icon-button icon-button-done" : "icon-button icon-button-soft"} aria-disabled=${
    busy === null ? null : "true"
  } aria-label=${t(isLogged ? "people.foods.again" : "people.foods.log", { name: food.name })} @click=${() =>
    dispatch({ type: "shared.log", key, meal })}>${icon(isLogged ? "check" : "plus")}</button></li>`;
}
