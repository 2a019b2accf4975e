/** More: the list of what there is, the settings of the account, and sign-out. */
import { toasted } from "../../core/entries.js";
import { NAME_LENGTH } from "../../core/limits.js";
import { passwordRefusal } from "../../core/password.js";
import { chosenPlaces } from "../../core/modules.js";
import { bodyChange } from "../../core/settings.js";
import { waitingCount, writesToDecide } from "../../core/sync/view.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../types.d.ts").Effect} Effect */
/** @typedef {import("./types.d.ts").MoreState} MoreState */

/** @typedef {"name" | "body" | "email" | "password" | "token" | "export" | "delete"} Form What is sent as a whole. */

/** The sections by their paths, in the order of the list. */
export const SECTIONS = ["account", "body", "food", "sharing", "display", "security", "data", "about"];

/** @param {string} [section] @returns {MoreState} */
export const initialMore = (section = "") => ({
  section,
  values: {},
  refused: {},
  problem: null,
  form: "",
  busy: "",
  saved: "",
  pending: {},
  sessions: null,
  tokens: null,
  scopes: ["diary:read"],
  madeToken: null,
  exported: null,
  leaving: null,
});

/** @param {AppState} state */
export const moreState = (state) => state.more ?? initialMore();

/** The profile with the settings that are being saved.
 * @param {AppState} state @returns {import("../../types.d.ts").Profile | null} */
export function shownProfile(state) {
  const { pending } = moreState(state);
  const { profile } = state;
  if (!profile) return null;
  const { shares, ...rest } = pending;
  return {
    ...profile,
    ...rest,
    shares: /** @type {import("../../types.d.ts").Shares} */ ({ ...profile.shares, ...shares }),
  };
}

/** What a section loads.
 * @type {Record<string, Effect["type"][]>} */
const LOADS = { security: ["more.loadSessions", "more.loadTokens"], about: ["more.loadMeta"] };

/** What a form lacks: names of fields with keys of texts.
 * @param {AppState} state @param {string} form @returns {Record<string, string>} */
function refusedFields(state, form) {
  const { values, scopes } = moreState(state);
  /** @type {Record<string, string>} */
  const refused = {};
  const need = (/** @type {string[]} */ ...fields) =>
    fields.filter((field) => !values[field]?.trim()).forEach((field) => refused[field] = "field.missing");
  switch (form) {
    case "name":
      if ([...(values.name ?? state.profile?.name ?? "").trim()].length < NAME_LENGTH.min) {
        refused.name = "field.name.tooShort";
      }
      break;
    case "email":
      if (!/^[^\s@]+@[^\s@]+$/.test((values.email ?? "").trim())) refused.email = "field.email.wrongFormat";
      need("currentPassword");
      break;
    case "password":
      if (passwordRefusal(values.password ?? "")) refused.password = passwordRefusal(values.password ?? "");
      need("currentPassword");
      break;
    case "token":
      if (scopes.length === 0) refused.scopes = "field.missing";
      need("tokenName");
      break;
    case "export":
    case "delete":
      need("currentPassword");
      break;
    case "body":
      return bodyChange(state, values).refused;
  }
  return refused;
}

/** @param {AppState} state @param {Form} form @returns {Effect} */
function requestOf(state, form) {
  const { values, scopes } = moreState(state);
  switch (form) {
    case "name":
      return { type: "more.patch", form, change: { name: (values.name ?? state.profile?.name ?? "").trim() } };
    case "body":
      return { type: "more.patch", form, change: bodyChange(state, values).change };
    default:
      return { type: `more.${form}`, form, values, scopes };
  }
}

/** Sends changed settings. The device keeps the language, too.
 * @param {import("../../types.d.ts").Action} action @returns {Effect[]} */
function settings({ form, change }) {
  /** @type {Effect} */
  const patch = { type: "more.patch", form, change };
  return change.language ? [patch, { type: "language.save", language: change.language }] : [patch];
}

