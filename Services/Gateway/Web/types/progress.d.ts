// The state of Progress.
import type { AppProblem, EstimatedExpenditure, Progress, WeightProjection } from "./api.d.ts";

/** The screen Progress; absent before its first visit. */
export interface ProgressState {
  period: "day" | "week" | "month" | "year";
  /** A day of the period that is shown. */
  date: string;
  /** The newest answers, by period and first day. */
  periods: Record<string, Progress>;
  /** The last 90 days. */
  recent: Progress | null;
  expenditure: EstimatedExpenditure | null;
  projection: WeightProjection | null;
  /** Weights that the server has stored but that its trend still lacks, by id. */
  added: Record<string, import("../core/sync/types.d.ts").Measurement>;
  problem: AppProblem | null;
  /** The chosen point of each chart. */
  chosen: { energy: number | null; weight: number | null };
  /** What is typed. */
  weightText: string | null;
  /** What the buttons - and + have made, in kg. */
  weightKg: number | null;
  /** The key of the text that says what is wrong. */
  weightProblem: string | null;
}
