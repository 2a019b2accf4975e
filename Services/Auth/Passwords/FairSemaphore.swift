package import Contracts
import Synchronization

/// A semaphore with fair queueing: shares take turns, so that a share with many requests delays no other.
package final class FairSemaphore: Sendable {
    /// The unit of fairness that a request counts for.
    package enum Share: Hashable, Sendable {
        /// A client unknown to the account that it signs in to.
        case client(String)
        /// A user with a session, or on a device that has signed in before.
        case user(UserID)

        fileprivate var isKnown: Bool { if case .user = self { true } else { false } }
    }

    /// Time that a waiting request must have left for its hash and its reply, in milliseconds.
    ///
    /// A hash takes about 30 ms, and several times that on busy processors. A request with less time is refused while
    /// its client still accepts the reply.
    package static let minimumRemainingMs = 1_000

    private struct Waiter {
        let number: Int
        let deadline: Deadline
        let continuation: CheckedContinuation<Void, any Error>

        var isLate: Bool { deadline.millisecondsLeft < minimumRemainingMs }
    }

    private struct State {
        var running = 0
        var lastNumber = 0
        var waitingCount = 0
        var queues: [Share: [Waiter]] = [:]
        /// Shares with waiting requests in their order of turns.
        var order: [Share] = []

        mutating func append(_ waiter: Waiter, _ share: Share) {
            if queues[share] == nil { order.append(share) }
            queues[share, default: []].append(waiter)
            waitingCount += 1
        }

        mutating func remove(_ share: Share, at index: Int) -> Waiter? {
            guard var queue = queues[share], queue.indices.contains(index) else { return nil }
            let waiter = queue.remove(at: index)
            queues[share] = queue.isEmpty ? nil : queue
            if queue.isEmpty { order.removeAll { $0 == share } }
            waitingCount -= 1
            return waiter
        }

        /// Removes the oldest request of the next share, which then moves behind the others.
        mutating func removeNext() -> Waiter? {
            guard let share = order.first else { return nil }
            let waiter = remove(share, at: 0)
            if order.first == share { order.append(order.removeFirst()) }
            return waiter
        }

        mutating func removeLate() -> [Waiter] {
            queues.keys.flatMap { share in
                (queues[share] ?? []).indices.reversed().compactMap { index in
                    queues[share]?[index].isLate == true ? remove(share, at: index) : nil
                }
            }
        }

        /// Removes the newest request of the longest queue; nil if the queue of the new request would become as long.
        mutating func evict(for share: Share) -> Waiter? {
            let own = queues[share]?.count ?? 0
            guard let (longest, queue) = queues.max(by: { $0.value.count < $1.value.count }) else { return nil }
            if queue.count > own + 1 { return remove(longest, at: queue.count - 1) }
            // Many clients with one request each must not block known users.
            guard share.isKnown, own == 0, let other = order.last(where: { !$0.isKnown }) else { return nil }
            return remove(other, at: (queues[other]?.count ?? 1) - 1)
        }
    }

    private let runningMax: Int
    private let waitingMax: Int
    private let overloaded: ServiceError
    private let state = Mutex(State())

    /// - Parameters:
    ///   - runningMax: Maximum number of concurrent turns.
    ///   - waitingMax: Maximum number of waiting requests of all shares together.
    ///   - overloaded: The error detail for a request that finds no room in the queue, or gets no turn in time.
    package init(runningMax: Int, waitingMax: Int, overloaded: String) {
        self.runningMax = runningMax
        self.waitingMax = waitingMax
        self.overloaded = ServiceError(.overloaded, overloaded)
    }

    /// The number of waiting requests.
    package var waitingCount: Int { state.withLock { $0.waitingCount } }

    /// Returns when the request has a turn, which `release` ends.
    ///
    /// - Throws: `overloaded` if the queue is full, another share takes the place, or the turn does not come
    ///   ``minimumRemainingMs`` before the deadline; `deadlineExceeded` for a request past its deadline; `cancelled`.
    package func acquire(_ share: Share, before deadline: Deadline) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                guard !Task.isCancelled else { return continuation.resume(throwing: Self.callerGone) }
                add(Waiter(number: number, deadline: deadline, continuation: continuation), share)
                // The cancellation handler may have run before the request was in the queue.
                if Task.isCancelled { cancel(number, share) }
            }
        } onCancel: {
            cancel(number, share)
        }
    }

    /// Ends a turn, and starts that of the next share.
    package func release() {
        let (late, next) = state.withLock { state -> ([Waiter], Waiter?) in
            let late = state.removeLate()
            let next = state.removeNext()
            if next == nil { state.running -= 1 }
            return (late, next)
        }
        for waiter in late { waiter.continuation.resume(throwing: overloaded) }
        next?.continuation.resume()
    }

    /// The result of adding a request.
    private enum Admission { case runs, waits, refused }

    private func add(_ waiter: Waiter, _ share: Share) {
        guard !waiter.deadline.hasPassed else { return waiter.continuation.resume(throwing: Self.deadlinePassed) }
        let (late, evicted, admission) = state.withLock { state -> ([Waiter], Waiter?, Admission) in
            let late = state.removeLate()
            if state.running < runningMax {
                state.running += 1
                return (late, nil, .runs)
            }
            var evicted: Waiter?
            if state.waitingCount >= waitingMax {
                evicted = state.evict(for: share)
                if evicted == nil { return (late, nil, .refused) }
            }
            state.append(waiter, share)
            return (late, evicted, .waits)
        }
        for waiter in late { waiter.continuation.resume(throwing: overloaded) }
        evicted?.continuation.resume(throwing: overloaded)
        switch admission {
        case .runs: waiter.continuation.resume()
        case .waits: break
        case .refused: waiter.continuation.resume(throwing: overloaded)
        }
    }

    private func cancel(_ number: Int, _ share: Share) {
        let waiter = state.withLock { state in
            (state.queues[share]?.firstIndex { $0.number == number }).flatMap { state.remove(share, at: $0) }
        }
        waiter?.continuation.resume(throwing: Self.callerGone)
    }

    private static let callerGone = ServiceError(.cancelled, "The caller does not wait any more.")
    private static let deadlinePassed = ServiceError(
        .deadlineExceeded,
        "The deadline of this request passed before it arrived."
    )
}
