// Written by scripts/contracts from Shared/Base/Contracts; change the Swift there and run it again.
// The types of Mealwire's HTTP interface. `Operations` has one member for each operation of openapi.yaml.

export interface AccountExport {
  id: string;
  createdAt: string;
  expiresAt: string;
}

export type ActivityLevel = "sedentary" | "light" | "moderate" | "intense" | "veryIntense";

export interface AdminUser {
  id: string;
  email: string;
  name: string;
  roles: Role[];
  disabled: boolean;
  createdAt: string;
  lastUsedAt: string | null;
}

export type AdminUserState = "enabled" | "disabled";

export interface Advice {
  code: AdviceCode;
  params: Record<string, string>;
  severity: AdviceSeverity;
}

export type AdviceCode =
  | "nothingLogged"
  | "proteinLow"
  | "fiberLow"
  | "saltHigh"
  | "overTarget"
  | "underFloor"
  | "weightAgainstGoal";

export type AdviceSeverity = "info" | "hint" | "important";

export interface AuthAccountDelete {
  password: string;
}

export interface AuthAdminInvitationsListReply {
  items: Invitation[];
  nextCursor: string | null;
}

export interface AuthAdminInvitationsMake {
  /** 1 to 1000 */
  uses?: number | null;
  /** 1 to 365 */
  days?: number | null;
  /** 1 to 200 characters; matches `[^\s\u0085]` */
  note?: string | null;
}

export interface AuthAdminInvitationsMakeReply {
  invitation: Invitation;
  code: string;
}

export interface AuthAdminUsersListReply {
  items: AdminUser[];
  nextCursor: string | null;
}

export interface AuthAdminUsersUpdate {
  disabled?: boolean | null;
  roles?: Role[] | null;
}

export interface AuthEmailChange {
  /** format email */
  email: string;
  currentPassword: string;
}

export interface AuthEmailConfirm {
  token: string;
}

export interface AuthEmailStatus {
  /** format email */
  email: string;
}

export interface AuthEmailStatusReply {
  registered: boolean;
}

export interface AuthExportsCreate {
  password: string;
}

export interface AuthKeysPublicKey {
  kty: string;
  crv: string;
  alg: string;
  use: string;
  kid: string;
  x: string;
}

export interface AuthKeysReply {
  keys: AuthKeysPublicKey[];
}

export interface AuthLogin {
  email: string;
  password: string;
  deviceToken?: string | null;
}

export interface AuthLoginDemo {
  /** 1 to 32 characters */
  account: string;
}

export interface AuthLoginTotp {
  challenge: string;
  /** matches `^[ -]*(([0-9][ -]*){6}|([A-Za-z2-7][ -]*){16}|([A-Za-z2-7][ -]*){24})$`; 6 to 64 characters */
  code: string;
}

export interface AuthPasswordChange {
  currentPassword: string;
  /** 8 to 128 characters; The value must have an upper-case letter. */
  password: string;
  /** The field must equal password. */
  passwordConfirmation: string;
  revokeTokens?: boolean | null;
}

export interface AuthPasswordForgot {
  /** format email */
  email: string;
}

export interface AuthPasswordReset {
  token: string;
  /** 8 to 128 characters; The value must have an upper-case letter. */
  password: string;
}

export interface AuthRefresh {
  refreshToken: string;
}

export interface AuthRegister {
  /** format email */
  email: string;
  /** 8 to 128 characters; The value must have an upper-case letter. */
  password: string;
  /** The field must equal password. */
  passwordConfirmation: string;
  /** 4 to 64 characters; matches `[^\s\u0085][\s\S]{2,}[^\s\u0085]` */
  name: string;
  invitation?: string | null;
  /** 1 to 64 characters; matches `[^\s\u0085]` */
  displayName?: string | null;
  /** 1 to 64 characters; matches `[^\s\u0085]` */
  firstName?: string | null;
  /** 1 to 64 characters; matches `[^\s\u0085]` */
  lastName?: string | null;
  sex?: Sex | null;
  birthDate?: string;
  /** 50 to 272 */
  heightCm?: number;
  /** 20 to 635 */
  weightKg?: number;
  /** 20 to 635 */
  goalWeightKg?: number | null;
  /** 3 to 70 */
  bodyFatPercent?: number | null;
  activityLevel?: ActivityLevel;
  goal?: Goal;
  formula?: Formula;
  units?: Units;
  timeZone?: string;
  /** 0 to 23 */
  dayStartHour?: number;
  /** 1 to 7 */
  weekStart?: number;
  /** 2 to 35 characters; matches `^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$` */
  language?: string;
  /** at most 100 items */
  allergens?: (
    | "celery"
    | "crustaceans"
    | "eggs"
    | "fish"
    | "gluten"
    | "lupin"
    | "milk"
    | "molluscs"
    | "mustard"
    | "nuts"
    | "peanuts"
    | "sesame"
    | "soybeans"
    | "sulphites")[];
  /** at most 100 items */
  dislikes?: string[];
  shares?: SharesChange;
}

export interface AuthSessionsListItem {
  id: string;
  device: string | null;
  createdAt: string;
  lastUsedAt: string;
  isCurrent: boolean;
}

export interface AuthSessionsListReply {
  items: AuthSessionsListItem[];
  nextCursor: string | null;
}

export interface AuthTokensListReply {
  items: PersonalToken[];
}

export interface AuthTokensMake {
  /** 1 to 64 characters; matches `[^\s\u0085]`; matches `^[\s\u0085]*[^\u0000-\u001F\u007F-\u009F\u00AD\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB]*[\s\u0085]*$` */
  name: string;
  /** at least 1 item */
  scopes: Scope[];
  /** format date-time */
  expiresAt: string;
  password?: string | null;
  /** matches `^[ -]*(([0-9][ -]*){6}|([A-Za-z2-7][ -]*){16}|([A-Za-z2-7][ -]*){24})$`; 6 to 64 characters */
  code?: string | null;
}

export interface AuthTokensMakeReply {
  token: string;
  id: string;
  name: string;
  scopes: Scope[];
  expiresAt: string;
}

export interface AuthTotpBegin {
  password: string;
}

export interface AuthTotpBeginReply {
  secret: string;
  uri: string;
}

export interface AuthTotpConfirm {
  /** matches `^[ -]*(([0-9][ -]*){6}|([A-Za-z2-7][ -]*){16}|([A-Za-z2-7][ -]*){24})$`; 6 to 64 characters */
  code: string;
}

export interface AuthTotpConfirmReply {
  recoveryCodes: string[];
}

export interface AuthTotpRemove {
  password: string;
  /** matches `^[ -]*(([0-9][ -]*){6}|([A-Za-z2-7][ -]*){16}|([A-Za-z2-7][ -]*){24})$`; 6 to 64 characters */
  code: string;
}

export interface AuthTotpStatusReply {
  enabled: boolean;
  recoveryCodesLeft: number;
}

export type BMICategory = "underweight" | "normal" | "overweight" | "obesity1" | "obesity2" | "obesity3";

export interface CalculationWarning {
  code: CalculationWarningCode;
  params: Record<string, string>;
}

export type CalculationWarningCode =
  | "raisedToFloor"
  | "noDeficitUnder19"
  | "noDeficitUnderweight"
  | "meanOfBothSexes";

/** Exactly one of age, birthDate is required. */
export interface CalculatorProjection {
  sex: Sex;
  /** 13 to 120 */
  age?: number | null;
  birthDate?: string | null;
  /** 50 to 272 */
  heightCm: number;
  /** 20 to 635 */
  weightKg: number;
  /** 3 to 70; The field is needed for this formula. */
  bodyFatPercent?: number | null;
  activityLevel: ActivityLevel;
  goal: Goal;
  formula?: Formula | null;
  /** 1 to 1825 */
  days: number;
  /** 20 to 635 */
  goalWeightKg?: number | null;
  /** 1 to 20000 */
  intakeKcal?: number | null;
  /** 1 to 20000 */
  intakeSoFarKcal?: number | null;
}

/** Exactly one of age, birthDate is required. */
export interface CalculatorTarget {
  sex: Sex;
  /** 13 to 120 */
  age?: number | null;
  birthDate?: string | null;
  /** 50 to 272 */
  heightCm: number;
  /** 20 to 635 */
  weightKg: number;
  /** 3 to 70; The field is needed for this formula. */
  bodyFatPercent?: number | null;
  activityLevel: ActivityLevel;
  goal: Goal;
  formula?: Formula | null;
  /** 800 to 6000 */
  tdeeKcal?: number | null;
  /** 2 to 35 characters */
  language?: string | null;
}

export interface Cart {
  version: number;
  items: CartItem[];
  additionalKcal: number | null;
  additionalName: string | null;
  totals: Nutrients;
  incomplete: string[];
}

export interface CartItem {
  foodId: string;
  name: string;
  imageURL: string | null;
  picture?: string | null;
  grams: number;
  portion: string | null;
  portionLabel?: string | null;
  quantity: number | null;
  kcal: number;
  proteinG: number | null;
  fatG: number | null;
  carbohydrateG: number | null;
  fiberG: number | null;
  sugarG: number | null;
  saltG: number | null;
  step: number;
  addedAt: string;
}

export interface CatalogFoodsAdd {
  /** 1 to 200 characters; matches `[^\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7]`; Holds at least one letter or digit. */
  name: string;
  /** matches `^[a-z-]{2,8}$` */
  language?: string | null;
  /** at most 10 items; keys match `^[a-z-]{2,8}$` */
  names?: Record<string, string> | null;
  /** 1 to 100 characters; matches `[^\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7]`; Holds at least one letter or digit. */
  brand?: string | null;
  /** 1 to 100 characters; matches `[^\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7]`; Holds at least one letter or digit. */
  category?: string | null;
  per?: FoodQuantity | null;
  /** 0 to 400000; At most 4000 in 100 g. */
  kcal: number;
  /** 0 to 100000000; At most 1000000 in 100 g. */
  proteinG?: number | null;
  /** 0 to 100000000; At most 1000000 in 100 g. */
  fatG?: number | null;
  /** 0 to 100000000; At most 1000000 in 100 g. */
  carbohydrateG?: number | null;
  /** 0 to 100000000; At most 1000000 in 100 g. */
  fiberG?: number | null;
  /** 0 to 100000000; At most 1000000 in 100 g. */
  sugarG?: number | null;
  /** 0 to 100000000; At most 1000000 in 100 g. */
  saturatedFatG?: number | null;
  /** 0 to 100000000; At most 1000000 in 100 g. */
  sodiumMg?: number | null;
  /** keys match `^(addedSugarG|alcoholG|caffeineMg|calciumMg|cholesterolMg|copperMg|folateUg|iodineUg|ironMg|magnesiumMg|manganeseMg|monounsaturatedFatG|niacinMg|phosphorusMg|polyunsaturatedFatG|potassiumMg|riboflavinMg|seleniumUg|thiaminMg|transFatG|vitaminAUg|vitaminB12Ug|vitaminB6Mg|vitaminCMg|vitaminDUg|vitaminEMg|vitaminKUg|waterG|zincMg)$`; Amounts are at most 1000000 in 100 g. */
  nutrients?: Record<string, number> | null;
  /** at most 20 items; The value must have different names, because they are logged by name. */
  portions?: PortionInput[] | null;
  /** 0.01 to 50000 */
  servingG?: number | null;
  /** matches `^[ -]*(([0-9][ -]*){8}|([0-9][ -]*){12,14})$`; The last digit is the check digit of GS1. */
  barcode?: string | null;
  /** at most 20000 characters */
  ingredients?: string | null;
  allergens?: (
    | "celery"
    | "crustaceans"
    | "eggs"
    | "fish"
    | "gluten"
    | "lupin"
    | "milk"
    | "molluscs"
    | "mustard"
    | "nuts"
    | "peanuts"
    | "sesame"
    | "soybeans"
    | "sulphites")[] | null;
  /** only null */
  imageURL?:  | null;
  shared?: boolean | null;
  /** matches `^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[47][0-9a-fA-F]{3}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$` */
  id?: string | null;
}

