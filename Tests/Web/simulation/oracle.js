/**
 * Follows every change of the users from the device to the server, and finds those that are lost, doubled, or replaced
 * unseen.
 *
 * A token is a unique value of a field, by which a change is recognised wherever it arrives: `at 2024-…`. Day and meal
 * have few values, so they are not followed.
 */
import { contentOf } from "../../../Clients/Web/core/sync/content.js";
import { inHundredths } from "./server.js";
import { Violation } from "./invariants.js";

/** The tokens of a content, as the server stores it. @param {any} content @returns {Set<string>} */
export function tokensOf({ at, amount, name, energy }) {
  const tokens = new Set([`at ${at}`]);
  if (amount) tokens.add(`amount ${amount.grams ?? 0}`);
  if (name != null && !amount) tokens.add(`name ${name}`);
  if (energy) tokens.add(`energy ${inHundredths(energy.kcal)}`);
  return tokens;
}

export const fieldOf = (/** @type {string} */ token) => token.slice(0, token.indexOf(" "));
export const minus = (a, b) => new Set([...a].filter((each) => !b.has(each)));
export const union = (...sets) => new Set(sets.flatMap((set) => [...set]));

/** The value of a map of maps, made if it is missing. */
function nested(map, key, make) {
  if (!map.has(key)) map.set(key, make());
  return map.get(key);
}
const newMap = () => new Map();
const newSet = () => new Set();
const addAll = (set, more) => more.forEach((each) => set.add(each));

/** What the oracle of the diary follows: entries. */
const ENTRIES = {
  tokens: (entry) => tokensOf(contentOf(entry)),
  objects: (server) => server.entries,
  /** The tokens of a write that was refused. */
  written: (change) => change.kind === "putEntry" ? tokensOf(change.content) : new Set(),
};

export class Oracle {
  constructor(kind = ENTRIES) {
    this.kind = kind;
    this.acts = [];
    /** The ids of all entries that users made, or that continue under another id. */
    this.created = new Set();
    /** By device: the acts that set a value, the last addition and all removals of an object. */
    this.sets = new Map();
    this.lastAdd = new Map();
    this.removals = new Map();
    /** By device: what was shown when a value was set, or an entry removed, and before that. */
    this.seen = new Map();
    this.removalSeen = new Map();
    this.wanted = new Map();
    this.applied = new Map();
    this.currentUntil = new Map();
    this.addedOnServer = new Set();
    this.overruled = new Map();
  }

