package import Contracts
import Synchronization

/// Lets one piece of long work run for each user at a time, so that no user takes the places of all others.
package final class OneForEachUser: Sendable {
    private let refusal: String
    /// What runs for each user: one request, maybe twice, where it was sent again.
    private let running = Mutex<[UserID: [UUIDv7]]>([:])

    /// - Parameter refusal: What a second request of the same user is told.
    package init(refusal: String) {
        self.refusal = refusal
    }

    /// Runs the body, unless another request runs for the same user.
    ///
    /// A resend of the request that runs is let in: its first answer may have been lost, and its idempotency key makes the two
    /// one.
    ///
    /// - Parameters:
    ///   - user: Whose place it takes.
    ///   - request: The id of the request, which a resend keeps.
    ///   - body: The work.
    /// - Returns: What the body returns.
    /// - Throws: `tooManyRequests`, which is no stored reply: the same request may be sent again; and what the body throws.
    package func run<Value>(for user: UserID, _ request: UUIDv7, _ body: () async throws -> Value) async throws -> Value
    {
        let isTaken = running.withLock { running in
            guard running[user, default: []].allSatisfy({ $0 == request }) else { return false }
            running[user, default: []].append(request)
            return true
        }
        guard isTaken else { throw ServiceError(.tooManyRequests, refusal) }
        defer {
            running.withLock { running in
                running[user]?.removeLast()
                if running[user]?.isEmpty ?? false { running[user] = nil }
            }
        }
        return try await body()
    }
}
