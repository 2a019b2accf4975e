package import Contracts
import FoundationEssentials
package import Messaging
package import Storage

/// The leaderboard's methods.
///
/// All data comes from events of the diary and profile services.
package struct LeaderboardService: Sendable {
    let store: Store
    let boards: Boards
    let rollover: DayRollover

    package init(store: Store, boards: Boards, rollover: DayRollover) {
        self.store = store
        self.boards = boards
        self.rollover = rollover
    }

    /// The time for which scores are computed.
    var now: @Sendable () -> Date { boards.now }

    /// Every method of this service.
    package var endpoints: [Endpoint] {
        [
            .handle(LeaderboardTop.self) { request, context in try await top(request, context) },
            .light(LeaderboardBoards.self) { request, _ in boards.changeLog.reply(to: request) },
            .handle(LeaderboardOperatorRebuild.self) { request, context in try await rebuild(request, context) },
            .handle(LeaderboardOperatorStatus.self) { request, _ in try await status(request) },
            .handle(LeaderboardUser.self, user),
            .handle(LeaderboardDay.self, day),
        ] + groupEndpoints
    }

    /// Returns the best users of a board, and the caller's own row.
    package func top(_ request: LeaderboardTop, _ context: RequestContext) async throws -> LeaderboardTop.Reply {
        let caller = try context.user()
        try await rollover.runBeforeRead()
        return try await TopQuery.run(request, for: caller, in: store)
    }

    /// Starts a rebuild of all boards.
    package func rebuild(_ request: LeaderboardOperatorRebuild, _ context: RequestContext) async throws -> Empty {
        try await Rebuild.begin(request, context, in: store)
    }

    /// Returns the progress of a rebuild, and the number of users on each board.
    package func status(_ request: LeaderboardOperatorStatus) async throws -> LeaderboardOperatorStatus.Reply {
        try await Rebuild.status(request, now: boards.now(), in: store)
    }
}
