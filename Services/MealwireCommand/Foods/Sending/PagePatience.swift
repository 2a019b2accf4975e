package import Contracts

/// How often a page is sent again, and after which pauses.
///
/// Any page may be sent again: the same source and source id mean the same food.
package struct PagePatience: Sendable {
    /// What failures may cost together; a set that starts anew, or is started again by hand, has about two minutes.
    private static let budget = 60
    /// A failure that took long itself, or that the page may have caused, is not tried so often.
    private static let costOfHeavy = 20
    private static let pauseMs = (first: 250, last: 2_000)

    private var cost = 0
    private var nextPauseMs = Self.pauseMs.first

    package init() {}

    /// After which pause the page is to be sent again.
    ///
    /// - Parameter code: Why it failed.
    /// - Returns: The pause in milliseconds; nil if it is not to be sent again.
    package mutating func pauseMs(after code: ErrorCode) -> Int? {
        guard let failureCost = Self.cost(of: code) else { return nil }
        cost += failureCost
        guard cost < Self.budget else { return nil }
        defer { nextPauseMs = min(2 * nextPauseMs, Self.pauseMs.last) }
        return nextPauseMs
    }

    /// What a failure costs; nil if trying again would not help.
    private static func cost(of code: ErrorCode) -> Int? {
        switch code {
        case .overloaded, .unavailable, .busy, .tooManyRequests: 1
        case .deadlineExceeded, .workerCrashed, .outcomeUnknown: costOfHeavy
        // A full disk is for a person to look at, and so is everything else.
        default: nil
        }
    }
}
