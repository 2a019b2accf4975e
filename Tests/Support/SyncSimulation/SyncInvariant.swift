import MealwireCore

/// What must hold after every step, and at the end.
package enum SyncInvariant: String, CaseIterable, Sendable {
    case savedBeforeSent = "a write is on the disk before it is sent"
    case oneWritePerObject = "of one object, one write is open at a time"
    case fewOpenWrites = "few writes are open at a time"
    case keysNameOneContent = "a key names one request"
    case retryAfterIsHonoured = "nothing is sent before the time of Retry-After"
    case pausesAfterFailures = "after a failure there is a pause"
    case ownSessionOnly = "nothing is sent without a session of the store's user"
    case appliedOnce = "a change is applied once"
    case noSilentOverwrite = "no change replaces one that its user has not seen"
    case noSilentRemoval = "no removal removes a change that its user has not seen"
    case refusedStay = "a refused write stays until the user has decided"
    case asksOnlyIfNeeded = "only a field that both sides changed asks"
    case newestVersions = "a write names the newest version that the device was answered"
    case cancelledAreNotSent = "an entry that was removed unsent never reaches the server"
    case removedStayRemoved = "an entry that the device knows as removed is not shown again"
    case nothingLost = "what is saved on a device reaches the server, or is shown as refused"
    case converges = "at the end all devices and the server are equal"
    case drains = "at the end no write waits"
}

/// A violated invariant.
package struct SyncViolation: Error {
    let invariant: SyncInvariant
    let detail: String

    /// Creates a violation.
    package init(invariant: SyncInvariant, detail: String) {
        self.invariant = invariant
        self.detail = detail
    }
}

/// A violated invariant, with everything needed to reproduce it.
package struct FailedSyncRun: CustomStringConvertible, Sendable {
    package let invariant: SyncInvariant
    let detail: String
    let seed: Int
    let step: Int
    let mutation: SyncMutation?

    package var description: String {
        "seed \(seed), step \(step)\(mutation.map { ", mutation \($0)" } ?? ""): \(invariant.rawValue): \(detail)"
    }
}
