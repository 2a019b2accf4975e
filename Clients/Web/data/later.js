/** What begins after the first screen is there: one window leads, the app is kept for use without a connection, and the
 * next modules are fetched. */
import { MODULES } from "../modules/list.js";
import { newId } from "./store.js";

/** After this time the first screen is there, and the line is free for the next ones. */
const NEXT_MS = 1_500;
/** The files for use without a connection come last. */
const OFFLINE_MS = 3_000;
/** The pause before the module that sends is asked for again. */
const RETRY_MS = 5_000;

/**
 * @param {object} app
 * @param {() => import("../types.d.ts").AppState} app.getState
 * @param {(action: import("../types.d.ts").Action) => void} app.dispatch
 * @param {() => void} app.lead Called when this window leads.
 * @param {(name: string) => Promise<unknown>} app.load Loads a module.
 */
export function begin({ getState, dispatch, lead, load }) {
  void startLeading();
  // A person that comes back finds the screen as it was only on Today.
  const isIdle = () => {
    const { route, today } = getState();
    return route.name === "today" && today.menuFor === null && today.sheet === null;
  };
  setTimeout(
    () => void import("./offline.js").then(({ keepOffline }) => keepOffline(isIdle)).catch(() => {}),
    OFFLINE_MS,
  );
  setTimeout(() => {
    void load("today").catch(() => {});
    for (const { name } of MODULES.filter(({ isEarly, isOn }) => isEarly && isOn)) {
      // Each module with `isEarly` declares it.
      const type = /** @type {import("../types.d.ts").ActionName} */ (`${name}.ready`);
      void load(name).then(() => dispatch({ type }), () => {});
    }
  }, NEXT_MS);

  /** Lets one window send and listen. */
  async function startLeading() {
    const leader = await import("./leader.js").catch(() => null);
    if (!leader) return void setTimeout(startLeading, RETRY_MS);
    leader.lead(newId(), () => {
      lead();
      void import("./live.js").then(
        ({ listen }) =>
          listen((hint) => dispatch({ type: "hint", hint }), () => getState().session.phase === "signedIn"),
        () => {},
      );
    });
  }
}
