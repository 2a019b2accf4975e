// The state of the second factor.
import type { AppProblem, AuthTotpStatusReply } from "../../types/api.d.ts";

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

/** What the module adds to the state, and the names of its actions and effects. */
declare module "../../types/app.d.ts" {
  interface AppState {
    factor?: FactorState;
  }

  interface ActionNames {
    factor:
      | "factor.begun"
      | "factor.confirmed"
      | "factor.failed"
      | "factor.open"
      | "factor.removed"
      | "factor.status"
      | "factor.step"
      | "factor.submit"
      | "factor.type";
  }

  interface EffectNames {
    factor: "factor.ask";
  }
}
