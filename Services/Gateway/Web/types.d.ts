// Types of the app. The gateway does not serve this file; `deno check` reads it.
import type {
  AccountExport,
  AuthSessionsListItem,
  AuthTotpStatusReply,
  CalculationWarning,
  CookieSession,
  DayExtras as ServerExtras,
  DayTarget,
  DiaryDay as ServerDay,
  DiaryEntry,
  DiaryImport,
  DiaryImportFormat,
  DiaryImportOutcome,
  DiaryPlan,
  EnergyTarget,
  EstimatedExpenditure,
  Food,
  FoodReport,
  FoodReportReason,
  FoodReportState,
  HealthyFood,
  LeaderboardChallenge,
  LeaderboardFoodsItem,
  LeaderboardGroup,
  LeaderboardGroupsListItem,
  LeaderboardTopMetric,
  LeaderboardTopPeriod,
  LeaderboardTopReply,
  Meal,
  Nutrients,
  PersonalToken,
  PlanDeviations,
  PlannedItem,
  PlanNutrients,
  Portion,
  Profile,
  ProfileUpdate,
  Progress,
  RecentFood,
  RecipeSummary,
  Scope,
  SessionUser,
  TargetPeriod,
  WeightProjection,
} from "../../../docs/reference/contracts.d.ts";

export type * from "../../../docs/reference/contracts.d.ts";

/** A day that an older version of the app has kept lacks the newer fields. */
export type DiaryDay = ServerDay & {
  month?: { from: string; kcal: number; targetKcal: number | null; remaining: number | null };
  isComplete?: boolean;
  extrasVersion?: number;
};
export type DayExtras = ServerExtras & { isComplete?: boolean };

/** A food that the person likes, with its usual amount. */
export type Favourite = Omit<RecentFood, "meal" | "count" | "lastAt"> & { addedAt?: string };

/** The answer of `GET /v1/foods/offline`. */
export interface OfflineFoods {
  language: string | null;
  own: Food[] | null;
  common: Food[] | null;
  recent: { food: Food; grams: number; portion: string | null; quantity: number | null; count: number }[] | null;
  unavailable: string[];
  digest: string;
}

/** What may have a picture: a path on this server, or `imageURL`, which may be at another one. */
export interface Pictured {
  name?: string | null;
  picture?: string | null;
  imageURL?: string | null;
}

export type Language = "en" | "uk" | "th";
export type Unit = "kcal" | "kj" | "g" | "oz" | "ml" | "floz" | "kg" | "lb" | "st" | "cm" | "in";
export type EnergyUnit = "kcal" | "kj";

export type ReadNumber =
  | { kind: "number"; value: number }
  | { kind: "ask"; values: [number, number] }
  | { kind: "empty" }
  | { kind: "wrong" };

export interface Route {
  name: string;
  params: Record<string, string>;
}

/** A problem document, or what stands for one where the server did not answer. */
export interface AppProblem {
  code: string;
  status: number;
  detail: string;
  params: Record<string, string>;
  errors?: { field: string; code: string; params: Record<string, string>; message: string }[];
  current?: unknown;
  /** Seconds of the header `Retry-After`. */
  retryAfter?: number;
}

export type NutrientKey = keyof Nutrients;

/** What a row of Add shows: a food with the amount that + logs. */
export interface Choice {
  foodId: string;
  name: string;
  brand: string | null;
  imageURL: string | null;
  grams: number;
  portion: string | null;
  quantity: number | null;
  /** Of the amount. */
  nutrients: Nutrients;
  /** True where the amount is the person's own last one. */
  isOwn: boolean;
}

export interface TrayItem {
  entryId: string;
  choice: Choice;
  /** How often + was pressed. */
  count: number;
  /** The same amount as one entry. */
  entry: DiaryEntry;
}

export interface WelcomeState {
  step: "email" | "signIn" | "register" | "code" | "choose";
  email: string;
  password: string;
  name: string;
  invitation: string;
  code: string;
  challenge: string;
  isPasswordShown: boolean;
  isBusy: boolean;
  problem: AppProblem | null;
  /** Field names that the app itself refuses, with the key of the text. */
  refused: Record<string, string>;
}

export interface TodayState {
  date: string;
  /** The newest answers of the server, by date. */
  days: Record<string, DiaryDay>;
  loading: Record<string, boolean>;
  problem: AppProblem | null;
  /** The entry whose menu is open. */
  menuFor: string | null;
  /** The sheet that is open. */
  sheet: Sheet | null;
  advice: { code: string; params: Record<string, string>; severity: string }[];
}

