/** The state of System: the newest answer, the last hour, and what is marked for operators. */

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../types.d.ts").Effect} Effect */
/** @typedef {import("./types.d.ts").SystemScreen} SystemScreen */

/** Samples of an hour, as the server keeps them. */
const SAMPLES_MAX = 360;
/** A subscriber with a longer lag is marked, in seconds. */
const LAG_MAX = 1;
/** A disk with less free space is marked. */
const FREE_MIN = 0.1;
/** A backup older than this is marked: two nights. */
const BACKUP_MAX_MS = 2 * 86_400_000;
const WAIT_MS = 10_000;

/** @returns {SystemScreen} */
export const initialSystem = () => ({
  newest: null,
  history: [],
  problem: null,
  chosen: null,
  isPaused: false,
  visit: 0,
});

/** @param {AppState} state */
export const systemState = (state) => state.system ?? initialSystem();

/** @param {AppState} state @param {Partial<SystemScreen>} change @returns {AppState} */
const withSystem = (state, change) => ({ ...state, system: { ...systemState(state), ...change } });

/** Asks for what is newer than what is there.
 * @param {SystemScreen} system @returns {Effect} */
function load({ history, visit }) {
  const last = history[history.length - 1];
  const since = last ? `?since=${encodeURIComponent(last.at)}` : "";
  return { type: "system.ask", path: `/v1/admin/system${since}`, then: "system.loaded", params: { visit } };
}

/** @type {import("../../types.d.ts").Reducer} */
export function reduceSystem(state, action) {
  const system = systemState(state);
  /** @type {Effect} */
  const wait = { type: "system.wait", ms: WAIT_MS, visit: system.visit };
  switch (action.type) {
    case "system.open": {
      const next = withSystem(state, { visit: system.visit + 1, problem: null, isPaused: false });
      return [next, [load(systemState(next))]];
    }
    case "system.tick":
      return action.visit === system.visit && state.route.name === "system" && !system.isPaused
        ? [state, [load(system)]]
        : [state, []];
    case "system.loaded": {
      if (action.visit !== system.visit) return [state, []];
      const known = new Set(system.history.map(({ at }) => at));
      const fresh = action.data.history.filter((/** @type {{at: string}} */ { at }) => !known.has(at));
      const history = [...system.history, ...fresh].slice(-SAMPLES_MAX);
      return [withSystem(state, { newest: action.data, history, problem: null }), [wait]];
    }
    case "system.failed":
      // What was known stays, and the next attempt follows by itself.
      return [withSystem(state, { problem: action.problem }), action.problem.status === 403 ? [] : [wait]];
    case "system.choose":
      return [withSystem(state, { chosen: system.chosen === action.service ? null : action.service }), []];
    case "system.pause": {
      const next = withSystem(state, { isPaused: !system.isPaused, visit: system.visit + 1 });
      return [next, system.isPaused ? [load(systemState(next))] : []];
    }
    default:
      return [state, []];
  }
}

/** What the screen shows of an answer.
 * @param {import("../../types.d.ts").SystemState} newest @param {number} now In milliseconds. */
export function systemModel(newest, now) {
  const { services, queues, subscribers, storage, diskFreeBytes, diskBytes, lastBackupAt } = newest;
  const sum = (/** @type {number[]} */ values) => values.reduce((sum, value) => sum + value, 0);
  const nodes = services.map((service) => {
    const lag = Math.max(
      0,
      ...subscribers.filter((each) => each.service === service.service).map(({ seconds }) => seconds),
    );
    const queued = sum(queues.filter(({ queue }) => queue === service.service).map(({ queued }) => queued));
    return { ...service, lag: lag >= LAG_MAX ? lag : 0, queued, isBad: !service.isReady || lag >= LAG_MAX };
  });
  const gateway = nodes.find(({ service }) => service === "gateway") ?? null;
  const broker = nodes.find(({ service }) => service === "broker") ?? null;
  const others = nodes.filter((node) => node !== gateway && node !== broker);
  const free = diskFreeBytes !== null && diskBytes ? diskFreeBytes / diskBytes : null;
  return {
    gateway,
    broker,
    others,
    most: Math.max(0, gateway?.perSecond ?? 0, ...others.map(({ perSecond }) => perSecond)),
    missing: nodes.filter(({ isReady }) => !isReady).map(({ service }) => service),
    queued: sum(queues.map(({ queued }) => queued)),
    inFlight: sum(queues.map(({ inFlight }) => inFlight)),
    retried: sum(queues.map(({ retried }) => retried)),
    shed: sum(queues.map(({ shed }) => shed)),
    restarts: sum(services.map(({ restarts }) => restarts)),
    memoryBytes: sum(services.flatMap(({ processes }) => processes.map(({ memoryBytes }) => memoryBytes))),
    storageBytes: sum(storage.map(({ databaseBytes, logBytes }) => databaseBytes + logBytes)),
    freeShare: free,
    isDiskLow: free !== null && free < FREE_MIN,
    isBackupOld: lastBackupAt === null || now - Date.parse(lastBackupAt) > BACKUP_MAX_MS,
  };
}

/** Bytes in the largest unit of which there is at least one.
 * @param {number} bytes @returns {{value: number, unit: "kB" | "MB" | "GB"}} */
export const sizeOf = (bytes) =>
  bytes >= 1e9 ? { value: bytes / 1e9, unit: "GB" } : bytes >= 1e6 ? { value: bytes / 1e6, unit: "MB" } : {
    value: bytes / 1e3,
    unit: "kB",
  };
