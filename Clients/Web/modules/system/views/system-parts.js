/** How the screens of System write sizes, rates and times. */
import { sizeOf } from "../system.js";

/** @typedef {import("../../../types.d.ts").Context} Context */

/** @param {Context} context @param {number} bytes */
export function sizeText({ t, texts }, bytes) {
  const { value, unit } = sizeOf(bytes);
  return t(`system.size.${unit}`, { value: texts.number(value, value < 10 ? 1 : 0) });
}

/** @param {Context} context @param {number} rate */
export const rateText = ({ t, texts }, rate) => t("system.rate", { value: texts.number(rate, rate < 10 ? 1 : 0) });

/** @param {Context} context @param {number | null} ms */
export const msText = ({ t, texts }, ms) =>
  ms === null ? "–" : t("system.ms", { value: texts.number(ms, ms < 10 ? 1 : 0) });
