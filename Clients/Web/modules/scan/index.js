/** The scan of a barcode. */
import { fieldsOf, SEARCH_MS } from "../../core/drafts.js";
import { makeEffects } from "./effects.js";
import { reduceScan } from "./scan.js";
import { scanView } from "./views/scan.js";

/** @type {import("../../types.d.ts").Module} */
export default {
  screens: [
    { path: "/scan", name: "scan", view: scanView, isFull: true },
    { path: "/scan/:date/:meal", name: "scan", view: scanView, isFull: true },
  ],
  reducers: [reduceScan],
  effects: makeEffects,
  drafts: {
    scan: fieldsOf("scan", ["text"], { text: "" }, { maxAgeMs: SEARCH_MS, isQuiet: true, endsBy: ["scan.food"] }),
  },
};
