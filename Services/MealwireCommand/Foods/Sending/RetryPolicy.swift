package import Contracts

/// Decides whether and when to send a failed page again.
///
/// Repeating a page is safe: the same source and source id identify the same food.
package struct RetryPolicy: Sendable {
    /// The total cost of failures before giving up; about two minutes for a stack that restarts.
    private static let budget = 60
    /// The cost of a failure that took long or that the page may have caused.
    private static let costOfHeavy = 20
    private static let pauseMs = (first: 250, last: 2_000)

    private var cost = 0
    private var nextPauseMs = Self.pauseMs.first

    package init() {}

    /// Returns the pause before the next attempt.
    ///
    /// - Parameter code: The code of the failure.
    /// - Returns: The pause in milliseconds; nil to give up.
    package mutating func pauseMs(after code: ErrorCode) -> Int? {
        guard let failureCost = Self.cost(of: code) else { return nil }
        cost += failureCost
        guard cost < Self.budget else { return nil }
        defer { nextPauseMs = min(2 * nextPauseMs, Self.pauseMs.last) }
        return nextPauseMs
    }

    /// Returns the cost of a failure; nil if another attempt would not help.
    private static func cost(of code: ErrorCode) -> Int? {
        switch code {
        case .overloaded, .unavailable, .busy, .tooManyRequests: 1
        case .deadlineExceeded, .workerCrashed, .outcomeUnknown: costOfHeavy
        // A full disk and all other failures need an operator.
        default: nil
        }
    }
}
