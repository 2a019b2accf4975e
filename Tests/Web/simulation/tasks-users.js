/** What users do with the objects of the simulated module. */
import { shownObject, writesOfModule } from "../../../Clients/Web/core/writes.js";
import { minus, union } from "./oracle.js";
import { require } from "./invariants.js";
import { FIELDS, mergeFields, readTasks, TASKS, tasksOf, taskTokens } from "./tasks.js";
import { isRefused, originOf } from "./users.js";
import { WRONG } from "./tasks-server.js";

/** The last removed tasks that a user may restore. */
const REMOVED_MAX = 5;
const pathOf = (id) => `/v1/tasks/${id}`;

const textOf = (sim) => `${sim.newValue()}${isRefused(sim) ? WRONG : ""}`;
const writesOf = (device, id) => writesOfModule(device.state, TASKS).filter(({ change }) => change.subject === id);
const pick = (object, fields) => Object.fromEntries(fields.map((field) => [field, object[field]]));

/** The tasks that a device shows, by id, over those of the server that it knows. */
export function shownTasks(device, { items } = tasksOf(device.state)) {
  const subjects = writesOfModule(device.state, TASKS).map(({ change }) => change.subject);
  const ids = [...new Set([...Object.keys(items), ...subjects])];
  const shown = ids.map((id) => [id, shownObject(device.state, TASKS, id, items[id] ?? null)]);
  // A PATCH of an object that the module does not know is no object.
  return Object.fromEntries(shown.filter(([, task]) => FIELDS.every((field) => task?.[field] !== undefined)));
}

export function actOnTasks(sim, device) {
  if (!device.hasModule) return sim.random.oneIn(2) ? device.openModule() : undefined;
  const number = sim.random.number([0, 11]);
  if (number <= 1) create(sim, device);
  else if (number <= 6) edit(sim, device);
  else if (number <= 8) remove(sim, device);
  else ({ 9: restore, 10: readTasks })[number]?.(sim, device);
}

/** True if a refused write of a task has started from an older version than the device has seen since. What takes its
 * place starts from there, too, and is merged: the user has decided nothing about what came since. */
export function replacesOld({ answeredVersions, state }, id) {
  const newest = Math.max(answeredVersions.get(id) ?? 0, tasksOf(state).items[id]?.version ?? 0);
  return writesOfModule(state, TASKS).some(({ change, status }) =>
    change.subject === id && status.kind === "refused" && change.version < newest
  );
}

/** Passes a write of the user to the queue. */
function send(sim, device, id, method, more, { items } = tasksOf(device.state)) {
  const known = items[id];
  if (replacesOld(device, id)) device.oldTasks.add(id);
  device.write({
    kind: "module",
    write: sim.random.id(),
    now: sim.now,
    module: TASKS,
    subject: id,
    method,
    path: pathOf(id),
    base: known ?? null,
    version: known?.version ?? 0,
    name: id,
    merge: "fields",
    ...more,
  });
}

function create(sim, device) {
  if (Object.keys(shownTasks(device)).length >= sim.plan.tasksMax) return edit(sim, device);
  const id = sim.random.id();
  const body = { title: textOf(sim), note: textOf(sim) };
  sim.tasks.created.add(id);
  send(sim, device, id, "PUT", { body });
  sim.tasks.set(taskTokens(body), new Set(), originOf(sim, device));
}

/** Sets one field, or all. Another window may show what the server had before. */
function edit(sim, device) {
  const isOld = device.formerTasks !== undefined && sim.random.oneIn(4);
  const known = isOld ? device.formerTasks : tasksOf(device.state);
  const shown = shownTasks(device, known);
  const id = sim.random.element(Object.keys(shown));
  if (!id) return;
  const task = shown[id];
  const fields = FIELDS.filter(() => sim.random.oneIn(2));
  if (fields.length === 0) return;
  const own = fields.map((field) => {
    // A user may type again what the server has, or had before.
    const former = sim.random.element([known, device.formerTasks ?? known]).items[id]?.[field];
    return [field, former !== undefined && sim.random.oneIn(4) ? former : textOf(sim)];
  });
  const isPatch = fields.length === 1 && sim.random.oneIn(2);
  const values = Object.fromEntries(own);
  const body = isPatch ? values : { ...pick(task, FIELDS), ...values };
  if (isOld) {
    sim.count("written in another window");
    device.oldTasks.add(id);
  }
  const decided = decideByEdit(sim, device, id, isPatch ? fields : FIELDS);
  const method = isPatch ? "PATCH" : "PUT";
  send(sim, device, id, method, { body, field: isPatch ? fields[0] : undefined }, known);
  const before = taskTokens(task);
  sim.tasks.set(minus(taskTokens({ ...task, ...body }), before), union(before, decided), originOf(sim, device));
}