/** A sheet of Today; its other members belong to the part `day`. */
// deno-lint-ignore no-explicit-any
export type Sheet = { name: "calendar" | "note" | "exercise" | "copy" } & Record<string, any>;

/** A line of a typed meal, as the server has understood it. */
export interface MealLine {
  /** What was typed. */
  words: string;
  /** What it may mean, the likeliest first; empty if no food was found. */
  choices: Choice[];
  /** The place of the chosen one in `choices`; -1 to leave the line out. */
  chosen: number;
}

export interface AddState {
  date: string;
  meal: Meal;
  text: string;
  tab: "recent" | "frequent" | "favourite";
  recents: RecentFood[] | null;
  frequents: RecentFood[] | null;
  /** The newest answer, and the text that it answers. */
  results: { text: string; items: Food[]; isKept?: boolean; amounts?: Favourite[] } | null;
  /** What the text means as a meal of several foods. */
  lines: MealLine[] | null;
  /** The number of the search whose text the lines mean. */
  linesOf: number;
  /** The number of the newest search; answers of older ones are dropped. */
  search: number;
  isSearching: boolean;
  problem: AppProblem | null;
  tray: TrayItem[];
  isTrayOpen: boolean;
  /** True while foods are collected and logged together later. */
  isCollecting: boolean;
}

export interface AmountState {
  date: string;
  meal: Meal;
  /** The entry that is changed; null for a new one. */
  entry: DiaryEntry | null;
  food: Food | null;
  foodId: string | null;
  /** What is typed. */
  text: string;
  /** A portion's name, or null for grams. */
  portion: string | null;
  problem: AppProblem | null;
  isAsking: boolean;
}

/** The pages that links in mail lead to. */
export interface MailState {
  step: "ask" | "set" | "done" | "confirm" | "confirmed";
  email: string;
  /** The code of the mail. */
  token: string;
  /** True if the code came with the link, so that it need not be typed. */
  hasLink: boolean;
  password: string;
  isBusy: boolean;
  problem: AppProblem | null;
  refused: Record<string, string>;
}

/** The settings. */
export interface MoreState {
  /** The section that is shown; empty for the list. */
  section: string;
  /** What is typed, by field. */
  values: Record<string, string>;
  /** Field names that the app itself refuses, with the key of the text. */
  refused: Record<string, string>;
  problem: AppProblem | null;
  /** The form that is open, or to which the problem belongs. */
  form: string;
  /** The form that is being sent. */
  busy: string;
  /** The form that was saved last. */
  saved: string;
  /** Settings that are being saved. */
  pending: ProfileUpdate;
  sessions: AuthSessionsListItem[] | null;
  tokens: PersonalToken[] | null;
  scopes: Scope[];
  /** A new token, which the server never shows again. */
  madeToken: string | null;
  exported: AccountExport | null;
  /** Where sign-out is. */
  leaving: null | "ask" | "sending" | "leaving";
}

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
  /** Weights that the server has taken, but whose trend it has not told yet, by id. */
  added: Record<string, import("./core/sync/types.d.ts").Measurement>;
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

export interface Toast {
  id: number;
  key: string;
  params: Record<string, string | number>;
  /** The action that takes the change back. */
  undo: Action | null;
}

export interface SessionState {
  phase: "starting" | "signedOut" | "signedIn" | "expired";
  user: SessionUser | null;
}

export interface AppState {
  language: Language;
  energy: EnergyUnit;
  session: SessionState;
  profile: Profile | null;
  /** The person's day now. */
  todayDate: string;
  route: Route;
  /** The route of the screen from which this one was opened. */
  previous?: Route;
  /** False after a request without an answer, until one is answered. */
  isOnline: boolean;
  /** The copy of the diary's entries on this device, and the queue of writes. */
  sync: import("./core/sync/types.d.ts").SyncState;
  toast: Toast | null;
  welcome: WelcomeState;
  today: TodayState;
  add: AddState;
  amount: AmountState;
  /** The favourites of the server; null before they were loaded. */
  favourites: Favourite[] | null;
  /** Parts outside of the first load; missing until their screen was opened. */
  questions?: QuestionsState;
  people?: PeopleState;
  /** The path of an invitation that was opened without a session. */
  wanted?: string;
  mail?: MailState;
  more?: MoreState;
  progress?: ProgressState;
  foods?: FoodsState;
  target?: TargetState;
  history?: HistoryState;
  scan?: ScanState;
  plan?: PlanState;
  system?: SystemScreen;
  factor?: FactorState;
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
  texts: import("./core/texts.js").Texts;
  t: (key: string, params?: Record<string, string | number>) => string;
}

