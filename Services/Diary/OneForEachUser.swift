package import Contracts
import Synchronization

/// Lets one piece of long work run for each user at a time, so that no user takes the places of all others.
package final class OneForEachUser: Sendable {
    private let refusal: String
    private let running = Mutex<Set<UserID>>([])

    /// - Parameter refusal: What a second request of the same user is told.
    package init(refusal: String) {
        self.refusal = refusal
    }

    /// Runs the body, unless another one runs for the same user.
    ///
    /// - Throws: `tooManyRequests`, which is no stored reply: the same request may be sent again; and what the body throws.
    package func run<Value>(for user: UserID, _ body: () async throws -> Value) async throws -> Value {
        guard running.withLock({ $0.insert(user).inserted }) else { throw ServiceError(.tooManyRequests, refusal) }
        defer { running.withLock { _ = $0.remove(user) } }
        return try await body()
    }
}
