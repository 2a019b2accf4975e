/** Numbers as people type them: comma or dot, fractions, Thai digits, spaces between thousands. */

export { rounded } from "./convert.js";

const FRACTIONS = new Map([
  ["½", 1 / 2],
  ["¼", 1 / 4],
  ["¾", 3 / 4],
  ["⅓", 1 / 3],
  ["⅔", 2 / 3],
  ["⅕", 1 / 5],
  ["⅛", 1 / 8],
]);
/** More digits are a mistake of the keyboard, and beyond them a double is not exact. */
const LENGTH_MAX = 15;
const THAI_ZERO = 0x0e50;

/**
 * Reads a number that is 0 or more.
 * @param {string} text
 * @returns {import("../types.d.ts").ReadNumber} `ask` has both meanings where the text has two: "1,234" is a thousand
 *   or a little more than one.
 */
export function readNumber(text) {
  const plain = text.normalize("NFC").replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - THAI_ZERO)).trim();
  if (plain === "") return { kind: "empty" };
  if (plain.length > LENGTH_MAX) return { kind: "wrong" };
  const mixed = /^(\d+)?\s*([½¼¾⅓⅔⅕⅛])$/.exec(plain);
  if (mixed) return number(Number(mixed[1] ?? 0) + (FRACTIONS.get(mixed[2]) ?? 0));
  const quotient = /^(?:(\d+)\s+)?(\d+)\s*[/⁄]\s*(\d+)$/.exec(plain);
  if (quotient) {
    const divisor = Number(quotient[3]);
    return divisor === 0 ? { kind: "wrong" } : number(Number(quotient[1] ?? 0) + Number(quotient[2]) / divisor);
  }
  return readDecimal(plain.replace(/(\d)[\s\u00a0\u2009\u202f'’](?=\d{3}(?!\d))/g, "$1"));
}

/** @param {string} text @returns {import("../types.d.ts").ReadNumber} */
function readDecimal(text) {
  if (!/^(?:\d+[\d.,]*|[.,]\d+)$/.test(text)) return { kind: "wrong" };
  const commas = text.split(",").length - 1;
  const dots = text.split(".").length - 1;
  if (commas + dots === 0) return number(Number(text));
  if (commas > 0 && dots > 0) {
    // The last sign is the decimal one, the other one groups thousands.
    const decimal = text.lastIndexOf(",") > text.lastIndexOf(".") ? "," : ".";
    const group = decimal === "," ? "." : ",";
    const [whole, part] = [text.slice(0, text.lastIndexOf(decimal)), text.slice(text.lastIndexOf(decimal) + 1)];
    if (part.includes(group) || whole.includes(decimal) || !isGrouped(whole, group)) return { kind: "wrong" };
    return number(Number(`${whole.split(group).join("")}.${part}`));
  }
  const sign = commas > 0 ? "," : ".";
  if (commas + dots > 1) return isGrouped(text, sign) ? number(Number(text.split(sign).join(""))) : { kind: "wrong" };
  const value = Number(text.replace(",", "."));
  if (sign === "," && /^[1-9]\d{0,2},\d{3}$/.test(text)) return { kind: "ask", values: [value * 1000, value] };
  return number(value);
}

/** @param {string} text @param {string} sign */
const isGrouped = (text, sign) =>
  text.split(sign).every((part, index) => index === 0 ? /^[1-9]\d{0,2}$/.test(part) : /^\d{3}$/.test(part));

/** @param {number} value @returns {import("../types.d.ts").ReadNumber} */
const number = (value) => Number.isFinite(value) ? { kind: "number", value } : { kind: "wrong" };

/**
 * Returns the value of a text, or null for an empty, wrong or ambiguous one.
 * @param {string} text
 */
export function numberOrNull(text) {
  const read = readNumber(text);
  return read.kind === "number" ? read.value : null;
}
