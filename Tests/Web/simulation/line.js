/** The line between devices and server. */
import { checkKey, checkSend } from "./checks.js";
import { Violation } from "./invariants.js";
import { REQUEST_TIMEOUT_MS } from "./plan.js";
import { USER } from "./device.js";
import { idOf, isDay, isDone, isStart, isWrite, partsOf, subjectOf, TASK } from "./requests.js";
import { emptyDay } from "../../../Clients/Web/core/days.js";
import { same } from "../../../Clients/Web/core/sync/content.js";

/** Half of the shortest wait after a failure. */
const PAUSE_MS = 500;
const NO_REPLY = { status: 0 };
const OVER = { status: 401, body: { code: "unauthenticated", detail: "" } };
const BUSY = { status: 503, body: { code: "overloaded", detail: "" } };
const FAILED = { status: 500, body: { code: "internalError", detail: "" } };

/**
 * Sends a request of the app; returns its reply, as `Client` of `data/fetch.js` does.
 * @param {any} sim @param {any} device @param {{method: string, path: string} & Record<string, any>} options
 */
export function ask(sim, device, options) {
  const { ProblemError, OFFLINE } = device.app;
  // What else the screens ask for has no answer, and changes nothing.
  if (!isWrite(options) && !isDay(options) && !isStart(options)) return Promise.reject(new ProblemError(OFFLINE));
  sim.lastRequest += 1;
  const request = { ...options, number: sim.lastRequest, user: device.state.session.user?.id };
  if (isWrite(request)) device.lastSent.set(request.key, request.number);
  sim.guard(() => send(sim, device, request));
  return new Promise((resolve, reject) => void device.open.set(request.number, { request, resolve, reject }));
}

function send(sim, device, request) {
  sim.trace(() => `    device ${device.number} sends ${JSON.stringify(request)}`);
  if (isWrite(request)) checkSend(sim, device, request);
  const { number } = request;
  sim.schedule("reply", device, REQUEST_TIMEOUT_MS, { number, reply: NO_REPLY });
  if (sim.now < device.offlineUntil) return;
  if (!sim.isDraining && sim.random.oneIn(sim.plan.losesOneIn)) return sim.count("request lost");
  sim.schedule("arrive", device, sim.delay(), request);
  if (!sim.isDraining && isWrite(request) && sim.random.oneIn(sim.plan.duplicatesOneIn)) {
    sim.count("request doubled");
    sim.schedule("arrive", device, sim.delay(), request);
  }
}

/** Executes a request on the server, and sends the reply back. */
export async function arrive(sim, device, request, boot) {
  const reply = await replyTo(sim, device, request);
  sim.count(`${isWrite(request) ? "write" : "read"} ${reply.status}`);
  if (!sim.isDraining && sim.random.oneIn(sim.plan.losesOneIn)) return sim.count("reply lost");
  const delay = isWrite(request) || sim.isDraining ? sim.delay() : sim.random.number(sim.plan.readDelay);
  sim.schedule("reply", device, delay, { number: request.number, reply }, boot);
}

async function replyTo(sim, device, request) {
  const { random, plan, server } = sim;
  if (request.user === USER && !device.hasSession) return OVER;
  if (!sim.isDraining && random.oneIn(plan.busyOneIn)) {
    return { ...BUSY, retryAfter: random.oneIn(3) ? undefined : random.number([1, 20]) };
  }
  if (!sim.isDraining && random.oneIn(plan.failsOneIn)) return FAILED;
  sim.clock += 1;
  if (!isWrite(request)) return await read(sim, request);
  const [kind, id] = partsOf(subjectOf(request));
  const isTask = kind === TASK;
  const objects = () => isTask ? server.tasks : server.entries;
  const before = objects()[id];
  const cancelled = device.cancelled.get(id);
  if (cancelled) throw new Violation("cancelledAreNotSent", id);
  checkKey(sim, request);
  const { clock } = sim;
  const reply = { ...await server.handle(request, sim.now), clock };
  const after = objects()[id];
  if (isTask && !same(before, after)) sim.tasks.check(id, before, after, device.number, sim.now);
  if (before && !after) sim.removedAt.set(id, clock);
  if (kind === "entry" && !same(before, after)) {
    sim.oracle.check(id, before, after, device.number, sim.now);
    sim.rememberAmount(id, before, after);
    if (before && after && before.date !== after.date) sim.movedBy.set(id, after.version);
  }
  if (isDone(reply.status) && kind !== "entry" && !isTask) sim.oracle.addedOnServer.add(subjectOf(request));
  // A repeated reply tells nothing about what others have changed since.
  reply.dates = kind === "entry" && same(before, after)
    ? datesOf(kind, request, reply.body)
    : datesOf(kind, request, before, after);
  for (const other of sim.devices) {
    if (sim.isDraining || !random.oneIn(plan.hintsOneIn)) continue;
    reply.dates.forEach((date) => sim.schedule("hint", other, sim.delay(), date));
  }
  // Fails after the request took effect.
  return !sim.isDraining && random.oneIn(plan.failsOneIn) ? FAILED : reply;
}

