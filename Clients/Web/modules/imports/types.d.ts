// The state of an import of a diary.
import type { AppProblem, DiaryImport, DiaryImportFormat, DiaryImportOutcome } from "../../types/api.d.ts";

export interface ImportState {
  format: DiaryImportFormat;
  file: File | null;
  dateOrder: string | null;
  step: "choose" | "reading" | "preview" | "applying" | "done";
  preview: DiaryImport | null;
  /** True to overwrite what was changed or removed since the file was made. */
  replaces: boolean;
  outcome: DiaryImportOutcome | null;
  problem: AppProblem | null;
  /** True while no file is chosen where one must be. */
  isEmpty: boolean;
}

/** What the module adds to the state, and the names of its actions and effects. */
declare module "../../types/app.d.ts" {
  interface AppState {
    imports?: ImportState;
  }

  interface ActionNames {
    imports:
      | "import.applied"
      | "import.apply"
      | "import.cancel"
      | "import.failed"
      | "import.file"
      | "import.format"
      | "import.open"
      | "import.order"
      | "import.previewed"
      | "import.read"
      | "import.replaces";
  }

  interface EffectNames {
    imports:
      | "import.send"
      | "import.write";
  }
}
