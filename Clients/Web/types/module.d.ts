// What a module of the app gives, and what the list of modules says of it.
import type { ActionName, Context, Effects, Reducer } from "./app.d.ts";
import type { DraftForm } from "./drafts.d.ts";

/** A line of `modules/list.js`, which explains the members. */
export interface ModuleEntry {
  name: string;
  paths: readonly string[];
  icon?: string;
  roles?: readonly string[];
  open?: readonly string[];
  isEarly?: boolean;
  isOn: boolean;
}

export type View = (context: Context) => unknown;

/** Names of screens: the module declares the action `<name>.open`. */
type OpenedBy<Name> = Name extends `${infer Screen}.open` ? Screen : never;

/** A screen of a module. */
export interface Screen {
  /** Its path, such as `/people/groups/:groupId`; `:name` is a parameter. */
  path: string;
  /** The name of its route. A visit dispatches `<name>.open` with the parameters of the path. */
  name: "today" | "welcome" | OpenedBy<ActionName>;
  view: View;
  /** Makes the budget of rows of a screen that shows a long list in several frames. */
  rows?: () => import("../core/row-budget.js").RowBudget;
  /** True for a screen that fills the phone: its own bar at the bottom replaces the navigation. */
  isFull?: boolean;
  /** True for a screen that leads back to Today. Its elements stay behind: a long day takes too long to make again. */
  isOverToday?: boolean;
}

/** Where a module shows something beside its screens: below the frame, as sheets of Today, as a card at the end of
 * Today, or among the settings of the device. */
export type Place = "frame" | "sheets" | "card" | "settings";

/** What the file `index.js` of a module exports as its default. All members may be missing. */
export interface Module {
  screens?: readonly Screen[];
  /**
   * They get the actions that begin with the module's name, with the name of one of its screens, or with one of
   * `prefixes`; and those that it hears.
   */
  reducers?: readonly Reducer[];
  prefixes?: readonly string[];
  /** The types of actions of the core and of other modules that its reducers get, too. */
  hears?: readonly ActionName[];
  /** The types of its actions that get fresh ids and the time, because they write. */
  writing?: readonly ActionName[];
  /** Makes the functions that carry out its effects, by the types of the effects. */
  effects?: (tools: import("../data/effects.js").Tools) => Effects;
  /** Its forms, by the names of the routes of their screens. */
  drafts?: Record<string, DraftForm>;
  places?: Partial<Record<Place, View>>;
  /** What it knows about its writes in the queue; see `core/writes.js`. */
  writes?: import("../core/sync/modules.js").Writes;
}

/** A fault of a module, for its screen. */
export interface ModuleFault {
  module: string;
  detail: string;
}
