package import Contracts
import Synchronization

/// The deadline of a request's searches; the caller may cancel them earlier.
package final class SearchTime: Sendable {
    package let deadline: Deadline
    private let cancelled = Atomic(false)

    package init(until deadline: Deadline) {
        self.deadline = deadline
    }

    package var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    package func cancel() { cancelled.store(true, ordering: .relaxed) }

    /// - Throws: `cancelled` or `deadlineExceeded` if the search must stop.
    func check() throws(ServiceError) {
        if isCancelled { throw ServiceError(.cancelled, "The request was cancelled.") }
        if deadline.hasPassed { throw ServiceError(.deadlineExceeded, "The deadline passed before a menu was found.") }
    }
}

/// The end of one search; the solver checks it at each step.
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
