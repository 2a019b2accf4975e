/** The line between devices and server, and the devices' disks. */
import { checkKey, checkQueue, checkSend, checkShown, subjectOfCall } from "./checks.js";
import { Violation } from "./invariants.js";
import { REQUEST_TIMEOUT_MS } from "./plan.js";
import { USER } from "./device.js";
import { same } from "../../../Services/Gateway/Web/core/sync/content.js";

/** Half of the shortest wait after a failure. */
const PAUSE_MS = 500;

/** Gives an action to a device, checks what it did, and carries its effects out. */
export function reduce(sim, device, action) {
  sim.trace(() => `${sim.step} ${sim.now} device ${device.number}: ${JSON.stringify(action)}`);
  const before = device.state.stored.writes;
  const [state, effects] = device.sync.reduceSync(device.state, action);
  device.state = state;
  checkQueue(sim, device, action, before);
  for (const effect of effects) {
    sim.trace(() => `    ${JSON.stringify(effect)}`);
    perform(sim, device, effect);
  }
}

function perform(sim, device, effect) {
  switch (effect.kind) {
    case "save":
      checkShown(device, effect);
      device.pendingSaves.push(effect);
      // Saves end in their order, because each event completes the oldest one.
      return sim.schedule("save", device, sim.random.number(sim.plan.saveTime) * device.pendingSaves.length);
    case "send":
      return send(sim, device, effect);
    case "wake":
      return sim.schedule("wake", device, effect.at - sim.now);
    case "removalOverruled":
      sim.count("removal overruled");
      return sim.oracle.overrule(effect.entry.id, device.number);
    case "revived":
      sim.count("entry revived");
      return sim.oracle.created.add(effect.entry);
  }
}

export function completeSave(sim, device) {
  const fails = !sim.isDraining && sim.random.oneIn(sim.plan.saveFailsOneIn);
  const result = device.completeSave(fails);
  if (!result) return;
  const { number, isDone } = result;
  if (isDone) sim.oracle.accept(device.number, device.boot, number);
  else sim.count("save failed");
  reduce(sim, device, { kind: isDone ? "saved" : "saveFailed", number });
}

function send(sim, device, { number, user, key, call }) {
  const request = { number, user, key, call };
  checkSend(sim, device, request);
  const lost = { request: number, answer: { kind: "lost" }, jitter: sim.random.fraction() };
  sim.schedule("answer", device, REQUEST_TIMEOUT_MS, lost);
  if (sim.now < device.offlineUntil) return;
  if (!sim.isDraining && sim.random.oneIn(sim.plan.losesOneIn)) return sim.count("request lost");
  sim.schedule("arrive", device, sim.delay(), request);
  if (!sim.isDraining && key && sim.random.oneIn(sim.plan.duplicatesOneIn)) {
    sim.count("request doubled");
    sim.schedule("arrive", device, sim.delay(), request);
  }
}

/** Executes a request on the server, and sends the answer back. */
export async function arrive(sim, device, request, boot) {
  const answer = await answerOf(sim, device, request);
  sim.count(`answer ${answer.kind}`);
  if (!sim.isDraining && sim.random.oneIn(sim.plan.losesOneIn)) return sim.count("answer lost");
  const delay = !request.key && !sim.isDraining ? sim.random.number(sim.plan.pageDelay) : sim.delay();
  sim.schedule("answer", device, delay, { request: request.number, answer, jitter: sim.random.fraction() }, boot);
}

async function answerOf(sim, device, request) {
  const { random, plan, server } = sim;
  if (!device.hasSession) return { kind: "sessionOver" };
  if (!sim.isDraining && random.oneIn(plan.busyOneIn)) {
    return { kind: "busy", retryAfter: random.oneIn(3) ? undefined : random.number([1, 20]) * 1_000 };
  }
  if (!sim.isDraining && random.oneIn(plan.failsOneIn)) return { kind: "failed" };
  const subject = subjectOfCall(request.call);
  const [kind, id] = subject?.split(" ") ?? [];
  const before = server.entries[id];
  const cancelled = device.cancelled.get(id);
  if (cancelled && cancelled.boot <= device.boot) throw new Violation("cancelledAreNotSent", id);
  checkKey(sim, request);
  const answer = await server.handle(request, sim.now);
  if (subject) {
    const after = server.entries[id];
    if (kind === "entry" && !same(before, after)) {
      sim.oracle.check(id, before, after, device.number, sim.now);
      sim.rememberAmount(id, before, after);
    }
    if (answer.kind === "measurement" || answer.kind === "day") sim.oracle.addedOnServer.add(subject);
    for (const other of sim.devices) {
      if (random.oneIn(plan.hintsOneIn) && !sim.isDraining) sim.schedule("hint", other, sim.delay());
    }
  }
  // Fails after the request took effect.
  return !sim.isDraining && random.oneIn(plan.failsOneIn) ? { kind: "failed" } : answer;
}

/** Delivers an outcome to a device, and remembers what the device must do after it. */
export function deliver(sim, device, answered) {
  const open = device.state.requests.find(({ request, save }) =>
    request.number === answered.request && save === undefined
  );
  if (open) remember(sim, device, answered.answer, open);
  sim.lastDelivered = open;
  reduce(sim, device, { kind: "answered", ...answered, now: sim.now });
}

function remember(sim, device, answer, { request }) {
  if (answer.kind === "busy" || answer.kind === "lost") {
    if (answer.kind === "busy") device.notBefore = Math.max(device.notBefore, sim.now + (answer.retryAfter ?? 0));
    sim.count("pause");
    device.pauseUntil = sim.now + PAUSE_MS;
    return;
  }
  device.pauseUntil = 0;
  if (answer.kind === "entry") {
    const { id, version } = answer.entry;
    device.answeredVersions.set(id, Math.max(device.answeredVersions.get(id) ?? 0, version));
  } else if (answer.kind === "gone") {
    if (request.call.kind === "removeEntry") device.gone.add(request.call.id);
  } else if (answer.kind === "page") answer.deleted.forEach((id) => device.gone.add(id));
  else if (answer.kind === "sessionOver") {
    device.sessionUser = undefined;
    sim.schedule("signIn", device, sim.random.number(sim.plan.pause), USER);
  }
}
