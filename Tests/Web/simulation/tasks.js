/** A module of the simulation: tasks with a title and a note, which are put, patched and removed. */
import { same } from "../../../Clients/Web/core/sync/content.js";
import { MINE, THEIRS } from "../../../Clients/Web/core/sync/modules.js";
import { USER } from "./device.js";

export const TASKS = "tasks";
export const FIELDS = ["title", "note"];

/** @param {any} task @returns {Set<string>} */
export const taskTokens = (task) =>
  new Set(FIELDS.filter((field) => task?.[field] !== undefined).map((field) => `${field} ${task[field]}`));

/** What the oracle follows of tasks. */
export const TASK_OBJECTS = {
  tokens: taskTokens,
  objects: (server) => server.tasks ?? {},
  written: (change) => change.kind === "module" ? taskTokens(change.body) : new Set(),
};

/** True for a field that both sides have set to other values. */
export const isDisputed = (base, mine, theirs, isUnsure) => (field) =>
  !same(mine[field], base?.[field]) && !same(mine[field], theirs[field]) &&
  (isUnsure || !same(theirs[field], base?.[field]));

/** Joins the fields that were set; the person decides what both sides have set, and whether a task stays removed. */
export function mergeFields(base, mine, theirs, { method, isUnsure }) {
  if (method === "DELETE") return same(taskTokens(base), taskTokens(theirs)) && isSame(base, theirs) ? MINE : null;
  if (!theirs || !base) return null;
  if (Object.keys(mine).some(isDisputed(base, mine, theirs, isUnsure))) return null;
  // What was not changed here must not replace what another device has changed.
  if (method === "PATCH") return Object.keys(mine).every((field) => same(mine[field], base[field])) ? THEIRS : MINE;
  const own = FIELDS.filter((field) => !same(mine[field], base[field]));
  return Object.fromEntries(FIELDS.map((field) => [field, own.includes(field) ? mine[field] : theirs[field]]));
}

const isSame = (a, b) => FIELDS.every((field) => same(a?.[field], b?.[field]));

/** What the module registers with an app. */
export const writesFor = (app) => ({
  merge: {
    fields: (...values) => {
      const result = mergeFields(...values);
      return result === MINE ? app.MINE : result === THEIRS ? app.THEIRS : result;
    },
  },
  answered({ subject }, { kind, object, current, status }) {
    const isGone = kind === "gone" || (kind === "changed" && !current) || status === 404 || status === 410;
    if (isGone) return [{ type: "task.gone", id: subject }];
    const task = object ?? current;
    return task ? [{ type: "task.stored", task }] : [];
  },
});

const EMPTY = { items: {}, removed: {} };

export const tasksOf = ({ tasks = EMPTY }) => tasks;

/** The module's own state: the newest version of each task that the device knows. */
export function reduceTasks(state, action) {
  const { items, removed } = tasksOf(state);
  switch (action.type) {
    case "tasks.read":
      return [{ ...state, tasks: { items: action.items, removed: { ...removed, ...action.removed } } }, []];
    case "task.stored": {
      const { task } = action;
      if (removed[task.id] || task.version < (items[task.id]?.version ?? 0)) return [state, []];
      return [{ ...state, tasks: { items: { ...items, [task.id]: task }, removed } }, []];
    }
    case "task.gone": {
      const { [action.id]: _, ...rest } = items;
      return [{ ...state, tasks: { items: rest, removed: { ...removed, [action.id]: true } } }, []];
    }
    default:
      return [state, []];
  }
}

/** Reads all tasks of the server at once, where the device could. Another window may still show the former ones. */
export function readTasks(sim, device) {
  const { server } = sim;
  if (!server.tasks || !device.hasSession || device.sessionUser !== USER || sim.now < device.offlineUntil) return;
  device.formerTasks = tasksOf(device.state);
  const removed = Object.fromEntries([...server.removedTasks].map((id) => [id, true]));
  device.dispatch({ type: "tasks.read", items: server.tasks, removed });
}