/** Continuing with one's own content decides the conflicts of the fields; returns what the others had. */
function decideByEdit(sim, device, id, fields) {
  const seen = [];
  for (const { change, status } of writesOf(device, id)) {
    const isOf = change.method === "PATCH" ? fields.includes(change.field) : fields.length === FIELDS.length;
    if (status.kind !== "conflict" || !isOf) continue;
    const before = taskTokens(change.body);
    const theirs = taskTokens(status.theirs && pick(status.theirs, fields));
    sim.tasks.set(minus(before, theirs), union(theirs, before), originOf(sim, device));
    seen.push(theirs);
  }
  return union(...seen);
}

function remove(sim, device) {
  const shown = shownTasks(device);
  const id = sim.random.element(Object.keys(shown));
  if (!id) return;
  const writes = device.writes.filter(({ change }) => change.kind === "module" && change.subject === id);
  const theirs = writes.filter(({ status }) => status.kind === "conflict").map(({ status }) =>
    taskTokens(status.theirs)
  );
  send(sim, device, id, "DELETE", {});
  const origin = originOf(sim, device);
  sim.tasks.revoke(union(taskTokens(shown[id]), ...theirs), id, origin);
  device.removedTasks = [...device.removedTasks ?? [], [id, shown[id]]].slice(-REMOVED_MAX);
  const isUnsent = writes.every(({ attempts, status }) => attempts === 0 && status.kind === "waiting");
  const { method, base, version } = writes[0]?.change ?? {};
  if (isUnsent && method === "PUT" && !base && !version) {
    sim.count("task cancelled unsent");
    device.cancelled.set(id, { epoch: origin.epoch, save: origin.save, isSaved: false });
  }
}

/** Takes a removal back that was not sent. */
function restore(sim, device) {
  const [id, task] = device.removedTasks?.pop() ?? [];
  const last = device.writes.filter(({ change }) => change.kind === "module" && change.subject === id).at(-1);
  if (!id || last?.change.method !== "DELETE" || last.status.kind !== "waiting" || last.attempts > 0) return;
  sim.count("task restored");
  send(sim, device, id, "PUT", { body: pick(task, FIELDS) });
  const before = sim.tasks.restore(id, originOf(sim, device));
  sim.tasks.set(taskTokens(task), union(taskTokens(task), before), originOf(sim, device));
}

/** Decides a conflict of the module. One that the module can merge does not ask. */
export function resolveTask(sim, device, { id, change, status }) {
  const { theirs, isUnsure = false } = status;
  if (device.hasModule) {
    const merged = mergeFields(change.base ?? null, change.body, theirs, { method: change.method, isUnsure });
    require(merged === null, "asksOnlyIfNeeded", () => `${change.method} of ${change.subject}`);
  }
  const isMine = sim.random.oneIn(2);
  sim.count("task conflict resolved");
  device.decide({ kind: "decide", write: id, isMine, now: sim.now });
  const origin = originOf(sim, device);
  const other = taskTokens(theirs);
  if (change.method === "DELETE") {
    if (isMine) sim.tasks.seeRemoved(device.number, change.subject, other);
    else sim.tasks.restore(change.subject, origin);
    return;
  }
  const own = minus(taskTokens(change.body), other);
  if (isMine) {
    sim.tasks.set(own, union(other, own), origin);
    // What was set since is on top of it.
    const bodies = writesOf(device, change.subject).map(({ change }) => taskTokens(change.body));
    sim.tasks.see(device.number, union(...bodies), other);
  } else sim.tasks.revoke(own, undefined, origin);
}

export function dismissTask(sim, device, { id, change }) {
  sim.count("task refusal dismissed");
  device.decide({ kind: "dismiss", write: id, now: sim.now });
  if (change.method === "DELETE") sim.tasks.restore(change.subject, originOf(sim, device));
  else sim.tasks.revoke(taskTokens(change.body), undefined, originOf(sim, device));
}
