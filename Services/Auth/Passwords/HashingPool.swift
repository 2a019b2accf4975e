package import Contracts
import Threading

/// Runs hashes on threads of their own, with a concurrency that memory and processors allow.
package struct HashingPool: Sendable {
    /// Maximum number of concurrent hashes; each occupies a core and the memory of one hash.
    package static let runningMax = 2
    /// Maximum number of waiting hashes; the last one waits less than a second, at about 30 ms each and two at once.
    ///
    /// Together with the running ones they are fewer than the 64 requests that the broker hands to a process at once.
    /// So requests of signed-in users are served however many clients sign in.
    package static let waitingMax = 46
    private static let overloaded = "Too many people are signing in; try again in a moment."

    private let semaphore: FairSemaphore
    private let threads: BlockingThreadPool

    /// Creates a pool that has no thread yet.
    ///
    /// - Parameter runningMax: Maximum number of concurrent hashes.
    package init(runningMax: Int = Self.runningMax) {
        semaphore = FairSemaphore(runningMax: runningMax, waitingMax: Self.waitingMax, overloaded: Self.overloaded)
        // A job may arrive just before the thread of the previous turn is free.
        threads = BlockingThreadPool(threadsMax: runningMax, waitingMax: runningMax, overloaded: Self.overloaded)
    }

    /// The number of hashes that wait for their turn.
    package var waitingCount: Int { semaphore.waitingCount }

    /// Runs the closure when its share has a turn.
    ///
    /// - Parameters:
    ///   - share: The share that the hash counts for. Shares take turns; a full queue drops requests of the longest one
    ///     first.
    ///   - deadline: The hash does not start after this.
    ///   - body: Computes the hash.
    /// - Returns: The result of the closure.
    /// - Throws: `overloaded` if too many are waiting or the turn did not come in time; `deadlineExceeded` if the
    ///   deadline had passed already; `cancelled`; the errors of the closure.
    package func run<Value: Sendable>(
        for share: FairSemaphore.Share,
        before deadline: Deadline,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await semaphore.acquire(share, before: deadline)
        defer { semaphore.release() }
        return try await threads.run(before: deadline, body)
    }
}
