/** The draft of a sheet of Today. */
import { FORM_MS } from "../../core/drafts.js";
import { shownDay } from "../../core/today.js";

/** A sheet of Today in which something is typed.
 * @type {import("../../types.d.ts").DraftForm} */
export const SHEET = {
  empty: { sheet: null },
  maxAgeMs: FORM_MS,
  isQuiet: true,
  read: (state) => {
    const { sheet } = state.today;
    if (!sheet) return { sheet: null };
    const { name, date, text = "", activity = "", minutes = "", kcal = "" } = sheet;
    const isNote = name === "note" && text !== (shownDay(state, date)?.note ?? "");
    if (isNote) return { sheet: { name, date, text } };
    const isExercise = name === "exercise" && `${activity}${minutes}${kcal}` !== "";
    return { sheet: isExercise ? { name, date, activity, minutes, kcal } : null };
  },
  write: (state) => state,
  redo: ({ sheet }) => sheet ? { type: "sheet.open", ...sheet } : { type: "none" },
};
