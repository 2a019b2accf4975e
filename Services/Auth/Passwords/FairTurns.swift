package import Contracts
import Synchronization

/// Gives turns to waiting requests, one share after the other, so that a share with many requests delays no other.
package final class FairTurns: Sendable {
    /// Whom a request counts for.
    package enum Share: Hashable, Sendable {
        /// A client that is not known to the account it signs in to.
        case client(String)
        /// A user with a session, or on a device that signed in before.
        case user(UserID)

        fileprivate var isKnown: Bool { if case .user = self { true } else { false } }
    }

    /// What a waiting request must have left for its hash and its answer, in milliseconds.
    ///
    /// A hash takes some 30 ms, and several times that while other programs keep the processors busy. A request with less
    /// is refused while its client can still be told when to try again.
    package static let answerMs = 1_000

    private struct Waiter {
        let number: Int
        let deadline: Deadline
        let continuation: CheckedContinuation<Void, any Error>

        var isLate: Bool { deadline.millisecondsLeft < answerMs }
    }

    private struct State {
        var running = 0
        var lastNumber = 0
        var waitingCount = 0
        var queues: [Share: [Waiter]] = [:]
        /// Shares with waiting requests, the next one first.
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

        /// Takes the oldest request of the next share, which then goes behind the others.
        mutating func takeNext() -> Waiter? {
            guard let share = order.first else { return nil }
            let waiter = remove(share, at: 0)
            if order.first == share { order.append(order.removeFirst()) }
            return waiter
        }

        mutating func takeLate() -> [Waiter] {
            queues.keys.flatMap { share in
                (queues[share] ?? []).indices.reversed().compactMap { index in
                    queues[share]?[index].isLate == true ? remove(share, at: index) : nil
                }
            }
        }

        /// Takes out the newest request of the share that waits with the most; nil if the newcomer's waits with as many.
        mutating func makeRoom(for share: Share) -> Waiter? {
            let own = queues[share]?.count ?? 0
            guard let (longest, queue) = queues.max(by: { $0.value.count < $1.value.count }) else { return nil }
            if queue.count > own + 1 { return remove(longest, at: queue.count - 1) }
            // Many clients with one request each must not keep those out that are known.
            guard share.isKnown, own == 0, let other = order.last(where: { !$0.isKnown }) else { return nil }
            return remove(other, at: (queues[other]?.count ?? 1) - 1)
        }
    }

    private let runningMax: Int
    private let waitingMax: Int
    private let overloaded: ServiceError
    private let state = Mutex(State())

    /// - Parameters:
    ///   - runningMax: Turns at once.
    ///   - waitingMax: Requests that may wait, of all shares together.
    ///   - overloaded: The sentence for a request that finds no room to wait in, or gets no turn in time.
    package init(runningMax: Int, waitingMax: Int, overloaded: String) {
        self.runningMax = runningMax
        self.waitingMax = waitingMax
        self.overloaded = ServiceError(.overloaded, overloaded)
    }

    /// How many requests wait.
    package var waitingCount: Int { state.withLock { $0.waitingCount } }

    /// Returns when the request has a turn, which `giveBack` ends.
    ///
    /// - Throws: `overloaded` if there is no room to wait in, another share needs it more, or the turn does not come
    ///   ``answerMs`` before the deadline; `deadlineExceeded` for a request that is too late already; `cancelled`.
    package func take(_ share: Share, before deadline: Deadline) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                guard !Task.isCancelled else { return continuation.resume(throwing: Self.notAwaited) }
                add(Waiter(number: number, deadline: deadline, continuation: continuation), share)
                // A task that was cancelled just before this had nothing to take out yet.
                if Task.isCancelled { cancel(number, share) }
            }
        } onCancel: {
            cancel(number, share)
        }
    }

    /// Ends a turn, and gives it to the next share.
    package func giveBack() {
        let (late, next) = state.withLock { state -> ([Waiter], Waiter?) in
            let late = state.takeLate()
            let next = state.takeNext()
            if next == nil { state.running -= 1 }
            return (late, next)
        }
        for waiter in late { waiter.continuation.resume(throwing: overloaded) }
        next?.continuation.resume()
    }

    /// What becomes of a new request.
    private enum Admission { case runs, waits, refused }

    private func add(_ waiter: Waiter, _ share: Share) {
        guard !waiter.deadline.hasPassed else { return waiter.continuation.resume(throwing: Self.tooLate) }
        let (late, shed, admission) = state.withLock { state -> ([Waiter], Waiter?, Admission) in
            let late = state.takeLate()
            if state.running < runningMax {
                state.running += 1
                return (late, nil, .runs)
            }
            var shed: Waiter?
            if state.waitingCount >= waitingMax {
                shed = state.makeRoom(for: share)
                if shed == nil { return (late, nil, .refused) }
            }
            state.append(waiter, share)
            return (late, shed, .waits)
        }
        for waiter in late { waiter.continuation.resume(throwing: overloaded) }
        shed?.continuation.resume(throwing: overloaded)
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
        waiter?.continuation.resume(throwing: Self.notAwaited)
    }

    private static let notAwaited = ServiceError(.cancelled, "The caller does not wait any more.")
    private static let tooLate = ServiceError(
        .deadlineExceeded,
        "The time of this request ran out before it came."
    )
}
