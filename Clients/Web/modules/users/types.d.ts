// The accounts and the invitations of this server, for staff and admins.
import type { AdminUser, AppProblem, Invitation } from "../../types/api.d.ts";

/** What an account can be changed to, one change at a time. */
export type UserChange = "disable" | "enable" | "grantStaff" | "revokeStaff" | "grantAdmin" | "revokeAdmin";

export type UserFilter = "all" | "disabled" | "staff" | "admin";

/** A change that the server did not make, which its row states. */
export interface RefusedChange {
  id: string;
  problem: AppProblem;
}

export interface UsersState {
  list: "accounts" | "invitations";
  /** What is searched for. */
  text: string;
  filter: UserFilter;
  items: AdminUser[] | null;
  cursor: string | null;
  isLoading: boolean;
  /** Why the list could not be loaded. */
  problem: AppProblem | null;
  /** The account of the open sheet, and the change that it asks about; `menu` offers all. */
  sheet: { id: string; step: "menu" | UserChange } | null;
  /** The account that is being changed. */
  busy: string | null;
  refused: RefusedChange | null;
}

export interface InvitationsState {
  items: Invitation[] | null;
  cursor: string | null;
  isLoading: boolean;
  /** Why the list could not be loaded. */
  problem: AppProblem | null;
  /** True while the form is open. */
  isOpen: boolean;
  /** What is typed, by field. */
  values: Record<string, string>;
  /** The fields that cannot be read, with keys of texts. */
  wrong: Record<string, string>;
  isMaking: boolean;
  formProblem: AppProblem | null;
  /** A new invitation with its code, which the server never shows again. */
  made: { invitation: Invitation; code: string } | null;
  /** What of it was copied last. */
  copied: "code" | "link" | null;
  /** The invitation of the open sheet. */
  asking: string | null;
  /** The invitation that is being revoked. */
  busy: string | null;
  refused: RefusedChange | null;
}

/** What the module adds to the state, and the names of its actions and effects. */
declare module "../../types/app.d.ts" {
  interface AppState {
    users?: UsersState;
    invitations?: InvitationsState;
  }

  interface ActionNames {
    users:
      | "invitations.ask"
      | "invitations.copied"
      | "invitations.copy"
      | "invitations.done"
      | "invitations.form"
      | "invitations.loaded"
      | "invitations.made"
      | "invitations.make"
      | "invitations.more"
      | "invitations.retry"
      | "invitations.revoke"
      | "invitations.revoked"
      | "invitations.type"
      | "users.change"
      | "users.changed"
      | "users.choose"
      | "users.close"
      | "users.failed"
      | "users.filter"
      | "users.loaded"
      | "users.menu"
      | "users.more"
      | "users.open"
      | "users.retry"
      | "users.type";
  }

  interface EffectNames {
    users:
      | "users.ask"
      | "users.copy"
      | "users.loadMeta"
      | "users.search";
  }
}
