// Pictures, shared foods, reports of foods, and imports.
import type {
  AppProblem,
  DiaryImport,
  DiaryImportFormat,
  DiaryImportOutcome,
  FoodReport,
  FoodReportReason,
  FoodReportState,
  LeaderboardFoodsItem,
} from "./api.d.ts";

/** What may have a picture: a path on this server, or `imageURL`, which may be at another one. */
export interface Pictured {
  name?: string | null;
  picture?: string | null;
  imageURL?: string | null;
}

/** A row of shared foods with a key of its own in the list. */
export type SharedRow = LeaderboardFoodsItem & { key: string; food: LeaderboardFoodsItem["food"] & Pictured };

/** What sharers ate on a day. */
export interface SharedState {
  date: string;
  items: SharedRow[] | null;
  cursor: string | null;
  /** True while the next page is on the way. */
  isLoading: boolean;
  problem: AppProblem | null;
  /** The key of the row that is being logged. */
  busy: string | null;
  /** The entries of rows that were logged on this visit, by the keys of the rows. */
  logged: Record<string, string>;
}

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

export interface ImportState {
  format: DiaryImportFormat;
  file: File | null;
  dateOrder: string | null;
  step: "choose" | "reading" | "preview" | "applying" | "done";
  preview: DiaryImport | null;
  /** True to overwrite what was changed or removed since the file was made. */
  replaces: boolean;
  outcome: DiaryImportOutcome | null;
  problem: AppProblem | null;
  /** True while no file is chosen where one must be. */
  isEmpty: boolean;
}
