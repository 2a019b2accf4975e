package import Contracts
import Synchronization

/// When a request's searching must end, which its caller may make sooner.
package final class SearchTime: Sendable {
    package let deadline: Deadline
    private let cancelled = Atomic(false)

    package init(until deadline: Deadline) {
        self.deadline = deadline
    }

    package var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    package func cancel() { cancelled.store(true, ordering: .relaxed) }

    /// - Throws: why nothing more is to be done, if so.
    func check() throws(ServiceError) {
        if isCancelled { throw ServiceError(.cancelled, "The caller went away.") }
        if deadline.hasPassed { throw ServiceError(.deadlineExceeded, "The time ran out before the menu was made.") }
    }
}

/// The end of one search, of which a solver asks at each step.
package final class SearchEnd {
    private let time: SearchTime
    private let deadline: Deadline

    package init(_ time: SearchTime, by deadline: Deadline) {
        self.time = time
        self.deadline = min(deadline, time.deadline)
    }

    var millisecondsLeft: Int { deadline.millisecondsLeft }
    var isReached: Bool { time.isCancelled || deadline.hasPassed }
}
