/**
 * Rules of the queue to break, each as a change of the served source, with the invariant that must notice it. They
 * prove that the simulation notices a broken rule.
 */

/** @type {Record<string, {invariant: keyof typeof import("./invariants.js").INVARIANTS,
 *   changes: [file: string, from: string, to: string][]}>} */
export const MUTATIONS = {
  /** A request leaves before its write is saved. */
  sendsBeforeSaving: {
    invariant: "savedBeforeSent",
    changes: [[
      "turn.js",
      "{ request, write: write.id, save: this.state.lastSave + 1 }];",
      '{ request, write: write.id }]; this.effects.push({ kind: "send", ...request });',
    ]],
  },
  /** A new write is not saved. */
  savesNoWrites: {
    invariant: "savedBeforeSent",
    changes: [["turn.js", "this.changes.push(change);", 'if (change.kind !== "putWrite") this.changes.push(change);']],
  },
  /** The cursor is saved, but not the entries of its page. */
  savesOnlyCursors: {
    invariant: "converges",
    changes: [["turn.js", "this.changes.push(change);", 'if (change.kind !== "putEntry") this.changes.push(change);']],
  },
  /** A write that was being sent before a restart is not sent again. */
  forgetsSentAfterRestart: {
    invariant: "drains",
    changes: [["sync.js", '    status: write.status.kind === "sent" ? { kind: "waiting" } : write.status,\n', ""]],
  },
  /** A write of an earlier run counts as never sent. */
  forgetsAttempts: {
    invariant: "converges",
    changes: [["sync.js", "    retryAt: undefined,\n    failures: 0,\n", "    attempts: 0,\n    failures: 0,\n"]],
  },
  /** A refused write leaves the queue. */
  dropsRefused: {
    invariant: "refusedStay",
    changes: [["answers.js", "return refuse(turn, write, { status, code, detail });", "return turn.drop(write);"]],
  },
  /** A refused write is sent again and again. */
  retriesRefused: {
    invariant: "drains",
    changes: [[
      "answers.js",
      "return refuse(turn, write, { status, code, detail });",
      "return turn.waitAgain(write.id);",
    ]],
  },
  /** A write that fails is dropped. */
  dropsFailed: {
    invariant: "nothingLost",
    changes: [["answers.js", 'case "failed":\n', 'case "failed":\n      return turn.drop(write);\n']],
  },
  /** On 412 the server's state replaces the device's without a question. */
  yieldsOnConflict: {
    invariant: "nothingLost",
    changes: [["answers.js", "const asking = turn.renewed(write, { ...merged, base });", "return turn.drop(write);"]],
  },
  /** On 412 the device's state replaces the server's without a question. */
  overwritesOnConflict: {
    invariant: "noSilentOverwrite",
    changes: [[
      "answers.js",
      "if (conflicts.length === 0) return turn.replace(write, merged);",
      "return turn.replace(write, merged);",
    ]],
  },
  /** A field that only one side changed asks, too. */
  asksAboutOneSide: {
    invariant: "asksOnlyIfNeeded",
    changes: [[
      "answers.js",
      "if (conflicts.length === 0) return turn.replace(write, merged);",
      "if (isWithoutEffect(merged)) return turn.replace(write, merged);\n  conflicts.push(...FIELDS.filter((field) => !conflicts.includes(field)));",
    ]],
  },
  /** A field that may have been set and set back is set again without a question. */
  trustsUnchangedFields: {
    invariant: "appliedOnce",
    changes: [["answers.js", "const isUnsure = first.isUnsure ||", "const isUnsure = false &&"]],
  },
  /** A removal wins over a change of another device. */
  removesChanged: {
    invariant: "noSilentRemoval",
    changes: [["answers.js", "if (isSeen) return turn.put(", "return turn.put("]],
  },
  /** A change of an entry that another device removed is dropped. */
  dropsChangesOfRemoved: {
    invariant: "nothingLost",
    changes: [[
      "answers.js",
      "if (same(put.content, base.content)) return turn.drop(write);",
      "return turn.drop(write);",
    ]],
  },
  /** A second write of an entry is sent before the first is answered. */
  overtakesItself: {
    invariant: "oneWritePerObject",
    changes: [["turn.js", "const isFirst = !subjects.has(subject);", "const isFirst = true;"]],
  },
  /** A later write of an entry keeps the version from before the earlier one. */
  keepsOldVersions: {
    invariant: "newestVersions",
    changes: [
      ["sync.js", "? { content: old.content }", "? { content: old.content, version: old.base?.version }"],
      ["answers.js", "  if (!next) return;\n", "  return;\n"],
    ],
  },
  /** A new entry that was sent vanishes with its removal. */
  cancelsSent: {
    invariant: "nothingLost",
    changes: [
      [
        "sync.js",
        "  if (!isChangeable(last)) {\n",
        "  if (writes.length === 1 && last.change.base?.version === undefined) return turn.drop(last);\n  if (!isChangeable(last)) {\n",
      ],
      ["sync.js", "if (last && isChangeable(last)) turn.drop(last);", "if (last) turn.drop(last);"],
    ],
  },
  /** An unsent entry and its removal are both sent. */
  sendsCancelled: {
    invariant: "cancelledAreNotSent",
    changes: [["sync.js", "  if (!isChangeable(last)) {\n", "  if (!isChangeable(last) || !last.change.base) {\n"]],
  },
  /** A change is put into a write that was sent, under the same key. */
  changesSent: {
    invariant: "keysNameOneContent",
    changes: [
      ["sync.js", "const isOpen = isChangeable(last);", "const isOpen = true;"],
      [
        "sync.js",
        "if (isOpen) turn.replace(last, put);",
        "if (!isChangeable(last)) turn.put({ ...last, change: put });\n  else if (isOpen) turn.replace(last, put);",
      ],
    ],
  },
  /** Changed content has the key of the former content. */
  keepsKeys: {
    invariant: "keysNameOneContent",
    changes: [
      [
        "turn.js",
        "renewed({ id, order, revision }, change) {",
        "renewed({ id, order, revision, firstSentAt }, change) {",
      ],
      ["turn.js", "      revision: revision + 1,\n", "      revision,\n      firstSentAt,\n"],
    ],
  },
  /** Requests ignore `Retry-After`. */
  ignoresRetryAfter: {
    invariant: "retryAfterIsHonoured",
    changes: [["answers.js", 'if (answer.kind === "busy" && answer.retryAfter != null) {', "if (false) {"]],
  },
  /** A failed request is repeated at once. */
  retriesAtOnce: {
    invariant: "pausesAfterFailures",
    changes: [["turn.js", "    const full = ", "    return 0;\n    const full = "]],
  },
  /** After a failure nothing is sent any more. */
  neverRetries: {
    invariant: "drains",
    changes: [[
      "turn.js",
      "if (wait > now) return this.wake(wait, now);",
      "if (wait > now || this.state.retryAt !== undefined) return;",
    ]],
  },
  /** The answer to an abandoned request counts for the oldest open one. */
  acceptsLateAnswers: {
    invariant: "nothingLost",
    changes: [[
      "answers.js",
      "request.number === action.request && save === undefined);",
      "request.number === action.request && save === undefined) ?? state.requests[0];",
    ]],
  },
  /** An answer to an abandoned pull is applied. */
  appliesOldPages: {
    invariant: "removedStayRemoved",
    changes: [["turn.js", "      this.abandonPulls();\n      this.send(write, now);", "      this.send(write, now);"]],
  },
  /** A repeated answer enters the copy, although a page has removed the entry since. */
  revivesFromAnswers: {
    invariant: "removedStayRemoved",
    changes: [["answers.js", "if (write.isOvertaken && !known)", "if (false)"]],
  },
  /** Removed entries stay in the copy. */
  ignoresRemovals: {
    invariant: "converges",
    changes: [["answers.js", "for (const id of page.deleted) {", "for (const id of []) {"]],
  },
  /** The copy stays when the server asks for a reset. */
  ignoresResets: {
    invariant: "converges",
    changes: [["answers.js", "if (page.reset || turn.stored.cursor == null) {", "if (false) {"]],
  },
  /** The second page of changes is never requested. */
  stopsAfterOnePage: {
    invariant: "converges",
    changes: [["answers.js", "if (page.isMore) ", "if (false) "]],
  },
  /** Another user's session sends the queue. */
  sendsForOthers: {
    invariant: "ownSessionOnly",
    changes: [["turn.js", "this.state.sessionUser === this.stored.user;", "this.state.sessionUser !== undefined;"]],
  },
  /** The end of the session drops the queue. */
  dropsOnSessionEnd: {
    invariant: "nothingLost",
    changes: [[
      "turn.js",
      "    this.state.sessionUser = undefined;\n",
      "    this.state.sessionUser = undefined;\n    this.stored.writes.forEach((write) => this.drop(write));\n",
    ]],
  },
  /** Requests go on without a session. */
  sendsWithoutSession: {
    invariant: "ownSessionOnly",
    changes: [[
      "turn.js",
      "this.state.sessionUser === this.stored.user;",
      "(this.state.sessionUser === undefined || this.state.sessionUser === this.stored.user);",
    ]],
  },
  /** Any number of requests is sent at once. */
  sendsEverything: {
    invariant: "fewOpenWrites",
    changes: [["turn.js", "const OPEN_WRITES_MAX = 4;", "const OPEN_WRITES_MAX = 1_000;"]],
  },
  /** After a failed save only later changes are saved. */
  forgetsFailedSaves: {
    invariant: "converges",
    changes: [["turn.js", "state.isUnsaved = hasFailed;", "state.isUnsaved = false;"]],
  },
};

