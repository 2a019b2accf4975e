// The state of the whole app, its actions and its effects.
import type { AddLists, AddState, AmountState, Favourite, OutsideState } from "./add.d.ts";
import type { Profile, SessionUser } from "./api.d.ts";
import type { DeviceState } from "./device.d.ts";
import type { FactorState } from "./factor.d.ts";
import type { ImportState, ReportsState, ReportState, SharedState } from "./features.d.ts";
import type { FoodsState } from "./foods.d.ts";
import type { HistoryState } from "./history.d.ts";
import type { MailState } from "./mail.d.ts";
import type { MoreState } from "./more.d.ts";
import type { PeopleState, PersonState } from "./people.d.ts";
import type { PlanState } from "./plan.d.ts";
import type { MeasuresState, ProgressState } from "./progress.d.ts";
import type { QuestionsState } from "./questions.d.ts";
import type { ScanState } from "./scan.d.ts";
import type { SystemScreen } from "./system.d.ts";
import type { TargetState } from "./target.d.ts";
import type { TodayState } from "./today.d.ts";
import type { InvitationsState, UsersState } from "./users.d.ts";
import type { WelcomeState } from "./welcome.d.ts";

export type Language = "en" | "uk" | "th";

export type Unit = "kcal" | "kj" | "g" | "oz" | "ml" | "floz" | "kg" | "lb" | "st" | "cm" | "in";

export type EnergyUnit = "kcal" | "kj";

/** Fluid ounces are those of the United States. */
export type VolumeUnit = "ml" | "floz";

export type ReadNumber =
  | { kind: "number"; value: number }
  | { kind: "ask"; values: [number, number] }
  | { kind: "empty" }
  | { kind: "wrong" };

export interface Route {
  name: string;
  params: Record<string, string>;
}

export interface SessionState {
  phase: "starting" | "signedOut" | "signedIn" | "expired";
  user: SessionUser | null;
}

export interface Toast {
  id: number;
  key: string;
  params: Record<string, string | number>;
  /** The action that takes the change back. */
  undo: Action | null;
}

export interface AppState {
  language: Language;
  energy: EnergyUnit;
  volume: VolumeUnit;
  session: SessionState;
  profile: Profile | null;
  /** The person's day now. */
  todayDate: string;
  route: Route;
  /** The route of the screen from which this one was opened. */
  previous?: Route;
  /** False after a request without an answer, until one is answered. */
  isOnline: boolean;
  /** When the connection was last back, in milliseconds since 1970. */
  backAt: number | null;
  /** The copy of the diary's entries on this device, and the queue of writes. */
  sync: import("../core/sync/types.d.ts").SyncState;
  /** Writes that wait until the store of the user is open. */
  early: import("../core/sync/types.d.ts").SyncAction[];
  toast: Toast | null;
  welcome: WelcomeState;
  today: TodayState;
  add: AddState;
  amount: AmountState;
  addLists?: AddLists;
  outside?: OutsideState;
  /** The favourites of the server; null before they were loaded. */
  favourites: Favourite[] | null;
  /** Parts outside of the first load; missing until their screen was opened. */
  questions?: QuestionsState;
  people?: PeopleState;
  person?: PersonState;
  /** The path of an invitation that was opened without a session. */
  wanted?: string;
  device?: DeviceState;
  /** True while the list of what waits is open. */
  isWaitingOpen?: boolean;
  mail?: MailState;
  more?: MoreState;
  progress?: ProgressState;
  measures?: MeasuresState;
  foods?: FoodsState;
  target?: TargetState;
  history?: HistoryState;
  scan?: ScanState;
  plan?: PlanState;
  system?: SystemScreen;
  factor?: FactorState;
  shared?: SharedState;
  report?: ReportState;
  reports?: ReportsState;
  users?: UsersState;
  invitations?: InvitationsState;
  imports?: ImportState;
  meta:
    | { registration: string | null; features: string[]; demoAccounts?: { account: string; name: string }[] | null }
    | null;
}

/** A plain object with `type`; docs/explanation/web-app.md lists them. */
// deno-lint-ignore no-explicit-any
export type Action = { type: string } & Record<string, any>;

// deno-lint-ignore no-explicit-any
export type Effect = { type: string } & Record<string, any>;

export type Reducer = (state: AppState, action: Action) => [AppState, Effect[]];

/** The markup of a template, and where its values go: a node, and its attribute if it has one. */
export interface PreparedTemplate {
  content: DocumentFragment;
  slots: { path: number[]; name: string | null }[];
}

/** What every view gets. */
export interface Context {
  state: AppState;
  dispatch: (action: Action) => void;
  texts: import("../core/texts.js").Texts;
  t: (key: string, params?: Record<string, string | number>) => string;
  /** The rows that a frame may show; missing where all are shown at once. */
  rows?: import("../core/row-budget.js").RowBudget;
}
