/** The accounts of this server, for staff and admins: their list, and the changes of one. */
import { toasted } from "../../core/entries.js";
import { USER_QUERY_LENGTH } from "../../core/limits.js";

/** @typedef {import("../../types.d.ts").AdminUser} AdminUser */
/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../types.d.ts").Effect} Effect */
/** @typedef {import("./types.d.ts").UserChange} UserChange */
/** @typedef {import("./types.d.ts").UsersState} UsersState */

/** The lists of the screen, by the last part of its path. */
export const LISTS = /** @type {const} */ (["accounts", "invitations"]);
/** Rows of a page: some more than a screen shows. */
export const PAGE = 20;

/** What the filters add to a request.
 * @type {Record<import("./types.d.ts").UserFilter, string>} */
export const FILTERS = { all: "", disabled: "&state=disabled", staff: "&role=staff", admin: "&role=admin" };

/** The bodies of requests. Roles are sent as a whole.
 * @type {Record<UserChange, (user: AdminUser) => import("../../types.d.ts").AuthAdminUsersUpdate>} */
const BODIES = {
  disable: () => ({ disabled: true }),
  enable: () => ({ disabled: false }),
  grantStaff: ({ roles }) => ({ roles: [...roles, "staff"] }),
  revokeStaff: ({ roles }) => ({ roles: roles.filter((role) => role !== "staff") }),
  grantAdmin: ({ roles }) => ({ roles: [...roles, "admin"] }),
  revokeAdmin: ({ roles }) => ({ roles: roles.filter((role) => role !== "admin") }),
};

/** @param {UsersState["list"]} [list] @returns {UsersState} */
export const initialUsers = (list = "accounts") => ({
  list,
  text: "",
  filter: "all",
  items: null,
  cursor: null,
  isLoading: list === "accounts",
  problem: null,
  sheet: null,
  busy: null,
  refused: null,
});

/** @param {AppState} state */
export const usersState = (state) => state.users ?? initialUsers();

/** @param {AppState} state @param {Partial<UsersState>} change @returns {AppState} */
const withUsers = (state, change) => ({ ...state, users: { ...usersState(state), ...change } });

/**
 * Returns the changes that the caller may make to an account. The server decides; these are its rules.
 * @param {AppState} state @param {AdminUser} user @returns {UserChange[]}
 */
export function changesOf({ session }, { roles, disabled }) {
  const own = session.user?.roles ?? [];
  const isAdmin = own.includes("admin");
  // Staff may disable and enable users, but neither staff nor admins.
  if (!isAdmin && (!own.includes("staff") || roles.some((role) => role !== "user"))) return [];
  /** @type {UserChange[]} */
  const changes = [disabled ? "enable" : "disable"];
  if (!isAdmin) return changes;
  if (roles.includes("staff")) changes.push("revokeStaff");
  // Admins have all rights of staff.
  else if (!roles.includes("admin")) changes.push("grantStaff");
  changes.push(roles.includes("admin") ? "revokeAdmin" : "grantAdmin");
  return changes;
}

/** The list that is shown, which an answer must belong to.
 * @param {UsersState} users */
const queryOf = ({ text, filter }) => {
  const q = text.trim();
  return `${FILTERS[filter]}${q === "" ? "" : `&q=${encodeURIComponent(q)}`}`;
};

/** @param {UsersState} users @param {Effect["type"]} [type] @returns {Effect} */
function load(users, type = "users.ask") {
  const { cursor } = users;
  const query = queryOf(users);
  const more = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
  const path = `/v1/admin/users?limit=${PAGE}${query}${more}`;
  return { type, path, then: "users.loaded", params: { query, cursor } };
}

/** @type {import("../../types.d.ts").Reducer} */
export function reduceUsers(state, action) {
  const users = usersState(state);
  switch (action.type) {
    case "users.open": {
      const list = LISTS.find((list) => list === action.list) ?? "accounts";
      // A way back to the list keeps the search.
      const next = { ...initialUsers(list), text: users.text, filter: users.filter };
      return [{ ...state, users: next }, list === "accounts" ? [load(next)] : []];
    }
    case "users.type": {
      const text = action.text.slice(0, USER_QUERY_LENGTH.max);
      const next = { ...users, text, cursor: null, isLoading: true, problem: null };
      return [{ ...state, users: next }, [load(next, "users.search")]];
    }
    case "users.filter": {
      const next = { ...initialUsers(), text: users.text, filter: action.filter };
      return [{ ...state, users: next }, [load(next)]];
    }
    case "users.retry":
      return [withUsers(state, { problem: null, isLoading: true }), [load(users)]];
    case "users.more":
      return users.isLoading || users.cursor === null
        ? [state, []]
        : [withUsers(state, { isLoading: true, problem: null }), [load(users)]];
    case "users.loaded": {
      if (action.query !== queryOf(users) || action.cursor !== users.cursor) return [state, []];
      const items = [...(action.cursor === null ? [] : users.items ?? []), ...action.data.items];
      return [withUsers(state, { items, cursor: action.data.nextCursor, isLoading: false, problem: null }), []];
    }
    case "users.failed":
      return failed(state, action);
    default:
      return reduceChange(state, action);
  }
}

/** The sheet of an account, and its change.
 * @type {import("../../types.d.ts").Reducer} */
function reduceChange(state, action) {
  const users = usersState(state);
  const { sheet } = users;
  switch (action.type) {
    case "users.menu":
      return users.busy === null ? [withUsers(state, { sheet: { id: action.id, step: "menu" } }), []] : [state, []];
    case "users.choose":
      return sheet ? [withUsers(state, { sheet: { ...sheet, step: action.step } }), []] : [state, []];
    case "users.close":
      // The menu also closes when one of its changes was chosen, and then the next sheet stays.
      return sheet && (sheet.step === "menu") === action.isMenu ? [withUsers(state, { sheet: null }), []] : [state, []];
    case "users.change": {
      const user = users.items?.find(({ id }) => id === sheet?.id);
      if (!sheet || sheet.step === "menu" || !user || users.busy !== null) return [state, []];
      const { id, step } = sheet;
      return [withUsers(state, { sheet: null, busy: id, refused: null }), [{
        type: "users.ask",
        method: "PATCH",
        path: `/v1/admin/users/${encodeURIComponent(id)}`,
        body: BODIES[step](user),
        then: "users.changed",
        params: { id, step },
      }]];
    }
    case "users.changed": {
      const items = users.items?.map((user) => user.id === action.id ? action.data : user) ?? null;
      return [
        toasted(withUsers(state, { items, busy: null }), `users.done.${action.step}`, {
          name: action.data.name,
        }, null),
        [],
      ];
    }
    default:
      return [state, []];
  }
}

/** @param {AppState} state @param {import("../../types.d.ts").Action} action @returns {[AppState, Effect[]]} */
function failed(state, { then, problem, id, query }) {
  if (then === "users.changed") return [withUsers(state, { busy: null, refused: { id, problem } }), []];
  const isShown = then === "users.loaded" && query === queryOf(usersState(state));
  return [isShown ? withUsers(state, { isLoading: false, problem }) : state, []];
}
