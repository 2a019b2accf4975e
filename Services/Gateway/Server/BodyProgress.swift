import Synchronization

/// Shares state between the response to a request and the reading of its body.
///
/// Both run on the connection's event loop, but in different code paths.
package final class BodyProgress: Sendable {
    private let isComing = Atomic(false)
    private let isLastAnswer = Atomic(false)

    package init() {}

    /// True while the body of the newest request is incomplete.
    var isUnderWay: Bool { isComing.load(ordering: .relaxed) }

    /// True if the connection closes after the current response.
    var isLast: Bool { isLastAnswer.load(ordering: .relaxed) }

    func hasBegun() { isComing.store(true, ordering: .relaxed) }
    func hasEnded() { isComing.store(false, ordering: .relaxed) }

    /// Closes the connection after the response that is about to be written.
    func endWithAnswer() { isLastAnswer.store(true, ordering: .relaxed) }
}
