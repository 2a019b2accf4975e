/** Effects of the barcode screen. */
import { PHOTO_ANGLES } from "./barcode.js";
import { asking } from "../../data/ask.js";
import { readPicture } from "./camera.js";
import { loaded } from "../../data/picture.js";

/** The longest side of a photo that is read, in pixels: a code over a third of it has three pixels a module. */
const SIDE_MAX = 1200;

/** @param {import("../../data/effects.js").Tools} tools
 * @returns {import("../../types.d.ts").EffectsOf<"scan">} */
export function makeEffects(tools) {
  const { dispatch } = tools;
  return {
    "scan.ask": asking(tools, "scan.failed"),
    "scan.readPhoto": async (/** @type {{file: Blob}} */ { file }) => {
      try {
        const code = await readPicture(await loaded(file, SIDE_MAX), PHOTO_ANGLES);
        dispatch(code ? { type: "scan.found", code } : { type: "scan.photoEmpty" });
      } catch {
        dispatch({ type: "scan.photoEmpty" });
      }
    },
  };
}
