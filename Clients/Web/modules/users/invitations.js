/** Invitations to register, for staff and admins: their list, a new one with its code, and the end of one. */
import { toasted } from "../../core/entries.js";
import { INVITATION_DAYS, INVITATION_USES } from "../../core/limits.js";
import { readNumber } from "../../core/numbers.js";
import { PAGE } from "./users.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../types.d.ts").Effect} Effect */
/** @typedef {import("./types.d.ts").InvitationsState} InvitationsState */

const PATH = "/v1/admin/invitations";
/** Ranges and defaults of the contract. */
export const NUMBERS = /** @type {const} */ ({
  uses: { ...INVITATION_USES, usual: "1" },
  days: { ...INVITATION_DAYS, usual: "7" },
});

/** @returns {InvitationsState} */
export const initialInvitations = () => ({
  items: null,
  cursor: null,
  isLoading: true,
  problem: null,
  isOpen: false,
  values: {},
  wrong: {},
  isMaking: false,
  formProblem: null,
  made: null,
  copied: null,
  asking: null,
  busy: null,
  refused: null,
});

/** @param {AppState} state */
export const invitationsState = (state) => state.invitations ?? initialInvitations();

/** @param {AppState} state @param {Partial<InvitationsState>} change @returns {AppState} */
const withInvitations = (state, change) => ({ ...state, invitations: { ...invitationsState(state), ...change } });

/** The link that opens Welcome with the code. No server receives a fragment, so none has the code in its log.
 * @param {string} code @param {string} origin */
export const invitationLink = (code, origin) => `${origin}/welcome#invitation=${encodeURIComponent(code)}`;

/** What a number field shows.
 * @param {Record<string, string>} values @param {"uses" | "days"} field */
export const numberText = (values, field) => values[field] ?? NUMBERS[field].usual;

/** Reads the form.
 * @param {Record<string, string>} values
 * @returns {{body: import("../../types.d.ts").AuthAdminInvitationsMake, wrong: Record<string, string>}}
 *   The body of the request, and the fields that cannot be read with keys of texts. */
export function invitationRequest(values) {
  /** @type {Record<string, string>} */
  const wrong = {};
  /** @param {"uses" | "days"} field */
  const number = (field) => {
    const { min, max } = NUMBERS[field];
    const read = readNumber(numberText(values, field));
    const value = read.kind === "number" ? read.value : NaN;
    if (!Number.isInteger(value) || value < min || value > max) wrong[field] = "invitations.whole";
    return value;
  };
  const [uses, days, note] = [number("uses"), number("days"), (values.note ?? "").trim()];
  return { body: note === "" ? { uses, days } : { uses, days, note }, wrong };
}

/** @param {InvitationsState} invitations @returns {Effect} */
function load({ cursor }) {
  const more = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
  return { type: "users.ask", path: `${PATH}?limit=${PAGE}${more}`, then: "invitations.loaded", params: { cursor } };
}

/** @type {import("../../types.d.ts").Reducer} */
export function reduceInvitations(state, action) {
  const invitations = invitationsState(state);
  switch (action.type) {
    case "users.open": {
      if (action.list !== "invitations") return [state, []];
      // A new code is lost permanently once it is not shown, so it stays until the person has done with it.
      const { made } = invitations;
      const next = { ...initialInvitations(), made };
      return [{ ...state, invitations: next }, state.meta ? [load(next)] : [load(next), { type: "users.loadMeta" }]];
    }
    case "invitations.retry":
      return [withInvitations(state, { problem: null, isLoading: true }), [load(invitations)]];
    case "invitations.more":
      return invitations.isLoading || invitations.cursor === null
        ? [state, []]
        : [withInvitations(state, { isLoading: true, problem: null }), [load(invitations)]];
    case "invitations.loaded": {
      if (action.cursor !== invitations.cursor) return [state, []];
      const items = [...(action.cursor === null ? [] : invitations.items ?? []), ...action.data.items];
      return [withInvitations(state, { items, cursor: action.data.nextCursor, isLoading: false, problem: null }), []];
    }
    case "users.failed":
      return failed(state, action);
    default:
      return [state, []];
  }
}