export type Session = CookieSession;
export type PortionChoice = Portion;

// The questionnaire
export type Question = "sex" | "birthDate" | "height" | "weight" | "activity" | "goal" | "goalWeight";
export type InputUnit = "kilograms" | "pounds" | "stones" | "centimetres" | "feet";

export type AnswerProblem =
  | { kind: "missing" | "notANumber" | "notADate" }
  | { kind: "ambiguous"; smaller: number; larger: number }
  | { kind: "outOfRange"; min: number; max: number };

export interface QuestionnaireAnswers {
  sex?: string;
  birthDate?: string;
  heightCm?: number;
  weightKg?: number;
  activityLevel?: string;
  goal?: string;
  goalWeightKg?: number;
}

export interface QuestionnaireProgress {
  question: Question;
  /** What was typed, with the unit at that time. */
  typed: Partial<Record<Question, { texts: string[]; unit?: InputUnit }>>;
  answers: QuestionnaireAnswers;
  mass: InputUnit;
  length: InputUnit;
}

export interface QuestionnaireState {
  today: string;
  progress: QuestionnaireProgress;
  problem?: AnswerProblem;
  isDone: boolean;
}

/** The screen of the questionnaire. */
export interface QuestionsState {
  phase: "opening" | "asking" | "saving" | "done";
  form: QuestionnaireState | null;
  problem: AppProblem | null;
  /** Where the numbers of the target come from; null until the calculator has answered, or if it did not. */
  workings: EnergyTarget | null;
}

/** People: boards, groups and challenges. */
export interface PeopleState {
  period: LeaderboardTopPeriod;
  metric: LeaderboardTopMetric;
  /** The newest answers, by period and metric. */
  boards: Record<string, LeaderboardTopReply>;
  groups: LeaderboardGroupsListItem[] | null;
  group: LeaderboardGroup | null;
  challenge: LeaderboardChallenge | null;
  /** Why the shown screen could not be loaded. */
  problem: AppProblem | null;
  /** The form that is open. */
  form: "create" | "join" | "challenge" | "leave" | "end" | "remove" | null;
  /** The member whose removal is asked about. */
  removing: string | null;
  /** A group's name or code. */
  text: string;
  /** A new challenge. */
  draft: { metric: LeaderboardTopMetric; from: string; to: string };
  isBusy: boolean;
  formProblem: AppProblem | null;
  /** True while nothing is typed where something must be. */
  isEmpty: boolean;
  isCopied: boolean;
}

// Foods
export type FoodList = "own" | "recipes" | "healthy";

/** What the forms of foods and recipes share. */
export interface ShelfForm {
  /** The food that is changed; null for a new one. */
  id: string | null;
  /** The id of a new food, chosen once, so that a repeated request makes no second one. */
  newId: string | null;
  version: number | null;
  /** What is typed, by field. */
  values: Record<string, string>;
  /** The texts before the person changed them. */
  before: Record<string, string>;
  refused: Record<string, string>;
  problem: AppProblem | null;
  isBusy: boolean;
  /** True while the app asks whether to delete. */
  isAsking: boolean;
  /** False until the food that is changed has arrived. */
  isLoaded: boolean;
  imageURL: string | null;
  /** A picture that is sent with the form, and its address in this window. */
  picture: { file: Blob; url: string } | null;
}

export interface FoodForm extends ShelfForm {
  kind: "food";
  /** What the numbers of the label refer to. */
  basis: "hundred" | "serving";
  energy: EnergyUnit;
  salt: "salt" | "sodium";
  allergens: string[];
  /** False while it is not known whether the food has allergens. */
  knowsAllergens: boolean;
  isShared: boolean;
  /** True if the form was opened for a scanned code, so that the food is logged next. */
  isScanned: boolean;
}

export interface RecipeFormPart {
  foodId: string;
  name: string;
  /** Of 100 g. */
  nutrients: Nutrients;
  /** The weight as it is typed. */
  text: string;
}

export interface RecipeForm extends ShelfForm {
  kind: "recipe";
  parts: RecipeFormPart[];
  search: { text: string; number: number; items: Food[] | null };
}

export interface FoodsState {
  list: FoodList;
  own: Food[] | null;
  recipes: RecipeSummary[] | null;
  healthy: HealthyFood[] | null;
  /** Why the list could not be loaded. */
  problem: AppProblem | null;
  filter: string;
  form: FoodForm | RecipeForm | null;
}