export interface CatalogFoodsParse {
  /** 1 to 1000 characters */
  text: string;
  /** 2 to 35 characters */
  language?: string | null;
}

export interface CatalogFoodsParseReply {
  lines: ParsedLine[];
}

export interface CatalogFoodsUpdate {
  /** 1 to 200 characters; matches `[^\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7]`; Holds at least one letter or digit. */
  name?: string;
  /** matches `^[a-z-]{2,8}$` */
  language?: string | null;
  /** at most 10 items; keys match `^[a-z-]{2,8}$` */
  names?: Record<string, string> | null;
  /** 1 to 100 characters; matches `[^\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7]`; Holds at least one letter or digit. */
  brand?: string | null;
  /** 1 to 100 characters; matches `[^\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7]`; Holds at least one letter or digit. */
  category?: string | null;
  per?: FoodQuantity | null;
  /** 0 to 400000; At most 4000 in 100 g. */
  kcal?: number;
  /** 0 to 100000000; At most 1000000 in 100 g. */
  proteinG?: number | null;
  /** 0 to 100000000; At most 1000000 in 100 g. */
  fatG?: number | null;
  /** 0 to 100000000; At most 1000000 in 100 g. */
  carbohydrateG?: number | null;
  /** 0 to 100000000; At most 1000000 in 100 g. */
  fiberG?: number | null;
  /** 0 to 100000000; At most 1000000 in 100 g. */
  sugarG?: number | null;
  /** 0 to 100000000; At most 1000000 in 100 g. */
  saturatedFatG?: number | null;
  /** 0 to 100000000; At most 1000000 in 100 g. */
  sodiumMg?: number | null;
  /** keys match `^(addedSugarG|alcoholG|caffeineMg|calciumMg|cholesterolMg|copperMg|folateUg|iodineUg|ironMg|magnesiumMg|manganeseMg|monounsaturatedFatG|niacinMg|phosphorusMg|polyunsaturatedFatG|potassiumMg|riboflavinMg|seleniumUg|thiaminMg|transFatG|vitaminAUg|vitaminB12Ug|vitaminB6Mg|vitaminCMg|vitaminDUg|vitaminEMg|vitaminKUg|waterG|zincMg)$`; Amounts are at most 1000000 in 100 g. */
  nutrients?: Record<string, number> | null;
  /** at most 20 items; The value must have different names, because they are logged by name. */
  portions?: PortionInput[] | null;
  /** 0.01 to 50000 */
  servingG?: number | null;
  /** matches `^[ -]*(([0-9][ -]*){8}|([0-9][ -]*){12,14})$`; The last digit is the check digit of GS1. */
  barcode?: string | null;
  /** at most 20000 characters */
  ingredients?: string | null;
  allergens?: (
    | "celery"
    | "crustaceans"
    | "eggs"
    | "fish"
    | "gluten"
    | "lupin"
    | "milk"
    | "molluscs"
    | "mustard"
    | "nuts"
    | "peanuts"
    | "sesame"
    | "soybeans"
    | "sulphites")[] | null;
  /** only null */
  imageURL?:  | null;
  shared?: boolean;
}

export interface CatalogHealthyAdd {
  /** 1 to 200 characters; matches `[^\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7]`; Holds at least one letter or digit. */
  name: string;
  /** at most 10 items; keys match `^[a-z-]{2,8}$` */
  names?: Record<string, string> | null;
  /** 0 to 4000 */
  kcal: number;
  /** 1 to 2000 characters; matches `[^\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7]`; Holds at least one letter or digit. */
  description: string;
  /** at most 10 items; keys match `^[a-z-]{2,8}$` */
  descriptions?: Record<string, string> | null;
  /** matches `^https://[!-~]+$`; at most 1000 characters */
  imageURL?: string | null;
  /** matches `^https://[!-~]+$`; at most 1000 characters */
  recipeURL?: string | null;
  /** 1 to 60 characters; matches `[^\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7]`; Holds at least one letter or digit. */
  category: string;
  foodId?: string | null;
  id?: string | null;
}

export interface CatalogHealthyListReply {
  items: HealthyFood[];
  nextCursor: string | null;
}

export interface CatalogHealthyUpdate {
  /** 1 to 200 characters; matches `[^\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7]`; Holds at least one letter or digit. */
  name?: string;
  /** at most 10 items; keys match `^[a-z-]{2,8}$` */
  names?: Record<string, string> | null;
  /** 0 to 4000 */
  kcal?: number;
  /** 1 to 2000 characters; matches `[^\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7]`; Holds at least one letter or digit. */
  description?: string;
  /** at most 10 items; keys match `^[a-z-]{2,8}$` */
  descriptions?: Record<string, string> | null;
  /** matches `^https://[!-~]+$`; at most 1000 characters */
  imageURL?: string | null;
  /** matches `^https://[!-~]+$`; at most 1000 characters */
  recipeURL?: string | null;
  /** 1 to 60 characters; matches `[^\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7]`; Holds at least one letter or digit. */
  category?: string;
  foodId?: string | null;
}

export interface CatalogRecipesAdd {
  /** 1 to 200 characters; matches `[^\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7]`; Holds at least one letter or digit. */
  name: string;
  /** matches `^[a-z-]{2,8}$` */
  language?: string | null;
  /** 0.1 to 1000 */
  servings: number;
  /** 0.1 to 1000000 */
  cookedGrams?: number | null;
  /** 1 to 100 items */
  ingredients: RecipePart[];
  /** at most 100 items */
  steps?: string[] | null;
  /** only null */
  imageURL?:  | null;
  shared?: boolean | null;
  /** matches `^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[47][0-9a-fA-F]{3}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$` */
  id?: string | null;
}

export interface CatalogRecipesListReply {
  items: RecipeSummary[];
  nextCursor: string | null;
}

export interface CatalogRecipesUpdate {
  /** 1 to 200 characters; matches `[^\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7]`; Holds at least one letter or digit. */
  name?: string;
  /** matches `^[a-z-]{2,8}$` */
  language?: string | null;
  /** 0.1 to 1000 */
  servings?: number;
  /** 0.1 to 1000000 */
  cookedGrams?: number | null;
  /** 1 to 100 items */
  ingredients?: RecipePart[];
  /** at most 100 items */
  steps?: string[] | null;
  /** only null */
  imageURL?:  | null;
  shared?: boolean | null;
}

export interface CatalogRemoteImport {
  /** one of openFoodFacts, edamam */
  source: "openFoodFacts" | "edamam";
  /** 1 to 100 characters */
  sourceId: string;
}

export interface CatalogRemoteReply {
  items: RemoteFood[];
  sources: CatalogRemoteSource[];
}

export interface CatalogRemoteSource {
  source: string;
  state: string;
  reason: string | null;
  retryAfterSeconds: number | null;
  leftOut: number;
}

export interface CatalogReportsAdd {
  reason: FoodReportReason;
  /** at most 1000 characters; matches `^[^\u0000-\u0008\u000B-\u001F\u007F-\u009F]*$` */
  text?: string | null;
}

export interface CatalogReportsClose {
  /** at most 1000 characters; matches `^[^\u0000-\u0008\u000B-\u001F\u007F-\u009F]*$` */
  answer?: string | null;
}

export interface CatalogReportsListReply {
  items: FoodReport[];
  nextCursor: string | null;
}

export interface CatalogSearchReply {
  items: Food[];
  nextCursor: string | null;
}

export interface CookieSession {
  accessTokenExpiresAt: string;
  user: SessionUser;
  profileMissing: string[] | null;
  recoveryCodesLeft?: number | null;
}

export interface DayExtras {
  date: string;
  waterMl: number;
  note: string;
  isComplete?: boolean | null;
  version: number;
}

export interface DaySharedSharedFood {
  id: string | null;
  meal: Meal;
  foodId: string | null;
  name: string;
  imageURL: string | null;
  picture?: string | null;
  grams: number | null;
  kcal: number;
  proteinG: number | null;
  fatG: number | null;
  carbohydrateG: number | null;
  fiberG: number | null;
  sugarG: number | null;
  saltG: number | null;
}

export interface DayTarget {
  dailyKcal: number;
  proteinG: number;
  fatG: number;
  carbohydrateG: number;
}

export interface DemoAccount {
  account: string;
  name: string;
}

export interface DiaryAdviceReply {
  items: Advice[];
}

export interface DiaryCartCheckout {
  /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
  date: string;
  meal: Meal;
}

export interface DiaryCartCheckoutReply {
  day: DiaryDay;
  entries: string[];
  cart: Cart;
}

/** grams excludes portion.; grams excludes ml.; portion excludes ml.; ml excludes quantity.; grams excludes quantity.; more excludes grams, ml, portion, quantity.; quantity needs portion.; At least one of grams, ml, portion, quantity, more is required. */
export interface DiaryCartItemsSet {
  /** 0.1 to 10000 */
  grams?: number | null;
  /** 0.1 to 10000 */
  ml?: number | null;
  portion?: string | null;
  /** 0.01 to 10000 */
  quantity?: number | null;
  /** -1000 to 1000 */
  more?: number | null;
  first?: DiaryCartItemsSetFirst | null;
}

export type DiaryCartItemsSetFirst = "usual" | "step";

export interface DiaryCartUpdate {
  /** 0 to 20000 */
  additionalKcal?: number | null;
  /** 1 to 200 characters; matches `\S`; matches `^[^\u0000-\u001F\u007F-\u009F]*$` */
  additionalName?: string | null;
}

export interface DiaryChangesReply {
  items: DiaryEntry[];
  deleted: string[];
  days: DayExtras[];
  cart: number | null;
  plans: number | null;
  favourites: number | null;
  cursor: string;
  isMore: boolean;
  reset: boolean;
}

export interface DiaryDay {
  date: string;
  meals: DiaryDayMealEntries[];
  totals: Nutrients;
  incomplete: string[];
  target: DayTarget | null;
  remaining: Nutrients | null;
  week: DiaryDayWeek;
  month: DiaryDayMonth;
  exerciseKcal: number | null;
  waterMl: number;
  note: string;
  isComplete: boolean;
  extrasVersion: number;
}

export interface DiaryDayMealEntries {
  meal: Meal;
  entries: DiaryEntry[];
  totals: Nutrients;
}

export interface DiaryDayMonth {
  from: string;
  kcal: number;
  targetKcal: number | null;
  remaining: number | null;
}

export interface DiaryDayWeek {
  from: string;
  kcal: number;
  targetKcal: number | null;
  remaining: number | null;
  totals: Nutrients;
  incomplete: string[];
  target: DayTarget | null;
  remainingNutrients: Nutrients | null;
}

export interface DiaryDaysCopy {
  /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
  from: string;
  meals?: Meal[] | null;
}

export interface DiaryDaysReply {
  items: DiaryDay[];
  nextFrom: string | null;
}

/** At least one of foodId, name, kcal is required.; foodId excludes name.; foodId excludes kcal.; foodId excludes proteinG.; foodId excludes fatG.; foodId excludes carbohydrateG.; foodId excludes fiberG.; foodId excludes sugarG.; foodId excludes saltG.; grams excludes portion.; grams excludes ml.; portion excludes ml.; ml excludes quantity.; grams excludes quantity.; quantity needs portion.; At least one of grams, ml, portion, kcal is required.; grams needs foodId.; ml needs foodId.; portion needs foodId.; quantity needs foodId.; kcal needs name.; name needs kcal. */
export interface DiaryEntriesAdd {
  id?: string | null;
  meal: Meal;
  foodId?: string | null;
  /** 0.1 to 10000 */
  grams?: number | null;
  /** 0.1 to 10000 */
  ml?: number | null;
  portion?: string | null;
  /** 0.01 to 10000 */
  quantity?: number | null;
  /** 1 to 200 characters; matches `\S`; matches `^[^\u0000-\u001F\u007F-\u009F]*$` */
  name?: string | null;
  /** 0 to 20000 */
  kcal?: number | null;
  /** 0 to 2000 */
  proteinG?: number | null;
  /** 0 to 2000 */
  fatG?: number | null;
  /** 0 to 2000 */
  carbohydrateG?: number | null;
  /** 0 to 2000 */
  fiberG?: number | null;
  /** 0 to 2000 */
  sugarG?: number | null;
  /** 0 to 2000 */
  saltG?: number | null;
}

