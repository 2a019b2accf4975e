// Written by scripts/contracts from the rules of Shared/Base/Contracts; change these and run it again.
// Both ends of a range are valid. Lengths are numbers of characters.

/** `age` of `POST /v1/calculator/target`. */
export const AGE = { min: 13, max: 120 };
/** `heightCm` of `PATCH /v1/profile`. */
export const HEIGHT_CM = { min: 50, max: 272 };
/** `weightKg` of `PATCH /v1/profile`. */
export const WEIGHT_KG = { min: 20, max: 635 };
/** `value` of `POST /v1/profile/measurements` with the kind `waist`. */
export const WAIST_CM = { min: 20, max: 400 };
/** `value` of `POST /v1/profile/measurements` with the kind `sleep`. */
export const SLEEP_MINUTES = { min: 0, max: 1440 };
/** `value` of `POST /v1/profile/measurements` with the kind `steps`. */
export const STEPS = { min: 0, max: 250000 };
/** `value` of `POST /v1/profile/measurements` with the kind `activeEnergy`. */
export const EXERCISE_KCAL = { min: 0, max: 20000 };
/** `limit` of `GET /v1/profile/measurements`. */
export const MEASUREMENTS_LIMIT = { min: 1, max: 500 };
/** `dailyKcal` of `POST /v1/profile/targets`. */
export const TARGET_KCAL = { min: 500, max: 10000 };
/** `name` of `POST /v1/auth/register`. */
export const NAME_LENGTH = { min: 4, max: 64 };
/** `password` of `POST /v1/auth/register`. */
export const PASSWORD_LENGTH = { min: 8, max: 128 };
/** `dislikes[]` of `PATCH /v1/profile`. */
export const DISLIKE_LENGTH = { min: 1, max: 64 };
/** `name` of `POST /v1/auth/tokens`. */
export const TOKEN_NAME_LENGTH = { min: 1, max: 64 };
/** `name` of `POST /v1/groups`. */
export const GROUP_NAME_LENGTH = { min: 1, max: 64 };
/** `grams` of `POST /v1/diary/days/{date}/entries`. */
export const ENTRY_GRAMS = { min: 0.1, max: 10000 };
/** `text` of `PUT /v1/diary/days/{date}/note`. */
export const DAY_NOTE_LENGTH = { min: 0, max: 2000 };
/** `q` of `GET /v1/foods`. */
export const FOOD_QUERY_LENGTH = { min: 1, max: 100 };
/** `name` of `POST /v1/foods`. */
export const FOOD_NAME_LENGTH = { min: 1, max: 200 };
/** `brand` of `POST /v1/foods`. */
export const BRAND_LENGTH = { min: 1, max: 100 };
/** `name` of `POST /v1/recipes`. */
export const RECIPE_NAME_LENGTH = { min: 1, max: 200 };
/** `limit` of `GET /v1/recipes`. */
export const RECIPES_LIMIT = { min: 1, max: 100 };
/** `text` of `POST /v1/foods/{id}/reports`. */
export const REPORT_LENGTH = { min: 0, max: 1000 };
/** `q` of `GET /v1/admin/users`. */
export const USER_QUERY_LENGTH = { min: 1, max: 254 };
/** `uses` of `POST /v1/admin/invitations`. */
export const INVITATION_USES = { min: 1, max: 1000 };
/** `days` of `POST /v1/admin/invitations`. */
export const INVITATION_DAYS = { min: 1, max: 365 };
/** `note` of `POST /v1/admin/invitations`. */
export const INVITATION_NOTE_LENGTH = { min: 1, max: 200 };
/** The permissions of personal access tokens.
 * @type {import("../types.d.ts").Scope[]} */
export const SCOPES = [
  "profile:read",
  "profile:write",
  "foods:read",
  "foods:write",
  "diary:read",
  "diary:write",
  "leaderboard:read",
  "leaderboard:write",
];
