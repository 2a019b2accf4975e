/** What the device keeps for one user. */

/** @param {string} user @returns {import("./types.d.ts").Stored} */
export const emptyStore = (user) => ({ user, entries: {}, writes: [] });

/** @returns {import("./types.d.ts").SyncState} */
export const initialSync = () => ({
  stored: emptyStore(""),
  requests: [],
  failures: 0,
  lastSave: 0,
  lastRequest: 0,
  isUnsaved: false,
});

/** Applies a change to a store, as IndexedDB does.
 * @param {import("./types.d.ts").Stored} stored @param {import("./types.d.ts").StoreChange} change
 * @returns {import("./types.d.ts").Stored} */
export function applied(stored, change) {
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
    case "removeEntry": {
      const { [change.id]: _, ...entries } = stored.entries;
      return { ...stored, entries };
    }
    default:
      return change.stored;
  }
}
