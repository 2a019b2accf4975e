// The state of Welcome.
import type { AppProblem } from "./api.d.ts";

export interface WelcomeState {
  step: "email" | "signIn" | "register" | "code" | "choose";
  email: string;
  password: string;
  name: string;
  invitation: string;
  code: string;
  challenge: string;
  isPasswordShown: boolean;
  isBusy: boolean;
  problem: AppProblem | null;
  /** Field names that the app itself refuses, with the key of the text. */
  refused: Record<string, string>;
}
