/** Requests of a device in the form of the HTTP interface, and what replies mean for it. */
import { Violation } from "./invariants.js";

/**
 * @param {any} call @param {string | undefined} key The idempotency key.
 * @param {number} pageItems The changes of a page.
 */
export function requestOf(call, key, pageItems) {
  const headers = key ? { "Idempotency-Key": key } : {};
  const { method, path, body, version } = partsOf(call, pageItems);
  if (version !== undefined) headers["If-Match"] = `"${version}"`;
  return { method, path, body, headers };
}

function partsOf(call, pageItems) {
  switch (call.kind) {
    case "putEntry": {
      const { date, meal, at, name, amount, energy } = call.content;
      const body = { date, meal, at, name, position: call.position, ...amount, ...energy };
      return { method: "PUT", path: `/v1/diary/entries/${call.id}`, body, version: call.version };
    }
    case "removeEntry": {
      const path = `/v1/diary/entries/${call.id}?ifAbsent=remember`;
      return { method: "DELETE", path, version: call.version };
    }
    case "addMeasurement": {
      const { id, kind, value, at } = call.measurement;
      return { method: "PUT", path: `/v1/profile/measurements/${id}`, body: { kind, value, at } };
    }
    case "removeMeasurement":
      return { method: "DELETE", path: `/v1/profile/measurements/${call.id}?ifAbsent=remember` };
    case "addWater":
      return { method: "PUT", path: waterPath(call.water), body: { ml: call.water.ml } };
    case "removeWater":
      return { method: "DELETE", path: waterPath(call.water) };
    case "changes": {
      const since = call.cursor ? `&since=${call.cursor}` : "";
      return { method: "GET", path: `/v1/diary/changes?limit=${pageItems}${since}` };
    }
    default:
      return { method: "GET", path: "/v1/profile/measurements?limit=500" };
  }
}

const waterPath = ({ date, id }) => `/v1/diary/days/${date}/water/${id}`;

/** What a reply means for the device; a violation for a defect of the server. */
export function answerOf(call, { status, body, retryAfter }) {
  if (status === 200 || status === 201) return success(call, body);
  const isRemoval = call.kind.startsWith("remove");
  if (status === 204 || status === 410 || (status === 404 && isRemoval) || (status === 409 && body?.current === null)) {
    return { kind: "gone" };
  }
  if (status === 401) return { kind: "sessionOver" };
  if (status === 412) return { kind: "changed", current: body.current };
  if (status === 429 || status === 503) {
    return { kind: "busy", retryAfter: retryAfter === undefined ? undefined : retryAfter * 1_000 };
  }
  if (status === 502 || status === 504) return { kind: "failed" };
  if (status >= 400 && status < 500) return { kind: "refused", status, code: body.code, detail: body.detail };
  throw new Violation("drains", `${status} ${JSON.stringify(body)} for ${JSON.stringify(call)}`);
}

function success(call, body) {
  switch (call.kind) {
    case "putEntry":
    case "removeEntry":
      return { kind: "entry", entry: body };
    case "addMeasurement":
    case "removeMeasurement":
      return { kind: "measurement", measurement: body };
    case "addWater":
    case "removeWater":
      return { kind: "day", day: body };
    case "changes":
      return { kind: "page", ...body };
    default:
      return { kind: "measurements", items: body.items };
  }
}

/** Rules of requests that are broken on purpose: each must be noticed as a change that is applied twice. */
export const DEFECTS = {
  /** A repeated creation has a new id. */
  givesNewIDs(call, isRepeated) {
    if (!isRepeated) return undefined;
    if (call.kind === "putEntry" && call.version === undefined) {
      return requestOf({ ...call, id: otherID(call.id) }, undefined, 1);
    }
    const name = { addWater: "water", addMeasurement: "measurement" }[call.kind];
    if (!name) return undefined;
    return requestOf({ ...call, [name]: { ...call[name], id: otherID(call[name].id) } }, undefined, 1);
  },
  /** Water is set as a sum, without the id of the addition. */
  sumsWater(call, _isRepeated, days) {
    if (!call.water) return undefined;
    const { date, ml } = call.water;
    const sum = (days[date]?.waterMl ?? 0) + (call.kind === "addWater" ? ml : -ml);
    return { method: "PUT", path: `/v1/diary/days/${date}/water`, body: { ml: Math.max(0, sum) }, headers: {} };
  },
  /** A creation that arrives after the removal counts, as if the server had forgotten the removal. */
  forgetsRemovals(call) {
    if (call.kind !== "putEntry" || call.version !== undefined) return undefined;
    return { ...requestOf(call, undefined, 1), headers: { "If-Match": "*" } };
  },
};

const otherID = (/** @type {string} */ id) => `${id.slice(0, 24)}${crypto.randomUUID().slice(24)}`;
