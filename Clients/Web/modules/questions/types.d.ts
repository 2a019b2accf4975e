// The state of the questionnaire.
import type { AppProblem, EnergyTarget } from "../../types/api.d.ts";

export type Question = "sex" | "birthDate" | "height" | "weight" | "activity" | "goal" | "goalWeight";

export type InputUnit = "kilograms" | "pounds" | "stones" | "centimetres" | "feet";

export type AnswerProblem =
  | { kind: "missing" | "notANumber" | "notADate" }
  | { kind: "ambiguous"; smaller: number; larger: number }
  | { kind: "outOfRange"; min: number; max: number };

export interface QuestionnaireAnswers {
  sex?: string;
  birthDate?: string;
  heightCm?: number;
  weightKg?: number;
  activityLevel?: string;
  goal?: string;
  goalWeightKg?: number;
}

export interface QuestionnaireProgress {
  question: Question;
  /** What was typed, with the unit at that time. */
  typed: Partial<Record<Question, { texts: string[]; unit?: InputUnit }>>;
  answers: QuestionnaireAnswers;
  mass: InputUnit;
  length: InputUnit;
}

export interface QuestionnaireState {
  today: string;
  progress: QuestionnaireProgress;
  problem?: AnswerProblem;
  isDone: boolean;
}

/** The screen of the questionnaire. */
export interface QuestionsState {
  phase: "opening" | "asking" | "saving" | "done";
  form: QuestionnaireState | null;
  problem: AppProblem | null;
  /** Where the numbers of the target come from; null until the calculator has answered, or if it did not. */
  workings: EnergyTarget | null;
  /** True until the calculator has answered, or has not. */
  isExplaining: boolean;
  /** The answers of a person without an account, in the form of a profile; null in the questionnaire of an account. */
  // deno-lint-ignore no-explicit-any
  guest: Record<string, any> | null;
}

/** What the module adds to the state, and the names of its actions and effects. */
declare module "../../types/app.d.ts" {
  interface AppState {
    questions?: QuestionsState;
  }

  interface ActionNames {
    questions:
      | "calculator.open"
      | "questions.again"
      | "questions.calculated"
      | "questions.do"
      | "questions.explained"
      | "questions.failed"
      | "questions.open"
      | "questions.opened"
      | "questions.saved"
      | "questions.type";
  }

  interface EffectNames {
    questions:
      | "questions.calculate"
      | "questions.explain"
      | "questions.keep"
      | "questions.load"
      | "questions.submit";
  }
}
