/** Rules of the writes of modules, to break as those of the queue in `mutations.js`. */

const WRITES = "core/sync/module-writes.js";

/** @type {Record<string, import("./mutations.js").Mutation>} */
export const MUTATIONS_OF_MODULES = {
  /** On 412 a write of a module that is not there, or that asks, is dropped. */
  dropsModuleConflicts: {
    invariant: "nothingLost",
    changes: [[
      WRITES,
      'return turn.put({ ...write, change, status: { kind: "conflict", theirs, fields: [], isUnsure } });',
      "return turn.drop(write);",
    ]],
  },
  /** On 412 a write that asks replaces the object of the server. */
  overwritesModuleObjects: {
    invariant: "noSilentOverwrite",
    changes: [[
      WRITES,
      'return turn.put({ ...write, change, status: { kind: "conflict", theirs, fields: [], isUnsure } });',
      "return turn.put(turn.renewed(write, { ...change, ...from(theirs) }));",
    ]],
  },
  /** A removal of an object that another device has changed is sent without a question. */
  removesChangedObjects: {
    invariant: "noSilentRemoval",
    changes: [[WRITES, "isRemoval && !theirs ? THEIRS :", "isRemoval ? (theirs ? undefined : THEIRS) :"]],
  },
  /** A later write keeps the version from before the earlier one. */
  keepsOldModuleVersions: {
    invariant: "newestVersions",
    changes: [[WRITES, "if (isSeen && version != null", "if (false"]],
  },
  /** A PATCH of one field takes the place of a PATCH of another one. */
  replacesOtherFields: {
    invariant: "nothingLost",
    changes: [[WRITES, "change.field === later.field);", "true);"]],
  },
  /** A write that was sent is dropped by a later one. */
  replacesSent: {
    invariant: "nothingLost",
    changes: [[WRITES, "isChangeable(write) && replaces(change, write.change)", "replaces(change, write.change)"]],
  },
  /** An object that was never sent is sent, and removed afterwards. */
  sendsCancelledObjects: {
    invariant: "cancelledAreNotSent",
    changes: [[
      WRITES,
      "isChangeable(write) && replaces(change, write.change)",
      'isChangeable(write) && change.method !== "DELETE" && replaces(change, write.change)',
    ]],
  },
  /** A field that is set to its former value, while an earlier value of it is sent, is not sent. */
  dropsFormerValues: {
    invariant: "nothingLost",
    changes: [[WRITES, "if (first && old.length === writes.length && isNeedless", "if (first && isNeedless"]],
  },
  /** A merged write has the key of the former one. */
  keepsKeysOfMerged: {
    invariant: "keysNameOneContent",
    changes: [[
      WRITES,
      "turn.put(turn.renewed(write, isRemoval ? next : { ...next, body }));",
      'turn.put({ ...write, status: { kind: "waiting" }, change: isRemoval ? next : { ...next, body } });',
    ]],
  },
  /** A refused write of a module leaves the queue. */
  dropsRefusedObjects: {
    invariant: "refusedStay",
    changes: [[
      WRITES,
      'if (!isReplaced) return turn.put({ ...write, status: { kind: "refused", status, code, detail } });',
      "if (!isReplaced) return turn.drop(write);",
    ]],
  },
  /** The person decides for the other side, and the own one is sent. */
  swapsDecisions: {
    invariant: "nothingLost",
    changes: [[WRITES, "if (!isMine) return turn.drop(write);", "if (isMine) return turn.drop(write);"]],
  },
  /** Conflicts of a module that arrives later ask, although it could merge them. */
  neverJoinsAgain: {
    invariant: "asksOnlyIfNeeded",
    changes: [[WRITES, 'handle("joined", joinAgain);', ""]],
  },
  /** A later write of a subject is sent before an earlier one that waits for its next attempt. */
  sendsOutOfOrder: {
    invariant: "inOrder",
    changes: [[
      "core/sync/turn.js",
      "const subject = subjectOf(write.change);",
      "if ((write.retryAt ?? now) > now) continue;\n      const subject = subjectOf(write.change);",
    ]],
  },
  /** The answer to a write of a module is not shown before the write leaves the queue. */
  hidesAnswers: {
    invariant: "answersAreShown",
    changes: [["data/queue.js", "actions.forEach(dispatch);", ""]],
  },
};
