/** What is shown: the copy of the server's data with the queue's writes laid over it. */
import { contentOf, previewOf } from "./content.js";
import { MEALS } from "../router.js";

/** @typedef {import("./types.d.ts").SyncState} SyncState */
/** @typedef {import("./types.d.ts").SyncWrite} SyncWrite */

const isUnderWay = (/** @type {SyncWrite} */ { status }) => status.kind === "waiting" || status.kind === "sent";

/** @param {SyncState} state */
export const waitingCount = ({ stored }) => stored.writes.filter(isUnderWay).length;

/** Writes that need the user: conflicts and refusals.
 * @param {SyncState} state */
export const writesToDecide = ({ stored }) => stored.writes.filter((write) => !isUnderWay(write));

/**
 * The entries of a day, in the order in which they are shown.
 * @param {SyncState} state @param {string} date
 */
export function shownEntries({ stored }, date) {
  /** @type {Map<string, SyncWrite[]>} */
  const writes = new Map();
  for (const write of stored.writes) {
    if (write.change.kind !== "putEntry" && write.change.kind !== "removeEntry") continue;
    writes.set(write.change.id, [...writes.get(write.change.id) ?? [], write]);
  }
  const ids = [...new Set([...Object.keys(stored.entries), ...writes.keys()])];
  const shown = ids.map((id) => shownEntry(stored.entries[id], writes.get(id) ?? [])).filter((entry) => entry !== null);
  const place = (/** @type {string} */ id) => writes.get(id)?.[0].order ?? 0;
  const last = Number.MAX_SAFE_INTEGER;
  return shown.filter(({ content }) => content.date === date).sort((a, b) =>
    MEALS.indexOf(a.content.meal) - MEALS.indexOf(b.content.meal) || (a.position ?? last) - (b.position ?? last) ||
    place(a.id) - place(b.id) || (a.id < b.id ? -1 : 1)
  );
}

/** @param {import("./types.d.ts").DiaryEntry | undefined} entry @param {readonly SyncWrite[]} writes */
export function shownEntry(entry, writes) {
  /** @typedef {import("./types.d.ts").EntryContent} Content */
  /** @type {{id: string, content: Content, preview: import("./types.d.ts").EntryPreview, position?: number,
   *   status: string} | null} */
  let shown = entry
    ? {
      id: entry.id,
      content: contentOf(entry),
      preview: previewOf(entry),
      position: entry.position,
      status: "confirmed",
    }
    : null;
  for (const write of writes) {
    const { change } = write;
    const status = isUnderWay(write) ? "waiting" : write.status.kind;
    if (change.kind === "putEntry") {
      const isInPlace = shown?.content.date === change.content.date && shown.content.meal === change.content.meal;
      const { id, content, preview } = change;
      shown = { id, content, preview, position: change.position ?? (isInPlace ? shown?.position : undefined), status };
    } else if (change.kind === "removeEntry") shown = status === "refused" && shown ? { ...shown, status } : null;
  }
  return shown;
}

/** The water of a day, with what was added and taken back since.
 * @param {SyncState} state @param {string} date */
export function shownWaterMl({ stored }, date) {
  let ml = stored.days[date]?.waterMl ?? 0;
  for (const { change, status } of stored.writes) {
    if (!("water" in change) || change.water.date !== date || status.kind === "refused") continue;
    ml += change.kind === "addWater" ? change.water.ml : -change.water.ml;
  }
  return Math.max(ml, 0);
}
