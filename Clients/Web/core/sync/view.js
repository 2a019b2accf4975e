/** What is shown: the server's data with the queue's writes laid over it. */
import { contentOf, previewOf } from "./content.js";

/** @typedef {import("./types.d.ts").SyncState} SyncState */
/** @typedef {import("./types.d.ts").SyncWrite} SyncWrite */

const isUnderWay = (/** @type {SyncWrite} */ { status }) => status.kind === "waiting" || status.kind === "sent";

/** @param {SyncState} state */
export const waitingCount = ({ stored }) => stored.writes.filter(isUnderWay).length;

/** Writes that need the user: conflicts and refusals.
 * @param {SyncState} state */
export const writesToDecide = ({ stored }) => stored.writes.filter((write) => !isUnderWay(write));

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
 * @param {SyncState} state @param {{date: string, waterMl: number}} day */
export function shownWaterMl({ stored }, { date, waterMl }) {
  let ml = waterMl;
  for (const { change, status } of stored.writes) {
    if (!("water" in change) || change.water.date !== date || status.kind === "refused") continue;
    ml += change.kind === "addWater" ? change.water.ml : -change.water.ml;
  }
  return Math.max(ml, 0);
}

/** The value that is shown: that of the last write that was not refused, else the one of the server.
 * @template T @param {SyncState} state @param {string} subject @param {T} known @returns {T} */
export function shownValue({ stored }, subject, known) {
  let value = known;
  for (const { change, status } of stored.writes) {
    if (change.kind === "setValue" && change.subject === subject && status.kind !== "refused") value = change.value;
  }
  return value;
}
