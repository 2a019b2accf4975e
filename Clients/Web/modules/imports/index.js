/** The import of a diary of another program. */
import { makeEffects } from "./effects.js";
import { reduceImport } from "./imports.js";
import { importsView } from "./views/imports.js";

/** @type {import("../../types.d.ts").Module} */
export default {
  screens: [
    { path: "/more/data/import", name: "import", view: importsView },
  ],
  reducers: [reduceImport],
  effects: makeEffects,
};
