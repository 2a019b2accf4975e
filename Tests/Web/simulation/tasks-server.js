/** The objects of the simulated module on a server, with versions as those of entries. */
import { same } from "../../../Clients/Web/core/sync/content.js";

const NOT_FOUND = { status: 404, body: { code: "notFound", detail: "" } };
/** What was removed is not made again under its id. */
const REMOVED = { status: 410, body: { code: "gone", detail: "" } };
const REFUSED = { status: 422, body: { code: "invalid", detail: "The server refuses this." } };
const GONE = { status: 204, body: null };
const done = (/** @type {any} */ body) => ({ status: 200, body });
const changed = (/** @type {any} */ current) => ({
  status: 412,
  body: { code: "versionMismatch", detail: "", current },
});
/** The end of a text that the server refuses. */
export const WRONG = "!";

/** @param {any} server @param {string} method @param {string} path @param {any} body @param {number} [version] */
export function handleTask(server, method, path, body, version) {
  const id = path.split("/").pop() ?? "";
  const task = server.tasks[id];
  if (method === "DELETE") {
    if (!task) return NOT_FOUND;
    if (version !== undefined && version !== task.version) return changed(task);
    const { [id]: _, ...rest } = server.tasks;
    server.tasks = rest;
    server.removedTasks.add(id);
    return GONE;
  }
  if (!task && method === "PATCH") return NOT_FOUND;
  if (!task && server.removedTasks.has(id)) return version === undefined ? REMOVED : changed(null);
  if (Object.values(body).some((value) => value.endsWith(WRONG))) return REFUSED;
  const isSame = task && same({ ...task, ...body }, task);
  // A PATCH for another version is never done: its answer would have what the device has not seen.
  if (isSame && (method === "PUT" || version === task.version)) return done(task);
  if (task ? version !== task.version : version !== undefined) return changed(task ?? null);
  server.tasks = { ...server.tasks, [id]: { id, ...task, ...body, version: (task?.version ?? 0) + 1 } };
  return done(server.tasks[id]);
}
