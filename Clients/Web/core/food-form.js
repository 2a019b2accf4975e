/** The form of an own food: from the label of a package to what the server stores, and back. */
import { readNumber, rounded } from "./numbers.js";
import { fromMetric, toMetric } from "./convert.js";

/** @typedef {import("../modules/foods/types.d.ts").FoodForm} FoodForm */

/** Salt is sodium with chloride: 2.5 times its mass (Regulation (EU) 1169/2011). */
const SALT_PER_SODIUM = 2.5;
const MG_PER_G = 1000;
/** The nutrients in the order of a European label. */
export const LABEL = /** @type {const} */ ([
  "kcal",
  "fatG",
  "saturatedFatG",
  "carbohydrateG",
  "sugarG",
  "fiberG",
  "proteinG",
  "salt",
]);
/** Energy of one gram, in kcal (Regulation (EU) 1169/2011, annex XIV). */
const KCAL_PER_GRAM = { fatG: 9, carbohydrateG: 4, proteinG: 4, fiberG: 2 };
/** From this share on, energy and nutrients of a label contradict each other. */
const MISMATCH = 0.25;
/** Small amounts of energy differ by rounding alone. */
const MISMATCH_KCAL = 20;

/** What the forms of a food and of a recipe have before anything is typed or has arrived.
 * @param {string | undefined} foodId Its id, or `new`. */
export const emptyForm = (foodId) => ({
  id: foodId && foodId !== "new" ? foodId : null,
  newId: null,
  version: null,
  before: {},
  refused: {},
  problem: null,
  isBusy: false,
  isAsking: false,
  isLoaded: !foodId || foodId === "new",
  imageURL: null,
  picture: null,
});

/** @param {{foodId?: string, code?: string}} params @param {import("../types.d.ts").EnergyUnit} energy
 * @returns {FoodForm} */
export const foodForm = ({ foodId, code }, energy) => ({
  ...emptyForm(foodId),
  kind: "food",
  values: code ? { code } : {},
  basis: "hundred",
  energy,
  salt: "salt",
  allergens: [],
  knowsAllergens: false,
  isShared: false,
  isScanned: code !== undefined,
});

/** A number as the person's language writes it in a field.
 * @param {number | null | undefined} value @param {string} language @param {number} [digits] */
export const numberText = (value, language, digits = 2) =>
  value == null ? "" : String(rounded(value, digits)).replace(".", language === "uk" ? "," : ".");

/** A stored code as it stands on the package: GTIN-14 without the zeros that fill it up.
 * @param {string | null | undefined} gtin */
export const printedCode = (gtin) => gtin ? gtin.replace(/^0{6}(?=\d{8}$)|^0{1,2}(?=\d{12,13}$)/, "") : "";

/** Fills the form with a food of the server.
 * @param {FoodForm} form @param {import("../types.d.ts").Food} food @param {string} language @returns {FoodForm} */
export function foodValues(form, food, language) {
  const text = (/** @type {number | null | undefined} */ value, digits = 2) => numberText(value, language, digits);
  const serving = food.portions.find(({ name }) => name === SERVING)?.grams;
  return {
    ...form,
    version: food.version ?? null,
    allergens: food.allergens ?? [],
    knowsAllergens: food.allergens !== null,
    isShared: food.shared === true,
    imageURL: food.imageURL,
    values: {
      name: food.name,
      brand: food.brand ?? "",
      code: printedCode(food.barcode),
      ingredients: food.ingredients ?? "",
      servingG: text(serving),
      ...Object.fromEntries(
        LABEL.map((field) => [field, text(/** @type {any} */ (food)[field])]),
      ),
      kcal: text(fromMetric(food.kcal, form.energy, 1)),
      salt: text(food.sodiumMg == null ? null : food.sodiumMg * SALT_PER_SODIUM / MG_PER_G, 3),
    },
  };
}

/** The name of the portion that the server makes of `servingG`. */
const SERVING = "1 serving";

/**
 * Reads the form.
 * @param {FoodForm} form
 * @returns {{refused: Record<string, string>, body: Record<string, unknown>}}
 *   Fields with keys of texts that say what is wrong, and the body of the request.
 */