/** At least one of foodId, name, kcal is required.; foodId excludes name.; foodId excludes kcal.; foodId excludes proteinG.; foodId excludes fatG.; foodId excludes carbohydrateG.; foodId excludes fiberG.; foodId excludes sugarG.; foodId excludes saltG.; grams excludes portion.; grams excludes ml.; portion excludes ml.; ml excludes quantity.; grams excludes quantity.; quantity needs portion.; At least one of grams, ml, portion, kcal is required.; grams needs foodId.; ml needs foodId.; portion needs foodId.; quantity needs foodId.; kcal needs name.; name needs kcal. */
export interface DiaryEntriesPut {
  /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
  date: string;
  meal: Meal;
  /** at least 0 */
  position?: number | null;
  /** format date-time */
  at?: string | null;
  foodId?: string | null;
  /** 0.1 to 10000 */
  grams?: number | null;
  /** 0.1 to 10000 */
  ml?: number | null;
  portion?: string | null;
  /** 0.01 to 10000 */
  quantity?: number | null;
  /** 1 to 200 characters; matches `\S`; matches `^[^\u0000-\u001F\u007F-\u009F]*$` */
  name?: string | null;
  /** 0 to 20000 */
  kcal?: number | null;
  /** 0 to 2000 */
  proteinG?: number | null;
  /** 0 to 2000 */
  fatG?: number | null;
  /** 0 to 2000 */
  carbohydrateG?: number | null;
  /** 0 to 2000 */
  fiberG?: number | null;
  /** 0 to 2000 */
  sugarG?: number | null;
  /** 0 to 2000 */
  saltG?: number | null;
}

export interface DiaryEntriesSearchReply {
  items: DiaryEntry[];
  nextCursor: string | null;
}

/** grams excludes portion.; grams excludes ml.; portion excludes ml.; ml excludes quantity.; grams excludes quantity. */
export interface DiaryEntriesUpdate {
  /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
  date?: string | null;
  meal?: Meal | null;
  /** at least 0 */
  position?: number | null;
  /** 0.1 to 10000 */
  grams?: number | null;
  /** 0.1 to 10000 */
  ml?: number | null;
  portion?: string | null;
  /** 0.01 to 10000 */
  quantity?: number | null;
  /** 1 to 200 characters; matches `\S`; matches `^[^\u0000-\u001F\u007F-\u009F]*$` */
  name?: string | null;
  /** 0 to 20000 */
  kcal?: number | null;
}

export interface DiaryEntry {
  id: string;
  date: string;
  meal: Meal;
  position: number;
  at: string;
  foodId: string | null;
  name: string;
  imageURL: string | null;
  picture?: string | null;
  grams: number | null;
  portion: string | null;
  portionLabel?: string | null;
  quantity: number | null;
  version: number;
  kcal: number;
  proteinG: number | null;
  fatG: number | null;
  carbohydrateG: number | null;
  fiberG: number | null;
  sugarG: number | null;
  saltG: number | null;
}

export interface DiaryFavouritesListReply {
  items: FavouriteFood[];
}

export interface DiaryFoodsRecentReply {
  items: RecentFood[];
}

export type DiaryFoodsRecentSort = "recent" | "frequent";

export interface DiaryImport {
  id: string;
  format: DiaryImportFormat;
  rows: number;
  entries: number;
  extras: number;
  plans?: number | null;
  favourites?: number | null;
  days: number;
  from: string | null;
  to: string | null;
  kcal: number;
  new: number;
  alreadyThere: number;
  differing: number;
  removedBefore: number;
  passedOver: number;
  refusedCount: number;
  refused: DiaryImportRefusal[];
  warnings: DiaryImportWarning[];
  otherMeals: DiaryImportOtherMeal[];
  sample: DiaryImportSample[];
  expiresAt: string;
}

export type DiaryImportFormat = "mealwire" | "myFitnessPal" | "cronometer" | "loseIt" | "table";

export interface DiaryImportOtherMeal {
  name: string;
  entries: number;
}

export interface DiaryImportOutcome {
  id: string;
  added: number;
  unchanged: number;
  kept: number;
  replaced: number;
  refused: number;
  fullDays: string[];
}

export interface DiaryImportRefusal {
  line: number;
  code?: DiaryImportRefusalCode | null;
  params?: Record<string, string> | null;
  reason: string;
}

export type DiaryImportRefusalCode =
  | "rowTooLong"
  | "fieldCount"
  | "brokenRow"
  | "notText"
  | "notRecord"
  | "missing"
  | "notNumber"
  | "notInteger"
  | "ambiguousNumber"
  | "outOfRange"
  | "notDate"
  | "yearOutOfRange"
  | "textNotAllowed"
  | "wrongFormat"
  | "incomplete"
  | "brokenPlan";

export interface DiaryImportSample {
  date: string;
  meal: Meal;
  name: string;
  kcal: number;
}

export interface DiaryImportWarning {
  code: DiaryImportWarningCode;
  params: Record<string, string>;
  message: string;
}

export type DiaryImportWarningCode = "noEnd" | "rowsDiffer" | "edited";

export interface DiaryImportsApply {
  replace?: boolean | null;
}

export interface DiaryNoteSet {
  /** at most 2000 characters; matches `^[^\u0000-\u0008\u000B-\u001F\u007F-\u009F]*$` */
  text: string;
}

export interface DiaryPlan {
  id: string;
  name: string | null;
  createdAt: string;
  from: string;
  appliedFrom: string | null;
  menu: MealPlan;
  logged: LoggedDish[] | null;
  version?: number | null;
}

export interface DiaryPlansAlternativesReply {
  items: PlanAlternative[];
}

export interface DiaryPlansApply {
  /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
  from?: string | null;
}

export interface DiaryPlansExchange {
  /** 1 to 7 */
  day: number;
  foodId: string;
  /** The field must be another food. */
  to?: string | null;
}

export interface DiaryPlansListReply {
  items: DiaryPlan[];
  nextCursor: string | null;
}

export interface DiaryPlansLog {
  /** 1 to 7 */
  day: number;
  foodId?: string | null;
  /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
  date?: string | null;
  again?: boolean | null;
}

export interface DiaryPlansLogReply {
  plan: DiaryPlan;
  entries: DiaryEntry[];
}

export interface DiaryPlansMake {
  id?: string | null;
  /** 1 to 100 characters; matches `\S`; matches `^[^\u0000-\u001F\u007F-\u009F]*$` */
  name?: string | null;
  /** 1 to 7 */
  days: number;
  /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
  from?: string | null;
  /** 1 to 4 items; The value must name each meal once.; The percentages of the meals must add up to 100. */
  meals?: MealShare[] | null;
  seed?: number | null;
}

export interface DiaryPlansShoppingSet {
  isTicked: boolean;
}

export interface DiaryPlansUpdate {
  /** 1 to 100 characters; matches `\S`; matches `^[^\u0000-\u001F\u007F-\u009F]*$` */
  name?: string | null;
  /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
  from?: string | null;
  /** at most 140 items */
  portions?: DishPortion[] | null;
}

export type DiaryProgressStep = "day" | "week" | "month";

export interface DiaryWaterAdd {
  /** 1 to 5000 */
  ml: number;
}

export interface DiaryWaterSet {
  /** 0 to 20000 */
  ml: number;
}

export interface DishPortion {
  /** 1 to 7 */
  day: number;
  foodId: string;
  /** 1 to 10 */
  quantity: number;
  /** 1 to 200 characters */
  portion?: string | null;
}

export interface Empty {}

export interface EnergyTarget {
  bmr: number;
  tdee: number;
  rawKcal: number;
  dailyKcal: number;
  weeklyKcal: number;
  monthlyKcal: number;
  macros: Macros;
  bmi: number;
  bmiCategory: BMICategory | null;
  formula: Formula;
  warnings: CalculationWarning[];
  hints?: TargetHint[] | null;
}

export type ErrorCode =
  | "malformed"
  | "invalid"
  | "unauthenticated"
  | "wrongCredentials"
  | "secondFactorRequired"
  | "forbidden"
  | "accountDisabled"
  | "registrationClosed"
  | "invitationNeeded"
  | "notFound"
  | "conflict"
  | "versionMismatch"
  | "tooLarge"
  | "unsupportedMediaType"
  | "methodNotAllowed"
  | "tooManyRequests"
  | "profileIncomplete"
  | "overloaded"
  | "unavailable"
  | "deadlineExceeded"
  | "cancelled"
  | "workerCrashed"
  | "outcomeUnknown"
  | "busy"
  | "unknownMethod"
  | "diskFull"
  | "internalError";

export interface EstimatedExpenditure {
  kcal: number | null;
  low: number | null;
  high: number | null;
  days: number;
  intakeKcal?: number | null;
  weights: number;
  from: string;
  to: string;
  enough: boolean;
  reasons: EstimatedExpenditureReason[];
  bounded: boolean;
  offer: EstimatedExpenditureOffer | null;
}

export interface EstimatedExpenditureOffer {
  dailyKcal: number;
  macros: Macros;
  warnings: CalculationWarning[];
}

export interface EstimatedExpenditureReason {
  code: EstimatedExpenditureReasonCode;
  params: Record<string, string>;
}

export type EstimatedExpenditureReasonCode = "tooFewDays" | "weightsTooClose" | "noWeights";

export interface FavouriteFood {
  foodId: string;
  name: string;
  imageURL: string | null;
  picture?: string | null;
  grams: number;
  portion: string | null;
  portionLabel?: string | null;
  quantity: number | null;
  kcal: number;
  proteinG: number | null;
  fatG: number | null;
  carbohydrateG: number | null;
  fiberG: number | null;
  sugarG: number | null;
  saltG: number | null;
  addedAt: string;
}

export interface FieldError {
  field: string;
  code: FieldErrorCode;
  params: Record<string, string>;
  message: string;
}

export type FieldErrorCode =
  | "missing"
  | "unknown"
  | "wrongType"
  | "outOfRange"
  | "tooShort"
  | "tooLong"
  | "wrongFormat"
  | "notAllowed"
  | "mismatch"
  | "tooCommon";

export interface Food {
  id: string;
  name: string;
  brand: string | null;
  category: string | null;
  kcal: number;
  proteinG: number | null;
  fatG: number | null;
  carbohydrateG: number | null;
  fiberG: number | null;
  sugarG: number | null;
  saturatedFatG: number | null;
  sodiumMg: number | null;
  portions: Portion[];
  flags: string[];
  source: string;
  imageURL: string | null;
  picture?: string | null;
  type?: string | null;
  allergens: string[] | null;
  densityGPerMl?: number | null;
  createdAt?: string | null;
  allergenMatches?: string[] | null;
  own?: boolean | null;
  usual?: UsualFoodAmount | null;
  shared?: boolean | null;
  names?: Record<string, string> | null;
  barcode?: string | null;
  ingredients?: string | null;
  nutrients?: Record<string, number> | null;
  version?: number | null;
}

export interface FoodQuantity {
  /** 0.1 to 10000 */
  grams: number;
}

export interface FoodReport {
  id: string;
  foodId: string;
  foodName: string | null;
  reason: FoodReportReason;
  text: string;
  createdAt: string;
  closedAt: string | null;
  answer: string | null;
}

export type FoodReportReason =
  | "nutrients"
  | "name"
  | "portions"
  | "barcode"
  | "allergens"
  | "picture"
  | "duplicate"
  | "other";

export type FoodReportState = "open" | "closed";

export type Formula = "harrisBenedict" | "mifflinStJeor" | "katchMcArdle" | "cunningham" | "eer2023";

export type Goal = "lose" | "keep" | "gain";

