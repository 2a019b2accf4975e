/** The part of the DOM that templates use, for tests without a browser. Its parser is strict: bad markup fails. */

const VOID = new Set(["img", "input", "br", "hr", "meta", "link"]);

class TestNode {
  constructor(type, owner = null) {
    this.nodeType = type;
    this.parentNode = owner;
    this.childNodes = [];
    this.nodeValue = null;
  }

  get nextSibling() {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  insertBefore(node, after) {
    if (node.nodeType === 11) {
      [...node.childNodes].forEach((child) => this.insertBefore(child, after));
      return node;
    }
    node.parentNode?.removeChild(node);
    const index = after ? this.childNodes.indexOf(after) : this.childNodes.length;
    if (index < 0) throw new Error("The reference is no child.");
    this.childNodes.splice(index, 0, node);
    node.parentNode = this;
    moves.count += 1;
    return node;
  }

  replaceChildren(...nodes) {
    for (const child of [...this.childNodes]) this.removeChild(child);
    nodes.forEach((node) => this.appendChild(node));
  }

  appendChild(node) {
    return this.insertBefore(node, null);
  }

  removeChild(node) {
    this.childNodes.splice(this.childNodes.indexOf(node), 1);
    node.parentNode = null;
    return node;
  }

  get textContent() {
    return this.nodeType === 3
      ? this.nodeValue
      : this.nodeType === 8
      ? ""
      : this.childNodes.map((n) => n.textContent).join("");
  }

  /** All elements below, in the order of the document. */
  get all() {
    return this.childNodes.flatMap((node) => node.nodeType === 1 ? [node, ...node.all] : []);
  }

  find(name) {
    return this.all.filter((element) => element.tagName === name);
  }
}

/** How often nodes were inserted. */
export const moves = { count: 0 };

class Text extends TestNode {
  constructor(data) {
    super(3);
    this.nodeValue = data;
  }
  get data() {
    return this.nodeValue;
  }
  set data(value) {
    this.nodeValue = value;
  }
}

class Comment extends TestNode {
  constructor(data) {
    super(8);
    this.nodeValue = data;
  }
}

class Element extends TestNode {
  constructor(name) {
    super(1);
    this.tagName = name;
    this.map = new Map();
    this.listeners = {};
    this.properties = {};
    this.style = { setProperty: (name, value) => this.properties[name] = value };
    if (name === "template") this.content = new TestNode(11);
    // A field keeps its value as a property, as in browsers.
    if (name === "input") this.value = "";
  }
  get attributes() {
    return [...this.map].map(([name, value]) => ({ name, value }));
  }
  getAttribute(name) {
    return this.map.get(name) ?? null;
  }
  setAttribute(name, value) {
    this.map.set(name, String(value));
  }
  removeAttribute(name) {
    this.map.delete(name);
  }
  hasAttribute(name) {
    return this.map.has(name);
  }
  toggleAttribute(name, isOn) {
    if (isOn) this.map.set(name, "");
    else this.map.delete(name);
  }
  addEventListener(name, listener) {
    (this.listeners[name] ??= []).push(listener);
  }
  dispatch(name, event = {}) {
    this.listeners[name]?.forEach((listener) =>
      listener({ target: this, currentTarget: this, preventDefault() {}, ...event })
    );
  }
  set innerHTML(text) {
    parse(text, this.content);
  }
}

/** Parses well-formed markup into a node. */
function parse(text, root) {
  const stack = [root];
  const pattern =
    /<!--([\s\S]*?)-->|<\/([\w-]+)\s*>|<([\w-]+)((?:\s+[^\s=>"']+(?:=(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*(\/?)>|([^<]+)/g;
  let end = 0;
  for (const [all, comment, closed, opened, attributes, isEmpty, plain] of text.matchAll(pattern)) {
    if (!text.startsWith(all, end)) throw new Error(`Cannot read ${text.slice(end, end + 60)}`);
    end += all.length;
    const parent = stack.at(-1);
    if (comment !== undefined) parent.appendChild(new Comment(comment));
    else if (plain !== undefined) parent.appendChild(new Text(plain));
    else if (closed) {
      if (stack.pop().tagName !== closed) throw new Error(`</${closed}> closes another element in ${text}`);
    } else {
      const element = parent.appendChild(new Element(opened));
      for (const [, name, a, b, c] of attributes.matchAll(/([^\s=]+)(?:=(?:"([^"]*)"|'([^']*)'|(\S+)))?/g)) {
        element.setAttribute(name, a ?? b ?? c ?? "");
      }
      if (!isEmpty && !VOID.has(opened)) stack.push(element);
    }
  }
  if (end !== text.length || stack.length !== 1) throw new Error(`Not well-formed: ${text}`);
}

function clone(node) {
  const copy = node.nodeType === 1
    ? new Element(node.tagName)
    : node.nodeType === 3
    ? new Text(node.nodeValue)
    : node.nodeType === 8
    ? new Comment(node.nodeValue)
    : new TestNode(11);
  if (node.map) node.map.forEach((value, name) => copy.setAttribute(name, value));
  node.childNodes.forEach((child) => copy.appendChild(clone(child)));
  return copy;
}

/** Installs the document, and returns a container. */
export function installDOM() {
  globalThis.document = {
    createElement: (name) => new Element(name),
    createTextNode: (data) => new Text(data),
    createComment: (data) => new Comment(data),
    importNode: clone,
  };
  return new Element("main");
}
