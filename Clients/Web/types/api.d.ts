// What the app receives from the server and from its store.
import type { DiaryDay as ServerDay, Food, Nutrients } from "../../../docs/reference/contracts.d.ts";

export type * from "../../../docs/reference/contracts.d.ts";

/** Fields that a day lacks if an older version of the app has stored it. */
type NewerField = "month" | "isComplete" | "extrasVersion";

/** A day of the server or of the store. */
export type DiaryDay = Omit<ServerDay, NewerField> & Partial<Pick<ServerDay, NewerField>>;

/** A problem document of the server, or one of the app for a request without an answer. */
export interface AppProblem {
  code: string;
  status: number;
  detail: string;
  params: Record<string, string>;
  errors?: { field: string; code: string; params: Record<string, string>; message: string }[];
  current?: unknown;
  /** The seconds of the header `Retry-After`. */
  retryAfter?: number;
}

export type NutrientKey = keyof Nutrients;

/** A field of a food with an amount that entries have. */
export type FoodNutrientKey = keyof Nutrients & keyof Food | "sodiumMg";
