/**
 * Texts of the app in one language, with plurals and numbers by `Intl`.
 *
 * A text is a string, or an object of plural forms that `n` chooses. `{name}` is replaced by a parameter; a number is
 * written as the language writes it.
 */

/** The locales of the languages. Thai has Buddhist years by `Intl`'s own rule. */
export const LOCALES = { en: "en-GB", uk: "uk-UA", th: "th-TH" };
/** @type {import("../types.d.ts").Language[]} */
export const LANGUAGES = ["en", "uk", "th"];
/** Each language is named in itself, so that its readers find it. */
export const LANGUAGE_NAMES = { en: "English", uk: "Українська", th: "ไทย" };

/**
 * Chooses the language: a stored one, else the first supported one of the browser's list, else English.
 * @param {string | null} stored
 * @param {readonly string[]} wanted
 * @returns {import("../types.d.ts").Language}
 */
export function chooseLanguage(stored, wanted) {
  const known = (/** @type {string | null} */ tag) =>
    LANGUAGES.find((language) => language === tag?.slice(0, 2).toLowerCase());
  return known(stored) ?? wanted.map(known).find(Boolean) ?? "en";
}

export class Texts {
  /**
   * @param {import("../types.d.ts").Language} language
   * @param {Record<string, string | Record<string, string>>} table
   */
  constructor(language, table) {
    this.language = language;
    this.locale = LOCALES[language];
    this.table = table;
    this.plurals = new Intl.PluralRules(this.locale);
    /** @type {Map<number, Intl.NumberFormat>} By their digits after the decimal sign. */
    this.formats = new Map();
  }

  /** Adds the texts of a part of the app that is loaded later.
   * @param {Record<string, string | Record<string, string>>} table */
  add(table) {
    Object.assign(this.table, table);
  }

  /** True for a key that has a text.
   * @param {string} key */
  has(key) {
    return Object.hasOwn(this.table, key);
  }

  /**
   * @param {string} key
   * @param {Record<string, string | number>} [params]
   * @returns {string} The text; the key itself where none exists, which a test excludes.
   */
  text(key, params = {}) {
    const entry = this.has(key) ? this.table[key] : key;
    const form = typeof entry === "string" ? entry : entry[this.plurals.select(Number(params.n))] ?? entry.other;
    return form.replace(/\{(\w+)\}/g, (all, name) => {
      const value = Object.hasOwn(params, name) ? params[name] : all;
      // A meal comes as the key of its text, because sentences need its case.
      if (name === "meal" && String(value).startsWith("@")) return this.text(String(value).slice(1));
      return typeof value === "number" ? this.number(value) : value;
    });
  }

  /**
   * @param {number} value
   * @param {number} [digits] At most so many after the decimal sign.
   */
  number(value, digits = Number.isInteger(value) ? 0 : 1) {
    let format = this.formats.get(digits);
    if (!format) {
      this.formats.set(digits, format = new Intl.NumberFormat(this.locale, { maximumFractionDigits: digits }));
    }
    return format.format(value === 0 ? 0 : value).replace("-", "−");
  }
}
