/** The invariants that are checked at every step of a device, and at the end. */
import { same } from "../../../Services/Gateway/Web/core/sync/content.js";
import { subjectOf } from "../../../Services/Gateway/Web/core/sync/turn.js";
import { writesToDecide } from "../../../Services/Gateway/Web/core/sync/view.js";
import { require, Violation } from "./invariants.js";

/** As in core/sync/turn.js; written again, so that a mutation there does not change what is checked. */
const OPEN_WRITES_MAX = 4;

/** The object that a request changes, such as `entry e1`; undefined for a read. */
export function subjectOfCall(call) {
  if (call.kind === "changes" || call.kind === "measurements") return undefined;
  return call.kind === "removeMeasurement" ? `measurement ${call.id}` : subjectOf(call);
}

/** Whether the user decides about a write with an action. */
function decides(action, write) {
  const id = subjectOf(write.change).split(" ")[1];
  switch (action.kind) {
    case "change":
      return action.entry === id;
    case "remove":
    case "unmeasure":
      return action.id === id;
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
export function checkQueue(sim, device, action, before) {
  const after = new Map(device.state.stored.writes.map((write) => [write.id, write]));
  for (const write of before) {
    if (write.status.kind !== "refused" || decides(action, write)) continue;
    require(after.get(write.id)?.status.kind === "refused", "refusedStay", () => subjectOf(write.change));
  }
  if (action.kind !== "answered") return;
  checkRefused(sim, device, action, before);
  const isUnsure = before.some(({ change, attempts }) =>
    (change.kind === "putEntry" || change.kind === "removeEntry") && (attempts > 1 || change.isUnsure)
  );
  for (const write of before) {
    const now = after.get(write.id);
    if (now?.status.kind !== "conflict" || same(now.status, write.status) || !now.change.base?.content) continue;
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

function checkRefused(sim, device, { answer, request }, before) {
  const open = sim.lastDelivered;
  if (answer.kind !== "refused" || open?.request.number !== request) return;
  const write = before.find(({ id }) => id === open.write);
  if (!write) return;
  const subject = subjectOf(write.change);
  const isRefused = device.state.stored.writes.some(({ change, status }) =>
    subjectOf(change) === subject && status.kind === "refused"
  );
  const isChanged = before.some(({ change, order }) => subjectOf(change) === subject && order > write.order);
  require(isRefused || isChanged, "refusedStay", () => `${subject} was refused`);
}

/** Checks that a save shows no entry again that the device knows as removed. */
export function checkShown(device, { changes }) {
  for (const change of changes) {
    if (change.kind === "putEntry") {
      require(!device.gone.has(change.entry.id), "removedStayRemoved", () => change.entry.id);
    }
  }
}

/** Checks that a key names the same request each time. */
export function checkKey(sim, { key, call }) {
  if (!key) return;
  const known = sim.calls.get(key);
  require(!known || same(known, call), "keysNameOneContent", () => key);
  sim.calls.set(key, call);
}

/** Checks a request that a device sends. */
export function checkSend(sim, device, request) {
  const check = (condition, invariant) =>
    require(condition, invariant, () => `device ${device.number}: ${JSON.stringify(request)}`);
  const { key, call, user } = request;
  check(device.sessionUser === user, "ownSessionOnly");
  check(sim.now >= device.notBefore, "retryAfterIsHonoured");
  check(sim.now >= device.pauseUntil, "pausesAfterFailures");
  const subject = subjectOfCall(call);
  if (!key || !subject) return;
  const isOnDisk = device.disk.writes.some(({ id, revision, firstSentAt, status }) =>
    `${id}.${revision}.${firstSentAt}` === key && status.kind === "sent"
  );
  check(isOnDisk || device.state.isUnsaved || device.diskIsBehind, "savedBeforeSent");
  const open = device.state.requests.filter(({ write, save }) => write !== undefined && save === undefined);
  check(open.length <= OPEN_WRITES_MAX, "fewOpenWrites");
  const sameSubject = open.filter(({ request }) => subjectOfCall(request.call) === subject);
  check(sameSubject.length === 1, "oneWritePerObject");
  const known = device.answeredVersions.get(call.id) ?? 0;
  if (call.kind === "putEntry") check((call.version ?? Infinity) >= known, "newestVersions");
  if (call.kind === "removeEntry") check((call.version ?? 0) >= known, "newestVersions");
}

/** Checks that everything is equal and nothing was lost. */
export function checkEnd(sim) {
  const { server, devices, oracle } = sim;
  for (const device of devices) {
    const { stored } = device.state;
    for (const table of ["entries", "days", "measurements"]) {
      require(
        same(stored[table], server[table]),
        "converges",
        () => `device ${device.number}: ${table}: ${difference(stored[table], server[table])}`,
      );
    }
    // Whether a write is being sent matters only in memory.
    const [disk, memory] = [device.disk, stored].map((each) => ({ ...each, writes: each.writes.map(asWaiting) }));
    require(same(disk, memory), "converges", () => `device ${device.number}: the disk differs from the memory`);
  }
  checkCreated(sim);
  for (const [date, day] of Object.entries(server.days)) {
    const waters = [...server.waters.values()].filter((water) => water.date === date);
    const sum = waters.reduce((total, { ml }) => total + ml, 0);
    require(sum === day.waterMl, "appliedOnce", () => `water of ${date}`);
  }
  oracle.checkNothingLost(
    server,
    (device) => writesToDecide(devices[device].state).map((write) => ({ ...write, subject: subjectOf(write.change) })),
  );
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

/** The write without what matters only in memory. */
const asWaiting = ({ failures: _, retryAt: __, ...write }) => ({
  ...write,
  status: write.status.kind === "sent" ? { kind: "waiting" } : write.status,
});

function difference(left, right) {
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])].filter((key) =>
    !same(left[key], right[key])
  );
  return keys.map((key) => `${key}: ${JSON.stringify(left[key])} / ${JSON.stringify(right[key])}`).join("; ");
}
