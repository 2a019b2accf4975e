// The state of System.
import type { AppProblem, SystemSample, SystemState } from "../../types/api.d.ts";

export interface SystemScreen {
  newest: SystemState | null;
  /** The last hour, oldest first. */
  history: SystemSample[];
  problem: AppProblem | null;
  /** The service that the details describe. */
  chosen: string | null;
  isPaused: boolean;
  /** The number of the newest visit: the timer of an older visit sends no request. */
  visit: number;
}

/** What the module adds to the state, and the names of its actions and effects. */
declare module "../../types/app.d.ts" {
  interface AppState {
    system?: SystemScreen;
  }

  interface ActionNames {
    system:
      | "system.choose"
      | "system.failed"
      | "system.loaded"
      | "system.open"
      | "system.pause"
      | "system.tick";
  }

  interface EffectNames {
    system:
      | "system.ask"
      | "system.wait";
  }
}
