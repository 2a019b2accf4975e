/** Requests to the server: cookies, problems as typed errors, `Retry-After`, entity tags, and the server's clock. */
import { OFFLINE, ProblemError } from "../core/problems.js";

/** The time-out of a request: a phone on a slow connection gets an answer within this time. */
const TIMEOUT_MS = 20_000;
/** The difference of the clocks is measured only by answers that came faster. */
const SKEW_WITHIN_MS = 2_000;

const NOT_MODIFIED = 304;

/**
 * @typedef {object} Options
 * @property {string} [method]
 * @property {unknown} [body] Sent as JSON; a `Blob` as it is.
 * @property {number | null} [version] The version to change, as `If-Match`; -1 for any.
 * @property {string} [key] The idempotency key of a write that has no id of its own.
 * @property {string | null} [etag] What the device has; the answer has no data if that is the newest.
 * @property {AbortSignal} [signal]
 * @property {number} [timeoutMs] How long an answer may take.
 */

/** A client of the API. `fetch`, the clock and the listeners are arguments, so that tests need no network. */
export class Client {
  /**
   * @param {{fetch?: typeof fetch, now?: () => number, onConnection?: (isOnline: boolean) => void,
   *   onSessionEnd?: () => void}} [options]
   */
  constructor({ fetch: send = (...args) => fetch(...args), now = Date.now, onConnection, onSessionEnd } = {}) {
    this.fetch = send;
    this.now = now;
    this.onConnection = onConnection ?? (() => {});
    this.onSessionEnd = onSessionEnd ?? (() => {});
    /** The server's time minus this device's, in milliseconds. */
    this.skewMs = 0;
    /** @type {Promise<boolean> | null} */
    this.refreshing = null;
  }

  /** The server's time in milliseconds, as far as is known. */
  serverNow() {
    return this.now() + this.skewMs;
  }

  /**
   * Sends a request. An expired access token is refreshed once.
   * @param {string} path @param {Options} [options]
   * @returns {Promise<{data: any, version: number | null, status: number}>}
   * @throws {ProblemError}
   */
  async request(path, options = {}) {
    try {
      return await this.once(path, options);
    } catch (error) {
      const isEnded = error instanceof ProblemError && error.problem.code === "unauthenticated" &&
        !path.startsWith("/v1/auth/");
      if (!isEnded) throw error;
      if (await this.refresh()) return await this.once(path, options);
      this.onSessionEnd();
      throw error;
    }
  }

  /** Renews the cookies; requests that need it meanwhile share one attempt.
   * @returns {Promise<boolean>} False if the session is over.
   * @throws {ProblemError} If the server did not answer. */
  refresh() {
    this.refreshing ??= this.once("/v1/auth/refresh", { method: "POST", body: {} })
      .then(() => true, (error) => {
        if (error instanceof ProblemError && error.problem.status === 401) return false;
        throw error;
      })
      .finally(() => {
        this.refreshing = null;
      });
    return this.refreshing;
  }

  /** @param {string} path @param {Options} options */
  async once(path, { method = "GET", body, version, key, etag, signal, timeoutMs = TIMEOUT_MS }) {
    /** @type {Record<string, string>} */
    const headers = { "X-Session": "cookie", Accept: "application/json" };
    const isFile = body instanceof Blob;
    if (body !== undefined) headers["Content-Type"] = isFile ? body.type : "application/json";
    if (version != null) headers["If-Match"] = version < 0 ? "*" : `"${version}"`;
    if (key) headers["Idempotency-Key"] = key;
    if (etag) headers["If-None-Match"] = `"${etag}"`;
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), timeoutMs);
    signal?.addEventListener("abort", () => abort.abort());
    const startMs = this.now();
    try {
      const request = {
        method,
        headers,
        body: body === undefined || isFile ? body : JSON.stringify(body),
        signal: abort.signal,
      };
      const response = await this.fetch(path, { ...request, credentials: "same-origin", cache: "no-store" });
      this.measure(response, startMs);
      const text = await response.text();
      if (isGateway(response.status) && !isProblem(response)) throw offline(signal);
      this.onConnection(true);
      if (!response.ok && response.status !== NOT_MODIFIED) throw new ProblemError(problemOf(response, text));
      return {
        data: text === "" ? null : JSON.parse(text),
        version: versionOf(response),
        status: response.status,
      };
    } catch (error) {
      if (error instanceof ProblemError) {
        if (error.problem.status === 0 && !signal?.aborted) this.onConnection(false);
        throw error;
      }
      // A request that was replaced by a newer one says nothing about the connection.
      if (!signal?.aborted) this.onConnection(false);
      throw offline(signal);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Measures the difference of the clocks by the header `Date`, which has whole seconds.
   * @param {Response} response @param {number} startMs */
  measure(response, startMs) {
    const date = Date.parse(response.headers.get("Date") ?? "");
    const endMs = this.now();
    if (Number.isNaN(date) || endMs - startMs > SKEW_WITHIN_MS) return;
    this.skewMs = skew(date, startMs, endMs);
  }
}

/**
 * Returns the server's time minus the device's; 0 where the second of `Date` explains the difference.
 * @param {number} dateMs @param {number} startMs @param {number} endMs
 */
export function skew(dateMs, startMs, endMs) {
  // The server wrote its header between the start and the end, and cut off up to a second.
  const [least, most] = [dateMs - endMs, dateMs + 1000 - startMs];
  return least > 0 ? least : most < 0 ? most : 0;
}

/** @param {AbortSignal} [signal] */
const offline = (signal) => new ProblemError({ ...OFFLINE, code: signal?.aborted ? "cancelled" : OFFLINE.code });

/** True for answers that a proxy gives while the server is unavailable.
 * @param {number} status */
const isGateway = (status) => status === 502 || status === 504;

/** @param {Response} response */
const isProblem = (response) => (response.headers.get("Content-Type") ?? "").includes("problem+json");

/** @param {Response} response @returns {number | null} */
function versionOf(response) {
  const match = /^(?:W\/)?"(\d+)"$/.exec(response.headers.get("ETag") ?? "");
  return match ? Number(match[1]) : null;
}

/** @param {Response} response @param {string} text @returns {import("../types.d.ts").AppProblem} */
function problemOf(response, text) {
  const retryAfter = Number(response.headers.get("Retry-After")) || undefined;
  const plain = {
    code: response.status === 401 ? "unauthenticated" : "internalError",
    status: response.status,
    detail: "",
    params: {},
  };
  if (!isProblem(response)) return { ...plain, retryAfter };
  try {
    const { code, detail, params, errors, current } = JSON.parse(text);
    return { ...plain, code, detail, params: params ?? {}, errors, current, retryAfter };
  } catch {
    return { ...plain, retryAfter };
  }
}
