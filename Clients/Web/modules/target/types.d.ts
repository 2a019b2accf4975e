// The state of Target.
import type {
  AppProblem,
  CalculationWarning,
  DayTarget,
  EnergyTarget,
  EstimatedExpenditure,
  TargetPeriod,
} from "../../types/api.d.ts";

export interface TargetState {
  /** What the open form makes a target from; null while none is open. */
  way: "goal" | "hand" | "measured" | null;
  /** What is typed, by field. */
  values: Record<string, string>;
  hasWeekdays: boolean;
  refused: Record<string, string>;
  /** The calculator's answer for the profile as it is. */
  workings: EnergyTarget | null;
  expenditure: EstimatedExpenditure | null;
  /** Newest first. */
  history: TargetPeriod[] | null;
  preview: TargetPreview | null;
  problem: AppProblem | null;
  isBusy: boolean;
  /** True after a change was saved, until the next one begins. */
  isSaved: boolean;
}

/** A target that is not saved yet. */
export interface TargetPreview {
  dailyKcal: number;
  weeklyKcal: number;
  monthlyKcal: number;
  proteinG: number;
  fatG: number;
  carbohydrateG: number;
  /** Weekdays with another target, by their English names. */
  weekdays: Record<string, DayTarget>;
  workings: EnergyTarget | null;
  warnings: CalculationWarning[];
  /** The requests that save it, in this order. */
  requests: { method: string; path: string; body?: unknown }[];
}

/** What the module adds to the state, and the names of its actions and effects. */
declare module "../../types/app.d.ts" {
  interface AppState {
    target?: TargetState;
  }

  interface ActionNames {
    target:
      | "target.calculated"
      | "target.complete"
      | "target.expenditure"
      | "target.failed"
      | "target.history"
      | "target.open"
      | "target.preview"
      | "target.store"
      | "target.stored"
      | "target.type"
      | "target.way"
      | "target.weekdays"
      | "target.workings";
  }

  interface EffectNames {
    target:
      | "target.ask"
      | "target.send";
  }
}
