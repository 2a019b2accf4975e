/**
 * Templates: `html` describes, `render` writes the difference into the page.
 *
 * Values become text nodes, attribute values, properties (`.value`), flags (`?hidden`), listeners (`@click`) or numbers
 * for the style sheet (`--part`). No value is ever parsed as markup: only the literal parts of a template are, under
 * the Trusted Types policy `mealwire`. A value in an attribute fills it whole: `id=${id}`.
 */

/** The result of `html`. A class, so that no data from outside can pass for one. */
export class Template {
  /** @param {readonly string[]} strings @param {readonly unknown[]} values */
  constructor(strings, values) {
    this.strings = strings;
    this.values = values;
    /** @type {string | undefined} The identity among siblings of a list. */
    this.key = undefined;
  }
}

/** @param {TemplateStringsArray} strings @param {unknown[]} values */
export const html = (strings, ...values) => new Template(strings, values);

/**
 * Describes a list of which each element keeps its nodes, focus and state when the order changes.
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => string} key
 * @param {(item: T, index: number) => Template} describe
 */
export function each(items, key, describe) {
  return items.map((item, index) => Object.assign(describe(item, index), { key: key(item) }));
}

const MARK = "mw§";
const LINKS = new Set(["href", "src", "action", "formaction", "poster", "xlink:href"]);
const SAFE_LINK = /^(?:[/#?]|\.\/|https?:|blob:|mailto:|data:image\/(?:png|jpeg|webp|gif);)/i;
const FORBIDDEN = /^(?:on|style$|srcdoc$|\.innerhtml|\.outerhtml|\.srcdoc)/;

/** @type {{createHTML: (text: string) => string} | undefined} */
let policy;
/** @param {string} text */
function trusted(text) {
  const types = /** @type {any} */ (globalThis).trustedTypes;
  policy ??= types?.createPolicy("mealwire", { createHTML: (/** @type {string} */ text) => text }) ??
    { createHTML: (text) => text };
  return /** @type {{createHTML: (text: string) => string}} */ (policy).createHTML(text);
}

/**
 * @typedef {{path: number[], name: string | null}} Slot Where a value goes: a node, and its attribute if it has one.
 * @typedef {{content: DocumentFragment, slots: Slot[]}} Prepared
 * @type {WeakMap<readonly string[], Prepared>}
 */
const prepared = new WeakMap();

/** @param {readonly string[]} strings @returns {Prepared} */
function prepare(strings) {
  const known = prepared.get(strings);
  if (known) return known;
  const isAttribute = (/** @type {string} */ before) => before.lastIndexOf("<") > before.lastIndexOf(">");
  let text = strings[0];
  for (const next of strings.slice(1)) text += (isAttribute(text) ? MARK : `<!--${MARK}-->`) + next;
  const element = document.createElement("template");
  element.innerHTML = trusted(text.trim());
  /** @type {Slot[]} */
  const slots = [];
  const visit = (/** @type {Node} */ node, /** @type {number[]} */ path) => {
    if (node.nodeType === 8 && node.nodeValue === MARK) slots.push({ path, name: null });
    for (const { name, value } of [.../** @type {Element} */ (node).attributes ?? []]) {
      if (!value.includes(MARK)) continue;
      if (value !== MARK || FORBIDDEN.test(name)) throw new Error(`A template must not fill ${name} like this.`);
      slots.push({ path, name });
      /** @type {Element} */ (node).removeAttribute(name);
    }
    [...node.childNodes].forEach((child, index) => visit(child, [...path, index]));
  };
  visit(element.content, []);
  if (slots.length !== strings.length - 1) throw new Error(`A value stands where none may: ${text}`);
  const made = { content: element.content, slots };
  prepared.set(strings, made);
  return made;
}

/** Writes one attribute, property, flag, listener or number. */
class AttributePart {
  /** @param {any} element @param {string} name */
  constructor(element, name) {
    this.element = element;
    this.name = name;
    /** @type {any} */
    this.last = undefined;
    if (name[0] === "@") {
      element.addEventListener(name.slice(1), (/** @type {Event} */ event) => this.last?.(event));
    }
  }

  /** @param {any} value */
  set(value) {
    const { element, name, last } = this;
    this.last = value;
    if (name[0] === "@") return;
    // The person may have changed a property since, so the page's own value counts.
    if (name[0] === ".") return void (element[name.slice(1)] !== value && (element[name.slice(1)] = value));
    if (value === last) return;
    if (name.startsWith("--")) return element.style.setProperty(name, String(Number(value) || 0));
    if (name[0] === "?") return element.toggleAttribute(name.slice(1), Boolean(value));
    if (value == null || value === false) return element.removeAttribute(name);
    element.setAttribute(name, LINKS.has(name) && !SAFE_LINK.test(String(value)) ? "#" : String(value));
  }
}

/** @typedef {{parts: (AttributePart | ChildPart)[], nodes: Node[], template: Template}} Instance */

/** Keeps what stands before one marker in step with a value: text, a template, or a list of them. */
class ChildPart {
  /** @param {Node} marker */
  constructor(marker) {
    this.marker = marker;
    /** @type {Map<string, Instance | Text>} In the order of the page. */
    this.children = new Map();
  }

  /** @param {unknown} value */
  set(value) {
    const items = (Array.isArray(value) ? value.flat(9) : [value]).filter((item) => item != null && item !== false);
    const parent = /** @type {Node} */ (this.marker.parentNode);
    /** @type {Map<string, Instance | Text>} */
    const next = new Map();
    items.forEach((item, index) => {
      let key = item instanceof Template && item.key !== undefined ? `=${item.key}` : `#${index}`;
      if (next.has(key)) key = `#${index}`;
      next.set(key, this.update(this.children.get(key), item));
    });
    const kept = new Set(next.values());
    for (const child of this.children.values()) if (!kept.has(child)) nodesOf(child).forEach(remove);
    // From the end, and only what stands elsewhere: a node that stays keeps its focus.
    let after = this.marker;
    for (const child of [...next.values()].reverse()) {
      for (const node of nodesOf(child).reverse()) {
        if (node.nextSibling !== after || node.parentNode !== parent) parent.insertBefore(node, after);
        after = node;
      }
    }
    this.children = next;
  }

  /** @param {Instance | Text | undefined} old @param {unknown} item @returns {Instance | Text} */
  update(old, item) {
    if (!(item instanceof Template)) {
      const text = typeof item === "string" || typeof item === "number" ? String(item) : "";
      if (!(old && "data" in old)) return document.createTextNode(text);
      if (old.data !== text) old.data = text;
      return old;
    }
    const instance = old && "parts" in old && old.template.strings === item.strings ? old : instantiate(item);
    instance.template = item;
    instance.parts.forEach((part, index) => part.set(item.values[index]));
    return instance;
  }
}

/** @param {Template} template @returns {Instance} */
function instantiate(template) {
  const { content, slots } = prepare(template.strings);
  const fragment = document.importNode(content, true);
  const found = slots.map(({ path }) =>
    path.reduce((node, index) => node.childNodes[index], /** @type {Node} */ (fragment))
  );
  const parts = slots.map(({ name }, i) => name ? new AttributePart(found[i], name) : new ChildPart(found[i]));
  // Markers of lists at the top move with the template, so they count as its nodes.
  return { parts, nodes: [...fragment.childNodes], template };
}

/** @param {Instance | Text} child @returns {Node[]} */
function nodesOf(child) {
  if ("data" in child) return [child];
  const parts = new Map(child.parts.map((part) => [part instanceof ChildPart ? part.marker : null, part]));
  return child.nodes.flatMap((node) => {
    const part = parts.get(node);
    return part instanceof ChildPart ? [...[...part.children.values()].flatMap(nodesOf), node] : [node];
  });
}

/** @param {Node} node */
const remove = (node) => node.parentNode?.removeChild(node);

/** @type {WeakMap<Node, ChildPart>} */
const roots = new WeakMap();

/**
 * Makes the children of an element equal to a template.
 * @param {unknown} value
 * @param {Element} container
 */
export function render(value, container) {
  let part = roots.get(container);
  if (!part) roots.set(container, part = new ChildPart(container.appendChild(document.createComment(""))));
  part.set(value);
}
