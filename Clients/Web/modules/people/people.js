/** The state of People: boards, groups, challenges, and the consent to share. */
import { addDays, daysBetween } from "../../core/dates.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("./types.d.ts").PeopleState} PeopleState */
/** @typedef {import("../../types.d.ts").Effect} Effect */

/** @type {import("../../types.d.ts").LeaderboardTopMetric[]} */
export const METRICS = ["adherence", "streak", "logged"];
/** @type {import("../../types.d.ts").LeaderboardTopPeriod[]} */
export const PERIODS = ["week", "month"];
/** The days of a new challenge before the person changes them. */
const CHALLENGE_DAYS = 7;

/** @param {string} today @returns {PeopleState} */
export const initialPeople = (today) => ({
  period: "week",
  metric: "adherence",
  boards: {},
  groups: null,
  group: null,
  challenge: null,
  problem: null,
  form: null,
  removing: null,
  text: "",
  draft: { metric: "adherence", from: today, to: addDays(today, CHALLENGE_DAYS - 1) },
  isBusy: false,
  formProblem: null,
  isEmpty: false,
  isCopied: false,
});

/** @param {AppState} state */
const own = (state) => state.people ?? initialPeople(state.todayDate);

/** @param {AppState} state @param {Partial<PeopleState>} change @returns {AppState} */
const withOwn = (state, change) => ({ ...state, people: { ...own(state), ...change } });

const CLOSED = {
  form: null,
  removing: null,
  text: "",
  isBusy: false,
  formProblem: null,
  isEmpty: false,
  isCopied: false,
};

/** @type {import("../../types.d.ts").Reducer} */
export function reducePeople(state, action) {
  const people = own(state);
  switch (action.type) {
    case "people.open":
      return [withOwn(state, { ...CLOSED, problem: null }), [loadBoard(people), { type: "people.loadGroups" }]];
    case "group.open": {
      const group = people.group?.id === action.groupId ? people.group : null;
      return [withOwn(state, { ...CLOSED, group, problem: null }), [loadGroup(people, action.groupId)]];
    }
    case "join.open":
      return [withOwn(state, { ...CLOSED, form: "join", text: action.code, problem: null }), []];
    case "challenge.open": {
      const challenge = people.challenge?.id === action.challengeId ? people.challenge : null;
      /** @type {Effect} */
      const load = { type: "people.loadChallenge", id: action.challengeId };
      return [withOwn(state, { ...CLOSED, challenge, problem: null }), [load]];
    }
    case "people.board": {
      const { period = people.period, metric = people.metric } = action;
      const next = withOwn(state, { period, metric, problem: null });
      const group = state.route.name === "group" ? people.group : null;
      return [next, [group ? loadGroup(own(next), group.id) : loadBoard(own(next))]];
    }
    case "people.boardLoaded":
      return [withOwn(state, { boards: { ...people.boards, [action.key]: action.board } }), []];
    case "people.groupsLoaded":
      return [withOwn(state, { groups: action.items }), []];
    case "people.groupLoaded":
      return action.group.id === state.route.params.groupId
        ? [withOwn(state, { group: action.group }), []]
        : [state, []];
    case "people.challengeLoaded":
      return [withOwn(state, { challenge: action.challenge }), []];
    case "people.loadFailed":
      return [withOwn(state, { problem: action.problem }), []];
    case "people.retry":
      return [withOwn(state, { problem: null }), loads(state)];
    case "hint":
      return [state, hinted(state, action.hint)];
    default:
      return reduceForms(state, action);
  }
}

/** Forms and what they send.
 * @type {import("../../types.d.ts").Reducer} */
function reduceForms(state, action) {
  const people = own(state);
  const busy = (
    /** @type {Effect} */ effect,
  ) => /** @type {[AppState, Effect[]]} */ ([withOwn(state, { isBusy: true, formProblem: null, isEmpty: false }), [
    effect,
  ]]);
  if (people.isBusy && /^people\.(?:submit|renew|share)$/.test(action.type)) return [state, []];
  switch (action.type) {
    case "people.form":
      return [
        withOwn(state, { ...CLOSED, form: action.form, removing: action.userId ?? null }),
        action.form ? [{ type: "focusField" }] : [],
      ];
    case "people.type":
      return [withOwn(state, { text: action.text, isEmpty: false, formProblem: null }), []];
    case "people.draft":
      return [withOwn(state, { draft: { ...people.draft, ...action.change }, formProblem: null }), []];
    case "people.submit": {
      const text = people.text.trim();
      const needsText = people.form === "create" || people.form === "join";
      if (needsText && text === "") return [withOwn(state, { isEmpty: true }), [{ type: "focusError" }]];
      const request = requestOf(people, text, state.session.user?.id ?? "");
      return request ? busy({ type: "people.send", ...request }) : [state, []];
    }
    case "people.renew":
      return people.group
        ? busy({ type: "people.send", method: "POST", path: `/v1/groups/${people.group.id}/code` })
        : [state, []];
    case "people.share":
      return busy({ type: "people.shareBoards", isShared: action.isShared });
    case "people.shared":
      return [withOwn({ ...state, profile: action.profile }, { isBusy: false }), [
        { type: "keepProfile", profile: action.profile },
        ...loads(state),
      ]];
    case "people.copy":
      return [state, [{ type: "people.copyLink", text: action.text }]];
    case "people.copied":
      return [withOwn(state, { isCopied: true }), []];
    case "people.sent":
      return sent(state, action.data);
    case "people.failed":
      return [withOwn(state, { isBusy: false, formProblem: action.problem }), [{ type: "focusError" }]];
    default:
      return [state, []];
  }
}

