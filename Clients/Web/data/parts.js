/**
 * Loads the parts of the app outside of the first load when one of their screens is opened.
 *
 * A part has modules, texts and a style sheet of its own: `views/<part>.js` with its reducer, `data/<part>.js` with its
 * effects, `i18n/<part>.<language>.json` and `styles/<part>.css`. All parts share `i18n/late.<language>.json` and
 * `styles/late.css`. The texts of forms, `i18n/forms.<language>.json`, are those of all parts and of Welcome.
 */
import { PATTERNS } from "../core/router.js";

const FORMS = "forms";
const SHARED = ["late", FORMS];

/** The parts by the names of their screens.
 * @type {Record<string, string>} */
const PARTS = Object.fromEntries(PATTERNS.flatMap(([, screen, part]) => part ? [[screen, part]] : []));

/** True for a screen that is outside of the first load.
 * @param {string} screen */
export const isLate = (screen) => Object.hasOwn(PARTS, screen);

/** @param {string} path */
const fileURL = (path) => new URL(`../${path}`, import.meta.url);

/** Fetches texts: `en` for those of the first load, `more.en` for those of a part.
 * @param {string} name @returns {Promise<Record<string, string>>} */
export async function tableOf(name) {
  const response = await fetch(fileURL(`i18n/${name}.json`));
  if (!response.ok) throw new Error(`The texts ${name} are missing.`);
  return response.json();
}

export class Parts {
  /** @param {(table: Record<string, string>, language: string) => void} addTexts */
  constructor(addTexts) {
    this.addTexts = addTexts;
    /** @type {Map<string, Promise<unknown>>} Loaded, or being loaded. */
    this.loaded = new Map();
    /** @type {Set<string>} Texts of the first screens that are loaded without a part. */
    this.tables = new Set();
    /** @type {Record<string, unknown>} */
    this.effects = {};
    /** @type {any} Tools of `effects.js`; null before `begin`. */
    this.tools = null;
  }

  /** Says what the effects of parts work with, and where they are added.
   * @param {Record<string, unknown>} effects @param {import("./effects.js").Tools} tools */
  begin(effects, tools) {
    this.effects = effects;
    this.tools = tools;
  }

  /** Loads a part, once. A failed attempt is made again by the next visit.
   * @param {string} name The name of a screen; or of a part without screens, such as `day`.
   * @param {string} language @returns {Promise<unknown>} */
  load(name, language) {
    const part = PARTS[name] ?? name;
    const loading = this.loaded.get(part) ?? Promise.all([
      import(`../data/${part}.js`),
      Promise.all([...SHARED, part].map((name) => tableOf(`${name}.${language}`))),
      loadStyles("late").then(() => loadStyles(part)),
      import(`../views/${part}.js`),
      // Every part has forms.
      import("./drafts.js"),
    ]).then(([{ makeEffects }, tables, , , drafts]) => {
      Object.assign(this.effects, makeEffects(this.tools), drafts.makeEffects(this.tools));
      this.addTexts(Object.assign({}, ...tables), language);
    });
    this.loaded.set(part, loading);
    loading.catch(() => this.loaded.delete(part));
    return loading;
  }

  /** Loads texts of a first screen that the other one does not need, once.
   * @param {string} name @param {string} language */
  async loadTexts(name, language) {
    if (this.tables.has(name)) return;
    const tables = await Promise.all([FORMS, name].map((name) => tableOf(`${name}.${language}`)));
    this.addTexts(Object.assign({}, ...tables), language);
    this.tables.add(name);
  }

  /** The text files that a language needs now.
   * @param {string} language */
  textFiles(language) {
    const shared = this.loaded.size > 0 ? SHARED : this.tables.size > 0 ? [FORMS] : [];
    return [language, ...[...this.tables, ...shared, ...this.loaded.keys()].map((part) => `${part}.${language}`)];
  }
}

/** @param {string} part */
const loadStyles = (part) =>
  new Promise((resolve, reject) => {
    const href = fileURL(`styles/${part}.css`).pathname;
    if (document.head.querySelector(`link[href="${href}"]`)) return resolve(undefined);
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new Error(href));
    };
    document.head.append(link);
  });
