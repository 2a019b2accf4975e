// The state of the settings.
import type {
  AccountExport,
  AppProblem,
  AuthSessionsListItem,
  PersonalToken,
  ProfileUpdate,
  Scope,
} from "../../types/api.d.ts";

export interface MoreState {
  /** The section that is shown; empty for the list. */
  section: string;
  /** What is typed, by field. */
  values: Record<string, string>;
  /** Field names that the app itself refuses, with the key of the text. */
  refused: Record<string, string>;
  problem: AppProblem | null;
  /** The form that is open, or to which the problem belongs. */
  form: string;
  /** The form that is being sent. */
  busy: string;
  /** The form that was saved last. */
  saved: string;
  /** Settings that are being saved. */
  pending: ProfileUpdate;
  sessions: AuthSessionsListItem[] | null;
  tokens: PersonalToken[] | null;
  scopes: Scope[];
  /** A new token, which the server never shows again. */
  madeToken: string | null;
  exported: AccountExport | null;
  /** Where sign-out is. */
  leaving: null | "ask" | "sending" | "leaving";
}

/** What the module adds to the state, and the names of its actions and effects. */
declare module "../../types/app.d.ts" {
  interface AppState {
    more?: MoreState;
  }

  interface ActionNames {
    more:
      | "more.discard"
      | "more.dislike"
      | "more.endOthers"
      | "more.endSession"
      | "more.endToken"
      | "more.energy"
      | "more.erased"
      | "more.failed"
      | "more.form"
      | "more.keep"
      | "more.loaded"
      | "more.open"
      | "more.picture"
      | "more.place"
      | "more.saved"
      | "more.scope"
      | "more.send"
      | "more.set"
      | "more.signOut"
      | "more.stay"
      | "more.submit"
      | "more.type"
      | "more.volume";
  }

  interface EffectNames {
    more:
      | "more.delete"
      | "more.email"
      | "more.endOthers"
      | "more.endSession"
      | "more.endToken"
      | "more.export"
      | "more.leave"
      | "more.loadMeta"
      | "more.loadSessions"
      | "more.loadTokens"
      | "more.password"
      | "more.patch"
      | "more.picture"
      | "more.saveEnergy"
      | "more.savePlaces"
      | "more.saveVolume"
      | "more.token";
  }
}
