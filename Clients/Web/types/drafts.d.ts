// Drafts of forms.
import type { Action, ActionName, AppState } from "./app.d.ts";

/** The fields of a form by their names; `values` are texts by the names of their fields. */
// deno-lint-ignore no-explicit-any
export type DraftFields = Record<string, any>;

/** What was typed in a form. */
export interface Draft {
  /** The fields before anything was typed. */
  base: DraftFields;
  /** The fields that were changed. */
  fields: DraftFields;
}

/** A form that is followed. */
export interface OpenDraft {
  key: string;
  /** Null until the form is there. */
  base: DraftFields | null;
}

/** How the fields of a screen are read and filled. */
export interface DraftForm {
  /** The fields of an empty form; null where the form first has what the server knows. */
  empty: DraftFields | null;
  /** A draft that is older is removed. */
  maxAgeMs: number;
  /** The name of the draft; without it, each path of the screen has a draft of its own. */
  key?: string;
  /** Actions after which the draft is no longer needed. */
  endsBy?: ActionName[];
  /** True if nothing says that the form was filled. */
  isQuiet?: boolean;
  /** True if the changed fields are worth keeping; without it, all are. */
  isTyped?: (changed: DraftFields, fields: DraftFields) => boolean;
  /** Returns the fields; null while the form is not there. */
  read: (state: AppState) => DraftFields | null;
  write: (state: AppState, fields: DraftFields) => AppState;
  /** Returns an action that fills the form, where a change of the state does not suffice. */
  redo?: (fields: DraftFields) => Action;
}
