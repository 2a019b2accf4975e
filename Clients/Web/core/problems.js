/** Sentences for problem documents (RFC 9457) of the server, by their codes. */

/** A request that failed: with the server's problem document, or without an answer (`offline`). */
export class ProblemError extends Error {
  /** @param {import("../types.d.ts").AppProblem} problem */
  constructor(problem) {
    super(problem.detail);
    this.name = "ProblemError";
    this.problem = problem;
  }
}

/** The problem of a request without an answer.
 * @type {import("../types.d.ts").AppProblem} */
export const OFFLINE = { code: "offline", status: 0, detail: "The server did not answer.", params: {} };

/** Codes that share the sentence of another code. */
const ALIASES = new Map([
  ["unavailable", "overloaded"],
  ["busy", "overloaded"],
  ["deadlineExceeded", "overloaded"],
  ["workerCrashed", "overloaded"],
  ["cancelled", "overloaded"],
  ["unknownMethod", "internalError"],
  ["methodNotAllowed", "internalError"],
  ["malformed", "internalError"],
  ["unsupportedMediaType", "internalError"],
]);

/**
 * Says what happened and what to do.
 * @param {import("../types.d.ts").AppProblem} problem
 * @param {import("./texts.js").Texts} texts
 */
export function problemText(problem, texts) {
  const code = ALIASES.get(problem.code) ?? problem.code;
  const reason = problem.params.reason ?? problem.params.field ?? "";
  const params = { ...problem.params, n: seconds(problem) };
  const keys = [`problem.${code}.${reason}`, `problem.${code}`];
  const key = keys.find((key) => texts.has(key));
  return key ? texts.text(key, params) : problem.detail || texts.text("problem.internalError");
}

/** When a request may succeed, in seconds.
 * @param {import("../types.d.ts").AppProblem} problem */
export function seconds(problem) {
  const { retryAfterSeconds, retryAfterMs } = problem.params;
  return Math.max(1, Number(retryAfterSeconds) || Math.ceil(Number(retryAfterMs) / 1000) || problem.retryAfter || 1);
}

/**
 * Returns the sentence beside a field; null if the problem does not concern it.
 * @param {import("../types.d.ts").AppProblem | null} problem
 * @param {string} field
 * @param {import("./texts.js").Texts} texts
 */
export function fieldText(problem, field, texts) {
  const error = problem?.errors?.find((error) => error.field === field);
  if (!error) {
    return problem?.code === "conflict" && problem.params.field === field ? problemText(problem, texts) : null;
  }
  const params = { ...error.params, n: Number(error.params.min ?? error.params.max ?? 0) };
  const detail = error.params.needs ?? (error.code === "outOfRange" ? "" : error.params.expected) ?? "";
  const keys = [`field.${field}.${error.code}`, `field.${error.code}.${detail}`, `field.${error.code}`];
  const key = keys.find((key) => texts.has(key));
  return key ? texts.text(key, params) : error.message;
}

/** True for a failure that may pass by itself, so that the same request is sent again.
 * @param {import("../types.d.ts").AppProblem} problem */
export const isPassing = (problem) => [0, 429, 502, 503, 504].includes(problem.status);
