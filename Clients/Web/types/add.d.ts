// The states of Add and Amount, with the rows that they show.
import type { AppProblem, DiaryEntry, Food, Meal, Nutrients, RecentFood, RemoteFood } from "./api.d.ts";

/** A food that the person likes, with its usual amount. */
export type Favourite = Omit<RecentFood, "meal" | "count" | "lastAt"> & { addedAt?: string };

/** What a row of Add shows: a food with the amount that + logs. */
export interface Choice {
  foodId: string;
  name: string;
  brand: string | null;
  imageURL: string | null;
  grams: number;
  portion: string | null;
  /** What is shown instead of the portion's name. */
  portionLabel?: string | null;
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
  tab: "recent" | "frequent" | "favourite" | "own" | "recipes" | "healthy";
  recents: RecentFood[] | null;
  frequents: RecentFood[] | null;
  /** The newest answer, and the text that it belongs to. */
  results: { text: string; items: Food[]; isKept?: boolean; amounts?: Favourite[] } | null;
  /** What the text means as a meal of several foods. */
  lines: MealLine[] | null;
  /** The number of the search that the lines answer. */
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

/** Foods of the lists of Add that are not those of logged foods; one that is missing was not loaded. */
export interface AddLists {
  own?: Food[];
  recipes?: Food[];
  healthy?: Food[];
}

/** The search in sources outside of this server. */
export interface OutsideState {
  text: string;
  items: RemoteFood[] | null;
  /** Sources that did not answer. */
  silent: string[];
  isBusy: boolean;
  /** True if the operator has switched all sources off. */
  isOff: boolean;
  /** The id of the food that is being stored; empty if there is none. */
  adding: string;
  problem: AppProblem | null;
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