/** The modules of the queue, as they are served. */
const SYNC = new URL("../../../Services/Gateway/Web/core/sync/", import.meta.url);
const FILES = ["answers.js", "content.js", "stored.js", "sync.js", "turn.js", "values.js"];

/** Loads the modules of the queue, with a broken rule if one is named. @param {string} [mutation] */
export async function loadSync(mutation) {
  if (!mutation) {
    await import(`${SYNC}answers.js`);
    return await import(`${SYNC}sync.js`);
  }
  const directory = await Deno.makeTempDir({ prefix: `mealwire-${mutation}-` });
  try {
    const sources = new Map(FILES.map((file) => [file, Deno.readTextFileSync(new URL(file, SYNC))]));
    for (const [file, from, to] of MUTATIONS[mutation].changes) {
      const source = sources.get(file) ?? "";
      const places = source.split(from).length - 1;
      if (places === 0) throw new Error(`${mutation}: ${file} has no ${JSON.stringify(from)}`);
      sources.set(file, source.replaceAll(from, () => to));
    }
    for (const [file, source] of sources) {
      // Modules outside the folder stay where they are.
      const text = source.replaceAll('from "../', () => `from "${new URL("../", SYNC)}`);
      Deno.writeTextFileSync(`${directory}/${file}`, text);
    }
    await import(`file://${directory}/answers.js`);
    return await import(`file://${directory}/sync.js`);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}
