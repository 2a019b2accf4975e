/** What users do. */
import { GRAMS_MAX } from "./server.js";
import { fieldOf, minus, tokensOf, union } from "./oracle.js";
import { USER } from "./device.js";
import { actOnTasks, dismissTask, resolveTask } from "./tasks-users.js";
import { contentOf, previewOf, same } from "../../../Clients/Web/core/sync/content.js";
import { applying } from "../../../Clients/Web/core/sync/merging.js";
import { subjectOf } from "../../../Clients/Web/core/sync/turn.js";
import { shownEntry, writesToDecide } from "../../../Clients/Web/core/sync/view.js";
import { MEALS } from "../../../Clients/Web/core/router.js";

/** The last removed entries that a user may restore. */
const REMOVED_MAX = 5;
const PREVIEW = { name: "food", nutrients: { kcal: 1 } };

export const originOf = (sim, { number, epoch, state }) => ({
  device: number,
  epoch,
  save: state.sync.lastSave,
  time: sim.now,
});
const dateOf = (sim) => sim.random.element(sim.dates);
export const isRefused = (sim) => !sim.isDraining && sim.random.oneIn(sim.plan.refusesOneIn);

/** A time that no other act has, in the form in which the server stores it. */
const timeOf = (sim) => new Date(Date.UTC(2024, 10, 21) + sim.newValue()).toISOString();

function amountOf(sim) {
  const grams = sim.newValue() / 100 + 1;
  return { foodId: sim.server.food, grams: isRefused(sim) ? grams + GRAMS_MAX : grams };
}

/** An amount with more decimals than the server stores. */
const energyOf = (sim) => ({ kcal: sim.newValue() / 100 + 0.001 });

/** The entries of all days that a device shows. */
function shownOn(sim, { app, state }) {
  const days = sim.dates.map((date) => app.shownDay(state, date)).filter(Boolean);
  return days.flatMap(({ meals }) => meals).flatMap(({ entries }) => entries).map((entry) => ({
    id: entry.id,
    content: contentOf(entry),
    preview: previewOf(entry),
  }));
}

const writesOf = ({ writes }, id) => writes.filter(({ change }) => subjectOf(change) === `entry ${id}`);
const conflictOf = (device, id) => writesOf(device, id).find(({ status }) => status.kind === "conflict")?.status;

/** Does something on a device, as a user would. */
export function act(sim, device) {
  const { session, sync } = device.state;
  // Writes before the store is open wait in memory; the tests of sessions have them.
  if (session.user?.id !== USER || sync.stored.user !== USER) return;
  const number = sim.random.number([0, sim.server.tasks ? 28 : 20]);
  if (number > 20) return actOnTasks(sim, device);
  if (number <= 3) create(sim, device);
  else if (number <= 9) edit(sim, device);
  else if (number <= 11) remove(sim, device);
  else ({ 12: restore, 13: measure, 14: unmeasure, 15: drink, 16: undrink, 17: show })[number]?.(sim, device);
  if (number > 17) decide(sim, device);
}

/** Opens a day. */
function show(sim, device) {
  device.dispatch({ type: "day.show", date: dateOf(sim) });
}

function create(sim, device) {
  const { random, plan, oracle } = sim;
  if (shownOn(sim, device).length >= plan.entriesMax) return edit(sim, device);
  const base = { date: dateOf(sim), meal: random.element(MEALS), at: timeOf(sim) };
  const content = random.oneIn(3)
    ? { ...base, name: `energy ${sim.newValue()}`, energy: energyOf(sim) }
    : { ...base, amount: amountOf(sim) };
  const entry = random.id();
  const position = random.oneIn(5) ? random.number([0, 3]) : undefined;
  oracle.created.add(entry);
  device.write({ kind: "create", write: random.id(), entry, content, preview: PREVIEW, position, now: sim.now });
  oracle.set(tokensOf(content), new Set(), originOf(sim, device));
}

