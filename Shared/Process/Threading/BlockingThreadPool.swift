package import Contracts
import Synchronization

/// Runs CPU-bound jobs on a small number of operating system threads.
///
/// Not on a concurrent Dispatch queue: its jobs share the threads of Swift's tasks, one for each processor. As many
/// busy jobs as processors would stop everything else in the process. Idle threads end.
package final class BlockingThreadPool: Sendable {
    private struct State {
        var running = 0
        var lastNumber = 0
        var waiting: [QueuedJob] = []

        /// Removes the jobs with passed deadlines.
        mutating func takeLate() -> [QueuedJob] {
            let late = waiting.filter(\.deadline.hasPassed)
            if !late.isEmpty { waiting.removeAll { job in late.contains { $0.number == job.number } } }
            return late
        }
    }

    /// The outcome of adding a job.
    private enum Admission { case refused, waits, startsThread }

    private let threadsMax: Int
    private let waitingMax: Int
    private let overloaded: ServiceError
    private let state = Mutex(State())

    /// Creates a pool; threads start with the first job.
    ///
    /// - Parameters:
    ///   - threadsMax: The most jobs that run at once.
    ///   - waitingMax: The most jobs that may wait for a thread.
    ///   - overloaded: The error text for a job that finds the queue full.
    package init(threadsMax: Int, waitingMax: Int, overloaded: String) {
        self.threadsMax = threadsMax
        self.waitingMax = waitingMax
        self.overloaded = ServiceError(.overloaded, overloaded)
    }

    /// The number of jobs that wait for a thread.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Runs the body when a thread is free; a running body is never interrupted.
    ///
    /// - Parameters:
    ///   - deadline: The time after which the body is not started.
    ///   - body: The job; it may block its thread.
    /// - Returns: The result of the body.
    /// - Throws: `overloaded` if too many jobs wait; `deadlineExceeded` if no thread was free in time; `cancelled` if
    ///   the task was cancelled before; and the errors of the body.
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
                let job = QueuedJob(
                    number: number,
                    deadline: deadline,
                    run: { continuation.resume(with: Result { try body() }) },
                    refuse: { continuation.resume(throwing: $0) }
                )
                guard !Task.isCancelled else { return job.refuse(Self.notAwaited) }
                add(job)
                // Cancellation just before `add` found no job to remove.
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func add(_ job: QueuedJob) {
        guard !job.deadline.hasPassed else { return job.refuse(Self.tooLate) }
        let (late, admission) = state.withLock { state -> ([QueuedJob], Admission) in
            let late = state.takeLate()
            let isStart = state.running < threadsMax
            guard isStart || state.waiting.count < waitingMax else { return (late, .refused) }
            // A new thread takes its first job along, so that job needs no place in the queue.
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

    private func startThread(_ job: QueuedJob) {
        let isStarted = OSThread.startIfPossible { [self] in
            job.run()
            work()
        }
        guard !isStarted else { return }
        // Running threads will take the waiting jobs; without any, the jobs would wait forever.
        let stranded = state.withLock { state -> [QueuedJob] in
            state.running -= 1
            guard state.running == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for job in [job] + stranded { job.refuse(overloaded) }
    }

    private func cancel(_ number: Int) {
        let job = state.withLock { state -> QueuedJob? in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
        }
        job?.refuse(Self.notAwaited)
    }

    private func work() {
        var isOver = false
        while !isOver {
            let (late, next) = state.withLock { state -> ([QueuedJob], QueuedJob?) in
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

    private static let notAwaited = ServiceError(.cancelled, "The caller was cancelled.")
    private static let tooLate = ServiceError(
        .deadlineExceeded,
        "The deadline passed before this request was started."
    )
}

/// A queued job; either `run` or `refuse` is called, once.
private struct QueuedJob: Sendable {
    let number: Int
    let deadline: Deadline
    let run: @Sendable () -> Void
    let refuse: @Sendable (ServiceError) -> Void
}
