// The state of the whole app, its actions and its effects.
import type { AddLists, AddState, AmountState, Favourite, OutsideState } from "./add.d.ts";
import type { Profile, SessionUser } from "./api.d.ts";
import type { TodayState } from "./today.d.ts";
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
  /** True until the screen is shown to which its action leads. */
  isLeading?: boolean;
  id: number;
  key: string;
  params: Record<string, string | number>;
  /** The action that takes the change back. */
  undo: Action | null;
}

/** The state of the app. The types of a module add its own, which is missing until one of its screens was opened. */
export interface AppState {
  language: Language;
  energy: EnergyUnit;
  volume: VolumeUnit;
  /** The modules that the person wants in the bar of a phone on this device. */
  places: readonly string[];
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
  /** What has failed in modules, by their names, until their screen is tried again. */
  faults: Record<string, string>;
  welcome: WelcomeState;
  today: TodayState;
  add: AddState;
  amount: AmountState;
  addLists?: AddLists;
  outside?: OutsideState;
  /** The favourites of the server; null before they were loaded. */
  favourites: Favourite[] | null;
  /** The path of an invitation that was opened without a session. */
  wanted?: string;
  meta:
    | { registration: string | null; features: string[]; demoAccounts?: { account: string; name: string }[] | null }
    | null;
}

/** The names of actions, by their modules. A module adds its own. */
export interface ActionNames {
  core:
    | "advice.loaded"
    | "connection"
    | "connection.back"
    | "date.changed"
    | "day.complete"
    | "day.failed"
    | "day.loaded"
    | "day.show"
    | "draft.begin"
    | "draft.discard"
    | "draft.restore"
    | "entries.again"
    | "entries.remove"
    | "entry.decide"
    | "entry.dismiss"
    | "entry.giveUp"
    | "entry.logToo"
    | "entry.menu"
    | "entry.move"
    | "entry.overruled"
    | "entry.photo"
    | "entry.photoFailed"
    | "entry.photoStored"
    | "entry.put"
    | "entry.remove"
    | "entry.resolve"
    | "entry.restore"
    | "entry.stored"
    | "extras.stored"
    | "go"
    | "hint"
    | "language.changed"
    | "language.choose"
    | "meal.again"
    | "meta.loaded"
    | "module.failed"
    | "module.loaded"
    | "module.missing"
    | "module.need"
    | "none"
    | "profile.loaded"
    | "route.changed"
    | "screen.retry"
    | "session.ended"
    | "session.left"
    | "session.started"
    | "sheet.close"
    | "sheet.open"
    | "store.full"
    | "sync"
    | "toast.close"
    | "value.refused"
    | "value.stored"
    | "water.add"
    | "water.undo"
    | "weight.stored"
    | "welcome.demo"
    | "welcome.failed"
    | "welcome.known"
    | "welcome.showPassword"
    | "welcome.step"
    | "welcome.submit"
    | "welcome.type";
}

/** The names of effects, by the tables of functions that carry them out. A module adds its own. */
export interface EffectNames {
  core:
    | "dispatch"
    | "keepProfile"
    | "loadAdvice"
    | "loadDay"
    | "loadDayLater"
    | "loadProfile"
    | "showKept"
    | "start";
  queue:
    | "lead"
    | "online"
    | "sync.begin"
    | `sync.${import("../core/sync/types.d.ts").SyncEffect["kind"]}`;
  page:
    | "back"
    | "fault"
    | "focusError"
    | "focusField"
    | "focusHeading"
    | "go"
    | "language.save"
    | "loadModule"
    | "openRoute"
    | "watchDay";
  welcome:
    | "emailStatus"
    | "endPending"
    | "register"
    | "signIn"
    | "signInCode"
    | "signInDemo";
  drafts: "drafts.follow";
  writes: "answerModule" | "joinWrites";
}

export type ActionName = ActionNames[keyof ActionNames];
export type EffectName = EffectNames[keyof EffectNames];

/** What has happened, and what belongs to it. */
// deno-lint-ignore no-explicit-any
export type Action = { type: ActionName; then?: ActionName } & Record<string, any>;

/** What is to be done outside of the state, and what that needs. The action of the type `then` has the answer. */
// deno-lint-ignore no-explicit-any
export type Effect = { type: EffectName; then?: ActionName; action?: Action } & Record<string, any>;

/** What carries out the effects of a module, by their names: all of them, and no other. */
// deno-lint-ignore no-explicit-any
export type EffectsOf<Module extends keyof EffectNames> = Record<EffectNames[Module], (effect: any) => unknown>;

/** What carries out the effects of the modules that are loaded. */
// deno-lint-ignore no-explicit-any
export type Effects = { [Name in EffectName]?: (effect: any) => any };

export type Reducer = (state: AppState, action: Action) => [AppState, Effect[]];

/** What may have a picture: a path on this server, or `imageURL`, which may be at another one. */
export interface Pictured {
  name?: string | null;
  picture?: string | null;
  imageURL?: string | null;
}

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