// Target
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

// History
export interface HistoryState {
  /** Days with something in them, newest first. */
  days: DiaryDay[];
  /** The oldest day that was asked for; null before the first answer. */
  from: string | null;
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

// Barcodes
export interface GreyImage {
  width: number;
  height: number;
  /** Rows of brightness from 0 (black) to 255. */
  data: ArrayLike<number>;
}

export interface ScanState {
  /** The path to which closing leads. */
  from: string;
  date: string;
  meal: Meal;
  /** What is typed. */
  text: string;
  /** The code that is looked up. */
  code: string | null;
  isRefused: boolean;
  /** Why there is no camera. */
  camera: "none" | "denied" | "insecure" | null;
  isReading: boolean;
  /** True after a photo without a code. */
  isEmpty: boolean;
  problem: AppProblem | null;
}

// Menus
/** A menu with the dishes that the diary has. */
export interface Menu extends DiaryPlan {
  name: string | null;
  logged: { day: number; foodId: string; entryId: string; date: string }[];
  version: number;
}

/** A food that can take the place of a dish. */
export interface DishChoice {
  dish: PlannedItem;
  fits: boolean;
  totals: PlanNutrients;
  deviations: PlanDeviations;
}

/** What a menu needs, with what was bought. */
export interface ShoppingList {
  planId: string;
  items: {
    foodId: string;
    name: string;
    category: string | null;
    grams: number;
    portions: { name: string; quantity: number }[];
    isTicked: boolean;
  }[];
  version: number;
}

export interface PlanState {
  menus: Menu[] | null;
  menu: Menu | null;
  shopping: ShoppingList | null;
  tab: "menu" | "shopping";
  /** The day that is shown, from 1. */
  day: number;
  draft: { days: number; from: string };
  /** The id of a new menu, chosen once, so that a repeated request makes no second one. */
  newId: string | null;
  /** The dish whose alternatives are open. */
  exchange: { day: number; foodId: string; items: DishChoice[] | null } | null;
  /** Why the screen could not be loaded. */
  problem: AppProblem | null;
  /** Why a change was not made. */
  formProblem: AppProblem | null;
  isBusy: boolean;
  isAsking: boolean;
}

// System
export interface SystemService {
  service: string;
  isReady: boolean;
  processes: {
    process: string;
    version: string;
    startedAt: string;
    memoryBytes: number;
    processorPercent: number | null;
  }[];
  restarts: number;
  perSecond: number;
  failedPerSecond: number;
  inFlight: number;
  medianMs: number | null;
  p99Ms: number | null;
}

export interface SystemQueue {
  queue: string;
  workers: number;
  capacity: number;
  inFlight: number;
  queued: number;
  perSecond: number;
  medianMs: number | null;
  p99Ms: number | null;
  shed: number;
  retried: number;
  lostWorkers: number;
}

export interface SystemSample {
  at: string;
  perSecond: number;
  p99Ms: number | null;
  held: number;
  queued: number;
  memoryBytes: number;
  lagSeconds: number;
}

/** The answer of `GET /v1/admin/system`. */
export interface SystemState {
  at: string | null;
  version: string;
  sampleSeconds: number;
  services: SystemService[];
  queues: SystemQueue[];
  subscribers: { service: string; source: string; events: number; seconds: number }[];
  storage: { service: string; databaseBytes: number; logBytes: number; writesWaiting: number }[];
  diskFreeBytes: number | null;
  diskBytes: number | null;
  lastBackupAt: string | null;
  liveListeners: number;
  history: SystemSample[];
}

export interface SystemScreen {
  newest: SystemState | null;
  /** The last hour, oldest first. */
  history: SystemSample[];
  problem: AppProblem | null;
  /** The service whose details are shown. */
  chosen: string | null;
  isPaused: boolean;
  /** The number of the newest visit: the timer of an older one asks nothing. */
  visit: number;
}

// The second factor
export interface FactorState {
  status: AuthTotpStatusReply | null;
  step: "status" | "password" | "scan" | "codes" | "remove";
  password: string;
  code: string;
  /** The key of the authenticator app, and the same as an address that its camera reads. */
  secret: string;
  uri: string;
  /** Codes for a lost device; the server never shows them again. */
  codes: string[];
  /** Field names that the app itself refuses. */
  refused: string[];
  problem: AppProblem | null;
  isBusy: boolean;
}

// Shared foods, reports of foods, and imports
export interface AppState {
  shared?: SharedState;
  report?: ReportState;
  reports?: ReportsState;
  imports?: ImportState;
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
