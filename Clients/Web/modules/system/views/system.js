/** System, for operators: the live pipeline, what waits and fails, storage, and the last hour. */
import { flowPaths, flowWidth, SPARK, spark } from "../charts/pipeline.js";
import { BOX } from "../../../charts/scale.js";
import { dayText, timeText } from "../../../core/dates.js";
import { html } from "../../../core/html.js";
import { problemText } from "../../../core/problems.js";
import { systemModel, systemState } from "../system.js";
import { detailsCard } from "./system-details.js";
import { msText, rateText, sizeText } from "./system-parts.js";
import { icon, skeletons } from "../../../views/parts.js";

/** @typedef {import("../../../types.d.ts").Context} Context */
/** @typedef {ReturnType<typeof systemModel>} Model */
/** @typedef {Model["others"][number]} Node */

/** @param {Context} context */
export function systemView(context) {
  const { state, dispatch, t } = context;
  const { newest, isPaused, problem } = systemState(state);
  const model = newest ? systemModel(newest, Date.now()) : null;
  return html`<section class="screen system">
    <header class="system-head"><a class="icon-button" href="/more" aria-label=${t("back")}>${
    icon("chevron-left")
  }</a><h1 tabindex="-1">${t("system.title")}</h1><button type="button" class="chip" aria-pressed=${
    String(isPaused)
  } @click=${() => dispatch({ type: "system.pause" })}>${t("system.pause")}</button></header>
    <p class="chips"><a class="chip" href="/system/users">${icon("people", true)}${t("system.users")}</a></p>
    ${problemOf(context)}
    ${
    newest && model
      ? html`${summary(context, model)}${pipeline(context, model)}${detailsCard(context, newest)}${
        tiles(context, model)
      }${hour(context)}`
      : problem
      ? null
      : html`<div class="card">${skeletons(context, 6)}</div>`
  }
  </section>`;
}

/** @param {Context} context */
function problemOf({ state, t, texts }) {
  const { problem } = systemState(state);
  if (!problem) return null;
  const text = problem.status === 0
    ? t("system.offline")
    : problem.status === 403
    ? t("system.forbidden")
    : problemText(problem, texts);
  return html`<p class="strip strip-problem" role="alert">${
    icon(problem.status === 0 ? "offline" : "warning")
  }<span>${text}</span></p>`;
}

/** @param {Context} context @param {Model} model */
function summary(context, { missing, gateway, memoryBytes }) {
  const { state, t } = context;
  const { newest } = systemState(state);
  return html`
    <p class="system-chips"
      role="status"><span class=${missing.length > 0 ? "chip system-bad" : "chip system-good"}>${icon(
        missing.length > 0 ? "warning" : "check",
        true,
      )}${missing.length > 0
        ? t("system.missing", { names: missing.join(", ") })
        : t("system.ready")}</span><span class="chip">${rateText(
          context,
          gateway?.perSecond ?? 0,
        )}</span><span class="chip">${sizeText(context, memoryBytes)}</span><span class="chip">${t("system.version", {
          version: newest?.version ?? "",
        })}</span></p>
  `;
}

/** @param {Context} context @param {Model} model */
function pipeline(context, model) {
  const { t } = context;
  const { gateway, broker, others, most } = model;
  const paths = flowPaths(others.length);
  const flow = (/** @type {string} */ path, /** @type {number} */ rate) =>
    html`
      <svg class="system-flow" viewBox=${`0 0 ${BOX} ${BOX}`} preserveAspectRatio="none" aria-hidden="true">
        <path d=${path} stroke-width=${flowWidth(rate, most)} vector-effect="non-scaling-stroke"></path>
      </svg>
    `;
  return html`<section class="card system-pipeline" aria-label=${t("system.pipeline")}>
    ${gateway ? node(context, gateway, t("system.open", { n: gateway.inFlight })) : null}
    <div class="system-link" aria-hidden="true">${flow(`M0 ${BOX / 2}H${BOX}`, gateway?.perSecond ?? 0)}</div>
    ${broker ? node(context, broker, t("system.queued", { n: model.queued })) : null}
    <div class="system-link" aria-hidden="true">${
    others.map(({ perSecond }, index) => flow(paths[index], perSecond))
  }</div>
    <ul class="system-services">${
    others.map((service) =>
      html`<li class="system-branch" --part=${most > 0 ? service.perSecond / most : 0}>${
        node(context, service, null)
      }</li>`
    )
  }</ul>
  </section>`;
}

