/**
 * The queue of writes: stored, then sent, each safe by an id of its own.
 *
 *     waiting → sent → done
 *                 ├→ waiting    no answer, 429, 503: later, with growing pauses
 *                 ├→ conflict   412: the server has another version, and only a person can choose
 *                 └→ refused    422 and the like: shown, and kept until the person removes it
 *
 * A queue belongs to a user. It never mixes with another one's.
 */

/** @typedef {import("../types.d.ts").Queue} Queue */
/** @typedef {import("../types.d.ts").Write} Write */

/** The pause after the first failure, and the longest one, in milliseconds. */
export const PAUSE_MS = 1_000;
export const PAUSE_MAX_MS = 60_000;
/** More writes than these are refused on the device: it has been offline for a year, or something is wrong. */
export const WRITES_MAX = 5_000;

/** @param {string | null} userId @returns {Queue} */
export const emptyQueue = (userId = null) => ({ userId, nextSequence: 1, writes: [] });

const isOpen = (/** @type {Write} */ write) => write.state !== "done";

/** The number of writes that the server does not have yet.
 * @param {Queue} queue */
export const waiting = (queue) => queue.writes.filter(({ state }) => state === "waiting" || state === "sent").length;

/** Writes that need a person.
 * @param {Queue} queue */
export const failed = (queue) => queue.writes.filter(({ state }) => state === "conflict" || state === "refused");

/**
 * Adds a write. A write of the same target that no request has carried yet is replaced, because only the last state
 * counts; an entry that was created and deleted before any request leaves nothing.
 * @param {Queue} queue
 * @param {Pick<Write, "id" | "target" | "kind" | "date" | "body" | "entry" | "version">} write
 * @returns {[Queue, {put: Write[], removed: string[]}]} The queue, and what changes in the store.
 */
export function add(queue, write) {
  if (queue.userId === null) throw new Error("A write needs a user.");
  if (queue.writes.length >= WRITES_MAX) throw new Error("The queue of writes is full.");
  const made = {
    ...write,
    userId: queue.userId,
    sequence: queue.nextSequence,
    state: /** @type {const} */ ("waiting"),
    attempts: 0,
    notBeforeMs: 0,
    problem: null,
  };
  // A request without an answer may have been carried out: it is repeated first, and this write follows it.
  const isReplaceable = (/** @type {Write} */ old) =>
    old.target === write.target && write.kind !== "addWater" &&
    (["conflict", "refused"].includes(old.state) || (old.state === "waiting" && old.attempts === 0));
  const replaced = queue.writes.filter(isReplaceable);
  const [first] = replaced;
  const isFirst = !queue.writes.some((old) => old.target === write.target && isOpen(old) && !replaced.includes(old));
  const cancels = isFirst && write.kind === "deleteEntry" && first?.version === null && first.state !== "conflict";
  if (first && isFirst && first.state !== "conflict") made.version = first.version;
  const rest = queue.writes.filter((old) => !replaced.includes(old));
  const writes = cancels ? rest : [...rest, made];
  return [
    { ...queue, writes, nextSequence: queue.nextSequence + 1 },
    { put: cancels ? [] : [made], removed: replaced.map(({ id }) => id) },
  ];
}

/**
 * Returns the next write to send: the oldest whose time has come and whose target has no older open write.
 * @param {Queue} queue
 * @param {string | null} userId The user of the session; null if none is known.
 * @param {number} nowMs
 * @returns {Write | null}
 */
export function next(queue, userId, nowMs) {
  if (userId === null || queue.userId !== userId) return null;
  const blocked = new Set();
  for (const write of queue.writes.filter(isOpen)) {
    const mine = write.userId === userId;
    if (mine && write.state === "waiting" && write.notBeforeMs <= nowMs && !blocked.has(write.target)) return write;
    blocked.add(write.target);
  }
  return null;
}

/** The time of the next attempt in milliseconds; null if nothing waits.
 * @param {Queue} queue @returns {number | null} */
export function nextTime(queue) {
  const times = queue.writes.filter(({ state }) => state === "waiting").map(({ notBeforeMs }) => notBeforeMs);
  return times.length === 0 ? null : Math.min(...times);
}

/** @param {Queue} queue @param {string} id @param {Partial<Write>} change @returns {Queue} */
const changed = (queue, id, change) => ({
  ...queue,
  writes: queue.writes.map((write) => write.id === id ? { ...write, ...change } : write),
});

/** Records that a request carries a write.
 * @param {Queue} queue @param {string} id */
export function sent(queue, id) {
  const attempts = (queue.writes.find((write) => write.id === id)?.attempts ?? 0) + 1;
  return changed(queue, id, { state: "sent", attempts });
}

/**
 * Records a successful answer. Later writes of the same target change the version that the server has now.
 * @param {Queue} queue @param {string} id @param {number | null} version
 * @returns {Queue} Without the write.
 */