/** The form, and the code that it brings.
 * @type {import("../../types.d.ts").Reducer} */
export function reduceMaking(state, action) {
  const invitations = invitationsState(state);
  switch (action.type) {
    case "invitations.form":
      return [
        withInvitations(state, { isOpen: action.isOpen, values: {}, wrong: {}, formProblem: null }),
        [{ type: action.isOpen ? "focusField" : "focusHeading" }],
      ];
    case "invitations.type": {
      const { field, text } = action;
      const values = { ...invitations.values, [field]: text };
      return [withInvitations(state, { values, wrong: { ...invitations.wrong, [field]: "" } }), []];
    }
    case "invitations.make": {
      if (invitations.isMaking) return [state, []];
      const { body, wrong } = invitationRequest(invitations.values);
      if (Object.keys(wrong).length > 0) {
        return [withInvitations(state, { wrong, formProblem: null }), [{ type: "focusError" }]];
      }
      return [withInvitations(state, { isMaking: true, wrong, formProblem: null }), [{
        type: "users.ask",
        method: "POST",
        path: PATH,
        body,
        then: "invitations.made",
      }]];
    }
    case "invitations.made": {
      const { data } = action;
      const items = invitations.items && [data.invitation, ...invitations.items];
      const closed = { isOpen: false, values: {}, wrong: {}, isMaking: false };
      return [withInvitations(state, { ...closed, items, made: data, copied: null }), [{ type: "focusField" }]];
    }
    case "invitations.copy":
      return [state, [{ type: "users.copy", what: action.what, text: action.text }]];
    case "invitations.copied":
      return [withInvitations(state, { copied: action.what }), []];
    case "invitations.done":
      return [withInvitations(state, { made: null, copied: null }), [{ type: "focusHeading" }]];
    default:
      return [state, []];
  }
}

/** The question before an invitation is revoked, and its answer.
 * @type {import("../../types.d.ts").Reducer} */
export function reduceRevoking(state, action) {
  const { items, busy, asking } = invitationsState(state);
  switch (action.type) {
    case "invitations.ask":
      return busy === null ? [withInvitations(state, { asking: action.id }), []] : [state, []];
    case "invitations.revoke":
      if (asking === null || busy !== null) return [state, []];
      return [withInvitations(state, { asking: null, busy: asking, refused: null }), [{
        type: "users.ask",
        method: "DELETE",
        path: `${PATH}/${encodeURIComponent(asking)}`,
        then: "invitations.revoked",
        params: { id: asking },
      }]];
    case "invitations.revoked": {
      const revoked = items?.map((each) => each.id === action.id ? { ...each, state: "revoked" } : each) ?? null;
      const change = { items: /** @type {InvitationsState["items"]} */ (revoked), busy: null };
      return [toasted(withInvitations(state, change), "invitations.revoked", {}, null), []];
    }
    default:
      return [state, []];
  }
}

/** @param {AppState} state @param {import("../../types.d.ts").Action} action @returns {[AppState, Effect[]]} */
function failed(state, { then, problem, id }) {
  switch (then) {
    case "invitations.loaded":
      return [withInvitations(state, { isLoading: false, problem }), []];
    case "invitations.made": {
      const next = withInvitations(state, { isMaking: false, formProblem: problem });
      if (problem.status !== 0) return [next, [{ type: "focusError" }]];
      // The server may have made it. Then the list has it, without its code.
      const again = withInvitations(next, { cursor: null, isLoading: true, problem: null });
      return [again, [{ type: "focusError" }, load(invitationsState(again))]];
    }
    case "invitations.revoked":
      return [withInvitations(state, { busy: null, refused: { id, problem } }), []];
    default:
      return [state, []];
  }
}