  #append(kind, what, origin, old) {
    const index = this.acts.push({ kind, what, ...origin, isAccepted: false, successors: [] }) - 1;
    for (const each of old) this.acts[each].successors.push(index);
    return index;
  }

  #setsOf(device, token) {
    return this.sets.get(device)?.get(token) ?? [];
  }

  #known(device, tokens) {
    const seen = this.seen.get(device);
    return union(tokens, ...[...tokens].map((token) => seen?.get(token) ?? []));
  }

  /** Records that a user set fields of an entry that showed other values. */
  set(tokens, shown, origin) {
    const { device } = origin;
    for (const token of tokens) {
      const before = new Set([...shown].filter((each) => fieldOf(each) === fieldOf(token)));
      const old = [...before].flatMap((each) => this.#setsOf(device, each));
      // A value that was set before cannot be told from its first use, so only its replacement counts.
      const index = this.#append(this.wanted.has(token) ? "revoke" : "set", token, origin, old);
      nested(nested(this.sets, device, newMap), token, () => []).push(index);
      addAll(nested(nested(this.seen, device, newMap), token, newSet), this.#known(device, before));
      this.wanted.set(token, (this.wanted.get(token) ?? 0) + 1);
    }
  }

  /** Records that a user saw more of an object, after setting values of it. */
  see(device, tokens, more) {
    for (const token of tokens) addAll(nested(nested(this.seen, device, newMap), token, newSet), more);
  }

  /** Records that a user saw more of an object before its removal. */
  seeRemoved(device, entry, more) {
    addAll(nested(nested(this.removalSeen, device, newMap), entry, newSet), more);
  }

  /** Records that a user gave values up: by a removal, a decision or a dismissal. */
  revoke(tokens, entry, origin) {
    const { device } = origin;
    const old = [...tokens].flatMap((token) => this.#setsOf(device, token));
    const index = this.#append(entry ? "remove" : "revoke", entry, origin, old);
    if (!entry) return;
    nested(nested(this.removals, device, newMap), entry, () => []).push(index);
    addAll(nested(nested(this.removalSeen, device, newMap), entry, newSet), this.#known(device, tokens));
  }

  /**
   * Records that a user took the removal of an entry back; returns what the user had seen when removing it.
   *
   * After a restart the queue may have an earlier removal than the last one, which was not saved. So each ends.
   */
  restore(entry, origin) {
    this.#append("revoke", undefined, origin, this.removals.get(origin.device)?.get(entry) ?? []);
    return this.removalSeen.get(origin.device)?.get(entry) ?? new Set();
  }

  isAdded(subject) {
    return [...this.lastAdd.values()].some((adds) => adds.has(subject));
  }

  add(subject, origin) {
    const index = this.#append("add", subject, origin, []);
    nested(this.lastAdd, origin.device, newMap).set(subject, index);
  }

  takeBack(subject, origin) {
    const last = this.lastAdd.get(origin.device)?.get(subject);
    this.#append("revoke", undefined, origin, last === undefined ? [] : [last]);
  }

  /** Records that a device told its user that a removal was overruled. */
  overrule(entry, device) {
    nested(this.overruled, device, newSet).add(entry);
  }

  /** Records that a save and all before it are on the disk. */
  accept(device, epoch, save) {
    for (let index = this.acts.length - 1; index >= 0; index--) {
      const act = this.acts[index];
      if (act.device !== device) continue;
      if (act.epoch !== epoch || act.isAccepted) break;
      if (act.save <= save) act.isAccepted = true;
    }
  }

  /** Checks a change of the server by a request. */
  check(id, old, entry, device, now) {
    const [before, after] = [old, entry].map((each) => each ? this.kind.tokens(each) : new Set());
    for (const token of minus(before, after)) this.currentUntil.set(token, now);
    if (!entry) {
      const unseen = minus(before, this.removalSeen.get(device)?.get(id) ?? new Set());
      if (unseen.size > 0) throw new Violation("noSilentRemoval", `${id} with ${[...unseen]} by device ${device}`);
      return;
    }
    for (const token of minus(after, before)) {
      this.currentUntil.set(token, Infinity);
      // An entry that continues under another id takes the values along that the user did not change.
      if (old || !this.applied.has(token)) this.applied.set(token, (this.applied.get(token) ?? 0) + 1);
      const replaced = [...before].find((each) => fieldOf(each) === fieldOf(token));
      if (!replaced) continue;
      if ((this.applied.get(token) ?? 0) > (this.wanted.get(token) ?? 0)) {
        throw new Violation("appliedOnce", `${token} of ${id} by device ${device}`);
      }
      if (!this.seen.get(device)?.get(token)?.has(replaced)) {
        throw new Violation("noSilentOverwrite", `${token} replaces ${replaced} of ${id} by device ${device}`);
      }
    }
  }

  /** Checks at the end that every saved act is on the server, was replaced by its user, or is shown as refused. */
  checkNothingLost(server, refusedOf) {
    for (const act of this.acts) {
      if (!act.isAccepted || act.successors.some((index) => this.acts[index].isAccepted)) continue;
      if (!this.#isKept(act, server, refusedOf(act.device))) {
        throw new Violation("nothingLost", JSON.stringify(act));
      }
    }
  }

  #isKept({ kind, what, device, time }, server, refused) {
    if (kind === "revoke") return true;
    if (kind === "set") {
      return (this.currentUntil.get(what) ?? -1) >= time ||
        refused.some(({ change }) => this.kind.written(change).has(what));
    }
    if (kind === "add") {
      return this.addedOnServer.has(what) || refused.some(({ subject }) => subject === what);
    }
    const entry = this.kind.objects(server)[what];
    if (!entry || this.overruled.get(device)?.has(what)) return true;
    return minus(this.kind.tokens(entry), this.removalSeen.get(device)?.get(what) ?? new Set()).size > 0;
  }
}
