/** The invariants that are checked at every step of a device, and at the end. */
import { same } from "../../../Clients/Web/core/sync/content.js";
import { isCreation, subjectOf } from "../../../Clients/Web/core/sync/turn.js";
import { writesToDecide } from "../../../Clients/Web/core/sync/view.js";
import { require, Violation } from "./invariants.js";
import { partsOf, subjectOf as subjectOfRequest, TASK } from "./requests.js";
import { checkTasksEnd } from "./tasks-checks.js";
import { USER } from "./device.js";

/** As in core/sync/turn.js; written again, so that a mutation there does not change what is checked. */
const OPEN_WRITES_MAX = 4;

/** Whether the user decides about a write with an action. */
function decides(action, write) {
  const [, id] = partsOf(subjectOf(write.change));
  switch (action.kind) {
    case "module":
      return action.subject === write.change.subject;
    case "change":
      return action.entry === id;
    case "remove":
      return action.id === id;
    case "unmeasure":
      return action.measurement.id === id;
    case "restore":
      return action.removed === id;
    case "undrink":
      return action.water.id === id;
    case "dismiss":
      return action.write === write.id;
    default:
      return action.kind === "opened";
  }
}

/** Checks what an action did to the queue. */
export function checkQueue(sim, device, { action }, { stored: { writes: before }, requests }) {
  if (!action) return;
  const after = new Map(device.writes.map((write) => [write.id, write]));
  for (const write of before) {
    if (write.status.kind !== "refused" || decides(action, write)) continue;
    require(after.get(write.id)?.status.kind === "refused", "refusedStay", () => subjectOf(write.change));
  }
  if (action.kind !== "answered") return;
  checkRefused(device, action, before, requests);
  const isUnsure = before.some(({ change, attempts }) =>
    (change.kind === "putEntry" || change.kind === "removeEntry") && (attempts > 1 || (change.isUnsure && change.base))
  );
  for (const write of before) {
    const now = after.get(write.id);
    if (
      now?.status.kind !== "conflict" || now.change.kind === "module" || same(now.status, write.status) ||
      !now.change.base?.content
    ) continue;
    const { theirs, fields } = now.status;
    for (const field of fields) {
      const [old, mine] = [now.change.base.content[field], now.change.content[field]];
      const their = sim.contentOf(theirs)[field];
      require(
        !same(mine, old) && !same(mine, their) && (!same(their, old) || isUnsure),
        "asksOnlyIfNeeded",
        () => `${field} of ${now.change.id}`,
      );
    }
  }
}

function checkRefused(device, { answer, request: number }, before, requests) {
  const open = requests.find(({ request, save }) => request.number === number && save === undefined);
  const write = before.find(({ id }) => id === open?.write);
  if (answer.kind !== "refused" || !write) return;
  const subject = subjectOf(write.change);
  const isRefused = device.writes.some(({ change, status }) =>
    subjectOf(change) === subject && status.kind === "refused"
  );
  const isChanged = before.some(({ change, order }) => subjectOf(change) === subject && order > write.order);
  require(isRefused || isChanged, "refusedStay", () => `${subject} was refused`);
}

const idsOf = (/** @type {any} */ day) => (day?.meals ?? []).flatMap(({ entries }) => entries).map(({ id }) => id);

/** Checks the days of the server that a device has after an action. */
export function checkDays(sim, device, action, before) {
  const { session, today: { days } } = device.state;
  const isOwn = (/** @type {string} */ user) => user === session.user?.id;
  if (action.type.endsWith(".stored")) require(isOwn(USER), "ownDaysOnly", () => action.type);
  for (const day of action.type === "day.loaded" ? [action.day] : action.days ?? []) {
    const { clock, user } = sim.readAt.get(day);
    require(isOwn(user), "ownDaysOnly", () => `${day.date} of ${user}`);
    checkAge(device, day, user, clock);
    noteRemovals(sim, device, day, clock, idsOf(before[day.date]));
  }
  if (days === before) return;
  for (const [date, day] of Object.entries(days)) {
    const gone = idsOf(day).filter((id) => isGone(device, id, date));
    if (gone.length === 0) continue;
    const shown = idsOf(device.app.shownDay(device.state, date));
    require(!gone.some((id) => shown.includes(id)), "removedStayRemoved", () => `${gone} on ${date}`);
  }
}

