/** The details of one service: its processes, queues and database. */
import { html } from "../../../core/html.js";
import { dayText, timeText } from "../../../core/dates.js";
import { systemState } from "../system.js";
import { icon } from "../../../views/parts.js";
import { msText, rateText, sizeText } from "./system-parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */

/** @param {Context} context @param {import("../../../types.d.ts").SystemState} newest */
export function detailsCard(context, newest) {
  const { state, dispatch, t, texts } = context;
  const { chosen } = systemState(state);
  const service = newest.services.find((each) => each.service === chosen);
  if (!service) return html`<p class="small muted">${t("system.choose")}</p>`;
  const fact = (/** @type {string} */ name, /** @type {string} */ value) =>
    html`
      <div class="fact">
        <dt>${name}</dt>
        <dd><b>${value}</b></dd>
      </div>
    `;
  const queues = newest.queues.filter(({ queue }) => queue === chosen || queue.startsWith(`${chosen}.`));
  const storage = newest.storage.find((each) => each.service === chosen);
  const lags = newest.subscribers.filter((each) => each.service === chosen && each.events > 0);
  const zone = state.profile?.timeZone ?? "UTC";
  return html`<section class="card late-form" aria-labelledby="system-chosen">
    <div class="card-head"><h2 id="system-chosen">${service.service}</h2><button type="button" class="icon-button" aria-label=${
    t("close")
  } @click=${() => dispatch({ type: "system.choose", service: service.service })}>${icon("close")}</button></div>
    <dl class="facts">${fact(t("system.requests"), rateText(context, service.perSecond))}${
    fact(t("system.failed"), rateText(context, service.failedPerSecond))
  }${fact(t("system.inFlight"), texts.number(service.inFlight))}${fact("p50", msText(context, service.medianMs))}${
    fact("p99", msText(context, service.p99Ms))
  }${fact(t("system.restarts"), texts.number(service.restarts))}${
    storage
      ? html`${fact(t("system.database"), sizeText(context, storage.databaseBytes))}${
        fact(t("system.log"), sizeText(context, storage.logBytes))
      }${fact(t("system.writes"), texts.number(storage.writesWaiting))}`
      : null
  }</dl>
    ${
    queues.length === 0
      ? null
      : html`<ul class="rows">${
        queues.map((queue) =>
          html`<li class="system-line"><b>${queue.queue}</b><span class="small muted">${
            t("system.queue", {
              queued: texts.number(queue.queued),
              busy: texts.number(queue.inFlight),
              capacity: texts.number(queue.capacity),
              workers: texts.number(queue.workers),
            })
          }</span></li>`
        )
      }</ul>`
  }
    ${
    lags.map(({ source, events, seconds }) =>
      html`<p class="strip">${icon("waiting")}<span>${
        t("system.behindOf", { source, n: events, seconds: texts.number(seconds, 1) })
      }</span></p>`
    )
  }
    <ul class="rows">${
    service.processes.map((process) =>
      html`<li class="system-line"><b>${process.process}</b><span class="small muted">${
        [
          sizeText(context, process.memoryBytes),
          process.processorPercent === null ? "–" : `${texts.number(process.processorPercent, 0)}%`,
          process.version,
          t("system.started", {
            at: `${dayText(process.startedAt.slice(0, 10), texts.locale, "dayMonth")}, ${
              timeText(process.startedAt, texts.locale, zone)
            }`,
          }),
        ].join("\u00a0· ")
      }</span></li>`
    )
  }</ul>
  </section>`;
}