export interface HealthyFood {
  id: string;
  name: string;
  kcal: number;
  description: string;
  imageURL: string | null;
  picture?: string | null;
  recipeURL: string | null;
  category: string;
  foodId: string | null;
  version: number;
  names?: Record<string, string> | null;
  descriptions?: Record<string, string> | null;
}

export type IfAbsent = "fail" | "remember";

export interface Invitation {
  id: string;
  note: string | null;
  state: InvitationState;
  uses: number;
  usesMax: number;
  createdAt: string;
  expiresAt: string;
}

export type InvitationState = "open" | "usedUp" | "expired" | "revoked";

export interface LeaderboardChallenge {
  id: string;
  groupId: string;
  madeBy: string | null;
  metric: LeaderboardTopMetric;
  from: string;
  to: string;
  finalAt: string;
  finished: boolean;
  standing: LeaderboardTopRow[];
}

export interface LeaderboardChallengeSummary {
  id: string;
  metric: LeaderboardTopMetric;
  from: string;
  to: string;
  finished: boolean;
}

export interface LeaderboardChallengesAdd {
  metric: LeaderboardTopMetric;
  from: string;
  to: string;
}

export interface LeaderboardDayReply {
  date: string;
  kcal: number | null;
  targetKcal: number | null;
  adherence: number;
  foods: DaySharedSharedFood[] | null;
}

export interface LeaderboardFoodsItem {
  userId: string;
  name: string;
  imageURL: string | null;
  food: DaySharedSharedFood;
}

export interface LeaderboardFoodsReply {
  date: string;
  items: LeaderboardFoodsItem[];
  nextCursor: string | null;
}

export interface LeaderboardGroup {
  id: string;
  name: string;
  code: string;
  owner: string;
  members: LeaderboardGroupMember[];
  standing: LeaderboardTopRow[];
  challenges: LeaderboardChallengeSummary[];
  version: number;
}

export interface LeaderboardGroupMember {
  userId: string;
  name: string | null;
  imageURL: string | null;
  shares: boolean;
  joinedAt: string;
}

export interface LeaderboardGroupsAdd {
  /** 1 to 64 characters; matches `[^\s\u0085]`; matches `^[\s\u0085]*[^\u0000-\u001F\u007F-\u009F]*[\s\u0085]*$` */
  name: string;
}

export interface LeaderboardGroupsJoin {
  code: string;
}

export interface LeaderboardGroupsListItem {
  id: string;
  name: string;
  owner: string;
  members: number;
  version: number;
}

export interface LeaderboardGroupsListReply {
  items: LeaderboardGroupsListItem[];
}

export interface LeaderboardGroupsUpdate {
  /** 1 to 64 characters; matches `[^\s\u0085]`; matches `^[\s\u0085]*[^\u0000-\u001F\u007F-\u009F]*[\s\u0085]*$` */
  name: string;
}

export type LeaderboardTopMetric = "adherence" | "streak" | "logged";

export type LeaderboardTopPeriod = "week" | "month";

export interface LeaderboardTopReply {
  items: LeaderboardTopRow[];
  me: LeaderboardTopRow | null;
}

export interface LeaderboardTopRow {
  rank: number;
  userId: string;
  name: string;
  imageURL: string | null;
  score: number;
}

export interface LeaderboardUserDay {
  date: string;
  kcal: number | null;
  targetKcal: number | null;
  adherence: number;
}

export interface LeaderboardUserReply {
  userId: string;
  name: string;
  imageURL: string | null;
  days: LeaderboardUserDay[];
  scores: LeaderboardUserScore[];
}

export interface LeaderboardUserScore {
  period: LeaderboardTopPeriod;
  metric: LeaderboardTopMetric;
  score: number;
}

export interface LiveHint {
  kind: LiveHintKind;
  date?: string | null;
  id?: string | null;
  version: number;
  fetch: string;
}

export type LiveHintKind =
  | "day"
  | "target"
  | "profile"
  | "cart"
  | "extras"
  | "favourites"
  | "plan"
  | "shopping"
  | "board"
  | "group"
  | "challenge";

export interface Liveness {
  status: string;
}

export interface LoggedDish {
  day: number;
  foodId: string;
  entryId: string;
  date: string;
}

export interface Macros {
  proteinG: number;
  fatG: number;
  carbohydrateG: number;
}

export type Meal = "breakfast" | "lunch" | "dinner" | "snack";

export interface MealPlan {
  fits: boolean;
  reasons: PlanReason[];
  days: PlannedDay[];
}

export interface MealShare {
  meal: Meal;
  /** 1 to 100 */
  percent: number;
}

export interface Measurement {
  id: string;
  kind: MeasurementKind;
  value: number;
  unit: MeasurementUnit;
  at: string;
  date: string;
  source: string | null;
  externalId: string | null;
}

export type MeasurementKind =
  | "weight"
  | "waist"
  | "hip"
  | "chest"
  | "neck"
  | "thigh"
  | "upperArm"
  | "bodyFat"
  | "muscleMass"
  | "steps"
  | "activeEnergy"
  | "sleep"
  | "restingHeartRate"
  | "systolicPressure"
  | "diastolicPressure"
  | "bloodGlucose";

export type MeasurementUnit =
  | "kg"
  | "cm"
  | "percent"
  | "count"
  | "kcal"
  | "minutes"
  | "beatsPerMinute"
  | "mmHg"
  | "mmolPerL";

export interface Nutrients {
  kcal: number;
  proteinG: number | null;
  fatG: number | null;
  carbohydrateG: number | null;
  fiberG: number | null;
  sugarG: number | null;
  saltG: number | null;
}

export interface OfflineFoods {
  language: string | null;
  own: Food[] | null;
  common: Food[] | null;
  recent: OfflineRecentFood[] | null;
  unavailable: string[];
  digest: string;
}

export interface OfflineRecentFood {
  food: Food;
  grams: number;
  portion: string | null;
  quantity: number | null;
  count: number;
}

export interface ParsedAlternative {
  food: Food;
  grams: number;
  confidence: number;
}

export interface ParsedLine {
  words: ParsedWords;
  food: Food | null;
  grams: number | null;
  ml: number | null;
  portion: ParsedPortion | null;
  amountSource: string | null;
  confidence: number;
  alternatives: ParsedAlternative[];
}

export interface ParsedPortion {
  name: string;
  label?: string | null;
  grams: number;
  count: number;
}

export interface ParsedWords {
  text: string;
  start: number;
  end: number;
}

export interface PersonalToken {
  id: string;
  name: string;
  scopes: Scope[];
  createdAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
}

export interface PlanAlternative {
  dish: PlannedItem;
  fits: boolean;
  totals: PlanNutrients;
  deviations: PlanDeviations;
}

export interface PlanDeviations {
  kcalPercent: number | null;
  proteinPercent: number | null;
  fatPercent: number | null;
  carbohydratePercent: number | null;
}

export interface PlanNutrients {
  kcal: number;
  proteinG: number;
  fatG: number;
  carbohydrateG: number;
}

export interface PlanReason {
  code: PlanReasonCode;
  params: Record<string, string>;
}

export type PlanReasonCode =
  | "targetMissed"
  | "outOfReach"
  | "notFound"
  | "targetContradictory"
  | "mealWithoutFood"
  | "foodsLeft"
  | "allergensUnknown"
  | "varietyRelaxed"
  | "mealShareRelaxed";

export interface PlanTarget {
  dailyKcal: number;
  proteinG?: number | null;
  fatG?: number | null;
  carbohydrateG?: number | null;
}

export interface PlannedDay {
  day: number;
  fits: boolean;
  target: PlanTarget;
  totals: PlanNutrients;
  deviations: PlanDeviations;
  meals: PlannedMeal[];
}

export interface PlannedItem {
  foodId: string;
  name: string;
  picture?: string | null;
  portion: string;
  portionLabel?: string | null;
  quantity: number;
  grams: number;
  nutrients: PlanNutrients;
}

export interface PlannedMeal {
  meal: Meal;
  targetKcal: number;
  totals: PlanNutrients;
  items: PlannedItem[];
}

export interface Portion {
  name: string;
  grams: number;
  label?: string | null;
  names?: Record<string, string> | null;
}

export interface PortionInput {
  /** 1 to 60 characters; matches `[^\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7]`; Holds at least one letter or digit. */
  name: string;
  /** 0.01 to 50000 */
  grams: number;
  label?: string | null;
  names?: Record<string, string> | null;
}

export interface Problem {
  type: "about:blank";
  title: string;
  status: number;
  /** A sentence for people. */
  detail: string;
  code: ErrorCode;
  /** Values of the sentence, for translations. */
  params: Record<string, string>;
  errors?: FieldError[];
  /** After 412 the newest state, and after 409 what is stored under the id of the request; null if it was removed. */
  current?: unknown;
}

export interface Profile {
  userId: string;
  name: string;
  displayName: string | null;
  firstName: string | null;
  lastName: string | null;
  sex: Sex | null;
  birthDate: string;
  heightCm: number;
  weightKg: number;
  goalWeightKg: number | null;
  bodyFatPercent: number | null;
  activityLevel: ActivityLevel;
  goal: Goal;
  formula: Formula;
  units: Units;
  timeZone: string;
  dayStartHour: number;
  weekStart: number;
  language: string;
  allergens: string[];
  dislikes: string[];
  shares: Shares;
  imageURL: string | null;
  version: number;
  age: number;
  bmi: number | null;
  bmiCategory: BMICategory | null;
  bmr: number | null;
  target: TargetPeriod | null;
  missing: string[];
}

export interface ProfileImage {
  imageURL: string;
  contentType: string;
  width: number;
  height: number;
  bytes: number;
}

/** externalId needs source. */
export interface ProfileMeasurementsAdd {
  id?: string | null;
  kind: MeasurementKind;
  /** The range depends on the kind: weight 20 to 635, waist 20 to 400, hip 20 to 400, chest 20 to 400, neck 5 to 150, thigh 10 to 200, upperArm 5 to 150, bodyFat 3 to 70, muscleMass 5 to 300, steps 0 to 250000, activeEnergy 0 to 20000, sleep 0 to 1440, restingHeartRate 20 to 250, systolicPressure 40 to 350, diastolicPressure 20 to 250, bloodGlucose 0.3 to 100. */
  value: number;
  /** format date-time */
  at?: string | null;
  /** 1 to 64 characters */
  source?: string | null;
  /** 1 to 128 characters */
  externalId?: string | null;
}

export interface ProfileMeasurementsListReply {
  items: Measurement[];
  nextCursor: string | null;
}

export interface ProfileMeasurementsPut {
  kind: MeasurementKind;
  /** The range depends on the kind: weight 20 to 635, waist 20 to 400, hip 20 to 400, chest 20 to 400, neck 5 to 150, thigh 10 to 200, upperArm 5 to 150, bodyFat 3 to 70, muscleMass 5 to 300, steps 0 to 250000, activeEnergy 0 to 20000, sleep 0 to 1440, restingHeartRate 20 to 250, systolicPressure 40 to 350, diastolicPressure 20 to 250, bloodGlucose 0.3 to 100. */
  value: number;
  /** format date-time */
  at?: string | null;
  /** 1 to 64 characters */
  source?: string | null;
}

export interface ProfileTargetsReply {
  items: TargetPeriod[];
}

export interface ProfileTargetsSet {
  /** 500 to 10000; At least nine tenths of the energy of protein, fat and carbohydrate. */
  dailyKcal: number;
  /** 0 to 1500 */
  proteinG?: number | null;
  /** 0 to 1500 */
  fatG?: number | null;
  /** 0 to 1500 */
  carbohydrateG?: number | null;
  /** keys match `^(monday|tuesday|wednesday|thursday|friday|saturday|sunday)$` */
  weekdays?: Record<string, RequestedTarget> | null;
}

