/** One menu: its days, dishes that can be exchanged and logged, and the shopping list. */
import { addDays, dayText } from "../../../core/dates.js";
import { ML } from "../../../core/convert.js";
import { each, html } from "../../../core/html.js";
import { menuDay } from "../menus.js";
import { planState } from "../plan.js";
import { shoppingGroups } from "../shopping.js";
import { dayName, formProblem, loadProblem, menuSpan } from "./plan-parts.js";
import {
  amountText,
  chipGroup,
  energy,
  energyText,
  gramsText,
  icon,
  overMark,
  picture,
  skeletons,
  volumeText,
} from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {import("../types.d.ts").Menu} Menu */
/** @typedef {ReturnType<typeof menuDay>} Day */

/** A smaller deviation is not shown, in percent. */
const DEVIATION_MIN = 10;

/** @param {Context} context */
export function menuView(context) {
  const { state, dispatch, t } = context;
  const { menu, tab, problem, shopping } = planState(state);
  const tabs = /** @type {const} */ (["menu", "shopping"]).map((value) => ({
    value,
    text: t(`plan.tab.${value}`),
    isChosen: value === tab,
  }));
  const title = menu ? menu.name ?? menuSpan(context, menu) : t("nav.plan");
  return html`<section class="screen plan">
    <header class="flow-head"><a class="icon-button" href="/plan" aria-label=${t("back")}>${
    icon("chevron-left")
  }</a><h1 tabindex="-1">${title}</h1></header>
    ${loadProblem(context)}
    ${
    !menu
      ? problem ? null : html`<div class="card">${skeletons(context, 6)}</div>`
      : html`${chipGroup(t("plan.tabs"), tabs, (tab) => dispatch({ type: "plan.tab", tab }))}${formProblem(context)}${
        tab === "shopping" ? shoppingView(context, shopping) : dishes(context, menu)
      }${removal(context)}`
  }
  </section>`;
}

/** @param {Context} context @param {Menu} menu */
function dishes(context, menu) {
  const { state, dispatch, t, texts } = context;
  const { day: shown, isBusy } = planState(state);
  const day = menuDay(menu, shown);
  const days = menu.menu.days.map(({ day: value }) => ({
    value,
    text: dayText(addDays(menu.from, value - 1), texts.locale, "short"),
    isChosen: value === day.day,
  }));
  const busy = isBusy ? "true" : null;
  return html`
    ${days.length > 1
      ? chipGroup(t("plan.day"), days, (day) => dispatch({ type: "plan.day", day }), "chips chips-scroll")
      : null}
        ${menu.menu.reasons.map((reason) => reasonStrip(context, reason.code))}
        ${daySum(context, day)}
        ${day.meals.map((meal) => mealCard(context, day, meal))}
        <div
      class="late-actions"><button type="button" class="button button-main" aria-disabled=${busy ??
        (day.isAllLogged ? "true" : null)} @click=${() =>
        day.isAllLogged ? null : dispatch({ type: "plan.log", day: day.day })}>${icon(
          day.isAllLogged ? "check" : "plus",
          true,
        )}${t(
          day.isAllLogged ? "plan.dayLogged" : "plan.logDay",
        )}</button>${days.length > 1 && menu.appliedFrom === null
        ? html`<button type="button" class="button" aria-disabled=${busy} @click=${() =>
          dispatch({ type: "plan.logAll" })}>${t("plan.logAll", { n: days.length })}</button>`
        : null}</div>
  `;
}

/** @param {Context} context @param {string} code */
function reasonStrip({ t, texts }, code) {
  const key = `plan.reason.${code}`;
  return texts.has(key) ? html`<p class="strip">${icon("info")}<span>${t(key)}</span></p>` : null;
}

/** What the day has of its target.
 * @param {Context} context @param {Day} day */
function daySum(context, day) {
  const { t, texts } = context;
  const { totals, target, deviations } = day;
  const macro = (/** @type {"protein" | "carbohydrate" | "fat"} */ name) => {
    const goal = target[`${name}G`];
    const percent = deviations[`${name}Percent`];
    const isOff = percent !== null && Math.abs(percent) >= DEVIATION_MIN;
    return html`
      <div class="fact">
        <dt>${t(`nutrient.${name}`)}</dt>
        <dd><b>${goal == null
          ? gramsText(context, Math.round(totals[`${name}G`]))
          : texts.number(Math.round(totals[`${name}G`]))}</b>${goal == null
          ? null
          : html`<span class="muted">/ ${gramsText(context, Math.round(goal))}</span>`}${isOff
          ? html`<span class="small plan-off">${percent > 0 ? "+" : "−"}${
            texts.number(Math.abs(Math.round(percent)))
          }%</span>`
          : null}</dd>
      </div>
    `;
  };
  const isOver = totals.kcal > target.dailyKcal * (1 + DEVIATION_MIN / 100);
  return html`
    <section class="card late-form" aria-labelledby="plan-day">
      <h2 id="plan-day">${dayName(context, day.date)}</h2>
      <p>${isOver ? overMark(context) : null}<span class="large-number">${energy(
        context,
        totals.kcal,
      )}</span> <span class="muted">/ ${energyText(context, target.dailyKcal)}</span></p>
      <dl class="facts facts-three">${macro("protein")}${macro("carbohydrate")}${macro("fat")}</dl>
    </section>
  `;
}

/** @param {Context} context @param {Day} day @param {Day["meals"][number]} meal */
function mealCard(context, day, meal) {
  const { t } = context;
  const id = `plan-${meal.meal}`;
  return html`
    <section class="card" aria-labelledby=${id}>
      <div class="plan-meal"><h2 id=${id}>${t(`meal.${meal.meal}`)}</h2><span class="number">${energyText(
        context,
        meal.totals.kcal,
      )}</span></div>
      <ul class="rows">${each(meal.items, ({ foodId }) => foodId, (dish) => dishRow(context, day, dish))}</ul>
    </section>
  `;
}

