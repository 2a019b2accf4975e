/** The invariants of the simulated module. */
import { same } from "../../../Clients/Web/core/sync/content.js";
import { require } from "./invariants.js";
import { isDisputed, tasksOf } from "./tasks.js";
import { shownTasks } from "./tasks-users.js";

/** Checks what an answer did to the writes of the module. @param {any} action @param {any} before The state. */
export function checkTasks(device, { action }, { sync }) {
  if (action?.kind !== "answered") return;
  const open = sync.requests.find(({ request, save }) => request.number === action.request && save === undefined);
  const write = sync.stored.writes.find(({ id }) => id === open?.write);
  if (write?.change.kind !== "module") return;
  const { subject } = write.change;
  const { items, removed } = tasksOf(device.state);
  if (device.hasModule && action.answer.kind === "done") {
    const isShown = removed[subject] || items[subject]?.version >= action.answer.version;
    require(isShown, "answersAreShown", () => `${subject} on device ${device.number}`);
  }
  if (action.answer.kind === "changed") checkQuestions(device, subject);
}

/** Checks that only what both sides have changed asks, while the module is there. */
function checkQuestions(device, subject) {
  for (const { change, status } of device.writes) {
    if (!device.hasModule || change.subject !== subject || status.kind !== "conflict") continue;
    const { theirs, isUnsure } = status;
    if (!theirs || !change.base || change.method === "DELETE") continue;
    const isNeeded = Object.keys(change.body).some(isDisputed(change.base, change.body, theirs, isUnsure));
    require(isNeeded, "asksOnlyIfNeeded", () => `${change.method} of ${subject}`);
  }
}

/** Checks that a device shows the tasks as they are on the server. */
export function checkTasksEnd({ server }, device) {
  if (!server.tasks || device.writes.length > 0) return;
  const shown = shownTasks(device);
  require(same(shown, server.tasks), "converges", () => `tasks of device ${device.number}: ${JSON.stringify(shown)}`);
}