export interface ProfileUpdate {
  /** 4 to 64 characters; matches `[^\s\u0085][\s\S]{2,}[^\s\u0085]` */
  name?: string;
  /** 1 to 64 characters; matches `[^\s\u0085]` */
  displayName?: string | null;
  /** 1 to 64 characters; matches `[^\s\u0085]` */
  firstName?: string | null;
  /** 1 to 64 characters; matches `[^\s\u0085]` */
  lastName?: string | null;
  sex?: Sex | null;
  birthDate?: string;
  /** 50 to 272 */
  heightCm?: number;
  /** 20 to 635 */
  weightKg?: number;
  /** 20 to 635 */
  goalWeightKg?: number | null;
  /** 3 to 70 */
  bodyFatPercent?: number | null;
  activityLevel?: ActivityLevel;
  goal?: Goal;
  formula?: Formula;
  units?: Units;
  timeZone?: string;
  /** 0 to 23 */
  dayStartHour?: number;
  /** 1 to 7 */
  weekStart?: number;
  /** 2 to 35 characters; matches `^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$` */
  language?: string;
  /** at most 100 items */
  allergens?: (
    | "celery"
    | "crustaceans"
    | "eggs"
    | "fish"
    | "gluten"
    | "lupin"
    | "milk"
    | "molluscs"
    | "mustard"
    | "nuts"
    | "peanuts"
    | "sesame"
    | "soybeans"
    | "sulphites")[];
  /** at most 100 items */
  dislikes?: string[];
  shares?: SharesChange;
}

export interface Progress {
  items: ProgressItem[];
  averages: ProgressAverages;
  streaks: ProgressStreaks;
  longestStreak: number;
  weightTrend: ProgressWeightPoint[];
}

export interface ProgressAverages {
  kcal: number | null;
  targetKcal: number | null;
  proteinG: number | null;
  fatG: number | null;
  carbohydrateG: number | null;
  fiberG: number | null;
  sugarG: number | null;
  saltG: number | null;
}

export interface ProgressItem {
  from: string;
  to: string;
  kcal: number;
  targetKcal: number | null;
  proteinG: number;
  fatG: number;
  carbohydrateG: number;
  fiberG: number | null;
  sugarG: number | null;
  saltG: number | null;
  incomplete: string[];
  targetProteinG: number | null;
  targetFatG: number | null;
  targetCarbohydrateG: number | null;
  loggedDays: number;
}

export interface ProgressStreaks {
  logged: number;
  onTarget: number;
}

export interface ProgressWeightPoint {
  date: string;
  weightKg: number | null;
  trendKg: number;
}

export interface ProjectedGoal {
  weightKg: number;
  day: number | null;
  earliestDay: number | null;
  latestDay: number | null;
}

export interface ProjectedMilestone {
  percent: number;
  weightKg: number;
  day: number;
  earliestDay: number | null;
  latestDay: number | null;
}

export interface ProjectedWeight {
  day: number;
  weightKg: number;
  lowKg: number;
  highKg: number;
}

export interface ProjectionWarning {
  code: ProjectionWarningCode;
  params: Record<string, string>;
}

export type ProjectionWarningCode =
  | "raisedToFloor"
  | "noDeficitUnder19"
  | "noDeficitUnderweight"
  | "modelOfAdults"
  | "becomesUnderweight"
  | "mayBecomeUnderweight"
  | "goalUnderweight"
  | "goalLiesTheOtherWay"
  | "goalNeverReached";

export interface Readiness {
  status: string;
  gateway?: string | null;
  services: Record<string, string>;
}

export interface RecentFood {
  foodId: string;
  name: string;
  imageURL: string | null;
  picture?: string | null;
  grams: number;
  portion: string | null;
  portionLabel?: string | null;
  quantity: number | null;
  kcal: number;
  proteinG: number | null;
  fatG: number | null;
  carbohydrateG: number | null;
  fiberG: number | null;
  sugarG: number | null;
  saltG: number | null;
  meal: Meal;
  count: number;
  lastAt: string;
}

export interface Recipe {
  id: string;
  name: string;
  language: string;
  servings: number;
  cookedGrams: number | null;
  grams: number;
  servingG: number;
  ingredients: RecipeIngredient[];
  steps: string[];
  perServing: RecipeNutrients;
  per100g: RecipeNutrients;
  incomplete: string[];
  allergens: string[] | null;
  allergensComplete: boolean;
  flags: string[];
  shared: boolean;
  imageURL: string | null;
  picture?: string | null;
  own?: boolean | null;
  version?: number | null;
  hiddenGrams?: number | null;
}

export interface RecipeIngredient {
  foodId: string;
  name: string;
  picture?: string | null;
  grams: number;
  per100g: RecipeNutrients;
  flags: string[];
  allergens: string[] | null;
}

export interface RecipeNutrients {
  kcal: number;
  proteinG: number | null;
  fatG: number | null;
  carbohydrateG: number | null;
  fiberG: number | null;
  sugarG: number | null;
  saturatedFatG: number | null;
  sodiumMg: number | null;
  nutrients: Record<string, number>;
}

export interface RecipePart {
  foodId: string;
  /** 0.01 to 100000 */
  grams: number;
}

export interface RecipeSummary {
  id: string;
  name: string;
  servings: number;
  servingG: number;
  perServing: RecipeNutrients;
  flags: string[];
  allergens: string[] | null;
  shared: boolean;
  imageURL: string | null;
  picture?: string | null;
  version: number;
}

export type RegistrationMode = "open" | "invitation" | "closed";

export interface RemoteFood {
  source: string;
  sourceId: string;
  name: string;
  language: string;
  brand: string | null;
  category: string | null;
  kcal: number;
  proteinG: number | null;
  fatG: number | null;
  carbohydrateG: number | null;
  fiberG: number | null;
  sugarG: number | null;
  saturatedFatG: number | null;
  sodiumMg: number | null;
  portions: Portion[];
  flags: string[];
  type: string;
  barcode: string | null;
  allergens: string[] | null;
  imageURL: string | null;
  picture?: string | null;
}

export interface RequestedTarget {
  /** 500 to 10000; At least nine tenths of the energy of protein, fat and carbohydrate. */
  dailyKcal: number;
  /** 0 to 1500 */
  proteinG?: number | null;
  /** 0 to 1500 */
  fatG?: number | null;
  /** 0 to 1500 */
  carbohydrateG?: number | null;
}

export type Role = "user" | "staff" | "admin";

export type Scope =
  | "profile:read"
  | "profile:write"
  | "foods:read"
  | "foods:write"
  | "diary:read"
  | "diary:write"
  | "leaderboard:read"
  | "leaderboard:write";

export interface ServerMeta {
  version: string;
  features: string[];
  registration: RegistrationMode | null;
  languages: string[];
  demoAccounts?: DemoAccount[] | null;
}

export interface Session {
  accessToken: string;
  accessTokenExpiresAt: string;
  refreshToken: string;
  user: SessionUser;
  profileMissing: string[] | null;
  recoveryCodesLeft?: number | null;
  deviceToken?: string | null;
}

export interface SessionUser {
  id: string;
  email: string;
  name: string;
  roles: Role[];
}

export type Sex = "male" | "female" | "other";

export interface Shares {
  leaderboard: boolean;
  foods: boolean;
}

export interface SharesChange {
  leaderboard?: boolean | null;
  foods?: boolean | null;
}

export interface ShoppingItem {
  foodId: string;
  name: string;
  picture?: string | null;
  category: string | null;
  grams: number;
  portions: ShoppingPortion[];
  isTicked: boolean;
}

export interface ShoppingList {
  planId: string;
  items: ShoppingItem[];
  version: number;
}

export interface ShoppingPortion {
  name: string;
  label?: string | null;
  quantity: number;
}

export interface Start {
  day: DiaryDay | null;
  target: DayTarget | null;
  recents: RecentFood[] | null;
  cart: Cart | null;
  waiting: StartWaiting | null;
  cursor: string | null;
  profile: Profile | null;
  unavailable: string[];
}

export interface StartWaiting {
  importId: string | null;
  planId: string | null;
}

export interface SystemProcess {
  process: string;
  version: string;
  startedAt: string;
  memoryBytes: number;
  processorPercent: number | null;
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
  services: SystemSampleService[];
}

export interface SystemSampleService {
  service: string;
  perSecond: number;
  p99Ms: number | null;
}

export interface SystemService {
  service: string;
  isReady: boolean;
  processes: SystemProcess[];
  restarts: number;
  perSecond: number;
  failedPerSecond: number;
  inFlight: number;
  medianMs: number | null;
  p99Ms: number | null;
}

export interface SystemState {
  at: string | null;
  version: string;
  sampleSeconds: number;
  services: SystemService[];
  queues: SystemQueue[];
  subscribers: SystemSubscriber[];
  storage: SystemStorage[];
  diskFreeBytes: number | null;
  diskBytes: number | null;
  lastBackupAt: string | null;
  liveListeners: number;
  history: SystemSample[];
}

export interface SystemStorage {
  service: string;
  databaseBytes: number;
  logBytes: number;
  writesWaiting: number;
}

export interface SystemSubscriber {
  service: string;
  source: string;
  events: number;
  seconds: number;
}

export interface TargetCaution {
  code: TargetCautionCode;
  params: Record<string, string>;
}

export type TargetCautionCode = "underFloor" | "deficitUnder19" | "deficitUnderweight";

export interface TargetHint {
  code: TargetHintCode;
  params: Record<string, string>;
  text: string;
}

export type TargetHintCode =
  | "paceOfLoss"
  | "paceOfFastLoss"
  | "paceWithoutDeficit"
  | "paceOfKeeping"
  | "paceOfGain"
  | "paceOfFastGain"
  | "proteinForLoss"
  | "proteinForKeeping"
  | "proteinForGain"
  | "proteinLow"
  | "activityForLoss"
  | "activityForKeeping"
  | "activityForGain"
  | "activityCounted"
  | "activityUnder18";

export interface TargetPeriod {
  from: string;
  dailyKcal: number;
  weeklyKcal: number;
  monthlyKcal: number;
  proteinG: number;
  fatG: number;
  carbohydrateG: number;
  formula: Formula;
  goal: Goal;
  warnings: CalculationWarning[];
  byHand?: boolean | null;
  weekdays?: Record<string, DayTarget> | null;
  cautions?: TargetCaution[] | null;
  hints?: TargetHint[] | null;
}

export type Units = "metric" | "imperial";

export interface UsualFoodAmount {
  grams: number;
  portion: string | null;
  quantity: number | null;
}

export interface WeightProjection {
  target: EnergyTarget;
  intakeKcal: number;
  points: ProjectedWeight[];
  settledKg: number;
  milestones: ProjectedMilestone[];
  goal: ProjectedGoal | null;
  warnings: ProjectionWarning[];
}