/** Checks that a day that a device shows now is not older than what it has shown and written before. */
function checkAge(device, day, user, clock) {
  const { date } = day;
  const { disk, seenAt, writtenAt, copies } = device;
  const isKept = disk.keptDays.get(`${user} ${date}`) === day;
  // A copy on the disk is shown before it has a write that is being answered.
  const isBefore = isKept &&
    [...device.writes, ...disk.queueOf(user).writes].some(({ change }) => device.app.datesOf(change).includes(date));
  const least = Math.max(seenAt.get(date) ?? 0, isBefore || user !== USER ? 0 : writtenAt.get(date) ?? 0);
  require(clock >= least, "daysGoForward", () => `${date} on device ${device.number}`);
  seenAt.set(date, clock);
  if (isKept) copies.add(date);
  else copies.delete(date);
}

/** Whether a device knows an entry of a day as removed. A copy on the disk may have an entry that another device has
 * moved since, and that this one has removed elsewhere. */
function isGone({ gone, copies }, id, date) {
  return gone.has(id) && (gone.get(id) === date || !copies.has(date));
}

/**
 * Remembers the entries that a device has seen, and that it now knows as removed.
 *
 * A day without an entry says only that the entry was moved or removed. The device knows which if it has seen the entry
 * on the day of its removal, after the last move. Else a day that was read between the move and the removal is right to
 * show the entry: days are read one by one, each as new as its own request.
 */
function noteRemovals(sim, device, day, clock, before) {
  const { entries, writes } = device.state.sync.stored;
  const isWaiting = (/** @type {string} */ id) => writes.some(({ change }) => subjectOf(change) === `entry ${id}`);
  const after = idsOf(day);
  for (const id of before) {
    const { date, version } = entries[id] ?? {};
    const isLastDay = date === day.date && version >= (sim.movedBy.get(id) ?? 0);
    const isHere = isLastDay && sim.removedAt.get(id) <= clock;
    if (isHere && !after.includes(id) && !isWaiting(id)) device.gone.set(id, day.date);
  }
}

/** Checks that a save has nothing of another user, and no entry again that the device knows as removed. */
export function checkSave(device, { user, changes }) {
  for (const change of changes) {
    if (change.kind !== "replace") require(user === USER, "ownDaysOnly", () => JSON.stringify(change));
    if (change.kind === "putEntry") {
      const { id, date } = change.entry;
      require(!isGone(device, id, date), "removedStayRemoved", () => `${id} of ${date}`);
    }
  }
}

/** Checks that a key names the same request each time. */
export function checkKey(sim, { key, method, path, body, version }) {
  const call = { method, path, body, version };
  const known = sim.calls.get(key);
  require(key && (!known || same(known, call)), "keysNameOneContent", () => key);
  sim.calls.set(key, call);
}

