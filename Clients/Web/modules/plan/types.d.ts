// The state of Plan: menus and shopping lists.
import type { AppProblem, DiaryPlan, LoggedDish, PlanAlternative, ShoppingList } from "../../types/api.d.ts";

/** A menu with the dishes that the diary has. */
export interface Menu extends DiaryPlan {
  name: string | null;
  logged: LoggedDish[];
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
  /** The dish with the open list of alternatives. */
  exchange: { day: number; foodId: string; items: PlanAlternative[] | null } | null;
  /** Why the screen could not be loaded. */
  problem: AppProblem | null;
  /** Why a change was not made. */
  formProblem: AppProblem | null;
  isBusy: boolean;
  isAsking: boolean;
}

/** What the module adds to the state, and the names of its actions and effects. */
declare module "../../types/app.d.ts" {
  interface AppState {
    plan?: PlanState;
  }

  interface ActionNames {
    plan:
      | "plan.applied"
      | "plan.askDelete"
      | "plan.choices"
      | "plan.day"
      | "plan.delete"
      | "plan.deleted"
      | "plan.draft"
      | "plan.exchange"
      | "plan.failed"
      | "plan.kept"
      | "plan.log"
      | "plan.logAll"
      | "plan.logged"
      | "plan.made"
      | "plan.menu"
      | "plan.menus"
      | "plan.open"
      | "plan.retry"
      | "plan.save"
      | "plan.shopping"
      | "plan.tab"
      | "plan.take"
      | "plan.taken"
      | "plan.tick";
  }

  interface EffectNames {
    plan:
      | "plan.ask"
      | "plan.forget"
      | "plan.keep"
      | "plan.kept";
  }
}
