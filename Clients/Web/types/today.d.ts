// The state of Today and of its sheets.
import type { AppProblem, DiaryDay } from "./api.d.ts";

export interface TodayState {
  date: string;
  /** The newest answers of the server, by date. */
  days: Record<string, DiaryDay>;
  loading: Record<string, boolean>;
  problem: AppProblem | null;
  /** The entry with the open menu. */
  menuFor: string | null;
  /** The sheet that is open. */
  sheet: Sheet | null;
  advice: { code: string; params: Record<string, string>; severity: string }[];
}

/** A sheet of Today; its other members belong to the part `day`. */
// deno-lint-ignore no-explicit-any
export type Sheet = { name: "calendar" | "note" | "exercise" | "copy" } & Record<string, any>;