function datesOf(kind, { path }, before, after) {
  if (kind === TASK) return [];
  if (kind === "water") return [path.split("/")[4]];
  return [...new Set([before?.date, after?.date].filter(Boolean))];
}

/** Reads a day, alone or with what else the first screen shows. Another user has an empty diary. */
async function read(sim, request) {
  const date = isDay(request) ? idOf(request) : sim.today;
  const { clock } = sim;
  const path = `/v1/diary/days/${date}`;
  const reply = request.user === USER
    ? await sim.server.handle({ method: "GET", path }, sim.now)
    : { status: 200, body: emptyDay(date) };
  if (reply.status !== 200) return reply;
  sim.readAt.set(reply.body, { clock, user: request.user });
  return isDay(request)
    ? reply
    : { status: 200, body: { day: reply.body, profile: { timeZone: "UTC" }, recents: null } };
}

/** Delivers a reply to the app, and remembers what the device must do after it. */
export function deliver(sim, device, { number, reply }) {
  const open = device.open.get(number);
  if (!open) return;
  device.open.delete(number);
  const { ProblemError, OFFLINE } = device.app;
  const { status, body, retryAfter } = reply;
  const isOnline = status !== 0;
  if (isOnline && !device.state.isOnline) device.pauseUntil = 0;
  device.dispatch({ type: "connection", isOnline, now: sim.now });
  if (status === 401) endSession(sim, device, open.request);
  const { key } = open.request;
  // The queue ignores the reply to a request that it has sent again since it was read from the disk.
  const isKnown = device.lastSent.get(key) === number &&
    device.state.sync.requests.some(({ request, save }) => request.key === key && save === undefined);
  if (isWrite(open.request) && isKnown) remember(sim, device, reply, open.request);
  if (isDone(status)) return open.resolve({ data: body, version: null, status });
  open.reject(new ProblemError(isOnline ? { status, params: {}, ...body, retryAfter } : OFFLINE));
}

function endSession(sim, device, { user }) {
  // The refusal of a former session says nothing about the present one.
  if (user !== device.sessionUser) return;
  device.dispatch({ type: "session.ended" });
  sim.schedule("signIn", device, sim.random.number(sim.plan.pause), USER);
}

function remember(sim, device, { status, body, retryAfter, dates = [], clock }, request) {
  if (status === 0 || status === 503) {
    if (status === 503) device.notBefore = Math.max(device.notBefore, sim.now + (retryAfter ?? 0) * 1_000);
    sim.count("pause");
    device.pauseUntil = sim.now + PAUSE_MS;
    return;
  }
  device.pauseUntil = 0;
  const [kind, id] = partsOf(subjectOf(request));
  if (isDone(status)) dates.forEach((date) => noteWrite(device, date, clock));
  if (kind === TASK) {
    if (isDone(status) && body) device.answeredVersions.set(id, body.version);
    else if (isDone(status) || [404, 410].includes(status) || body?.current === null) {
      device.answeredVersions.delete(id);
    }
  }
  if (kind !== "entry") return;
  if (request.method === "DELETE" && isDone(status) || status === 404) {
    const write = device.writes.find((write) => request.key.startsWith(write.id));
    device.gone.set(id, write?.change.base?.content.date);
  } else if (isDone(status)) {
    device.answeredVersions.set(id, Math.max(device.answeredVersions.get(id) ?? 0, body.version));
  }
}

function noteWrite({ state, seenAt, writtenAt }, date, clock) {
  writtenAt.set(date, Math.max(writtenAt.get(date) ?? 0, clock));
  if (state.today.days[date]) seenAt.set(date, Math.max(seenAt.get(date) ?? 0, clock));
}
