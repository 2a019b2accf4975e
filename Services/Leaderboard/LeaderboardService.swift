package import Contracts
package import FoundationEssentials
package import Messaging
package import Storage

/// What the leaderboard answers, from the events of diaries and profiles alone.
package struct LeaderboardService: Sendable {
    private let store: Store
    private let now: @Sendable () -> Date

    package init(store: Store, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    /// Every method of this service.
    package var endpoints: [Endpoint] {
        [
            .handle(LeaderboardTop.self) { request, context in try await top(request, context) }
        ]
    }

    /// The best of those who share, and the caller's own rank.
    package func top(_ request: LeaderboardTop, _ context: RequestContext) async throws -> LeaderboardTop.Reply {
        try await TopQuery.run(request, for: try context.user(), now: now(), in: store)
    }
}
