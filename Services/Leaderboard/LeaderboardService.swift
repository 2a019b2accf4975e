import Contracts
import FoundationEssentials
import Logging
package import MessageBus
import ServiceKit
package import Storage

/// The leaderboard's methods.
///
/// All stored data comes from events of the diary and profile services. Only addresses of images are asked for.
package struct LeaderboardService: Sendable {
    let store: Store
    let boards: Boards
    let rollover: DayRollover
    /// The services that sign the addresses of images; nil for lists without images.
    let images: ImageSources?

    package init(store: Store, boards: Boards, rollover: DayRollover, images: ImageSources? = nil) {
        self.store = store
        self.boards = boards
        self.rollover = rollover
        self.images = images
    }

    /// The time for which scores are computed.
    var now: @Sendable () -> Date { boards.now }

    /// Every method of this service.
    package var endpoints: [Endpoint] {
        [
            .handle(LeaderboardTop.self) { request, context in try await top(request, context) },
            .handle(LeaderboardOperatorRebuild.self) { request, context in try await rebuild(request, context) },
            .handle(LeaderboardOperatorStatus.self) { request, _ in try await status(request) },
            .handle(LeaderboardUser.self, user),
            .handle(LeaderboardDay.self, day),
            .handle(LeaderboardFoods.self, foods),
        ] + groupEndpoints
    }

    /// The methods of groups and challenges.
    private var groupEndpoints: [Endpoint] {
        [
            .handle(LeaderboardGroupsAdd.self, addGroup),
            .handle(LeaderboardGroupsJoin.self, joinGroup),
            .handle(LeaderboardGroupsList.self, groups),
            .handle(LeaderboardGroupsGet.self, group),
            .handle(LeaderboardGroupsUpdate.self, updateGroup),
            .handle(LeaderboardGroupsRemove.self, removeGroup),
            .handle(LeaderboardGroupsCodeRenew.self, renewCode),
            .handle(LeaderboardGroupsMembersRemove.self, removeMember),
            .handle(LeaderboardChallengesAdd.self, addChallenge),
            .handle(LeaderboardChallengesGet.self, challenge),
            .handle(LeaderboardChallengesRemove.self, removeChallenge),
        ]
    }

    /// Returns what runs at intervals.
    ///
    /// - Parameters:
    ///   - logger: Logs failures.
    ///   - catchUp: Applies the events of the diary and the profiles so far.
    /// - Returns: The tasks, to add to the process.
    func tasks(
        _ logger: Logger,
        catchUp: @escaping @Sendable () async throws -> Void
    ) -> [PeriodicTask] {
        let (store, boards, rollover) = (store, boards, rollover)
        return [
            PeriodicTask("update scores after a day's end", every: DayRollover.interval, logger: logger) {
                try await rollover.run()
            },
            PeriodicTask("end due challenges", every: Self.challengesInterval, logger: logger) {
                try await endChallenges(afterCatchingUp: catchUp)
            },
            PeriodicTask("delete expired foods", every: Self.foodExpiryInterval, logger: logger) {
                try await deleteExpiredFoods()
            },
            PeriodicTask("publish board changes", every: BoardChanges.interval, logger: logger) {
                try await boards.changes.publish(in: store)
            },
        ]
    }
}
