/** Saves of the queue of writes that fail, and what repairs them. */
import { contentOf, previewOf } from "../../Clients/Web/core/sync/content.js";
import { applied, emptyStore } from "../../Clients/Web/core/sync/stored.js";
import { addQueueEffects } from "../../Clients/Web/data/queue.js";
import { equal } from "./checks.js";
import { day, entry, Run, TODAY, USER } from "./fixtures.js";

/** Makes an entry. @param {string} id */
const creation = (id) => {
  const made = entry({ id });
  return {
    kind: "create",
    write: `write of ${id}`,
    entry: id,
    content: contentOf(made),
    preview: previewOf(made),
    now: 0,
  };
};
const idsIn = ({ writes }) => writes.map(({ change }) => change.id);

/** A run with the effects of the queue, on a disk that can fail. */
function onDisk() {
  const disk = { stored: emptyStore(USER.id), isFull: false };
  const store = {
    isLasting: true,
    readSync: () => Promise.resolve(disk.stored),
    saveSync(_user, changes) {
      if (disk.isFull) return Promise.reject(new Error("The disk is full."));
      return Promise.resolve(void (disk.stored = changes.reduce(applied, disk.stored)));
    },
  };
  const run = Run.signedIn(day(TODAY));
  const given = [];
  const handlers = {};
  const pending = [];
  const dispatch = (action) => {
    given.push(action.type);
    run.do(action);
    for (const effect of run.effects.splice(0)) pending.push(handlers[effect.type]?.(effect));
  };
  addQueueEffects({ client: {}, store, getState: () => run.state, dispatch }, handlers);
  return {
    disk,
    fullCount: () => given.filter((type) => type === "store.full").length,
    /** Passes an action to the queue, and waits for what it saves. */
    async sync(action) {
      dispatch({ type: "sync", action });
      while (pending.length > 0) await Promise.all(pending.splice(0));
    },
    open: () => handlers["sync.openStore"]({ effect: { user: USER.id } }),
  };
}

Deno.test("saves: a queue that is read again after a failed save is saved, and no full disk is reported", async () => {
  const { disk, fullCount, sync, open } = onDisk();
  await sync(creation("e1"));
  disk.isFull = true;
  await sync(creation("e2"));
  equal([idsIn(disk.stored), fullCount()], [["e1"], 1]);
  disk.isFull = false;
  await open();
  await sync(creation("e3"));
  equal([idsIn(disk.stored), fullCount()], [["e1", "e3"], 1]);
});

Deno.test("saves: the next save after a failed one has everything, also that of a day that was read", () => {
  const run = Run.signedIn().sync(creation("e1"));
  const [{ effect }] = run.taken("sync.save");
  run.sync({ kind: "saveFailed", number: effect.number });
  equal(run.taken("sync.save"), []);
  run.do({ type: "day.loaded", day: day(TODAY, [entry({ id: "e2" })]) });
  const kinds = run.taken("sync.save").map(({ effect }) =>
    effect.changes.map(({ kind, stored }) => [kind, idsIn(stored)])
  );
  equal(kinds, [[["replace", ["e1"]]]]);
});
