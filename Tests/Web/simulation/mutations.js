/**
 * Rules of the queue to break, each as a change of the served source, with the invariant that must notice it. They
 * prove that the simulation notices a broken rule.
 */
import { MUTATIONS_OF_DAYS } from "./day-mutations.js";
import { MUTATIONS_OF_MODULES } from "./module-mutations.js";

/** @typedef {{invariant: keyof typeof import("./invariants.js").INVARIANTS,
 *   changes: [file: string, from: string, to: string][]}} Mutation */

/** @type {Record<string, Mutation>} */
export const MUTATIONS = {
  ...MUTATIONS_OF_DAYS,
  ...MUTATIONS_OF_MODULES,
  /** A request leaves before its write is saved. */
  sendsBeforeSaving: {
    invariant: "savedBeforeSent",
    changes: [[
      "core/sync/turn.js",
      "{ request, write: write.id, save: this.state.lastSave + 1 }];",
      '{ request, write: write.id }]; this.effects.push({ kind: "send", ...request });',
    ]],
  },
  /** A new write is not saved. */
  savesNoWrites: {
    invariant: "savedBeforeSent",
    changes: [[
      "core/sync/turn.js",
      "this.changes.push(change);",
      'if (change.kind !== "putWrite") this.changes.push(change);',
    ]],
  },
  /** The versions of entries are not saved. */
  savesNoVersions: {
    invariant: "converges",
    changes: [[
      "core/sync/turn.js",
      "this.changes.push(change);",
      'if (change.kind !== "putEntry") this.changes.push(change);',
    ]],
  },
  /** A write that was being sent before a restart is not sent again. */
  forgetsSentAfterRestart: {
    invariant: "drains",
    changes: [[
      "core/sync/sync.js",
      '    status: write.status.kind === "sent" ? { kind: "waiting" } : write.status,\n',
      "",
    ]],
  },
  /** A write of an earlier run counts as never sent. */
  forgetsAttempts: {
    invariant: "converges",
    changes: [[
      "core/sync/sync.js",
      "    retryAt: undefined,\n    failures: 0,\n",
      "    attempts: 0,\n    failures: 0,\n",
    ]],
  },
  /** A refused write leaves the queue. */
  dropsRefused: {
    invariant: "refusedStay",
    changes: [[
      "core/sync/answers.js",
      "return refuse(turn, write, { status, code, detail });",
      "return turn.drop(write);",
    ]],
  },
  /** A refused write is sent again and again. */
  retriesRefused: {
    invariant: "drains",
    changes: [[
      "core/sync/answers.js",
      "return refuse(turn, write, { status, code, detail });",
      "return turn.waitAgain(write.id);",
    ]],
  },
  /** A write that fails is dropped. */
  dropsFailed: {
    invariant: "nothingLost",
    changes: [["core/sync/answers.js", 'case "failed":\n', 'case "failed":\n      return turn.drop(write);\n']],
  },
  /** On 412 the server's state replaces the device's without a question. */
  yieldsOnConflict: {
    invariant: "nothingLost",
    changes: [[
      "core/sync/answers.js",
      "const asking = turn.renewed(write, { ...merged, base });",
      "return turn.drop(write);",
    ]],
  },
  /** On 412 the device's state replaces the server's without a question. */
  overwritesOnConflict: {
    invariant: "noSilentOverwrite",
    changes: [[
      "core/sync/answers.js",
      "if (conflicts.length === 0) return turn.replace(write, merged);",
      "return turn.replace(write, merged);",
    ]],
  },
  /** A field that only one side changed asks, too. */
  asksAboutOneSide: {
    invariant: "asksOnlyIfNeeded",
    changes: [[
      "core/sync/answers.js",
      "if (conflicts.length === 0) return turn.replace(write, merged);",
      "if (isWithoutEffect(merged)) return turn.replace(write, merged);\n  conflicts.push(...FIELDS.filter((field) => !conflicts.includes(field)));",
    ]],
  },
  /** A field that may have been set and set back is set again without a question. */
  trustsUnchangedFields: {
    invariant: "appliedOnce",
    changes: [["core/sync/answers.js", "const isUnsure = first.isUnsure ||", "const isUnsure = false &&"]],
  },
  /** A removal wins over a change of another device. */
  removesChanged: {
    invariant: "noSilentRemoval",
    changes: [["core/sync/answers.js", "if (isSeen) return turn.put(", "return turn.put("]],
  },
  /** A change of an entry that another device removed is dropped. */
  dropsChangesOfRemoved: {
    invariant: "nothingLost",
    changes: [[
      "core/sync/answers.js",
      "if (same(put.content, base.content)) return turn.drop(write);",
      "return turn.drop(write);",
    ]],
  },
  /** A second write of an entry is sent before the first is answered. */
  overtakesItself: {
    invariant: "oneWritePerObject",
    changes: [["core/sync/turn.js", "const isFirst = !subjects.has(subject);", "const isFirst = true;"]],
  },
  /** A later write of an entry keeps the version from before the earlier one. */
  keepsOldVersions: {
    invariant: "newestVersions",
    changes: [
      ["core/sync/sync.js", "? { content: old.content }", "? { content: old.content, version: old.base?.version }"],
      ["core/sync/answers.js", "  if (!next) return;\n", "  return;\n"],
    ],
  },
  /** A new entry that was sent vanishes with its removal. */
  cancelsSent: {
    invariant: "nothingLost",
    changes: [
      [
        "core/sync/sync.js",
        "  if (!isChangeable(last)) {\n",
        "  if (writes.length === 1 && last.change.base?.version === undefined) return turn.drop(last);\n  if (!isChangeable(last)) {\n",
      ],
      ["core/sync/sync.js", "if (last && isChangeable(last)) turn.drop(last);", "if (last) turn.drop(last);"],
    ],
  },
  /** An unsent entry and its removal are both sent. */
  sendsCancelled: {
    invariant: "cancelledAreNotSent",
    changes: [[
      "core/sync/sync.js",
      "  if (!isChangeable(last)) {\n",
      "  if (!isChangeable(last) || !last.change.base) {\n",
    ]],
  },
  /** A change is put into a write that was sent, under the same key. */
  changesSent: {
    invariant: "keysNameOneContent",
    changes: [
      ["core/sync/sync.js", "const isOpen = isChangeable(last);", "const isOpen = true;"],
      [
        "core/sync/sync.js",
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
        "core/sync/turn.js",
        "renewed({ id, order, revision }, change) {",
        "renewed({ id, order, revision, firstSentAt }, change) {",
      ],
      ["core/sync/turn.js", "      revision: revision + 1,\n", "      revision,\n      firstSentAt,\n"],
    ],
  },
  /** Requests ignore `Retry-After`. */
  ignoresRetryAfter: {
    invariant: "retryAfterIsHonoured",
    changes: [["core/sync/answers.js", 'if (answer.kind === "busy" && answer.retryAfter != null) {', "if (false) {"]],
  },
  /** The pause after a failure ends when the queue is read again. */
  forgetsPauses: {
    invariant: "pausesAfterFailures",
    changes: [["core/sync/sync.js", "lastRequest, failures, retryAt, notBefore, stored };", "lastRequest, stored };"]],
  },
  /** A failed request is repeated at once. */
  retriesAtOnce: {
    invariant: "pausesAfterFailures",
    changes: [["core/sync/turn.js", "    const full = ", "    return 0;\n    const full = "]],
  },
  /** After a failure nothing is sent any more. */
  neverRetries: {
    invariant: "drains",
    changes: [[
      "core/sync/turn.js",
      "if (wait > now) return this.wake(wait, now);",
      "if (wait > now || this.state.retryAt !== undefined) return;",
    ]],
  },
  /** The answer to an abandoned request counts for the oldest open one. */
  acceptsLateAnswers: {
    invariant: "nothingLost",
    changes: [
      [
        "core/sync/answers.js",
        "request.number === action.request && save === undefined);",
        "request.number === action.request && save === undefined) ?? state.requests[0];",
      ],
      ["data/queue.js", "if (!open()) return;", ""],
    ],
  },
  /** Another user's session sends the queue. */
  sendsForOthers: {
    invariant: "ownSessionOnly",
    changes: [
      ["core/sync/turn.js", "this.state.sessionUser === this.stored.user;", "this.state.sessionUser !== undefined;"],
      ["core/app.js", "const kept = isSame ? state : cleared(state);", "const kept = state;"],
      ["data/queue.js", "!isLeading || request.user !== userId()", "!isLeading"],
    ],
  },
  /** The end of the session drops the queue. */
  dropsOnSessionEnd: {
    invariant: "nothingLost",
    changes: [[
      "core/sync/turn.js",
      "    this.state.sessionUser = undefined;\n",
      "    this.state.sessionUser = undefined;\n    this.stored.writes.forEach((write) => this.drop(write));\n",
    ]],
  },
  /** Requests go on without a session. */
  sendsWithoutSession: {
    invariant: "ownSessionOnly",
    changes: [[
      "core/sync/turn.js",
      "this.state.sessionUser === this.stored.user;",
      "(this.state.sessionUser === undefined || this.state.sessionUser === this.stored.user);",
    ]],
  },
  /** Any number of requests is sent at once. */
  sendsEverything: {
    invariant: "fewOpenWrites",
    changes: [["core/sync/turn.js", "const OPEN_WRITES_MAX = 4;", "const OPEN_WRITES_MAX = 1_000;"]],
  },
  /** After a failed save only later changes are saved. */
  forgetsFailedSaves: {
    invariant: "converges",
    changes: [["core/sync/turn.js", "state.isUnsaved = hasFailed;", "state.isUnsaved = false;"]],
  },
};