export function foodRequest(form) {
  const { values, before } = form;
  /** @type {Record<string, string>} */
  const refused = {};
  /** @type {Record<string, unknown>} */
  const body = {};
  const typed = (/** @type {string} */ field) => (values[field] ?? "").trim();
  const isChanged = (/** @type {string} */ field) => form.id === null || typed(field) !== (before[field] ?? "").trim();
  const number = (/** @type {string} */ field) => {
    const read = readNumber(typed(field));
    if (read.kind === "ask") refused[field] = "foods.wrong.ambiguous";
    if (read.kind === "wrong") refused[field] = "number.wrong";
    return read.kind === "number" ? read.value : null;
  };
  if (typed("name") === "") refused.name = "field.missing";
  if (isChanged("name")) body.name = typed("name");
  for (const field of ["brand", "ingredients"]) put(body, field, typed(field) || null, isChanged(field), form.id);
  const code = typed("code").replace(/[\s-]/g, "");
  if (code !== "" && !isCode(code)) refused.code = "foods.wrong.code";
  put(body, "barcode", code || null, isChanged("code"), form.id);
  const serving = number("servingG");
  if (form.basis === "serving" && !serving) refused.servingG ||= "foods.wrong.serving";
  put(body, "servingG", serving, isChanged("servingG"), form.id);
  if (typed("kcal") === "") refused.kcal = "field.missing";
  const label = Object.fromEntries(LABEL.map((field) => [field, number(field)]));
  if (form.basis === "serving" || LABEL.some(isChanged)) {
    if (form.basis === "serving") body.per = { grams: serving };
    body.kcal = toMetric(label.kcal ?? 0, form.energy);
    for (const field of LABEL) {
      if (field !== "kcal" && field !== "salt") put(body, field, label[field], true, form.id);
    }
    put(body, "sodiumMg", sodiumOf(form, label.salt), true, form.id);
  }
  put(body, "allergens", form.knowsAllergens ? form.allergens : null, true, form.id);
  body.shared = form.isShared;
  return { refused, body };
}

/** A new food leaves out what is not known; a changed one clears it.
 * @param {Record<string, unknown>} body @param {string} field @param {unknown} value @param {boolean} isChanged
 * @param {string | null} id */
function put(body, field, value, isChanged, id) {
  if (isChanged && (value !== null || id !== null)) body[field] = value;
}

/** @param {FoodForm} form @param {number | null} value */
const sodiumOf = ({ salt }, value) =>
  value === null || salt === "sodium" ? value : rounded(value / SALT_PER_SODIUM * MG_PER_G, 4);

/** True for a code of 8, 12, 13 or 14 digits with the right check digit of GS1 at its end.
 * @param {string} code */
export function isCode(code) {
  if (!/^(?:\d{8}|\d{12,14})$/.test(code)) return false;
  const sum = [...code].reverse().reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/**
 * What the label means: energy per 100 g, and whether its nutrients have about as much.
 * @param {FoodForm} form
 */
export function labelModel(form) {
  const value = (/** @type {string} */ field) => {
    const read = readNumber(form.values[field] ?? "");
    return read.kind === "number" ? read.value : null;
  };
  const typed = value("kcal");
  const kcal = typed === null ? null : toMetric(typed, form.energy);
  const serving = value("servingG");
  const names = /** @type {(keyof typeof KCAL_PER_GRAM)[]} */ (Object.keys(KCAL_PER_GRAM));
  const known = names.filter((name) => name !== "fiberG").every((name) => value(name) !== null);
  const ofMacros = known ? names.reduce((sum, name) => sum + KCAL_PER_GRAM[name] * (value(name) ?? 0), 0) : null;
  const difference = kcal === null || ofMacros === null ? 0 : Math.abs(kcal - ofMacros);
  const isOff = difference > MISMATCH_KCAL && difference > MISMATCH * Math.max(kcal ?? 0, ofMacros ?? 0);
  return {
    per100: form.basis === "serving" && kcal !== null && serving ? kcal * 100 / serving : null,
    ofMacros: isOff ? ofMacros : null,
  };
}
