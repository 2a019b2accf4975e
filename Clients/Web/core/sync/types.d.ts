// The states, actions and effects of the queue.
import type { DiaryEntry, Meal, Nutrients } from "../../types.d.ts";

export type { DiaryEntry };
export type EntryField = "date" | "meal" | "at" | "amount" | "name" | "energy";

export interface EntryContent {
  date: string;
  meal: Meal;
  at: string;
  amount?: { foodId: string; grams?: number | null; portion?: string | null; quantity?: number | null };
  name?: string;
  energy?: Nutrients;
}

export interface EntryPreview {
  name: string;
  imageURL?: string | null;
  grams?: number | null;
  portionLabel?: string | null;
  nutrients: Nutrients;
}

export interface EntryBase {
  content: EntryContent;
  version?: number;
}

export interface EntryPut {
  kind: "putEntry";
  id: string;
  content: EntryContent;
  preview: EntryPreview;
  position?: number;
  base?: EntryBase;
  /** True if the server may have had the change before the entry was removed and went on under this id. Of a new entry:
   * true if other content may have been sent before. */
  isUnsure: boolean;
}

export interface Measurement {
  id: string;
  kind: string;
  value: number;
  at: string;
  date: string;
}

export interface WaterAddition {
  id: string;
  date: string;
  ml: number;
}

/** Sets a value as a whole; the last write counts. */
export interface ValueSet {
  kind: "setValue";
  /** What is set, such as `note 2026-11-22`, `complete 2026-11-22`, `favourite f1` or `tick p1 f1`. */
  subject: string;
  /** What the person sees of it in the list of what waits. */
  name?: string;
  // deno-lint-ignore no-explicit-any
  value: any;
  /** What the server had, as far as is known; a request with a version is refused if the server has another. */
  // deno-lint-ignore no-explicit-any
  base?: { value: any; version?: number };
}

/** A request of a module. The queue sends it without knowing what it means: see `modules.js`. */
export interface ModuleWrite {
  kind: "module";
  /** The module that knows how the write looks, what its answer changes, and how it is merged. */
  module: string;
  /** The object in the module: its writes are sent one after the other. */
  subject: string;
  method: "PUT" | "PATCH" | "DELETE";
  path: string;
  // deno-lint-ignore no-explicit-any
  body?: any;
  /** The field that a PATCH sets: a later one of this field replaces it until it is sent. */
  field?: string;
  /** The version that the app shows, 0 for a new object. Without one, the last write counts. */
  version?: number;
  /** The object of the server from which the change starts. */
  // deno-lint-ignore no-explicit-any
  base?: any;
  /** Of a new object: true if other content may have been sent before. */
  isUnsure?: boolean;
  /** What the person sees of it in the list of what waits. */
  name: string;
  /** The name of the function of the module that merges it after an answer with 412. */
  merge?: string;
}

export type WriteChange =
  | EntryPut
  | ModuleWrite
  | ValueSet
  | { kind: "removeEntry"; id: string; base: EntryBase }
  | { kind: "addMeasurement" | "removeMeasurement"; measurement: Measurement }
  | { kind: "addWater" | "removeWater"; water: WaterAddition };

export type WriteStatus =
  | { kind: "waiting" }
  | { kind: "sent" }
  /** Of a module's write, `theirs` is the object of the module, or null if it was removed. */
  | { kind: "conflict"; theirs: DiaryEntry; fields: EntryField[]; isUnsure?: boolean }
  | { kind: "refused"; status: number; code: string; detail: string };

export interface SyncWrite {
  id: string;
  order: number;
  change: WriteChange;
  revision: number;
  firstSentAt?: number;
  attempts: number;
  status: WriteStatus;
  failures: number;
  retryAt?: number;
}

export interface Stored {
  user: string;
  /** The newest known versions of entries. */
  entries: Record<string, DiaryEntry>;
  writes: SyncWrite[];
}

export interface SyncRequest {
  number: number;
  user: string;
  key: string;
  // deno-lint-ignore no-explicit-any
  call: { kind: string } & Record<string, any>;
}

export interface SyncState {
  stored: Stored;
  sessionUser?: string;
  requests: { request: SyncRequest; write: string; save?: number }[];
  failures: number;
  retryAt?: number;
  notBefore?: number;
  wakeAt?: number;
  lastSave: number;
  lastRequest: number;
  isUnsaved: boolean;
}

/** A plain object with `kind`. */
// deno-lint-ignore no-explicit-any
export type SyncAction = { kind: string } & Record<string, any>;
/** In the app, an effect of the type `sync.<kind>`. */
export type SyncEffect =
  & { kind: "openStore" | "removalOverruled" | "revived" | "save" | "send" | "wake" }
  // deno-lint-ignore no-explicit-any
  & Record<string, any>;
// deno-lint-ignore no-explicit-any
export type StoreChange = { kind: string } & Record<string, any>;