/** @param {Context} context @param {Node} node @param {string | null} note */
function node(context, { service, processes, isReady, perSecond, p99Ms, lag, queued, isBad }, note) {
  const { state, dispatch, t, texts } = context;
  const isChosen = systemState(state).chosen === service;
  const right = !isReady
    ? t("system.silent")
    : lag > 0
    ? t("system.lag", { value: texts.number(lag, 1) })
    : note ?? (queued > 0 ? t("system.queued", { n: queued }) : `p99 ${msText(context, p99Ms)}`);
  return html`
    <button type="button" class=${isBad ? "system-node is-bad" : "system-node"} aria-pressed=${String(isChosen)}
      @click=${() =>
        dispatch({ type: "system.choose", service })}><b class="system-name">${service}${processes.length > 1
        ? ` ×${processes.length}`
        : ""}</b><span class="system-facts small"><span>${rateText(
          context,
          perSecond,
        )}</span><span class="system-right">${isBad ? icon("warning", true) : null}${right}</span></span></button>
  `;
}

/** @param {Context} context @param {Model} model */
function tiles(context, model) {
  const { state, t, texts } = context;
  const { newest } = systemState(state);
  if (!newest) return null;
  const zone = state.profile?.timeZone ?? "UTC";
  const tile = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ note, isBad = false) =>
    html`
      <div class=${isBad ? "card system-tile is-bad" : "card system-tile"}>
        <dt class="small muted">${name}</dt>
        <dd><b>${isBad ? icon("warning") : null}${value}</b><span class="small muted">${note}</span></dd>
      </div>
    `;
  const backup = newest.lastBackupAt;
  return html`<dl class="system-tiles">${
    tile(t("system.retried"), texts.number(model.retried), t("system.sinceStart"))
  }${tile(t("system.shed"), texts.number(model.shed), t("system.shed.note"), model.shed > 0)}${
    tile(t("system.restarts"), texts.number(model.restarts), t("system.lastHour"), model.restarts > 0)
  }${
    tile(
      t("system.disk"),
      newest.diskFreeBytes === null ? "–" : sizeText(context, newest.diskFreeBytes),
      model.freeShare === null ? t("unknown") : t("system.free", { value: texts.number(100 * model.freeShare, 0) }),
      model.isDiskLow,
    )
  }${
    tile(t("system.data"), sizeText(context, model.storageBytes), t("system.databases", { n: newest.storage.length }))
  }${
    tile(
      t("system.backup"),
      backup ? timeText(backup, texts.locale, zone) : t("system.none"),
      backup ? dayText(backup.slice(0, 10), texts.locale, "short") : t("system.backup.how"),
      model.isBackupOld,
    )
  }${tile(t("system.live"), texts.number(newest.liveListeners), t("system.live.note"))}</dl>`;
}

/** @param {Context} context */
function hour(context) {
  const { state, t, texts } = context;
  const { history } = systemState(state);
  if (history.length < 2) return html`<p class="small muted">${t("system.hour.soon")}</p>`;
  const course = (
    /** @type {string} */ name,
    /** @type {(number | null)[]} */ values,
    /** @type {(value: number) => string} */ text,
  ) => {
    const { path, most, last } = spark(values);
    return html`
      <div class="system-course">
        <div class="system-facts"><span>${name}</span><b>${last === null ? "–" : text(last)}</b></div>
        <svg class="system-spark" viewBox=${`0 0 ${BOX} ${SPARK.height}`} height=${SPARK
          .height} width="100%" preserveAspectRatio="none"
          aria-hidden="true">
          <path d=${path} vector-effect="non-scaling-stroke"></path>
        </svg>
        <p class="small muted">${t("system.most", { value: text(most) })}</p>
      </div>
    `;
  };
  return html`
    <section class="card late-form" aria-labelledby="system-hour">
      <h2 id="system-hour">${t("system.lastHour")}</h2>
      <div class="system-courses">${course(
        t("system.requests"),
        history.map(({ perSecond }) => perSecond),
        (value) => rateText(context, value),
      )}${course("p99", history.map(({ p99Ms }) => p99Ms), (value) => msText(context, value))}${course(
        t("system.waiting"),
        history.map(({ queued }) => queued),
        (value) => texts.number(value),
      )}${course(
        t("system.memory"),
        history.map(({ memoryBytes }) => memoryBytes),
        (value) => sizeText(context, value),
      )}${course(
        t("system.behind"),
        history.map(({ lagSeconds }) => lagSeconds),
        (value) => t("system.seconds", { value: texts.number(value, 1) }),
      )}</div>
    </section>
  `;
}
