// The state of the pages that links in mail lead to.
import type { AppProblem } from "../../types/api.d.ts";

export interface MailState {
  step: "ask" | "set" | "done" | "confirm" | "confirmed";
  email: string;
  /** The code of the mail. */
  token: string;
  /** True if the code came with the link, so that it need not be typed. */
  hasLink: boolean;
  password: string;
  isBusy: boolean;
  problem: AppProblem | null;
  refused: Record<string, string>;
}

/** What the module adds to the state, and the names of its actions and effects. */
declare module "../../types/app.d.ts" {
  interface AppState {
    mail?: MailState;
  }

  interface ActionNames {
    mail:
      | "confirm.open"
      | "mail.done"
      | "mail.failed"
      | "mail.step"
      | "mail.submit"
      | "mail.token"
      | "mail.type"
      | "reset.open";
  }

  interface EffectNames {
    mail:
      | "mail.confirm"
      | "mail.forgot"
      | "mail.readToken"
      | "mail.reset";
  }
}