export interface Operations {
  /** Erases the caller's account and all data of the user, after checking the password. */
  authAccountDelete: {
    method: "POST";
    path: "/v1/account/deletion";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: AuthAccountDelete;
    reply: Empty;
    problems:
      | "malformed"
      | "unauthenticated"
      | "wrongCredentials"
      | "forbidden"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Creates an export of all data about the caller, after checking the password. */
  authExportsCreate: {
    method: "POST";
    path: "/v1/account/exports";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: AuthExportsCreate;
    reply: AccountExport;
    problems:
      | "malformed"
      | "unauthenticated"
      | "wrongCredentials"
      | "forbidden"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Downloads an export of all data about the caller, in the session that created it. */
  authExportsGet: {
    method: "GET";
    path: "/v1/account/exports/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    reply: Blob;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "outcomeUnknown"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Requests a change of the e-mail address, which takes effect once it is confirmed by mail. */
  authEmailChange: {
    method: "PUT";
    path: "/v1/auth/email";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: AuthEmailChange;
    reply: Empty;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "wrongCredentials"
      | "forbidden"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Returns whether an e-mail address has an account, where the server reveals that. */
  authEmailStatus: {
    method: "POST";
    path: "/v1/auth/email-status";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: AuthEmailStatus;
    reply: AuthEmailStatusReply;
    problems:
      | "malformed"
      | "invalid"
      | "forbidden"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Confirms an e-mail address by the token that was mailed to it. */
  authEmailConfirm: {
    method: "POST";
    path: "/v1/auth/email/confirm";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: AuthEmailConfirm;
    reply: undefined;
    problems:
      | "malformed"
      | "invalid"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "outcomeUnknown"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Signs in with e-mail address and password. */
  authLogin: {
    method: "POST";
    path: "/v1/auth/login";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      "X-Session"?: "cookie";
    };
    body: AuthLogin;
    reply: Session | CookieSession;
    problems:
      | "malformed"
      | "wrongCredentials"
      | "secondFactorRequired"
      | "accountDisabled"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "outcomeUnknown"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Signs in as an account of the demonstration, on servers that are one. */
  authLoginDemo: {
    method: "POST";
    path: "/v1/auth/login/demo";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      "X-Session"?: "cookie";
    };
    body: AuthLoginDemo;
    reply: Session | CookieSession;
    problems:
      | "malformed"
      | "invalid"
      | "forbidden"
      | "accountDisabled"
      | "notFound"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "outcomeUnknown"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Completes a sign-in with a code of the second factor. */
  authLoginTotp: {
    method: "POST";
    path: "/v1/auth/login/totp";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      "X-Session"?: "cookie";
    };
    body: AuthLoginTotp;
    reply: Session | CookieSession;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "wrongCredentials"
      | "accountDisabled"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "outcomeUnknown"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Ends the caller's session. */
  authLogout: {
    method: "POST";
    path: "/v1/auth/logout";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: undefined;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Changes the caller's password, and ends the other sessions. */
  authPasswordChange: {
    method: "PUT";
    path: "/v1/auth/password";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: AuthPasswordChange;
    reply: undefined;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "wrongCredentials"
      | "forbidden"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Requests a mail with a link that sets a new password. */
  authPasswordForgot: {
    method: "POST";
    path: "/v1/auth/password/forgot";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: AuthPasswordForgot;
    reply: Empty;
    problems:
      | "malformed"
      | "invalid"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "outcomeUnknown"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Sets a new password by a mailed token, and ends all sessions. */
  authPasswordReset: {
    method: "POST";
    path: "/v1/auth/password/reset";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: AuthPasswordReset;
    reply: undefined;
    problems:
      | "malformed"
      | "invalid"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "outcomeUnknown"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Exchanges a refresh token for a new pair of tokens; the old one becomes invalid. */
  authRefresh: {
    method: "POST";
    path: "/v1/auth/refresh";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      "X-Session"?: "cookie";
    };
    body: AuthRefresh;
    reply: Session | CookieSession;
    problems:
      | "malformed"
      | "unauthenticated"
      | "accountDisabled"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "outcomeUnknown"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Creates an account and signs in; any field of the profile may be set too. */
  authRegister: {
    method: "POST";
    path: "/v1/auth/register";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
      "X-Session"?: "cookie";
    };
    body: AuthRegister;
    reply: Session | CookieSession;
    problems:
      | "malformed"
      | "invalid"
      | "registrationClosed"
      | "invitationNeeded"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Lists the caller's sessions, newest first. */
  authSessionsList: {
    method: "GET";
    path: "/v1/auth/sessions";
    pathParameters: Record<never, never>;
    query: {
      /** 1 to 100 */
      limit?: number;
      cursor?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: AuthSessionsListReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Ends every session of the caller except the current one. */
  authSessionsEndOthers: {
    method: "DELETE";
    path: "/v1/auth/sessions";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: undefined;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Ends one of the caller's sessions. */
  authSessionsEnd: {
    method: "DELETE";
    path: "/v1/auth/sessions/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: undefined;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Lists the caller's personal access tokens, newest first. */
  authTokensList: {
    method: "GET";
    path: "/v1/auth/tokens";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    reply: AuthTokensListReply;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Creates a personal access token, which only this response contains. */
  authTokensMake: {
    method: "POST";
    path: "/v1/auth/tokens";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: AuthTokensMake;
    reply: AuthTokensMakeReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "wrongCredentials"
      | "forbidden"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "outcomeUnknown"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Revokes one of the caller's personal access tokens. */
  authTokensRevoke: {
    method: "DELETE";
    path: "/v1/auth/tokens/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: undefined;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Returns whether the caller has a second factor, and the number of recovery codes left. */
  authTotpStatus: {
    method: "GET";
    path: "/v1/auth/totp";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    reply: AuthTotpStatusReply;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Creates the secret of a second factor, after checking the password. */
  authTotpBegin: {
    method: "POST";
    path: "/v1/auth/totp";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: AuthTotpBegin;
    reply: AuthTotpBeginReply;
    problems:
      | "malformed"
      | "unauthenticated"
      | "wrongCredentials"
      | "forbidden"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "outcomeUnknown"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Disables the second factor, after checking the password and a code. */
  authTotpRemove: {
    method: "DELETE";
    path: "/v1/auth/totp";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: AuthTotpRemove;
    reply: undefined;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "wrongCredentials"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "outcomeUnknown"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Enables the second factor by a first code, and returns the recovery codes. */
  authTotpConfirm: {
    method: "POST";
    path: "/v1/auth/totp/confirm";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: AuthTotpConfirm;
    reply: AuthTotpConfirmReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "wrongCredentials"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "outcomeUnknown"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Projects a person's weight over the coming days. */
  calculatorProjection: {
    method: "POST";
    path: "/v1/calculator/projection";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: CalculatorProjection;
    reply: WeightProjection;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Calculates the energy target of a person. */
  calculatorTarget: {
    method: "POST";
    path: "/v1/calculator/target";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: CalculatorTarget;
    reply: EnergyTarget;
    problems:
      | "malformed"
      | "invalid"
      | "tooLarge"
      | "unsupportedMediaType"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Returns the caller's profile. */
  profileGet: {
    method: "GET";
    path: "/v1/profile";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    reply: Profile;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Changes the caller's profile, and returns it with its new target. */
  profileUpdate: {
    method: "PATCH";
    path: "/v1/profile";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: ProfileUpdate | undefined;
    reply: Profile;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "versionMismatch"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "profileIncomplete"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Sets the caller's image. */
  putProfileImage: {
    method: "PUT";
    path: "/v1/profile/image";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: Blob;
    reply: ProfileImage;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Removes the caller's image. */
  profileImageRemove: {
    method: "DELETE";
    path: "/v1/profile/image";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: undefined;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Returns a user's image, by its signed URL. */
  getProfileImageId: {
    method: "GET";
    path: "/v1/profile/image/{id}";
    pathParameters: {
      id: string;
    };
    query: {
      expires: number;
      signature: string;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: Blob;
    problems:
      | "malformed"
      | "forbidden"
      | "notFound"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Lists the caller's measurements, newest first. */
  profileMeasurementsList: {
    method: "GET";
    path: "/v1/profile/measurements";
    pathParameters: Record<never, never>;
    query: {
      kind?: MeasurementKind;
      from?: string;
      to?: string;
      /** 1 to 500 */
      limit?: number;
      /** matches `^-?[0-9]+-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$` */
      cursor?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: ProfileMeasurementsListReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Records a measurement; a new value under the id of its source replaces the old one. */
  profileMeasurementsAdd: {
    method: "POST";
    path: "/v1/profile/measurements";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: ProfileMeasurementsAdd;
    reply: Measurement;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Records a measurement under the client's id, once, for clients that synchronize. */
  profileMeasurementsPut: {
    method: "PUT";
    path: "/v1/profile/measurements/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: ProfileMeasurementsPut;
    reply: Measurement;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Removes a measurement. */
  profileMeasurementsRemove: {
    method: "DELETE";
    path: "/v1/profile/measurements/{id}";
    pathParameters: {
      id: string;
    };
    query: {
      ifAbsent?: IfAbsent;
    };
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: undefined;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Returns the caller's targets within a range of days. */
  profileTargets: {
    method: "GET";
    path: "/v1/profile/targets";
    pathParameters: Record<never, never>;
    query: {
      from: string;
      /** The field must not be before from.; A request may span at most 3660 days. */
      to: string;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: ProfileTargetsReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "profileIncomplete"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Sets a manual target from today on. */
  profileTargetsSet: {
    method: "POST";
    path: "/v1/profile/targets";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: ProfileTargetsSet;
    reply: TargetPeriod;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "profileIncomplete"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Replaces a manual target with the computed one, from today on. */
  profileTargetsReset: {
    method: "DELETE";
    path: "/v1/profile/targets";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: TargetPeriod;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "tooManyRequests"
      | "profileIncomplete"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Searches foods as the user types: every word of the query is a prefix of a word of the name. */
  catalogSearch: {
    method: "GET";
    path: "/v1/foods";
    pathParameters: Record<never, never>;
    query: {
      /** 1 to 100 characters; matches `[^\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7]`; Holds at least one letter or digit. */
      q: string;
      /** 2 to 35 characters */
      language?: string;
      /** 1 to 100 */
      limit?: number;
      cursor?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: CatalogSearchReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Adds a food of the caller's own. */
  catalogFoodsAdd: {
    method: "POST";
    path: "/v1/foods";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: CatalogFoodsAdd;
    reply: Food;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Returns the food with a barcode: EAN-8, UPC-A, EAN-13 or GTIN-14. */
  catalogBarcode: {
    method: "GET";
    path: "/v1/foods/barcode/{gtin}";
    pathParameters: {
      /** matches `^[ -]*(([0-9][ -]*){8}|([0-9][ -]*){12,14})$`; The last digit is the check digit of GS1. */
      gtin: string;
    };
    query: {
      language?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: Food;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Lists the caller's favourite foods, each with its usual amount. */
  diaryFavouritesList: {
    method: "GET";
    path: "/v1/foods/favourites";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    reply: DiaryFavouritesListReply;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Lists foods that are good to eat often, in the order of the list. */
  catalogHealthyList: {
    method: "GET";
    path: "/v1/foods/healthy";
    pathParameters: Record<never, never>;
    query: {
      language?: string;
      category?: string;
      /** 1 to 80 */
      limit?: number;
      /** matches `^-?[0-9]+-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$` */
      cursor?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: CatalogHealthyListReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Adds a food to the list of healthy foods; for staff and admins. */
  catalogHealthyAdd: {
    method: "POST";
    path: "/v1/foods/healthy";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: CatalogHealthyAdd;
    reply: HealthyFood;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Returns a healthy food, with its texts in every language. */
  catalogHealthyGet: {
    method: "GET";
    path: "/v1/foods/healthy/{id}";
    pathParameters: {
      id: string;
    };
    query: {
      language?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: HealthyFood;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Changes a healthy food; for staff and admins. */
  catalogHealthyUpdate: {
    method: "PATCH";
    path: "/v1/foods/healthy/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: CatalogHealthyUpdate | undefined;
    reply: HealthyFood;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "versionMismatch"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Removes a food from the list of healthy foods; for staff and admins. */
  catalogHealthyRemove: {
    method: "DELETE";
    path: "/v1/foods/healthy/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: undefined;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "versionMismatch"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Returns a food's image, by its signed URL. */
  getFoodsImageId: {
    method: "GET";
    path: "/v1/foods/image/{id}";
    pathParameters: {
      id: string;
    };
    query: {
      expires: number;
      signature: string;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: Blob;
    problems:
      | "malformed"
      | "forbidden"
      | "notFound"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Returns the foods that a device keeps for use without a connection: own, recent and common ones. */
  getFoodsOffline: {
    method: "GET";
    path: "/v1/foods/offline";
    pathParameters: Record<never, never>;
    query: {
      /** 2 to 35 characters */
      language?: string;
    };
    headers: {
      "If-None-Match"?: string;
    };
    body: undefined;
    reply: OfflineFoods | undefined;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Reads a meal as typed or dictated, in English, Ukrainian or Thai, and finds its foods and amounts. */
  catalogFoodsParse: {
    method: "POST";
    path: "/v1/foods/parse";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: CatalogFoodsParse;
    reply: CatalogFoodsParseReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Lists the foods that the caller has logged recently, or most often, each with its last amount. */
  diaryFoodsRecent: {
    method: "GET";
    path: "/v1/foods/recent";
    pathParameters: Record<never, never>;
    query: {
      meal?: Meal;
      sort?: DiaryFoodsRecentSort;
      /** 1 to 100 */
      limit?: number;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: DiaryFoodsRecentReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Searches external sources for foods, if the operator has enabled any. */
  catalogRemote: {
    method: "GET";
    path: "/v1/foods/remote";
    pathParameters: Record<never, never>;
    query: {
      /** 2 to 100 characters; matches `[^\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7]`; Holds at least one letter or digit. */
      q: string;
      /** one of openFoodFacts, edamam */
      source?: "openFoodFacts" | "edamam";
      /** 1 to 24 */
      limit?: number;
      /** 2 to 35 characters */
      language?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: CatalogRemoteReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Stores a food of an external source in the catalog, where searches of all users find it. */
  catalogRemoteImport: {
    method: "POST";
    path: "/v1/foods/remote";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: CatalogRemoteImport;
    reply: Food;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Returns a food with all details. */
  catalogGet: {
    method: "GET";
    path: "/v1/foods/{id}";
    pathParameters: {
      id: string;
    };
    query: {
      language?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: Food;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Changes a food of the caller's own. */
  catalogFoodsUpdate: {
    method: "PATCH";
    path: "/v1/foods/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: CatalogFoodsUpdate | undefined;
    reply: Food;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "versionMismatch"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Removes a food or recipe of the caller's own; diary entries with it remain. */
  catalogFoodsRemove: {
    method: "DELETE";
    path: "/v1/foods/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: undefined;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "versionMismatch"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Adds a food to the caller's favourites. */
  diaryFavouritesAdd: {
    method: "PUT";
    path: "/v1/foods/{id}/favourite";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: FavouriteFood;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Removes a food from the caller's favourites. */
  diaryFavouritesRemove: {
    method: "DELETE";
    path: "/v1/foods/{id}/favourite";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: undefined;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Sets the image of the caller's own food or recipe. */
  putFoodsIdImage: {
    method: "PUT";
    path: "/v1/foods/{id}/image";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: Blob;
    reply: Food;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "versionMismatch"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Removes the image of the caller's own food or recipe. */
  catalogFoodsImageRemove: {
    method: "DELETE";
    path: "/v1/foods/{id}/image";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: undefined;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "versionMismatch"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Returns the picture of a food: its uploaded image, that of its source, or a drawing. */
  getFoodsIdPicture: {
    method: "GET";
    path: "/v1/foods/{id}/picture";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      "If-None-Match"?: string;
    };
    body: undefined;
    reply: Blob | undefined;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Reports to staff that a food is wrong. */
  catalogReportsAdd: {
    method: "POST";
    path: "/v1/foods/{id}/reports";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: CatalogReportsAdd;
    reply: FoodReport;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Lists the caller's own recipes, newest first. */
  catalogRecipesList: {
    method: "GET";
    path: "/v1/recipes";
    pathParameters: Record<never, never>;
    query: {
      /** 1 to 100 */
      limit?: number;
      /** matches `^[1-9][0-9]*$` */
      cursor?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: CatalogRecipesListReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Adds a recipe of the caller's own. */
  catalogRecipesAdd: {
    method: "POST";
    path: "/v1/recipes";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: CatalogRecipesAdd;
    reply: Recipe;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Returns one of the caller's own recipes, or a shared one. */
  catalogRecipesGet: {
    method: "GET";
    path: "/v1/recipes/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    reply: Recipe;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Changes a recipe of the caller's own. */
  catalogRecipesUpdate: {
    method: "PATCH";
    path: "/v1/recipes/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: CatalogRecipesUpdate | undefined;
    reply: Recipe;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "versionMismatch"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Removes a recipe of the caller's own; diary entries with it remain. */
  catalogRecipesRemove: {
    method: "DELETE";
    path: "/v1/recipes/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: undefined;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "versionMismatch"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Returns advice for the caller's goal on a day, as codes with the numbers behind them. */
  diaryAdvice: {
    method: "GET";
    path: "/v1/advice";
    pathParameters: Record<never, never>;
    query: {
      /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
      date?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: DiaryAdviceReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Returns the caller's cart. */
  diaryCartGet: {
    method: "GET";
    path: "/v1/diary/cart";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    reply: Cart;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Changes the cart's additional energy. */
  diaryCartUpdate: {
    method: "PATCH";
    path: "/v1/diary/cart";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: DiaryCartUpdate | undefined;
    reply: Cart;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "versionMismatch"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Logs the contents of the cart as entries of a meal, and empties the cart. */
  diaryCartCheckout: {
    method: "POST";
    path: "/v1/diary/cart/checkout";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: DiaryCartCheckout;
    reply: DiaryCartCheckoutReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "versionMismatch"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Adds a food to the cart, or changes its amount. */
  diaryCartItemsSet: {
    method: "PUT";
    path: "/v1/diary/cart/items/{foodId}";
    pathParameters: {
      foodId: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: DiaryCartItemsSet;
    reply: Cart;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "versionMismatch"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Removes a food from the cart. */
  diaryCartItemsRemove: {
    method: "DELETE";
    path: "/v1/diary/cart/items/{foodId}";
    pathParameters: {
      foodId: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: Cart;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "versionMismatch"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Returns what changed in the diary since a cursor, for clients that synchronize. */
  diaryChanges: {
    method: "GET";
    path: "/v1/diary/changes";
    pathParameters: Record<never, never>;
    query: {
      since?: string;
      /** 1 to 500 */
      limit?: number;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: DiaryChangesReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Returns several days of the diary, both ends included. */
  diaryDays: {
    method: "GET";
    path: "/v1/diary/days";
    pathParameters: Record<never, never>;
    query: {
      /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
      from: string;
      /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
      to: string;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: DiaryDaysReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Returns one day of the diary. */
  diaryDay: {
    method: "GET";
    path: "/v1/diary/days/{date}";
    pathParameters: {
      /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
      date: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    reply: DiaryDay;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Marks a day as complete, so that statistics trust it. */
  diaryDaysComplete: {
    method: "PUT";
    path: "/v1/diary/days/{date}/complete";
    pathParameters: {
      /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
      date: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: DayExtras;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "versionMismatch"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Removes the mark of a complete day. */
  diaryDaysReopen: {
    method: "DELETE";
    path: "/v1/diary/days/{date}/complete";
    pathParameters: {
      /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
      date: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: DayExtras;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "versionMismatch"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Copies the entries of another day to the end of the same meals of this day. */
  diaryDaysCopy: {
    method: "POST";
    path: "/v1/diary/days/{date}/copy";
    pathParameters: {
      /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
      date: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: DiaryDaysCopy;
    reply: DiaryDay;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Logs something eaten. */
  diaryEntriesAdd: {
    method: "POST";
    path: "/v1/diary/days/{date}/entries";
    pathParameters: {
      /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
      date: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: DiaryEntriesAdd;
    reply: DiaryEntry;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Sets the note of a day; an empty one removes it. */
  diaryNoteSet: {
    method: "PUT";
    path: "/v1/diary/days/{date}/note";
    pathParameters: {
      /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
      date: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: DiaryNoteSet;
    reply: DayExtras;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "versionMismatch"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Sets the total amount of water drunk on a day. */
  diaryWaterSet: {
    method: "PUT";
    path: "/v1/diary/days/{date}/water";
    pathParameters: {
      /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
      date: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: DiaryWaterSet;
    reply: DayExtras;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "versionMismatch"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Adds an amount to the water of a day, once for each id. */
  diaryWaterAdd: {
    method: "PUT";
    path: "/v1/diary/days/{date}/water/{id}";
    pathParameters: {
      /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
      date: string;
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: DiaryWaterAdd;
    reply: DayExtras;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Removes an addition of water, and refuses a later addition under its id. */
  diaryWaterRemove: {
    method: "DELETE";
    path: "/v1/diary/days/{date}/water/{id}";
    pathParameters: {
      /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
      date: string;
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: DayExtras;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Finds entries by words of their names, newest day first. */
  diaryEntriesSearch: {
    method: "GET";
    path: "/v1/diary/entries";
    pathParameters: Record<never, never>;
    query: {
      /** 1 to 200 characters; matches `\S`; matches `^[^\u0000-\u001F\u007F-\u009F]*$` */
      q: string;
      /** 1 to 100 */
      limit?: number;
      /** matches `^-?[0-9]+-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$` */
      cursor?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: DiaryEntriesSearchReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Creates the entry with an id, or replaces it, for clients that synchronize. */
  diaryEntriesPut: {
    method: "PUT";
    path: "/v1/diary/entries/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: DiaryEntriesPut;
    reply: DiaryEntry;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "versionMismatch"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Changes an entry's amount, meal, day or position within the meal. */
  diaryEntriesUpdate: {
    method: "PATCH";
    path: "/v1/diary/entries/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: DiaryEntriesUpdate | undefined;
    reply: DiaryEntry;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "versionMismatch"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Removes an entry. */
  diaryEntriesRemove: {
    method: "DELETE";
    path: "/v1/diary/entries/{id}";
    pathParameters: {
      id: string;
    };
    query: {
      ifAbsent?: IfAbsent;
    };
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: undefined;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "versionMismatch"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Sets the image of an entry. */
  putDiaryEntriesIdImage: {
    method: "PUT";
    path: "/v1/diary/entries/{id}/image";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: Blob;
    reply: DiaryEntry;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "versionMismatch"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Removes the image of an entry, whether uploaded or its food's. */
  diaryEntriesImageRemove: {
    method: "DELETE";
    path: "/v1/diary/entries/{id}/image";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: undefined;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "versionMismatch"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Estimates the caller's daily expenditure from entries and weights of the last four weeks. */
  diaryExpenditure: {
    method: "GET";
    path: "/v1/diary/expenditure";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    reply: EstimatedExpenditure;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Returns the caller's diary as a file that can be imported again. */
  diaryExport: {
    method: "GET";
    path: "/v1/diary/export";
    pathParameters: Record<never, never>;
    query: {
      format: "csv" | "json";
    };
    headers: Record<never, never>;
    body: undefined;
    reply: Blob;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Returns an entry's image, by its signed URL. */
  getDiaryImageId: {
    method: "GET";
    path: "/v1/diary/image/{id}";
    pathParameters: {
      id: string;
    };
    query: {
      expires: number;
      signature: string;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: Blob;
    problems:
      | "malformed"
      | "forbidden"
      | "notFound"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Reads a file as a diary, and returns a preview of its import without changing the diary. */
  diaryImportsMake: {
    method: "POST";
    path: "/v1/diary/imports";
    pathParameters: Record<never, never>;
    query: {
      format: "mealwire" | "myFitnessPal" | "cronometer" | "loseIt" | "table";
      dateOrder?: "dayFirst" | "monthFirst" | "yearFirst";
    };
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: Blob;
    reply: DiaryImport;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Adds the entries of an import to the diary. */
  diaryImportsApply: {
    method: "POST";
    path: "/v1/diary/imports/{id}/apply";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: DiaryImportsApply | undefined;
    reply: DiaryImportOutcome;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Compares intake and target by day, week or month. */
  diaryProgress: {
    method: "GET";
    path: "/v1/diary/progress";
    pathParameters: Record<never, never>;
    query: {
      /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
      from?: string;
      /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
      to?: string;
      by?: DiaryProgressStep;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: Progress;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Lists the caller's meal plans, newest first. */
  diaryPlansList: {
    method: "GET";
    path: "/v1/plans";
    pathParameters: Record<never, never>;
    query: {
      /** 1 to 50 */
      limit?: number;
      cursor?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: DiaryPlansListReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Makes a menu that meets the caller's targets, and stores it as a plan. */
  diaryPlansMake: {
    method: "POST";
    path: "/v1/plans";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: DiaryPlansMake;
    reply: DiaryPlan;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "profileIncomplete"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Returns a meal plan. */
  diaryPlansGet: {
    method: "GET";
    path: "/v1/plans/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    reply: DiaryPlan;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Changes the name, the first day, and portions of dishes of a meal plan. */
  diaryPlansUpdate: {
    method: "PATCH";
    path: "/v1/plans/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: DiaryPlansUpdate | undefined;
    reply: DiaryPlan;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "versionMismatch"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Removes a meal plan and its shopping list; entries in the diary stay. */
  diaryPlansRemove: {
    method: "DELETE";
    path: "/v1/plans/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: undefined;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "versionMismatch"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Lists foods that can replace a dish of a meal plan, the best ones first. */
  diaryPlansAlternatives: {
    method: "GET";
    path: "/v1/plans/{id}/alternatives";
    pathParameters: {
      id: string;
    };
    query: {
      /** 1 to 7 */
      day: number;
      foodId: string;
      /** 1 to 30 */
      limit?: number;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: DiaryPlansAlternativesReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Writes a meal plan into the diary. */
  diaryPlansApply: {
    method: "POST";
    path: "/v1/plans/{id}/apply";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: DiaryPlansApply | undefined;
    reply: DiaryPlan;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Replaces a dish of a meal plan by one of its alternatives. */
  diaryPlansExchange: {
    method: "POST";
    path: "/v1/plans/{id}/exchange";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: DiaryPlansExchange;
    reply: DiaryPlan;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "versionMismatch"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Adds one dish or a day of a meal plan to the diary, each dish once. */
  diaryPlansLog: {
    method: "POST";
    path: "/v1/plans/{id}/log";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: DiaryPlansLog;
    reply: DiaryPlansLogReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Returns the shopping list of a meal plan. */
  diaryPlansShoppingGet: {
    method: "GET";
    path: "/v1/plans/{id}/shopping";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    reply: ShoppingList;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Ticks a food of a meal plan's shopping list, or removes the tick. */
  diaryPlansShoppingSet: {
    method: "PUT";
    path: "/v1/plans/{id}/shopping/{foodId}";
    pathParameters: {
      id: string;
      foodId: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: DiaryPlansShoppingSet;
    reply: ShoppingList;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "versionMismatch"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Returns a challenge with its standing or result. */
  leaderboardChallengesGet: {
    method: "GET";
    path: "/v1/challenges/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    reply: LeaderboardChallenge;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Withdraws a challenge that has not ended. */
  leaderboardChallengesRemove: {
    method: "DELETE";
    path: "/v1/challenges/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: undefined;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Lists the caller's groups, by name. */
  leaderboardGroupsList: {
    method: "GET";
    path: "/v1/groups";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    reply: LeaderboardGroupsListReply;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Creates a group with the caller as owner and first member. */
  leaderboardGroupsAdd: {
    method: "POST";
    path: "/v1/groups";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: LeaderboardGroupsAdd;
    reply: LeaderboardGroup;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Joins the group with a code. */
  leaderboardGroupsJoin: {
    method: "POST";
    path: "/v1/groups/join";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: LeaderboardGroupsJoin;
    reply: LeaderboardGroup;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Returns a group of the caller, with its standing over a period. */
  leaderboardGroupsGet: {
    method: "GET";
    path: "/v1/groups/{id}";
    pathParameters: {
      id: string;
    };
    query: {
      period?: LeaderboardTopPeriod;
      metric?: LeaderboardTopMetric;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: LeaderboardGroup;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Renames a group; for its owner. */
  leaderboardGroupsUpdate: {
    method: "PATCH";
    path: "/v1/groups/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^(\*|"(0|[1-9][0-9]{0,17})")$` */
      "If-Match"?: string;
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: LeaderboardGroupsUpdate;
    reply: LeaderboardGroup;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "versionMismatch"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Removes a group with its challenges; for its owner. */
  leaderboardGroupsRemove: {
    method: "DELETE";
    path: "/v1/groups/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: undefined;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Announces a challenge in a group of the caller. */
  leaderboardChallengesAdd: {
    method: "POST";
    path: "/v1/groups/{id}/challenges";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: LeaderboardChallengesAdd;
    reply: LeaderboardChallenge;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Replaces the code of a group; for its owner. */
  leaderboardGroupsCodeRenew: {
    method: "POST";
    path: "/v1/groups/{id}/code";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: LeaderboardGroup;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Leaves a group, or removes another member as its owner. */
  leaderboardGroupsMembersRemove: {
    method: "DELETE";
    path: "/v1/groups/{id}/members/{userId}";
    pathParameters: {
      id: string;
      userId: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: undefined;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Returns the best of the sharing users, and the caller's own rank. */
  leaderboardTop: {
    method: "GET";
    path: "/v1/leaderboard";
    pathParameters: Record<never, never>;
    query: {
      period?: LeaderboardTopPeriod;
      metric?: LeaderboardTopMetric;
      /** 1 to 100 */
      limit?: number;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: LeaderboardTopReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Lists what users that share their foods have eaten on a day. */
  leaderboardFoods: {
    method: "GET";
    path: "/v1/leaderboard/foods";
    pathParameters: Record<never, never>;
    query: {
      /** matches `^(today|((19|20|21)[0-9]{2}|2200)-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$` */
      date?: string;
      /** 1 to 100 */
      limit?: number;
      /** matches `^[0-9]{1,11}-[0-9]{1,2}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$` */
      cursor?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: LeaderboardFoodsReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Returns the last seven days of a sharing user. */
  leaderboardUser: {
    method: "GET";
    path: "/v1/leaderboard/users/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    reply: LeaderboardUserReply;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Returns one of the last seven days of a sharing user, with the foods if those are shared. */
  leaderboardDay: {
    method: "GET";
    path: "/v1/leaderboard/users/{id}/days/{date}";
    pathParameters: {
      id: string;
      date: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    reply: LeaderboardDayReply;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Lists the reports of wrong foods, newest first; for staff and admins. */
  catalogReportsList: {
    method: "GET";
    path: "/v1/admin/food-reports";
    pathParameters: Record<never, never>;
    query: {
      state?: FoodReportState;
      /** 1 to 100 */
      limit?: number;
      /** matches `^-?[0-9]+-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$` */
      cursor?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: CatalogReportsListReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Closes a report of a wrong food; for staff and admins. */
  catalogReportsClose: {
    method: "POST";
    path: "/v1/admin/food-reports/{id}/close";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: CatalogReportsClose | undefined;
    reply: FoodReport;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Lists the invitations, newest first; for staff and admins. */
  authAdminInvitationsList: {
    method: "GET";
    path: "/v1/admin/invitations";
    pathParameters: Record<never, never>;
    query: {
      /** 1 to 100 */
      limit?: number;
      cursor?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: AuthAdminInvitationsListReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Creates an invitation and returns its code, which is shown only once; for staff and admins. */
  authAdminInvitationsMake: {
    method: "POST";
    path: "/v1/admin/invitations";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: AuthAdminInvitationsMake | undefined;
    reply: AuthAdminInvitationsMakeReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "outcomeUnknown"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Revokes an invitation; for staff and admins. */
  authAdminInvitationsRevoke: {
    method: "DELETE";
    path: "/v1/admin/invitations/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: undefined;
    reply: undefined;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Returns the processes, queues, rates, times and storage of the stack, and its last hour; for admins. */
  getAdminSystem: {
    method: "GET";
    path: "/v1/admin/system";
    pathParameters: Record<never, never>;
    query: {
      /** format date-time */
      since?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: SystemState;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Lists the accounts, newest first; for staff and admins. */
  authAdminUsersList: {
    method: "GET";
    path: "/v1/admin/users";
    pathParameters: Record<never, never>;
    query: {
      /** 1 to 100 */
      limit?: number;
      cursor?: string;
      /** 1 to 254 characters */
      q?: string;
      role?: Role;
      state?: AdminUserState;
    };
    headers: Record<never, never>;
    body: undefined;
    reply: AuthAdminUsersListReply;
    problems:
      | "malformed"
      | "invalid"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Disables or enables an account, or changes its roles; for staff and admins. */
  authAdminUsersUpdate: {
    method: "PATCH";
    path: "/v1/admin/users/{id}";
    pathParameters: {
      id: string;
    };
    query: Record<never, never>;
    headers: {
      /** matches `^[!-~]+$`; 1 to 255 characters */
      "Idempotency-Key"?: string;
    };
    body: AuthAdminUsersUpdate | undefined;
    reply: AdminUser;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "notFound"
      | "conflict"
      | "tooLarge"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "diskFull"
      | "internalError";
  };
  /** Streams hints about changes of the caller's data, so that a client fetches them again. */
  getEvents: {
    method: "GET";
    path: "/v1/events";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      "Last-Event-ID"?: string;
    };
    body: undefined;
    reply: ReadableStream<LiveHint>;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "unsupportedMediaType"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Returns the public keys that verify access tokens, as a JSON Web Key Set. */
  authKeys: {
    method: "GET";
    path: "/.well-known/jwks.json";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    reply: AuthKeysReply;
    problems:
      | "malformed"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Returns how to report a vulnerability (RFC 9116), if the operator has set an address. */
  getWellKnownSecurityTxt: {
    method: "GET";
    path: "/.well-known/security.txt";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    reply: string;
    problems: "notFound" | "internalError";
  };
  /** Returns this interface as a page for people. */
  getDocs: {
    method: "GET";
    path: "/docs";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      "If-None-Match"?: string;
    };
    body: undefined;
    reply: Blob | undefined;
    problems: "malformed" | "internalError";
  };
  /** Returns whether the gateway runs. */
  getHealthLive: {
    method: "GET";
    path: "/health/live";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    reply: Liveness;
    problems: "internalError";
  };
  /** Returns whether all services are ready. */
  getHealthReady: {
    method: "GET";
    path: "/health/ready";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    reply: Readiness;
    problems: "internalError";
  };
  /** Returns the privacy notice in the reader's language. */
  getLegalPrivacy: {
    method: "GET";
    path: "/legal/privacy";
    pathParameters: Record<never, never>;
    query: {
      language?: string;
    };
    headers: {
      "Accept-Language"?: string;
    };
    body: undefined;
    reply: string;
    problems: "malformed" | "internalError";
  };
  /** Returns the metrics of all processes for Prometheus, to programs on the server's host or with a token. */
  getMetrics: {
    method: "GET";
    path: "/metrics";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    reply: string;
    problems: "forbidden" | "internalError";
  };
  /** Returns this interface as an OpenAPI 3.1 document in JSON. */
  getOpenapiJson: {
    method: "GET";
    path: "/openapi.json";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      "If-None-Match"?: string;
    };
    body: undefined;
    reply: Blob | undefined;
    problems: "malformed" | "internalError";
  };
  /** Returns this interface as an OpenAPI 3.1 document in YAML. */
  getOpenapiYaml: {
    method: "GET";
    path: "/openapi.yaml";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      "If-None-Match"?: string;
    };
    body: undefined;
    reply: Blob | undefined;
    problems: "malformed" | "internalError";
  };
  /** Returns the server's version, features and languages. */
  getMeta: {
    method: "GET";
    path: "/v1/meta";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    reply: ServerMeta;
    problems:
      | "malformed"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
  /** Returns all that an app shows first: today, target, recent foods, cart, profile, and what waits. */
  getStart: {
    method: "GET";
    path: "/v1/start";
    pathParameters: Record<never, never>;
    query: Record<never, never>;
    headers: {
      "If-None-Match"?: string;
    };
    body: undefined;
    reply: Start | undefined;
    problems:
      | "malformed"
      | "unauthenticated"
      | "forbidden"
      | "tooManyRequests"
      | "overloaded"
      | "unavailable"
      | "deadlineExceeded"
      | "workerCrashed"
      | "busy"
      | "unknownMethod"
      | "internalError";
  };
}

/** The path with its parameters in braces. */
export type Path = Operations[keyof Operations]["path"];

/** The codes that an operation can fail with. */
export type ProblemCode<Name extends keyof Operations = keyof Operations> = Operations[Name]["problems"];
