/**
 * Loads a module when one of its screens is opened, or when another module needs what it shows.
 *
 * A module is a folder with `index.js`, which exports what it gives, `texts/<language>.json`, and `styles.css`. All
 * modules share `i18n/late.<language>.json` and `styles/late.css`, and the texts of forms with Welcome.
 */
import { addModule } from "../core/modules.js";

const FORMS = "forms";
const SHARED = ["late", FORMS];

/** @param {string} path */
const fileURL = (path) => new URL(`../${path}`, import.meta.url);

/** The path of texts of the first load: `en`, or `forms.en`.
 * @param {string} name */
const firstTexts = (name) => `i18n/${name}.json`;

/** Fetches texts.
 * @param {string} path @returns {Promise<Record<string, string>>} */
export async function tableOf(path) {
  const response = await fetch(fileURL(path));
  if (!response.ok) throw new Error(`The texts ${path} are missing.`);
  return response.json();
}

/** A module of an older version is gone after an update: a reload gets the new one, once, if the server answers. Drafts
 * keep what is typed. */
export async function reloadOnce() {
  const answer = await fetch("/", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const key = "mealwire-reloaded";
  // A window that stays open for several updates reloads once for each.
  if (sessionStorage.getItem(key) === import.meta.url) return;
  sessionStorage.setItem(key, import.meta.url);
  location.reload();
}

export class Modules {
  /** @param {(table: Record<string, string>, language: string) => void} addTexts */
  constructor(addTexts) {
    this.addTexts = addTexts;
    /** @type {Map<string, Promise<unknown>>} Loaded, or being loaded. */
    this.loaded = new Map();
    /** @type {Set<string>} Texts of the first screens that are loaded without a module. */
    this.tables = new Set();
    /** @type {Record<string, unknown>} */
    this.effects = {};
    /** @type {any} Tools of `effects.js`; null before `begin`. */
    this.tools = null;
  }

  /** Says what the effects of modules work with, and where they are added.
   * @param {Record<string, unknown>} effects @param {import("./effects.js").Tools} tools */
  begin(effects, tools) {
    this.effects = effects;
    this.tools = tools;
  }

  /** Loads a module, once. A failed attempt is made again by the next visit.
   * @param {string} name @param {string} language @returns {Promise<unknown>} */
  load(name, language) {
    const loading = this.loaded.get(name) ?? Promise.all([
      import(`../modules/${name}/index.js`),
      Promise.all(
        [...SHARED.map((shared) => firstTexts(`${shared}.${language}`)), textsOf(name, language)].map(tableOf),
      ),
      loadStyles("styles/late.css").then(() => loadStyles(`modules/${name}/styles.css`)),
      // Most modules have forms.
      import("./drafts.js"),
      import("../core/writes.js"),
    ]).then(([{ default: module }, tables, , drafts, { registerWrites }]) => {
      addModule(name, module);
      if (module.writes) registerWrites(name, module.writes);
      // The forms of a module must be known before what is stored of the shown one is looked for.
      Object.assign(this.effects, module.effects?.(this.tools), drafts.makeEffects(this.tools));
      this.addTexts(Object.assign({}, ...tables), language);
    });
    this.loaded.set(name, loading);
    loading.catch(() => this.loaded.delete(name));
    return loading;
  }

  /** Loads texts of a first screen that the other one does not need, once.
   * @param {string} name @param {string} language */
  async loadTexts(name, language) {
    if (this.tables.has(name)) return;
    const tables = await Promise.all([FORMS, name].map((name) => tableOf(firstTexts(`${name}.${language}`))));
    this.addTexts(Object.assign({}, ...tables), language);
    this.tables.add(name);
  }

  /** The text files that a language needs now.
   * @param {string} language */
  textFiles(language) {
    const shared = this.loaded.size > 0 ? SHARED : this.tables.size > 0 ? [FORMS] : [];
    const first = [language, ...[...this.tables, ...shared].map((name) => `${name}.${language}`)].map(firstTexts);
    return [...first, ...[...this.loaded.keys()].map((name) => textsOf(name, language))];
  }
}

/** @param {string} module @param {string} language */
const textsOf = (module, language) => `modules/${module}/texts/${language}.json`;

/** @param {string} path */
export const loadStyles = (path) =>
  new Promise((resolve, reject) => {
    const href = fileURL(path).pathname;
    if (document.head.querySelector(`link[href="${href}"]`)) return resolve(undefined);
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new Error(href));
    };
    document.head.append(link);
  });