export function done(queue, id, version) {
  const write = queue.writes.find((write) => write.id === id);
  if (!write) return queue;
  return {
    ...queue,
    writes: queue.writes.filter((other) => other !== write).map((other) =>
      other.target === write.target && version !== null ? { ...other, version } : other
    ),
  };
}

/**
 * Records a failure.
 * @param {Queue} queue
 * @param {string} id
 * @param {import("../types.d.ts").AppProblem} problem
 * @param {number} nowMs
 * @param {number} random From 0 to 1: spreads the attempts of many devices.
 */
export function failedWith(queue, id, problem, nowMs, random) {
  const write = queue.writes.find((write) => write.id === id);
  if (!write) return queue;
  const { status } = problem;
  // A removed entry that is to be removed is what was wanted.
  const isGone = status === 404 || (status === 412 && problem.current === null);
  if (write.kind === "deleteEntry" && isGone) return done(queue, id, null);
  // The same session answers again after a sign-in, so a write that needs one waits without pauses.
  if (status === 401) return changed(queue, id, { state: "waiting", notBeforeMs: nowMs + PAUSE_MAX_MS, problem });
  if (status === 412) return conflicted(queue, write, problem);
  // 409 to a creation by PUT does not occur; 5xx other than these are errors of the server that a repetition may pass.
  const isPassing = status === 0 || status === 408 || status === 429 || status >= 500;
  if (!isPassing) return changed(queue, id, { state: "refused", problem });
  const grown = Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** Math.min(write.attempts - 1, 10));
  const pause = Math.max(grown * (0.5 + random / 2), (problem.retryAfter ?? 0) * 1000);
  return changed(queue, id, { state: "waiting", notBeforeMs: nowMs + pause, problem });
}

/** An edit beats a delete of another device, and a delete of an entry that another device edited loses. Two edits of
 * different fields are joined; an edit of the same field asks.
 * @param {Queue} queue @param {Write} write @param {import("../types.d.ts").AppProblem} problem */
function conflicted(queue, write, problem) {
  const current = /** @type {{version?: number} & Record<string, unknown> | null | undefined} */ (problem.current);
  if (write.kind === "deleteEntry") return done(queue, write.id, null);
  // `If-Match: *` makes a removed entry anew.
  if (current == null) return changed(queue, write.id, { state: "waiting", version: -1, notBeforeMs: 0, problem });
  const base = /** @type {Record<string, unknown> | undefined} */ (write.body.base);
  const fields = ["grams", "portion", "quantity", "name", "kcal", "meal", "date"];
  const theirs = base ? fields.filter((field) => current[field] !== base[field]) : fields;
  const ours = base
    ? fields.filter((field) => write.body[field] !== undefined && write.body[field] !== base[field])
    : fields;
  const amounts = new Set(["grams", "portion", "quantity", "kcal"]);
  const isAmount = (/** @type {string} */ field) => amounts.has(field);
  const clash = ours.some((field) => theirs.includes(field)) || (ours.some(isAmount) && theirs.some(isAmount));
  if (clash || current.version === undefined) return changed(queue, write.id, { state: "conflict", problem });
  const merged = Object.fromEntries(theirs.map((field) => [field, current[field] ?? undefined]));
  return changed(queue, write.id, {
    state: "waiting",
    version: current.version,
    body: { ...write.body, ...merged, base: current },
    notBeforeMs: 0,
    problem,
  });
}

/** Sends a conflicting write as the newest state.
 * @param {Queue} queue @param {string} id */
export function keepMine(queue, id) {
  const write = queue.writes.find((write) => write.id === id);
  const current = /** @type {{version?: number} | null | undefined} */ (write?.problem?.current);
  return changed(queue, id, { state: "waiting", version: current?.version ?? -1, notBeforeMs: 0, problem: null });
}

/** Ends the pauses of writes that only waited for a session or for the server to be there.
 * @param {Queue} queue @returns {Queue} */
export const awake = (queue) => ({
  ...queue,
  writes: queue.writes.map((write) =>
    [0, 401].includes(write.problem?.status ?? -1) ? { ...write, notBeforeMs: 0 } : write
  ),
});

/** Gives a write up.
 * @param {Queue} queue @param {string} id @returns {Queue} */
export const discard = (queue, id) => ({ ...queue, writes: queue.writes.filter((write) => write.id !== id) });

/** What a restart finds: a request that was under way may or may not have arrived, so it is sent again.
 * @param {string} userId @param {Write[]} stored @returns {Queue} */
export function restored(userId, stored) {
  const writes = stored.filter((write) => write.userId === userId && isOpen(write)).sort((a, b) =>
    a.sequence - b.sequence
  )
    .map((write) => write.state === "sent" ? { ...write, state: /** @type {const} */ ("waiting") } : write);
  return { userId, nextSequence: (writes.at(-1)?.sequence ?? 0) + 1, writes };
}
