/** What the device keeps for one user. */

/** @param {string} user @returns {import("./types.d.ts").Stored} */
export const emptyStore = (user) => ({ user, entries: {}, days: {}, measurements: {}, writes: [] });

/** Applies a change to a store, as IndexedDB does.
 * @param {import("./types.d.ts").Stored} stored @param {import("./types.d.ts").StoreChange} change
 * @returns {import("./types.d.ts").Stored} */
export function applied(stored, change) {
  const without = (/** @type {Record<string, any>} */ table, /** @type {string} */ id) => {
    const { [id]: _, ...rest } = table;
    return rest;
  };
  switch (change.kind) {
    case "putWrite": {
      const { write } = change;
      const isKnown = stored.writes.some(({ id }) => id === write.id);
      const writes = isKnown
        ? stored.writes.map((each) => each.id === write.id ? write : each)
        : [...stored.writes, write].sort((a, b) => a.order - b.order);
      return { ...stored, writes };
    }
    case "removeWrite":
      return { ...stored, writes: stored.writes.filter(({ id }) => id !== change.id) };
    case "putEntry":
      return { ...stored, entries: { ...stored.entries, [change.entry.id]: change.entry } };
    case "removeEntry":
      return { ...stored, entries: without(stored.entries, change.id) };
    case "putDay":
      return { ...stored, days: { ...stored.days, [change.day.date]: change.day } };
    case "putMeasurement":
      return { ...stored, measurements: { ...stored.measurements, [change.measurement.id]: change.measurement } };
    case "removeMeasurement":
      return { ...stored, measurements: without(stored.measurements, change.id) };
    case "setCursor":
      return { ...stored, cursor: change.cursor };
    case "clearDiary":
      return { ...stored, entries: {}, days: {}, cursor: undefined };
    default:
      return change.stored;
  }
}
