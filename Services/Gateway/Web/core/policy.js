/** The Trusted Types policy of the app: the only way to make markup or the address of a script from a text. */

const WORKER = "/worker.js";
const rules = {
  /** Called with the literal parts of templates alone. */
  createHTML: (/** @type {string} */ text) => text,
  createScriptURL: (/** @type {string} */ url) => {
    if (url !== WORKER) throw new TypeError(`${url} is no script of the app.`);
    return url;
  },
};
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("mealwire", rules) ?? rules;

/** @param {string} text */
export const trustedMarkup = (text) => policy.createHTML(text);
export const workerURL = () => policy.createScriptURL(WORKER);
