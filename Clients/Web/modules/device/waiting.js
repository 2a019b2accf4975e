/** The list of what waits on this device, with what the person decides about it. */
import { runSync } from "../../core/queue.js";
import { aboutOf } from "../../core/sync/modules.js";
import "../../core/sync/module-writes.js";
import { waitingCount, writesToDecide } from "../../core/sync/view.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../core/sync/types.d.ts").WriteChange} WriteChange */

/**
 * Says what a write is about: the key of its text, and what the text names. A module may have a text of its own.
 * @param {AppState} state @param {WriteChange} change
 * @returns {{key: string, date: string | null, meal: string | null, name: string, ml: number,
 *   own?: ReturnType<typeof aboutOf>}}
 */
function about(state, change) {
  const { sync, favourites } = state;
  const plain = {
    date: /** @type {string | null} */ (null),
    meal: /** @type {string | null} */ (null),
    name: "",
    ml: 0,
  };
  switch (change.kind) {
    case "putEntry": {
      const { content, preview } = change;
      return { ...plain, key: "put", name: content.name ?? preview.name, date: content.date, meal: content.meal };
    }
    case "removeEntry": {
      const { date, meal, name } = change.base.content;
      return { ...plain, key: "remove", name: sync.stored.entries[change.id]?.name ?? name ?? "", date, meal };
    }
    case "addWater":
    case "removeWater":
      return { ...plain, key: change.kind, date: change.water.date, ml: change.water.ml };
    case "addMeasurement":
    case "removeMeasurement":
      return { ...plain, key: change.kind, name: change.measurement.kind, date: change.measurement.date };
    case "module": {
      const key = { PUT: "put", PATCH: "change", DELETE: "remove" }[change.method];
      return { ...plain, key, name: change.name, own: aboutOf(state, change) };
    }
    default: {
      const [key, of] = change.subject.split(" ");
      if (key === "tick") return { ...plain, key, name: change.name ?? "" };
      if (key === "favourite") {
        return { ...plain, key, name: favourites?.find(({ foodId }) => foodId === of)?.name ?? "" };
      }
      if (key === "note" || key === "complete") return { ...plain, key, date: of };
      // A value of another version of the app.
      return { ...plain, key: "put", name: change.name ?? change.subject };
    }
  }
}

/**
 * What the list shows: what needs the person first, then what waits, in the order of sending.
 * @param {AppState} state
 */
export function waitingModel(state) {
  const { sync, isOnline, session } = state;
  const rows = sync.stored.writes.map(({ id, change, status }) => ({
    id,
    status,
    isModule: change.kind === "module",
    ...about(state, change),
  }));
  const isOpen = (/** @type {typeof rows[number]} */ { status }) =>
    status.kind === "refused" || status.kind === "conflict";
  return {
    rows: [...rows.filter(isOpen), ...rows.filter((row) => !isOpen(row))],
    why: session.phase === "expired" ? "expired" : isOnline ? "online" : "offline",
    waiting: waitingCount(sync),
    open: writesToDecide(sync).length,
  };
}

/** @type {import("../../types.d.ts").Reducer} */
export function reduceWaiting(state, action) {
  const write = state.sync.stored.writes.find(({ id }) => id === action.write);
  switch (action.type) {
    case "waiting.open":
      return [{ ...state, isWaitingOpen: action.isOpen }, []];
    case "waiting.send":
      return [state, [{ type: "online" }]];
    case "entry.giveUp":
      return write?.status.kind === "refused"
        ? runSync(state, { kind: "dismiss", write: write.id, now: action.now })
        : [state, []];
    case "entry.decide": {
      if (write?.status.kind !== "conflict") return [state, []];
      if (write.change.kind === "module") {
        return runSync(state, { kind: "decide", write: write.id, isMine: action.isMine, now: action.now });
      }
      const mine = action.isMine ? write.status.fields : [];
      return runSync(state, { kind: "resolve", write: write.id, mine, now: action.now });
    }
    default:
      return [state, []];
  }
}