function edit(sim, device) {
  const { random } = sim;
  const entry = random.element(shownOn(sim, device));
  if (!entry) return;
  const changes = {};
  if (random.oneIn(6)) changes.date = dateOf(sim);
  if (random.oneIn(4)) changes.meal = random.element(MEALS);
  if (random.oneIn(3)) changes.at = timeOf(sim);
  if (entry.content.amount) {
    if (random.oneIn(2)) changes.amount = amountOf(sim);
    // A user may type the former amount again.
    const former = sim.formerAmounts.get(entry.id) ?? [];
    if (former.length > 1 && random.oneIn(2)) changes.amount = former[former.length - 2];
  } else {
    if (random.oneIn(2)) changes.name = `energy ${sim.newValue()}`;
    if (random.oneIn(2)) changes.energy = energyOf(sim);
  }
  change(sim, device, entry, changes, random.oneIn(6) ? random.number([0, 3]) : undefined);
}

function change(sim, device, entry, changes, position) {
  const conflict = conflictOf(device, entry.id);
  device.write({ kind: "change", write: sim.random.id(), entry: entry.id, changes, position, now: sim.now });
  const before = tokensOf(entry.content);
  if (conflict) {
    // Continuing with one's own content decides the conflict.
    sim.count("conflict edited");
    const theirs = tokensOf(contentOf(conflict.theirs));
    sim.oracle.set(minus(before, theirs), union(theirs, before), originOf(sim, device));
  }
  const after = tokensOf(applying(entry.content, changes));
  sim.oracle.set(minus(after, before), before, originOf(sim, device));
}

function remove(sim, device) {
  const entry = sim.random.element(shownOn(sim, device));
  if (!entry) return;
  const writes = writesOf(device, entry.id);
  const conflict = conflictOf(device, entry.id);
  device.write({ kind: "remove", write: sim.random.id(), id: entry.id, now: sim.now });
  const origin = originOf(sim, device);
  const theirs = conflict ? tokensOf(contentOf(conflict.theirs)) : new Set();
  sim.oracle.revoke(union(tokensOf(entry.content), theirs), entry.id, origin);
  device.removed = [...device.removed, entry].slice(-REMOVED_MAX);
  const [write] = writes;
  const isUnsent = writes.length === 1 && write.attempts === 0 && write.status.kind === "waiting";
  if (isUnsent && write.change.kind === "putEntry" && !write.change.base) {
    sim.count("cancelled unsent");
    device.cancelled.set(entry.id, { epoch: origin.epoch, save: origin.save, isSaved: false });
  }
}

function restore(sim, device) {
  const entry = device.removed.pop();
  if (!entry) return;
  const writes = writesOf(device, entry.id);
  if (shownEntry(device.state.sync.stored.entries[entry.id], writes)) return;
  const last = writes.at(-1);
  const isInQueue = last?.change.kind === "removeEntry" && last.status.kind === "waiting" && last.attempts === 0;
  const content = sim.random.oneIn(2) ? { ...entry.content, at: timeOf(sim) } : entry.content;
  const ids = { write: sim.random.id(), entry: sim.random.id() };
  sim.count(isInQueue ? "restored in queue" : "restored anew");
  sim.oracle.created.add(ids.entry);
  const creation = { ...ids, content, preview: entry.preview, now: sim.now };
  device.write({ kind: "restore", removed: entry.id, creation });
  const seen = tokensOf(entry.content);
  const before = isInQueue ? sim.oracle.restore(entry.id, originOf(sim, device)) : new Set();
  sim.oracle.set(tokensOf(content), union(seen, before), originOf(sim, device));
}

function measure(sim, device) {
  const value = isRefused(sim) ? GRAMS_MAX + 1 : 80;
  const measurement = { id: sim.random.id(), kind: "weight", value, at: timeOf(sim), date: dateOf(sim) };
  device.write({ kind: "measure", write: sim.random.id(), measurement, now: sim.now });
  sim.oracle.add(`measurement ${measurement.id}`, originOf(sim, device));
}

