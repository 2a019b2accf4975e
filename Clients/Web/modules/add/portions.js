/** The portions of a food, and how amounts of them are typed. */
import { fromMetric, ML, toMetric } from "../../core/convert.js";

/** @typedef {import("../../types.d.ts").Food} Food */
/** @typedef {import("../../types.d.ts").VolumeUnit} VolumeUnit */

/** The portions in which a food can be logged: millilitres, if it has a density, and its own.
 * @param {Food} food @returns {Food["portions"]} */
export const portionsOf = ({ densityGPerMl, portions }) =>
  densityGPerMl && portions.every(({ name }) => name !== ML)
    ? [{ name: ML, grams: densityGPerMl }, ...portions]
    : portions;

/** Digits of a typed volume, of which each comes back as it was typed. */
const TYPED_DIGITS = 2;

/** Returns the number that a person types for a stored quantity of a portion. Volumes have the person's unit.
 * @param {string | null} portion @param {number} quantity @param {VolumeUnit} unit */
export const typedQuantity = (portion, quantity, unit) =>
  portion === ML ? fromMetric(quantity, unit, TYPED_DIGITS) : quantity;

/** Returns the quantity of a portion that a typed number means.
 * @param {string | null} portion @param {number} typed @param {VolumeUnit} unit */
export const storedQuantity = (portion, typed, unit) => portion === ML ? toMetric(typed, unit) : typed;
