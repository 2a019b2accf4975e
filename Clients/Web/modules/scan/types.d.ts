// The state of the barcode screen.
import type { AppProblem, Meal } from "../../types/api.d.ts";

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

/** What the module adds to the state, and the names of its actions and effects. */
declare module "../../types/app.d.ts" {
  interface AppState {
    scan?: ScanState;
  }

  interface ActionNames {
    scan:
      | "scan.camera"
      | "scan.failed"
      | "scan.food"
      | "scan.found"
      | "scan.open"
      | "scan.photo"
      | "scan.photoEmpty"
      | "scan.submit"
      | "scan.type";
  }

  interface EffectNames {
    scan:
      | "scan.ask"
      | "scan.readPhoto";
  }
}