/** Takes a measurement back that was made on the device, or that a list of the server has. */
function unmeasure(sim, device) {
  const queued = device.writes.filter(({ change }) => "measurement" in change).map(({ change }) => change.measurement);
  const measurement = sim.random.element([...queued, ...Object.values(sim.server.measurements)]);
  if (!measurement) return;
  device.write({ kind: "unmeasure", write: sim.random.id(), measurement, now: sim.now });
  sim.oracle.takeBack(`measurement ${measurement.id}`, originOf(sim, device));
}

function drink(sim, device) {
  const water = { id: sim.random.id(), date: dateOf(sim), ml: isRefused(sim) ? GRAMS_MAX + 1 : 250 };
  device.write({ kind: "drink", write: sim.random.id(), water, now: sim.now });
  device.waters.push(water);
  sim.oracle.add(`water ${water.id}`, originOf(sim, device));
}

function undrink(sim, device) {
  const water = device.waters.pop();
  if (!water) return;
  device.write({ kind: "undrink", write: sim.random.id(), water, now: sim.now });
  sim.oracle.takeBack(`water ${water.id}`, originOf(sim, device));
}

/** Decides the conflicts of a device, and some of the refusals. */
export function decide(sim, device) {
  for (const write of writesToDecide(device.state.sync)) {
    const isPut = write.change.kind === "putEntry";
    const isTask = write.change.kind === "module";
    if (isTask && write.status.kind === "conflict") resolveTask(sim, device, write);
    else if (isTask && sim.random.oneIn(4)) dismissTask(sim, device, write);
    else if (isTask) continue;
    else if (write.status.kind === "conflict") resolve(sim, device, write);
    else if (isPut && sim.random.oneIn(3)) correct(sim, device, write.change);
    else if (sim.random.oneIn(4)) dismiss(sim, device, write);
  }
}

function correct(sim, device, put) {
  sim.count("refusal corrected");
  const entry = shownOn(sim, device).find(({ id }) => id === put.id);
  if (!entry) return;
  const changes = put.content.amount
    ? { amount: { foodId: sim.server.food, grams: sim.newValue() / 100 + 1 } }
    : { energy: energyOf(sim) };
  change(sim, device, entry, changes, undefined);
}

function dismiss(sim, device, { id, change }) {
  sim.count("refusal dismissed");
  device.decide({ kind: "dismiss", write: id, now: sim.now });
  if (change.kind === "putEntry") sim.oracle.revoke(tokensOf(change.content), undefined, originOf(sim, device));
  else sim.oracle.takeBack(subjectOf(change), originOf(sim, device));
}

function resolve(sim, device, { id, change, status }) {
  const mine = status.fields.filter(() => sim.random.oneIn(2));
  sim.count("conflict resolved");
  device.decide({ kind: "resolve", write: id, mine, now: sim.now });
  const theirs = tokensOf(contentOf(status.theirs));
  const own = minus(tokensOf(change.content), theirs);
  const kept = new Set([...own].filter((token) => mine.includes(fieldOf(token))));
  sim.oracle.set(kept, union(theirs, own), originOf(sim, device));
  const given = [...own].filter((token) => status.fields.includes(fieldOf(token)) && !mine.includes(fieldOf(token)));
  sim.oracle.revoke(new Set(given), undefined, originOf(sim, device));
}

/** Remembers the amounts that an entry has had on the server. */
export function rememberAmount(sim, id, before, after) {
  const [old, amount] = [before, after].map((entry) => entry && contentOf(entry).amount);
  if (!amount || same(old, amount)) return;
  const { foodId, grams } = amount;
  sim.formerAmounts.set(id, [...sim.formerAmounts.get(id) ?? [], { foodId, grams }]);
}
