// Reports of wrong foods: one that a person writes, and the list of staff.
import type { AppProblem, FoodReport, FoodReportReason, FoodReportState } from "../../types/api.d.ts";

/** A report of a wrong food, as a person writes it. */
export interface ReportState {
  foodId: string;
  /** Null until the food has arrived. */
  name: string | null;
  reason: FoodReportReason | null;
  text: string;
  /** The path to which the screen leads back. */
  from: string;
  /** True while no reason is chosen where one must be. */
  isEmpty: boolean;
  isBusy: boolean;
  isSent: boolean;
  problem: AppProblem | null;
}

/** The reports of wrong foods, as staff read them. */
export interface ReportsState {
  state: FoodReportState;
  items: FoodReport[] | null;
  cursor: string | null;
  isLoading: boolean;
  /** Why the list could not be loaded. */
  problem: AppProblem | null;
  /** The report that is being closed, what is typed about it, and why that failed. */
  open: string | null;
  answer: string;
  isBusy: boolean;
  formProblem: AppProblem | null;
}

/** What the module adds to the state, and the names of its actions and effects. */
declare module "../../types/app.d.ts" {
  interface AppState {
    report?: ReportState;
    reports?: ReportsState;
  }

  interface ActionNames {
    reports:
      | "report.choose"
      | "report.failed"
      | "report.food"
      | "report.open"
      | "report.retry"
      | "report.send"
      | "report.sent"
      | "report.type"
      | "reports.close"
      | "reports.closed"
      | "reports.edit"
      | "reports.loaded"
      | "reports.more"
      | "reports.open"
      | "reports.retry"
      | "reports.show"
      | "reports.type";
  }

  interface EffectNames {
    reports: "report.ask";
  }
}