/** The request of the open form.
 * @param {PeopleState} people @param {string} text @param {string} user */
function requestOf({ form, removing, group, challenge, draft }, text, user) {
  switch (form) {
    case "create":
      return { method: "POST", path: "/v1/groups", body: { name: text } };
    case "join":
      return { method: "POST", path: "/v1/groups/join", body: { code: text } };
    case "challenge":
      return group && { method: "POST", path: `/v1/groups/${group.id}/challenges`, body: draft };
    case "leave":
      return group && { method: "DELETE", path: `/v1/groups/${group.id}/members/${user}` };
    case "remove":
      return group && removing && { method: "DELETE", path: `/v1/groups/${group.id}/members/${removing}` };
    case "end":
      return challenge && { method: "DELETE", path: `/v1/challenges/${challenge.id}` };
    default:
      return null;
  }
}

/** Shows the result of a form: a group, a challenge, or nothing after it was left or removed.
 * @param {AppState} state @param {any} data @returns {[AppState, Effect[]]} */
function sent(state, data) {
  const { form, group, challenge } = own(state);
  const next = withOwn(state, CLOSED);
  /** @type {(path: string, isReplaced?: boolean) => Effect[]} */
  const to = (path, isReplaced = false) => [{ type: "go", path, isReplaced }];
  if (data?.members) {
    const isHere = data.id === state.route.params.groupId;
    return [withOwn(next, { group: data }), isHere ? [] : to(`/people/groups/${data.id}`, form === "join")];
  }
  if (data?.standing) return [withOwn(next, { challenge: data }), to(`/people/challenges/${data.id}`)];
  if (form === "leave") return [withOwn(next, { group: null, groups: null }), [{ type: "back", path: "/people" }]];
  if (form === "end" && challenge) return [next, [{ type: "back", path: `/people/groups/${challenge.groupId}` }]];
  return [next, group ? [loadGroup(own(state), group.id)] : []];
}

/** @param {{period: string, metric: string}} board */
export const boardKey = ({ period, metric }) => `${period}-${metric}`;

/** @param {PeopleState} people @returns {Effect} */
const loadBoard = ({ period, metric }) => ({
  type: "people.loadBoard",
  period,
  metric,
  key: boardKey({ period, metric }),
});

/** @param {PeopleState} people @param {string} id @returns {Effect} */
const loadGroup = ({ period, metric }, id) => ({ type: "people.loadGroup", id, period, metric });

/** What the shown screen needs.
 * @param {AppState} state @returns {Effect[]} */
function loads(state) {
  const { name, params } = state.route;
  if (name === "people") return [loadBoard(own(state)), { type: "people.loadGroups" }];
  if (name === "group") return [loadGroup(own(state), params.groupId)];
  return name === "challenge" ? [{ type: "people.loadChallenge", id: params.challengeId }] : [];
}

/** @param {AppState} state @param {{kind: string, id?: string | null}} hint */
function hinted(state, { kind, id }) {
  const { groupId, challengeId } = state.route.params;
  const isShown = kind === "reset" || (kind === "board" && state.route.name === "people") ||
    (kind === "group" && (state.route.name === "people" || id === groupId)) ||
    (kind === "challenge" && id === challengeId);
  return isShown ? loads(state) : [];
}

/** A standing with the person's own place: marked where it is in view, else apart below.
 * @param {import("../../types.d.ts").LeaderboardTopReply} board @param {string | undefined} userId */
export function standingModel({ items, me }, userId) {
  const rows = items.map((row) => ({ ...row, isMine: row.userId === userId }));
  const isInView = rows.some(({ isMine }) => isMine);
  return { rows, apart: me && !isInView ? { ...me, isMine: true } : null };
}

/** Where a challenge is: before, during or after its days, and whether its result is final.
 * @param {{from: string, to: string, finished: boolean}} challenge @param {string} today */
export function challengePhase({ from, to, finished }, today) {
  if (finished) return { phase: "final", n: 0 };
  if (today < from) return { phase: "before", n: daysBetween(today, from) };
  return today > to ? { phase: "counting", n: 0 } : { phase: "running", n: daysBetween(today, to) + 1 };
}
