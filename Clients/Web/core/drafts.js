/** Drafts: what is typed in open forms, so that a reload, the end of a session and a way back lose none of it. */
import { pathOf } from "./back.js";
import { toasted } from "./entries.js";
import { formOf } from "./modules.js";

/** @typedef {import("../types.d.ts").Action} Action */
/** @typedef {import("../types.d.ts").AppState} AppState */
/** @typedef {import("../types.d.ts").Draft} Draft */
/** @typedef {import("../types.d.ts").DraftForm} DraftForm */
/** @typedef {import("../types.d.ts").DraftFields} DraftFields */
/** @typedef {import("../types.d.ts").OpenDraft} OpenDraft */

/** People return to a long form within a week. */
export const FORM_MS = 7 * 86_400_000;
/** The text of a search says nothing later. */
export const SEARCH_MS = 3_600_000;
/** Passwords are never stored. */
const SECRET = /password/i;

/** @param {Record<string, any>} from @param {readonly string[]} names @returns {DraftFields} */
export const picked = (from, names) => Object.fromEntries(names.map((name) => [name, from[name]]));

/**
 * Describes a form that fills members of one part of the state.
 * @param {keyof AppState} part @param {readonly string[]} names @param {DraftFields | null} empty
 * @param {Partial<DraftForm>} [more] @param {(part: any) => boolean} [isThere]
 * @returns {DraftForm}
 */
export const fieldsOf = (part, names, empty, more = {}, isThere = () => true) => ({
  empty,
  maxAgeMs: FORM_MS,
  read: (state) => {
    const own = /** @type {any} */ (state[part]);
    return own && isThere(own) ? picked(own, names) : null;
  },
  write: (state, fields) => ({ ...state, [part]: { .../** @type {any} */ (state[part]), ...fields } }),
  ...more,
});

/** A text that is searched for. The search begins again with it, so that its results appear, too.
 * @param {keyof AppState} part @param {Action["type"]} type @param {Partial<DraftForm>} [more] */
export const searchOf = (part, type, more = {}) =>
  fieldsOf(part, ["text"], { text: "" }, {
    maxAgeMs: SEARCH_MS,
    isQuiet: true,
    write: (state) => state,
    redo: ({ text }) => ({ type, text }),
    ...more,
  });

/** @param {Record<string, string>} values */
const withoutSecrets = (values) => Object.fromEntries(Object.entries(values).filter(([name]) => !SECRET.test(name)));

/** @param {unknown} a @param {unknown} b */
const differs = (a, b) => JSON.stringify(a) !== JSON.stringify(b);

/** Returns the fields that were changed; null for none. Of `values`, only the changed ones.
 * @param {DraftFields} before @param {DraftFields} now @returns {DraftFields | null} */
export function changesOf(before, now) {
  const changed = Object.entries(now).filter(([name, value]) => value !== undefined && differs(before[name], value));
  const fields = Object.fromEntries(changed);
  if (fields.values) {
    const old = before.values ?? {};
    const values = withoutSecrets(now.values);
    fields.values = Object.fromEntries(Object.entries(values).filter(([name, text]) => text !== (old[name] ?? "")));
    if (Object.keys(fields.values).length === 0) delete fields.values;
  }
  return Object.keys(fields).length > 0 ? fields : null;
}

/** @param {DraftFields} before @param {DraftFields} changes @returns {DraftFields} */
const merged = (before, changes) => ({
  ...before,
  ...changes,
  ...(before.values ? { values: { ...before.values, ...changes.values } } : {}),
});

/** The name of the draft of a screen; null for a screen without a form.
 * @param {AppState} state */
export const keyOf = ({ route }) => {
  const form = formOf(route.name);
  return form ? form.key ?? pathOf(route) : null;
};

/** Actions that fill the form of a screen anew.
 * @param {Action} action @param {string} screen */
const opens = ({ type }, screen) => type === (screen === "today" ? "day.show" : `${screen}.open`);

/**
 * Follows the form of the shown screen.
 * @param {OpenDraft | null} open What was returned for the action before.
 * @param {Action} action The action that led to the state; of type `draft.begin` for a screen that was opened before.
 * @param {AppState} state
 * @param {(key: string) => Draft | null} stored Returns the draft of a form.
 * @returns {{open: OpenDraft | null, key?: string, draft?: Draft | null, action?: Action}}
 *   The draft to store under the key, null to remove it; or an action that fills the form.
 */
export function follow(open, action, state, stored) {
  const key = keyOf(state);
  if (action.type === "draft.discard") return { open, key: action.key, draft: null };
  const form = formOf(state.route.name);
  if (key === null || !form) return { open: null };
  const isOpened = action.type === "draft.begin" || opens(action, state.route.name);
  const own = isOpened ? { key, base: null } : open;
  if (own?.key !== key) return { open: null };
  if (form.endsBy?.includes(action.type)) return { open: null, key, draft: null };
  const now = form.read(state);
  const typed = (/** @type {DraftFields} */ base, /** @type {DraftFields} */ fields) => {
    const changed = changesOf(base, fields);
    return changed && (form.isTyped?.(changed, fields) ?? true) ? changed : null;
  };
  // A form that is gone was saved. One that was never there still loads.
  if (now === null) return own.base === null ? { open: own } : { open: null, key, draft: null };
  if (own.base !== null) {
    const fields = typed(own.base, now);
    return { open: own, key, draft: fields && { base: own.base, fields } };
  }
  const known = stored(key);
  const isHere = known && !differs(merged(known.base, known.fields), now);
  const base = form.empty ?? (isHere ? known.base : now);
  const fields = typed(base, now);
  // What is typed in the form already is newer than what was stored.
  if (fields || !known) return { open: { key, base }, ...(fields ? { key, draft: { base, fields } } : {}) };
  const filled = merged(now, known.fields);
  return { open: { key, base }, action: { type: "draft.restore", key, fields: filled, before: now } };
}

/** Fills a form, and brings an expired session back to it.
 * @type {import("../types.d.ts").Reducer} */
export function reduceDrafts(state, action) {
  const form = formOf(state.route.name);
  const isHere = action.key === keyOf(state);
  switch (action.type) {
    case "draft.restore": {
      if (!isHere || !form) return [state, []];
      const next = form.write(state, action.fields);
      const { key, before } = action;
      const said = form.isQuiet
        ? next
        : toasted(next, "late.draft", {}, { type: "draft.discard", key, fields: before });
      return [said, form.redo ? [{ type: "dispatch", action: form.redo(action.fields) }] : []];
    }
    case "draft.discard":
      return [{ ...(isHere && form ? form.write(state, action.fields) : state), toast: null }, []];
    case "route.changed": {
      const { previous, session, route } = state;
      if (session.phase !== "expired" || route.name !== "welcome" || !previous || !formOf(previous.name)) break;
      return [{ ...state, wanted: pathOf(previous) ?? undefined }, []];
    }
    case "session.started":
      return [{ ...state, wanted: undefined }, []];
  }
  return [state, []];
}

/** Each action is looked at after all reducers, because those of modules run after this one.
 * @type {import("../types.d.ts").Reducer} */
export function reduceAfter(state, action) {
  const [next, effects] = reduceDrafts(state, action);
  return [next, [...effects, { type: "drafts.follow", action }]];
}