/** Checks a write that a device sends. */
export function checkSend(sim, device, request) {
  const check = (condition, invariant) =>
    require(condition, invariant, () => `device ${device.number}: ${JSON.stringify(request)}`);
  const { key, method, version } = request;
  check(device.sessionUser === USER, "ownSessionOnly");
  check(sim.now >= device.notBefore, "retryAfterIsHonoured");
  check(sim.now >= device.pauseUntil, "pausesAfterFailures");
  const subject = subjectOfRequest(request);
  const isOnDisk = device.disk.queueOf(USER).writes.some(({ id, revision, firstSentAt, status }) =>
    `${id}.${revision}.${firstSentAt}` === key && status.kind === "sent"
  );
  check(isOnDisk || device.state.sync.isUnsaved || device.disk.isBehind, "savedBeforeSent");
  const open = device.state.sync.requests.filter(({ save }) => save === undefined);
  check(open.length <= OPEN_WRITES_MAX, "fewOpenWrites");
  const writes = open.map(({ write }) => device.writes.find(({ id }) => id === write));
  check(writes.filter((write) => write && subjectOf(write.change) === subject).length === 1, "oneWritePerObject");
  const first = device.writes.find(({ change, status }) => subjectOf(change) === subject && status.kind !== "refused");
  check(key.startsWith(`${first?.id}.`), "inOrder");
  const [kind, id] = partsOf(subject);
  // A write of a window that has seen less, or in the place of a refused one, names an older version: it is merged.
  if (kind === TASK && device.oldTasks.has(id)) return;
  const known = device.answeredVersions.get(id) ?? 0;
  check((version ?? (method === "PUT" ? Infinity : 0)) >= known, "newestVersions");
}

/** Checks that everything is equal and nothing was lost. */
export function checkEnd(sim) {
  const { server, devices, oracle } = sim;
  for (const device of devices) {
    const { stored } = device.state.sync;
    for (const date of sim.dates) checkDay(device, date, server);
    for (const entry of Object.values(server.entries)) {
      const known = { ...stored.entries[entry.id], position: entry.position };
      require(same(known, entry), "converges", () => `device ${device.number}: the version of ${entry.id}`);
    }
    // Whether a write is being sent matters only in memory.
    const [disk, memory] = [device.disk.queueOf(USER), stored].map((each) => ({
      ...each,
      writes: each.writes.map(asWaiting),
    }));
    checkTasksEnd(sim, device);
    require(same(disk, memory), "converges", () => `device ${device.number}: the disk differs from the memory`);
  }
  checkCreated(sim);
  for (const [date, day] of Object.entries(server.days)) {
    const waters = [...server.waters.values()].filter((water) => water.date === date);
    const sum = waters.reduce((total, { ml }) => total + ml, 0);
    require(sum === day.waterMl, "appliedOnce", () => `water of ${date}`);
  }
  const refusedOf = (device) =>
    writesToDecide(devices[device].state.sync).map((write) => ({ ...write, subject: subjectOf(write.change) }));
  oracle.checkNothingLost(server, refusedOf);
  sim.tasks.checkNothingLost(server, refusedOf);
}

/** Checks that the server has no entry and no measurement that no user has made. */
function checkCreated({ server, oracle, firstMeasurements }) {
  const isKnown = (/** @type {string} */ id) => firstMeasurements.has(id) || oracle.isAdded(`measurement ${id}`);
  const unknown = [
    ...Object.keys(server.entries).filter((id) => !oracle.created.has(id)),
    ...Object.keys(server.measurements).filter((id) => !isKnown(id)),
  ];
  if (unknown.length > 0) throw new Violation("appliedOnce", `no user made ${unknown}`);
}

/** The write without what matters only in memory. That other content of a new object may have been sent is saved with
 * the next request. */
const asWaiting = ({ failures: _, retryAt: __, ...write }) => ({
  ...write,
  change: isCreation(write.change) ? { ...write.change, isUnsure: undefined } : write.change,
  status: write.status.kind === "sent" ? { kind: "waiting" } : write.status,
});

/** Checks that a device has a day in its memory and on its disk, and shows it, as it is on the server. */
function checkDay(device, date, server) {
  const day = server.day(date);
  const [known, kept] = [device.state.today.days[date], device.disk.keptDays.get(`${USER} ${date}`)];
  const shown = device.writes.length === 0 ? device.app.shownDay(device.state, date) : day;
  for (const each of [known, kept, shown]) {
    const isSame = each && same(server.partOf(each), server.partOf(day));
    require(isSame, "converges", () => `device ${device.number}: ${JSON.stringify([each, day])}`);
  }
}
