// The names of the actions and effects of the module.
import "../../types/app.d.ts";

declare module "../../types/app.d.ts" {
  interface ActionNames {
    day:
      | "day.copy"
      | "day.pick"
      | "day.ready"
      | "exercise.loaded"
      | "exercise.remove"
      | "exercise.save"
      | "month.loaded"
      | "note.save"
      | "sheet.change"
      | "sheet.shown";
  }

  interface EffectNames {
    day:
      | "day.loadExercise"
      | "day.loadMonth"
      | "day.sendPhoto";
  }
}
