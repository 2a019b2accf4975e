package import Contracts
import Messaging

/// Runs hashes on threads of their own: never more at once than memory and processors are there for.
package struct HashingPool: Sendable {
    /// Hashes at once: each takes a core and the memory of one hash.
    package static let runningMax = 2
    /// Hashes that wait; the last of them waits for less than a second, at some 30 ms each and two at once.
    ///
    /// With those that run they are fewer than the 64 requests that the broker hands to a process at once, so that however
    /// many sign in, those who are signed in already are still answered.
    package static let waitingMax = 46
    private static let overloaded = "Too many people are signing in; try again in a moment."

    private let turns: FairTurns
    private let threads: BusyThreads

    /// Makes a pool that has no thread yet.
    ///
    /// - Parameter runningMax: Hashes at once.
    package init(runningMax: Int = Self.runningMax) {
        turns = FairTurns(runningMax: runningMax, waitingMax: Self.waitingMax, overloaded: Self.overloaded)
        // A job may arrive just before the thread of the turn before it is free.
        threads = BusyThreads(threadsMax: runningMax, waitingMax: runningMax, overloaded: Self.overloaded)
    }

    /// How many hashes wait for their turn.
    package var waitingCount: Int { turns.waitingCount }

    /// Runs the closure when the turn of its share comes.
    ///
    /// - Parameters:
    ///   - share: Whom the hash counts for; shares take turns, and the one that waits with the most loses its place first.
    ///   - deadline: After which it is not begun any more.
    ///   - body: Hashes.
    /// - Returns: What it returns.
    /// - Throws: `overloaded` if too many are waiting or its turn did not come in time, `deadlineExceeded` if it came too
    ///   late already, `cancelled`, and what it throws.
    package func run<Value: Sendable>(
        for share: FairTurns.Share,
        before deadline: Deadline,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await turns.take(share, before: deadline)
        defer { turns.giveBack() }
        return try await threads.run(before: deadline, body)
    }
}
