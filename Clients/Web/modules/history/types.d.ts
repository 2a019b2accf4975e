// The state of History.
import type { AppProblem, DiaryDay, DiaryEntry } from "../../types/api.d.ts";

export interface HistoryState {
  /** Days with something in them, newest first. */
  days: DiaryDay[];
  /** The oldest day that was asked for; null before the first answer. */
  from: string | null;
  /** The days of the device, newest first: shown before the first answer. */
  kept: DiaryDay[];
  /** True if the search is that of the device, because the server did not answer. */
  isOwn: boolean;
  isLoading: boolean;
  /** Answers without a single entry, one after the other. */
  gaps: number;
  problem: AppProblem | null;
  text: string;
  /** The number of the newest search; answers of older ones are dropped. */
  search: number;
  found: DiaryEntry[] | null;
  cursor: string | null;
  isSearching: boolean;
}

/** What the module adds to the state, and the names of its actions and effects. */
declare module "../../types/app.d.ts" {
  interface AppState {
    history?: HistoryState;
  }

  interface ActionNames {
    history:
      | "history.days"
      | "history.failed"
      | "history.found"
      | "history.kept"
      | "history.more"
      | "history.moreFound"
      | "history.open"
      | "history.retry"
      | "history.type";
  }

  interface EffectNames {
    history:
      | "history.ask"
      | "history.kept"
      | "history.search";
  }
}