/** Says the amount and the energy of a dish.
 * @param {Context} context @param {Day["meals"][number]["items"][number]} dish */
const dishText = (context, dish) => `${amountText(context, dish)}\u00a0· ${energyText(context, dish.nutrients.kcal)}`;

/** @param {Context} context @param {Day} day @param {Day["meals"][number]["items"][number]} dish */
function dishRow(context, day, dish) {
  const { state, dispatch, t } = context;
  const { exchange } = planState(state);
  const isOpen = exchange?.day === day.day && exchange.foodId === dish.foodId;
  return html`<li><div class="row">${
    picture(dish)
  }<span class="row-text plan-dish"><span class="row-name">${dish.name}</span><span
      class="row-note">${dishText(context, dish)}</span></span>${
    dish.isLogged ? null : html`
      <button type="button" class="icon-button" aria-expanded=${String(isOpen)} aria-label=${t("plan.exchange", {
        name: dish.name,
      })}
        @click=${() => dispatch({ type: "plan.exchange", day: day.day, foodId: dish.foodId })}>${icon("swap")}</button>
    `
  }<button type="button" class=${
    dish.isLogged ? "icon-button icon-button-done" : "icon-button icon-button-soft"
  } aria-disabled=${dish.isLogged ? "true" : null} aria-label=${
    t(dish.isLogged ? "plan.isLogged" : "plan.logDish", { name: dish.name })
  } @click=${() => dish.isLogged ? null : dispatch({ type: "plan.log", day: day.day, foodId: dish.foodId })}>${
    icon(dish.isLogged ? "check" : "plus")
  }</button></div>${isOpen && exchange ? choices(context, exchange.items) : null}</li>`;
}

/** @param {Context} context @param {import("../../../types.d.ts").PlanAlternative[] | null} items */
function choices(context, items) {
  const { dispatch, t } = context;
  if (items === null) return html`<div class="plan-choices" data-reveal>${skeletons(context, 2)}</div>`;
  if (items.length === 0) return html`<p class="plan-choices small muted" data-reveal>${t("plan.noChoice")}</p>`;
  return html`
    <div class="plan-choices" data-reveal>
      <p class="small muted">${t("plan.choices")}</p>
      <ul class="rows">${each(
        items,
        ({ dish }) => dish.foodId,
        ({ dish, fits, totals }) =>
          html`<li><button type="button" class="row-main" @click=${() =>
            dispatch({
              type: "plan.take",
              foodId: dish.foodId,
            })}>${
            picture(dish)
          }<span class="row-text"><span class="row-name">${dish.name}</span><span class="row-note">${
            amountText(context, dish)
          }\u00a0· ${
            t(fits ? "plan.choice.fits" : "plan.choice.day", { energy: energyText(context, totals.kcal) })
          }</span></span><span class="number">${energy(context, dish.nutrients.kcal)}</span>${
            fits ? icon("check", true) : null
          }</button></li>`,
      )}</ul>
    </div>
  `;
}

/** @param {Context} context @param {import("../../../types.d.ts").ShoppingList | null} list */
function shoppingView(context, list) {
  const { state, dispatch, t } = context;
  if (!list && planState(state).problem) return html`<p class="muted">${t("plan.noList")}</p>`;
  if (!list) return html`<div class="card">${skeletons(context, 5)}</div>`;
  const { groups, ticked, count } = shoppingGroups(state, list);
  const amount = (/** @type {typeof list.items[number]} */ { grams, portions }) =>
    [
      ...portions.map(({ name, label, quantity }) =>
        name === ML ? volumeText(context, quantity, 1) : `${quantity} × ${label ?? name}`
      ),
      gramsText(context, Math.round(grams)),
    ].join("\u00a0· ");
  return html`<p class="small muted" role="status">${t("plan.ticked", { n: ticked, count })}</p>${
    groups.map(({ category, items }) =>
      html`
        <section class="card">
          <h2>${category || t("plan.otherFoods")}</h2>
          <ul class="rows">${each(items, ({ foodId }) =>
            foodId, (item) =>
            html`<li><label class=${
              item.isTicked ? "plan-item is-ticked" : "plan-item"
            }><input type="checkbox" name=${`buy-${item.foodId}`} aria-label=${item.name} .checked=${item.isTicked} @change=${(
              /** @type {any} */ event,
            ) =>
              dispatch({
                type: "plan.tick",
                foodId: item.foodId,
                isTicked: event.target.checked,
              })}><span class="row-text"><span class="row-name">${item.name}</span><span class="row-note">${
              amount(item)
            }</span></span></label></li>`)}</ul>
        </section>
      `
    )
  }`;
}

/** @param {Context} context */
function removal({ state, dispatch, t }) {
  const { isAsking, isBusy } = planState(state);
  if (!isAsking) {
    return html`<button type="button" class="button button-quiet is-over plan-delete" @click=${() =>
      dispatch({ type: "plan.askDelete", isAsking: true })}>${icon("trash", true)}${t("plan.delete")}</button>`;
  }
  return html`
    <div class="card late-form" data-reveal role="group" aria-label=${t("plan.delete")}>
      <p>${t("plan.delete.ask")}</p>
      <div
        class="late-actions"><button type="button" class="button is-over" aria-disabled=${isBusy
          ? "true"
          : null} @click=${() => dispatch({ type: "plan.delete" })}>${t(
            "plan.delete",
          )}</button><button type="button" class="button button-quiet" data-focus="" @click=${() =>
          dispatch({ type: "plan.askDelete", isAsking: false })}>${t("late.cancel")}</button></div>
    </div>
  `;
}
