// The state of Progress.
import type { AppProblem, EstimatedExpenditure, Measurement, Progress, WeightProjection } from "../../types/api.d.ts";

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
  added: Record<string, import("../../core/sync/types.d.ts").Measurement>;
  problem: AppProblem | null;
  /** The chosen point of each chart. */
  chosen: { energy: number | null; weight: number | null; measure: number | null };
  /** What is typed. */
  weightText: string | null;
  /** What the buttons - and + have made, in kg. */
  weightKg: number | null;
  /** The key of the text that says what is wrong. */
  weightProblem: string | null;
}

export type MeasureKind = "waist" | "sleep" | "steps";

/** Waist, sleep and steps. */
export interface MeasuresState {
  /** The one that is shown. */
  kind: MeasureKind;
  /** The server's answers; one that is missing was not loaded. */
  items: Partial<Record<MeasureKind, Measurement[]>>;
  /** What the server has stored but its last answer lacks, by id. */
  added: Record<string, import("../../core/sync/types.d.ts").Measurement>;
  /** The ids that were removed since the last answer. */
  removed: string[];
  /** What is typed. */
  text: string;
  /** The key of the text that says what is wrong. */
  problem: string | null;
}

/** What the module adds to the state, and the names of its actions and effects. */
declare module "../../types/app.d.ts" {
  interface AppState {
    progress?: ProgressState;
    measures?: MeasuresState;
  }

  interface ActionNames {
    progress:
      | "measure.kind"
      | "measure.remove"
      | "measure.save"
      | "measure.type"
      | "measures.loaded"
      | "progress.choose"
      | "progress.expenditure"
      | "progress.failed"
      | "progress.key"
      | "progress.loaded"
      | "progress.open"
      | "progress.projection"
      | "progress.recent"
      | "weight.save"
      | "weight.step"
      | "weight.type"
      | "weight.undo";
  }

  interface EffectNames {
    progress:
      | "measures.load"
      | "progress.load"
      | "progress.loadRecent"
      | "progress.project";
  }
}
