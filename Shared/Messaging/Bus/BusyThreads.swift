package import Contracts
import Synchronization

/// Runs what keeps a processor busy on a few threads of its own.
///
/// Never on a concurrent queue of Dispatch: what it runs counts among the threads, one for each processor, that tasks of
/// Swift run on, too, so that as many busy jobs as there are processors would stop everything else in the process. The
/// threads here are of the operating system; there are none while there is nothing to do.
package final class BusyThreads: Sendable {
    private struct State {
        var running = 0
        var lastNumber = 0
        var waiting: [BusyJob] = []

        /// Takes out whoever waited longer than there was time.
        mutating func takeLate() -> [BusyJob] {
            let late = waiting.filter(\.deadline.hasPassed)
            if !late.isEmpty { waiting.removeAll { job in late.contains { $0.number == job.number } } }
            return late
        }
    }

    /// What becomes of a new job.
    private enum Admission { case refused, waits, startsThread }

    private let threadsMax: Int
    private let waitingMax: Int
    private let overloaded: ServiceError
    private let state = Mutex(State())

    /// Starts no thread yet.
    ///
    /// - Parameters:
    ///   - threadsMax: Jobs at once.
    ///   - waitingMax: Jobs that may wait for a thread.
    ///   - overloaded: A sentence for whoever finds no room to wait in.
    package init(threadsMax: Int, waitingMax: Int, overloaded: String) {
        self.threadsMax = threadsMax
        self.waitingMax = waitingMax
        self.overloaded = ServiceError(.overloaded, overloaded)
    }

    /// How many jobs wait for a thread.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Runs the body when its turn comes; a body that was begun is never interrupted.
    ///
    /// - Parameters:
    ///   - deadline: After which it is not begun any more.
    ///   - body: May block its thread.
    /// - Returns: What it returns.
    /// - Throws: `overloaded` if too many are waiting; `deadlineExceeded` if its turn did not come in time; `cancelled` if
    ///   the task was cancelled before; and what it throws.
    package func run<Value: Sendable>(
        before deadline: Deadline,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
                let job = BusyJob(
                    number: number,
                    deadline: deadline,
                    run: { continuation.resume(with: Result { try body() }) },
                    refuse: { continuation.resume(throwing: $0) }
                )
                guard !Task.isCancelled else { return job.refuse(Self.notAwaited) }
                add(job)
                // A task that was cancelled just before this had nothing to take out yet.
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func add(_ job: BusyJob) {
        guard !job.deadline.hasPassed else { return job.refuse(Self.tooLate) }
        let (late, admission) = state.withLock { state -> ([BusyJob], Admission) in
            let late = state.takeLate()
            let isStart = state.running < threadsMax
            guard isStart || state.waiting.count < waitingMax else { return (late, .refused) }
            // The thread that starts takes its job along, which so takes no room to wait in.
            if isStart { state.running += 1 } else { state.waiting.append(job) }
            return (late, isStart ? .startsThread : .waits)
        }
        for job in late { job.refuse(Self.tooLate) }
        switch admission {
        case .refused: job.refuse(overloaded)
        case .waits: break
        case .startsThread: startThread(job)
        }
    }

    private func startThread(_ job: BusyJob) {
        let isStarted = OwnThread.startIfPossible { [self] in
            job.run()
            work()
        }
        guard !isStarted else { return }
        // Threads that are there already come for those who wait; if there is none, nobody ever would.
        let stranded = state.withLock { state -> [BusyJob] in
            state.running -= 1
            guard state.running == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for job in [job] + stranded { job.refuse(overloaded) }
    }

    private func cancel(_ number: Int) {
        let job = state.withLock { state -> BusyJob? in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
        }
        job?.refuse(Self.notAwaited)
    }

    private func work() {
        var isOver = false
        while !isOver {
            let (late, next) = state.withLock { state -> ([BusyJob], BusyJob?) in
                let late = state.takeLate()
                if state.waiting.isEmpty {
                    state.running -= 1
                    return (late, nil)
                }
                return (late, state.waiting.removeFirst())
            }
            for job in late { job.refuse(Self.tooLate) }
            next?.run()
            isOver = next == nil
        }
    }

    private static let notAwaited = ServiceError(.cancelled, "Whoever asked does not wait any more.")
    private static let tooLate = ServiceError(
        .deadlineExceeded,
        "The time ran out before the turn of this request came."
    )
}

/// A job that waits; either `run` or `refuse` is called, once.
private struct BusyJob: Sendable {
    let number: Int
    let deadline: Deadline
    let run: @Sendable () -> Void
    let refuse: @Sendable (ServiceError) -> Void
}