/** @type {import("../../types.d.ts").Reducer} */
export function reduceMore(state, action) {
  /** @type {MoreState} */
  const before = moreState(state);
  const isOther = ["more.type", "more.submit"].includes(action.type) && (action.form ?? before.form) !== before.form;
  // What was typed in one form of a section does not belong to the next one.
  /** @type {MoreState} */
  const more = isOther ? { ...before, form: action.form, values: {}, refused: {}, problem: null } : before;
  const changed = (/** @type {Partial<MoreState>} */ change) => ({ ...state, more: { ...more, ...change } });
  switch (action.type) {
    case "more.open": {
      const section = SECTIONS.includes(action.section) ? action.section : "";
      const loads = (LOADS[section] ?? []).map((type) => ({ type }));
      return [{ ...state, more: initialMore(section) }, loads];
    }
    case "more.type":
      return [
        changed({
          values: { ...more.values, [action.field]: action.text },
          refused: { ...more.refused, [action.field]: "" },
          saved: "",
        }),
        [],
      ];
    case "more.picture":
      if (more.busy !== "") return [state, []];
      return [changed({ busy: "picture", problem: null, saved: "" }), [{ ...action, type: "more.picture" }]];
    case "more.form":
      return [changed({ form: action.form, values: {}, refused: {}, problem: null, saved: "" }), [{
        type: "focusField",
      }]];
    case "more.scope": {
      const others = more.scopes.filter((scope) => scope !== action.scope);
      return [changed({ scopes: action.isOn ? [...others, action.scope] : others }), []];
    }
    case "more.set":
      // Shown at once, and taken back if the server refuses it.
      return [
        changed({ pending: { ...more.pending, ...action.change }, problem: null, busy: action.form, saved: "" }),
        settings(action),
      ];
    case "more.energy":
      // The profile has no units of energy and volume, so they are those of the device.
      return [{ ...state, energy: action.unit }, [{ type: "more.saveEnergy", unit: action.unit }]];
    case "more.place": {
      const places = chosenPlaces(state.places, action.name);
      return [{ ...state, places }, [{ type: "more.savePlaces", places }]];
    }
    case "more.volume":
      return [{ ...state, volume: action.unit }, [{ type: "more.saveVolume", unit: action.unit }]];
    case "more.dislike": {
      const text = (more.values.dislike ?? "").trim();
      const known = shownProfile(state)?.dislikes ?? [];
      if (text === "" || known.includes(text)) return [changed({ values: {} }), []];
      return reduceMore(changed({ values: {} }), {
        type: "more.set",
        form: "dislikes",
        change: { dislikes: [...known, text] },
      });
    }
    case "more.submit": {
      if (more.busy !== "") return [state, []];
      const own = { ...state, more };
      const refused = refusedFields(own, action.form);
      if (Object.keys(refused).length > 0) {
        return [changed({ refused, problem: null, form: action.form }), [{ type: "focusError" }]];
      }
      return [changed({ busy: action.form, problem: null, refused: {}, form: action.form }), [
        requestOf(own, action.form),
      ]];
    }
    case "more.saved":
      return [
        changed({ busy: "", saved: action.form, form: "", values: {}, refused: {}, pending: {}, ...action.change }),
        action.keepsFocus ? [] : [{ type: "focusHeading" }],
      ];
    case "more.failed":
      return [changed({ busy: "", pending: {}, problem: action.problem, form: action.form }), [{ type: "focusError" }]];
    case "more.loaded":
      return [changed(action.change), []];
    case "more.endSession":
      return [changed({ sessions: more.sessions?.filter(({ id }) => id !== action.id) ?? null }), [
        { ...action, type: "more.endSession" },
      ]];
    case "more.endOthers":
      return [changed({ sessions: more.sessions?.filter(({ isCurrent }) => isCurrent) ?? null }), [
        { type: "more.endOthers" },
      ]];
    case "more.endToken":
      return [changed({ tokens: more.tokens?.filter(({ id }) => id !== action.id) ?? null }), [
        { ...action, type: "more.endToken" },
      ]];
    default:
      return reduceLeaving(state, action);
  }
}

/** Sign-out. Writes that the server does not have are dropped only after a question.
 * @type {import("../../types.d.ts").Reducer} */
function reduceLeaving(state, action) {
  const more = moreState(state);
  const changed = (/** @type {Partial<MoreState>} */ change) => ({ ...state, more: { ...more, ...change } });
  /** @type {(keeps: boolean) => Effect} */
  const leave = (keeps) => ({ type: "more.leave", keeps, user: state.session.user?.id ?? "" });
  const unsent = waitingCount(state.sync) + writesToDecide(state.sync).length;
  switch (action.type) {
    case "more.signOut":
      return unsent > 0 ? [changed({ leaving: "ask" }), []] : [changed({ leaving: "leaving" }), [leave(false)]];
    case "more.stay":
      return [changed({ leaving: null }), []];
    case "more.send":
      return [changed({ leaving: "sending" }), [{ type: "online" }]];
    case "more.keep":
      return [changed({ leaving: "leaving" }), [leave(true)]];
    case "more.discard":
      return [changed({ leaving: "leaving" }), [leave(false)]];
    case "sync": {
      if (more.leaving !== "sending") return [state, []];
      if (unsent === 0) return [changed({ leaving: "leaving" }), [leave(false)]];
      // What remains needs the person: it was refused, or another device changed the same.
      return waitingCount(state.sync) === 0 ? [changed({ leaving: "ask" }), []] : [state, []];
    }
    case "connection":
      return more.leaving === "sending" && !action.isOnline ? [changed({ leaving: "ask" }), []] : [state, []];
    case "more.erased":
      return [toasted(state, "more.erased", {}, null), []];
    default:
      return [state, []];
  }
}

/** Numbers of the question before sign-out.
 * @param {AppState} state */
export const leavingModel = (state) => ({
  step: moreState(state).leaving,
  waiting: waitingCount(state.sync),
  refused: writesToDecide(state.sync).length,
  canSend: state.isOnline && state.session.phase === "signedIn" && waitingCount(state.sync) > 0,
});
