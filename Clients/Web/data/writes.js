/** Effects for writes of modules. */
import "../core/writes.js";
import { answeredBy, isRegistered } from "../core/sync/modules.js";

/** The answers of the server to a request; others say that there was none. */
const ANSWERS = ["done", "gone", "changed", "refused"];
/** A module that takes longer to arrive counts as missing. */
const LOAD_MS = 5_000;

/** @param {import("./effects.js").Tools} tools
 * @returns {import("../types.d.ts").EffectsOf<"writes">} */
export function writeEffects({ getState, dispatch, loadWrites = async () => {} }) {
  /** Loads a module unless it is there. Without it, its writes are sent all the same.
   * @param {string} module */
  async function load(module) {
    if (isRegistered(module)) return;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const late = new Promise((resolve) => void (timer = setTimeout(resolve, LOAD_MS)));
    await Promise.race([loadWrites(module).catch(() => {}), late]);
    clearTimeout(timer);
  }

  return {
    /** Returns the actions that the answer to a write dispatches. */
    answerModule: async ({ call, answer }) => {
      if (!ANSWERS.includes(answer.kind)) return [];
      await load(call.module);
      return answeredBy(call, answer);
    },
    /** Merges the conflicts that arose while their modules were missing. */
    joinWrites: async ({ isLoading }) => {
      const conflicts = getState().sync.stored.writes.filter(({ status }) => status.kind === "conflict");
      const modules = new Set(conflicts.flatMap(({ change }) => change.kind === "module" ? [change.module] : []));
      for (const module of modules) {
        if (isLoading) await load(module);
        if (!isRegistered(module)) continue;
        dispatch({ type: "sync", action: { kind: "joined", module, now: Date.now() } });
      }
    },
  };
}
