/// A rule that ``DiarySync`` breaks on purpose, to test the checks of the simulation.
///
/// Only tests set one.
package enum SyncMutation: String, CaseIterable, Sendable {
    /// A request leaves before its write is saved.
    case sendsBeforeSaving
    /// A new write is not saved.
    case savesNoWrites
    /// The cursor is saved, but not the entries of its page.
    case savesOnlyCursors
    /// A write that was being sent before a restart is not sent again.
    case forgetsSentAfterRestart
    /// A write of an earlier run counts as never sent.
    case forgetsAttempts
    /// A refused write leaves the queue.
    case dropsRefused
    /// A refused write is sent again and again.
    case retriesRefused
    /// A write that fails is dropped.
    case dropsFailed
    /// On 412 the server's state replaces the device's without a question.
    case yieldsOnConflict
    /// On 412 the device's state replaces the server's without a question.
    case overwritesOnConflict
    /// A field that only one side changed asks, too.
    case asksAboutOneSide
    /// A field that may have been set and set back is set again without a question.
    case trustsUnchangedFields
    /// A removal wins over a change of another device.
    case removesChanged
    /// A change of an entry that another device removed is dropped.
    case dropsChangesOfRemoved
    /// A second write of an entry is sent before the first is answered.
    case overtakesItself
    /// A later write of an entry keeps the version from before the earlier one.
    case keepsOldVersions
    /// A new entry that was sent vanishes with its removal.
    case cancelsSent
    /// An unsent entry and its removal are both sent.
    case sendsCancelled
    /// A change is put into a write that was sent, under the same key.
    case changesSent
    /// Changed content has the key of the former content.
    case keepsKeys
    /// Requests ignore `Retry-After`.
    case ignoresRetryAfter
    /// A failed request is repeated at once.
    case retriesAtOnce
    /// After a failure nothing is sent any more.
    case neverRetries
    /// The answer to an abandoned request counts for the oldest open one.
    case acceptsLateAnswers
    /// An answer to an abandoned pull is applied.
    case appliesOldPages
    /// A repeated answer enters the copy, although a page has removed the entry since.
    case revivesFromAnswers
    /// Removed entries stay in the copy.
    case ignoresRemovals
    /// The copy stays when the server asks for a reset.
    case ignoresResets
    /// The second page of changes is never requested.
    case stopsAfterOnePage
    /// Another user's session sends the queue.
    case sendsForOthers
    /// The end of the session drops the queue.
    case dropsOnSessionEnd
    /// Requests go on without a session.
    case sendsWithoutSession
    /// Any number of requests is sent at once.
    case sendsEverything
    /// After a failed save only later changes are saved.
    case forgetsFailedSaves
}
