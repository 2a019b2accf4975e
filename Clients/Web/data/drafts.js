/** Keeps the drafts of forms in the browser's storage, which has them at once, also if the window is closed. */
import { register } from "../core/app.js";
import { follow, FORM_MS, reduceAfter } from "../core/drafts.js";
import { formOf } from "../core/modules.js";

/** @typedef {import("../types.d.ts").EffectsOf<"drafts">} DraftEffects */

const PREFIX = "mealwire-draft ";
/** The longest time that a form is kept. */
const AGE_MAX_MS = FORM_MS;

/** @type {WeakMap<object, DraftEffects>} */
const made = new WeakMap();

/** Returns the effects of drafts. All modules share those of the first one.
 * @param {import("./effects.js").Tools} tools
 * @param {{storage?: Storage, now?: () => number}} [environment] @returns {DraftEffects} */
export function makeEffects(tools, { storage = globalThis.localStorage, now = Date.now } = {}) {
  const known = made.get(tools);
  if (known) return known;
  // Not before its effect is there.
  register(reduceAfter);
  const { getState, dispatch } = tools;
  const keeper = new DraftStore(storage, now);
  keeper.prune();
  /** @type {import("../types.d.ts").OpenDraft | null} */
  let open = null;
  let user = "";
  const look = (/** @type {import("../types.d.ts").Action} */ action) => {
    const state = getState();
    if (action.type === "session.left") keeper.forget(user);
    user = state.session.user?.id ?? "";
    if (user === "") return void (open = null);
    const { maxAgeMs = 0 } = formOf(state.route.name) ?? {};
    const step = follow(open, action, state, (key) => keeper.read(user, key, maxAgeMs));
    open = step.open;
    if (step.key !== undefined && step.draft !== undefined) keeper.write(user, step.key, step.draft);
    if (step.action) dispatch(step.action);
  };
  /** @type {DraftEffects} */
  const effects = { "drafts.follow": ({ action }) => look(action) };
  made.set(tools, effects);
  // The form of the first screen was opened before this module came.
  look({ type: "draft.begin" });
  return effects;
}

/** Drafts by user and form. A storage that is full or closed keeps none: then the window alone has what is typed. */
export class DraftStore {
  /** @param {Storage} storage @param {() => number} now */
  constructor(storage, now) {
    this.storage = storage;
    this.now = now;
    /** @type {Map<string, string>} The texts that are stored, without their times. */
    this.last = new Map();
  }

  /** @param {string} user @param {string} key @param {number} maxAgeMs
   * @returns {import("../types.d.ts").Draft | null} */
  read(user, key, maxAgeMs) {
    const found = this.at(PREFIX + user + " " + key);
    return found && this.now() - found.at <= maxAgeMs ? found.draft : null;
  }

  /** Stores a draft; null removes it.
   * @param {string} user @param {string} key @param {import("../types.d.ts").Draft | null} draft */
  write(user, key, draft) {
    const name = PREFIX + user + " " + key;
    const text = JSON.stringify(draft);
    if (this.last.get(name) === text) return;
    this.last.set(name, text);
    try {
      if (draft) this.storage.setItem(name, JSON.stringify({ at: this.now(), draft }));
      else this.storage.removeItem(name);
    } catch {
      this.last.delete(name);
    }
  }

  /** Removes all drafts of a user that signed out.
   * @param {string} user */
  forget(user) {
    this.names(`${PREFIX}${user} `).forEach((name) => this.storage.removeItem(name));
    this.last.clear();
  }

  /** Removes drafts that are too old to be continued. */
  prune() {
    for (const name of this.names(PREFIX)) {
      const found = this.at(name);
      if (!found || this.now() - found.at > AGE_MAX_MS) this.storage.removeItem(name);
    }
  }

  /** @param {string} name @returns {{at: number, draft: import("../types.d.ts").Draft} | null} */
  at(name) {
    try {
      const found = JSON.parse(this.storage.getItem(name) ?? "null");
      return found?.draft?.base && found.draft.fields && Number.isFinite(found.at) ? found : null;
    } catch {
      // Another version of the app has written it, or the storage is closed.
      return null;
    }
  }

  /** @param {string} prefix @returns {string[]} */
  names(prefix) {
    try {
      const all = Array.from({ length: this.storage.length }, (_, index) => this.storage.key(index) ?? "");
      return all.filter((name) => name.startsWith(prefix));
    } catch {
      return [];
    }
  }
}
