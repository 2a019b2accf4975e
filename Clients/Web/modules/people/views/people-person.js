/** The last seven days of a person: a bar for each day, with its target. */
import { dayText, relativeDay } from "../../../core/dates.js";
import { html } from "../../../core/html.js";
import { personModel } from "../person.js";
import { flowHead } from "../../../views/late-parts.js";
import { scoreText } from "./people-parts.js";
import { energy, energyText, icon, picture, problemStrip, skeletons } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */

const NOT_FOUND = 404;
/** Of the picture, in pixels. */
const SIDE = 72;
const DAYS = 7;

/** @param {Context} context */
export function personView(context) {
  const { state, t } = context;
  const { data = null, problem = null } = state.person ?? {};
  return html`<section class="screen people">
    ${flowHead(context, data?.name ?? t("person.title"), "/people")}
    ${
    problem?.status === NOT_FOUND
      ? html`<p class="strip">${icon("info")}<span>${t("person.gone")}</span></p>`
      : problemStrip(context, problem, { retry: { type: "person.retry" }, offline: "people.offline" })
  }
    ${data ? week(context, data) : problem ? null : html`<div class="card">${skeletons(context, DAYS)}</div>`}
  </section>`;
}

/** @param {Context} context @param {import("../../../types.d.ts").LeaderboardUserReply} person */
function week(context, person) {
  const { state, t } = context;
  const { days, scores } = personModel(person, state.todayDate);
  return html`
    <section class="card" aria-labelledby="person-week">
      <div class="card-head"><h2 id="person-week">${t("person.week")}</h2>${picture(
        person,
        "picture picture-large",
        SIDE,
      )}</div>
      <ol class="person-days">${days.map((day) => row(context, day))}</ol>
      <p class="small muted">${t("person.what")}</p>
    </section>
        ${scores.length === 0 ? null : html`
          <section class="card" aria-labelledby="person-scores">
            <h2 id="person-scores">${t("person.scores")}</h2>
            <ul class="rows">${scores.map(({ metric, period, score }) =>
              html`
                <li
                  class="row"><span class="row-text"><span>${t(`people.metric.${metric}`)}</span>${metric === "streak"
                    ? null
                    : html`<span class="row-note">${
                      t(`people.period.${period}`)
                    }</span>`}</span><span class="number">${scoreText(context, metric, score)}</span></li>
              `
            )}</ul>
          </section>
        `}
        <p><a class="button" href="/people/foods">${t("person.foods")}</a></p>
  `;
}

/** @param {Context} context @param {ReturnType<typeof personModel>["days"][number]} day */
function row(context, { date, kcal, targetKcal, isOpen, part, goal, mark }) {
  const { state, t, texts } = context;
  const relative = relativeDay(date, state.todayDate);
  const name = relative ? t(`day.${relative}`) : dayText(date, texts.locale, "short");
  const word = mark ?? (isOpen ? "open" : "within");
  return html`
    <li
      class="person-day"><span class="person-name">${name}</span><span class="person-value">${mark
        ? html`<span class=${`mark mark-${mark}`}>${icon(mark, true)}</span>`
        : null}${kcal === null
        ? html`<span class="muted">${t("person.nothing")}</span>`
        : html`<b class="number">${energy(context, kcal)}</b>${
          targetKcal === null
            ? html`<span class="muted"> ${t(`unit.name.${state.energy}`)}</span>`
            : html`<span class="muted"> / ${energyText(context, targetKcal)}</span><span class="only-read">, ${
              t(`person.mark.${word}`)
            }</span>`
        }`}</span><span class="bar-track" aria-hidden="true"><i class="bar-fill" --part=${part}></i>${goal === null
        ? null
        : html`<i class="person-goal" --part=${goal}></i>`}</span></li>
  `;
}
