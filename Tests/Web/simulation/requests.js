/** What requests of the app are about, and defects of them. */

/** @typedef {{method: string, path: string, body?: any, version?: number, key?: string}} Request */

/** @param {Request} request */
export const isWrite = ({ method }) => method !== "GET";
/** @param {Request} request */
export const isDay = ({ path }) => path.startsWith("/v1/diary/days/");
/** @param {Request} request */
export const isStart = ({ path }) => path === "/v1/start";
/** The id, or the date, of what a request is about. @param {Request} request */
export const idOf = ({ path }) => path.split("?")[0].split("/").pop() ?? "";
/** The kind and the id of a subject. @param {string} subject @returns {[kind: string, id: string]} */
export const partsOf = (subject) => [subject.slice(0, subject.lastIndexOf(" ")), subject.split(" ").pop() ?? ""];
/** The kind of the objects of the simulated module. */
export const TASK = "module tasks";

const KINDS = [["/water/", "water"], ["/entries/", "entry"], ["/measurements/", "measurement"], ["/tasks/", TASK]];

/** The object that a write changes, such as `entry e1`. @param {Request} request */
export function subjectOf(request) {
  const [, kind] = KINDS.find(([part]) => request.path.includes(part)) ?? ["", "other"];
  return `${kind} ${idOf(request)}`;
}

export const isDone = (/** @type {number} */ status) => status >= 200 && status < 300;

/** Of a request that is for any version. */
export const ANY_VERSION = -1;

/** True for the creation of an object under a new id. @param {Request} request */
export const isCreation = ({ method, version }) => method === "PUT" && version === undefined;

/** Rules of requests that are broken on purpose: each must be noticed as a change that is applied twice. */
export const DEFECTS = {
  /** A repeated creation has a new id. */
  givesNewIDs(request, isRepeated) {
    if (!isRepeated || !isCreation(request)) return undefined;
    const { key: _, ...rest } = request;
    return { ...rest, path: `${request.path.slice(0, -12)}${crypto.randomUUID().slice(24)}` };
  },
  /** Water is set as a sum, without the id of the addition. */
  sumsWater({ method, path, body }, _isRepeated, { days, waters }) {
    const [, , , , date, , id] = path.split("/");
    if (!path.includes("/water/")) return undefined;
    const sum = (days[date]?.waterMl ?? 0) + (method === "PUT" ? body.ml : -(waters.get(id)?.ml ?? 0));
    return { method: "PUT", path: `/v1/diary/days/${date}/water`, body: { ml: Math.max(0, sum) } };
  },
  /** A creation that arrives after the removal counts, as if the server had forgotten the removal. */
  forgetsRemovals(request) {
    if (!isCreation(request) || !request.path.includes("/entries/")) return undefined;
    const { key: _, ...rest } = request;
    return { ...rest, version: ANY_VERSION };
  },
};
