import Synchronization

/// What the answer to a request and the reading of its body know of each other.
///
/// Both happen on the connection's event loop, though by different means.
package final class BodyProgress: Sendable {
    private let isComing = Atomic(false)
    private let isLastAnswer = Atomic(false)

    package init() {}

    /// Whether the body of the newest request has not come whole.
    var isUnderWay: Bool { isComing.load(ordering: .relaxed) }

    /// Whether the connection ends with the present answer.
    var isLast: Bool { isLastAnswer.load(ordering: .relaxed) }

    func hasBegun() { isComing.store(true, ordering: .relaxed) }
    func hasEnded() { isComing.store(false, ordering: .relaxed) }

    /// Has the connection end with the answer that is about to be written.
    func endWithAnswer() { isLastAnswer.store(true, ordering: .relaxed) }
}
