package import Contracts
import FoundationEssentials
package import Messaging
package import Storage

/// What the leaderboard answers, from the events of diaries and profiles alone.
package struct LeaderboardService: Sendable {
    let store: Store
    let boards: Boards
    let roll: Roll

    package init(store: Store, boards: Boards, roll: Roll) {
        self.store = store
        self.boards = boards
        self.roll = roll
    }

    /// The moment for which everything is worked out.
    var now: @Sendable () -> Date { boards.now }

    /// Every method of this service.
    package var endpoints: [Endpoint] {
        [
            .handle(LeaderboardTop.self) { request, context in try await top(request, context) },
            .light(LeaderboardBoards.self) { request, _ in boards.news.since(request) },
            .handle(LeaderboardOperatorRebuild.self) { request, context in try await rebuild(request, context) },
            .handle(LeaderboardOperatorStatus.self) { request, _ in try await status(request) },
            .handle(LeaderboardUser.self, user),
            .handle(LeaderboardDay.self, day),
        ] + groupEndpoints
    }

    /// The best of those who share, and the caller's own rank.
    package func top(_ request: LeaderboardTop, _ context: RequestContext) async throws -> LeaderboardTop.Reply {
        let caller = try context.user()
        try await roll.runBeforeRead()
        return try await TopQuery.run(request, for: caller, in: store)
    }

    /// Begins to work all boards out anew.
    package func rebuild(_ request: LeaderboardOperatorRebuild, _ context: RequestContext) async throws -> Empty {
        try await Rebuild.begin(request, context, in: store)
    }

    /// How far that is, and what stands on the boards.
    package func status(_ request: LeaderboardOperatorStatus) async throws -> LeaderboardOperatorStatus.Reply {
        try await Rebuild.status(request, now: boards.now(), in: store)
    }
}
