/** Rules of the days that a device shows and keeps, to break as those of the queue in `mutations.js`. */

/** @type {Record<string, import("./mutations.js").Mutation>} */
export const MUTATIONS_OF_DAYS = {
  /** An answer that the queue no longer waits for is shown. */
  showsLateAnswers: {
    invariant: "ownDaysOnly",
    changes: [["data/queue.js", "if (!open()) return;", ""]],
  },
  /** What an answer removes stays on the screen. */
  showsRemoved: {
    invariant: "removedStayRemoved",
    changes: [["data/queue.js", '["gone", "changed"].includes(answer.kind)', "false"]],
  },
  /** A day that was requested before the answer to a write is shown after it. */
  showsOldReads: {
    invariant: "daysGoForward",
    changes: [["data/effects.js", "number <= (written.get(day.date) ?? 0)", "false"]],
  },
  /** Two requests of a day are open at once. */
  overtakesReads: {
    invariant: "daysGoForward",
    changes: [["data/effects.js", "if (open) return open.next ??= open.work.then(again, again);", ""]],
  },
  /** The day of the first screen is shown beside an earlier request of it. */
  overtakesWithStart: {
    invariant: "daysGoForward",
    changes: [["data/effects.js", "return isAlone ? day : null;", "return day;"]],
  },
  /** The day of the first screen is requested beside the start. */
  overtakesStart: {
    invariant: "daysGoForward",
    changes: [["data/effects.js", "if (date === getState().todayDate) await starting.get(user);", ""]],
  },
  /** What an answer changes is not kept on the disk. */
  keepsOldDays: {
    invariant: "daysGoForward",
    changes: [["data/queue.js", "changed.map((day) => store.putDay(request.user, day))", "[]"]],
  },
  /** An answer does not change the days that are kept, but not shown. */
  keepsHiddenDays: {
    invariant: "daysGoForward",
    changes: [["data/queue.js", "datesOf(change).map(show)", "[]"]],
  },
  /** An entry is shown as the day has it, although a newer version is known. */
  showsOldVersions: {
    invariant: "noSilentOverwrite",
    changes: [["core/days.js", "if (newest?.version > version)", "if (false)"]],
  },
  /** The versions in a day that was shown are not taken. */
  ignoresVersions: {
    invariant: "converges",
    changes: [["core/sync/sync.js", "if (newer.length === 0) return;", "return;"]],
  },
  /** A day of another user is shown. */
  showsDaysOfOthers: {
    invariant: "ownDaysOnly",
    changes: [["data/effects.js", "if (!day || user !== userId() || number", "if (!day || number"]],
  },
  /** Another user begins with the days of the former one. */
  keepsDaysOfOthers: {
    invariant: "ownDaysOnly",
    changes: [["core/app.js", "const kept = isSame ? state : cleared(state);", "const kept = state;"]],
  },
};
