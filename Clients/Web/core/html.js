/**
 * Templates: `html` describes, `render` writes the difference into the page.
 *
 * Values become text, attributes, properties (`.value`), flags (`?hidden`), listeners (`@click`) or numbers for the
 * style sheet (`--part`). Only the literal parts of a template are markup. A value in an attribute fills it whole:
 * `id=${id}`.
 */
import { hasSameOrder, Memo, place } from "./html-list.js";
export { each } from "./html-list.js";

const WORKER = "/worker.js";
/** The rules of Trusted Types: the only way to make markup, of parts of templates, or the address of a script. */
const rules = {
  createHTML: (/** @type {string} */ text) => text,
  createScriptURL: (/** @type {string} */ url) => {
    if (url !== WORKER) throw new TypeError(`${url} is no script of the app.`);
    return url;
  },
};
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("mealwire", rules) ?? rules;

/** @param {string} text */
const trustedMarkup = (text) => policy.createHTML(text);
export const workerURL = () => policy.createScriptURL(WORKER);

/** The result of `html`. A class, so that no data from outside can pass for one. */
export class Template {
  /** @param {readonly string[]} strings @param {readonly unknown[]} values */
  constructor(strings, values) {
    Object.assign(this, { strings, values, key: undefined });
  }
}

/** @param {TemplateStringsArray} strings @param {unknown[]} values */
export const html = (strings, ...values) => new Template(strings, values);

const MARK = "mw§";
const LINKS = new Set(["href", "src", "action", "formaction", "poster", "xlink:href"]);
const SAFE_LINK = /^(?:[/#?]|\.\/|https?:|blob:|mailto:|data:image\/(?:png|jpeg|webp|gif);)/i;
const FORBIDDEN = /^(?:on|style$|srcdoc$|\.innerhtml|\.outerhtml|\.srcdoc)/;
const prepared = new WeakMap();

/** Parses the literal parts once, and finds where values go.
 * @param {readonly string[]} strings @returns {import("../types.d.ts").PreparedTemplate} */
function prepare(strings) {
  if (prepared.has(strings)) return prepared.get(strings);
  const isAttribute = (/** @type {string} */ before) => before.lastIndexOf("<") > before.lastIndexOf(">");
  let text = strings[0];
  for (const next of strings.slice(1)) text += (isAttribute(text) ? MARK : `<!--${MARK}-->`) + next;
  const { content } = Object.assign(document.createElement("template"), { innerHTML: trustedMarkup(text.trim()) });
  // What comes before the first marker is the start of the template, so there must be something.
  if (!content.childNodes[0] || content.childNodes[0].nodeValue === MARK) {
    content.insertBefore(document.createComment(""), content.childNodes[0] ?? null);
  }
  /** @type {{path: number[], name: string | null}[]} */
  const slots = [];
  const visit = (/** @type {any} */ node, /** @type {number[]} */ path) => {
    if (node.nodeType === 8 && node.nodeValue === MARK) slots.push({ path, name: null });
    for (const { name, value } of [...node.attributes ?? []]) {
      if (!value.includes(MARK)) continue;
      if (value !== MARK || FORBIDDEN.test(name)) throw new Error(`A template must not fill ${name} like this.`);
      slots.push({ path, name });
      node.removeAttribute(name);
    }
    [...node.childNodes].forEach((child, index) => visit(child, [...path, index]));
  };
  visit(content, []);
  if (slots.length !== strings.length - 1) throw new Error(`A value stands where none may: ${text}`);
  prepared.set(strings, { content, slots });
  return { content, slots };
}

/** Returns a function that writes one attribute, property, flag, listener or number.
 * @param {any} element @param {string} name @returns {(value: any) => void} */
function attributePart(element, name) {
  /** @type {any} */
  let last;
  const own = name.slice(1);
  if (name[0] === "@") element.addEventListener(own, (/** @type {Event} */ event) => last?.(event));
  return (value) => {
    const isSame = value === last;
    last = value;
    // The person may have changed a property since, so the page's own value counts.
    if (name[0] === "." && element[own] !== value) element[own] = value;
    if (isSame || name[0] === "@" || name[0] === ".") return;
    if (name.startsWith("--")) element.style.setProperty(name, String(Number(value) || 0));
    else if (name[0] === "?") element.toggleAttribute(own, Boolean(value));
    else if (value == null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, LINKS.has(name) && !SAFE_LINK.test(String(value)) ? "#" : String(value));
  };
}

/** Returns a function that keeps what stands before a marker in step with a value: text, a template, or a list.
 * @param {any} marker @returns {(value: any) => void} */
function childPart(marker) {
  /** @type {Map<string, any>} In the order of the page. */
  let children = new Map();
  return (value) => {
    const items = [value].flat(9).filter((item) => item != null && item !== false);
    const next = new Map();
    items.forEach((item, index) => {
      const id = item.key === undefined || next.has(`=${item.key}`) ? `#${index}` : `=${item.key}`;
      next.set(id, updated(children.get(id), item));
    });
    if (!hasSameOrder(children, next)) place(children, next, marker);
    children = next;
  };
}

/** Makes a text node or an instance of a template equal to a value; the old one is used where it fits.
 * @param {any} old @param {any} item @returns {any} */
function updated(old, item) {
  if (item instanceof Memo) {
    const { uses, describe } = item;
    return item.isSameAs(old) ? old : Object.assign(updated(old, describe()), { uses });
  }
  if (!(item instanceof Template)) {
    const text = typeof item === "string" || typeof item === "number" ? String(item) : "";
    if (old?.nodeType !== 3) return document.createTextNode(text);
    if (old.data !== text) old.data = text;
    return old;
  }
  const { strings, values } = /** @type {any} */ (item);
  const instance = old?.strings === strings ? old : instantiate(strings);
  // Without a memo, nothing says what the instance now shows.
  instance.uses = undefined;
  instance.parts.forEach((/** @type {(value: any) => void} */ part, /** @type {number} */ i) => part(values[i]));
  return instance;
}

/** @param {readonly string[]} strings */
function instantiate(strings) {
  const { content, slots } = prepare(strings);
  const fragment = document.importNode(content, true);
  const found = slots.map(({ path }) =>
    path.reduce((node, index) => node.childNodes[index], /** @type {Node} */ (fragment))
  );
  const parts = slots.map(({ name }, i) => name ? attributePart(found[i], name) : childPart(found[i]));
  return { strings, parts, uses: undefined, start: fragment.childNodes[0], end: [...fragment.childNodes].pop() };
}

const roots = new WeakMap();
/** Makes the children of an element equal to a template.
 * @param {unknown} value @param {Element} container */
export function render(value, container) {
  const part = roots.get(container) ?? childPart(container.appendChild(document.createComment("")));
  roots.set(container, part);
  part(value);
}
