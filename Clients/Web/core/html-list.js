/** The children of a list: which of them are drawn again, and where they stand. */

/** A template that is described only if a value that it uses has changed since it was last drawn. */
export class Memo {
  /** @param {string} key @param {readonly unknown[]} uses @param {() => any} describe */
  constructor(key, uses, describe) {
    this.key = key;
    this.uses = uses;
    this.describe = describe;
  }

  /** True if an instance was drawn with the same values.
   * @param {any} old */
  isSameAs(old) {
    return old?.uses?.length === this.uses.length && this.uses.every((value, i) => Object.is(value, old.uses[i]));
  }
}

/** Describes a list of which each element keeps its nodes, focus and state when the order changes.
 * @template T @param {readonly T[]} items @param {(item: T) => string} key
 * @param {(item: T, index: number) => any} describe
 * @param {(item: T, index: number) => readonly unknown[]} [uses] All values that `describe` reads. An element with the
 *   same ones as before is skipped, so its listeners are the earlier ones. */
export const each = (items, key, describe, uses) =>
  items.map((item, index) =>
    uses
      ? new Memo(key(item), uses(item, index), () => describe(item, index))
      : Object.assign(describe(item, index), { key: key(item) })
  );

/** True if two maps have the same values in the same order.
 * @param {Map<string, any>} before @param {Map<string, any>} after */
export function hasSameOrder(before, after) {
  if (before.size !== after.size) return false;
  const others = after.values();
  for (const child of before.values()) if (child !== others.next().value) return false;
  return true;
}

/** Removes the children that are gone, and puts the others before the marker.
 * @param {Map<string, any>} before @param {Map<string, any>} next @param {any} marker */
export function place(before, next, marker) {
  const kept = new Set(next.values());
  for (const child of before.values()) {
    if (!kept.has(child)) nodesOf(child).forEach((node) => node.parentNode.removeChild(node));
  }
  // From the end, and only what stands elsewhere: a node that stays keeps its focus.
  let after = marker;
  for (const node of [...next.values()].flatMap(nodesOf).reverse()) {
    if (node.nextSibling !== after) marker.parentNode.insertBefore(node, after);
    after = node;
  }
}

/** Returns all nodes at the top of a child: from its first to its last, whatever its values have inserted.
 * @param {any} child @returns {any[]} */
function nodesOf(child) {
  const nodes = [child.start ?? child];
  while (child.end && nodes[nodes.length - 1] !== child.end) nodes.push(nodes[nodes.length - 1].nextSibling);
  return nodes;
}
