package import Contracts
import Synchronization

/// Limits long work to one request per user at a time, so that one user cannot occupy all capacity.
package final class OneRequestPerUser: Sendable {
    private let refusal: String
    /// The running requests of each user: one id, repeated if the request was resent.
    private let running = Mutex<[UserID: [UUIDv7]]>([:])

    /// - Parameter refusal: The error message for a second request of the same user.
    package init(refusal: String) {
        self.refusal = refusal
    }

    /// Runs the body unless another request of the same user is running.
    ///
    /// A resend of the running request is admitted: its first reply may have been lost.
    /// The idempotency key makes both take effect once.
    ///
    /// - Parameters:
    ///   - user: The user that the limit applies to.
    ///   - request: The id of the request, which a resend keeps.
    ///   - body: The work.
    /// - Returns: What the body returns.
    /// - Throws: `tooManyRequests`, which is not a stored reply, so the same request may be sent again. Also what the
    ///   body throws.
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
