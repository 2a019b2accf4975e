import Contracts
import Events
import FoundationEssentials
import ServiceKit
import Settings
import Storage

/// Wires the leaderboard process.
@main
enum LeaderboardMain {
    static func main() async {
        await ServiceProcess.run(.service(.leaderboard)) { process in
            let store = try await process.openStore(
                of: .leaderboard,
                migrations: LeaderboardSchema.migrations,
                pageCacheKiB: LeaderboardSchema.pageCacheKiB,
                hasCheckpointsAside: true,
                eventLifetimeS: BoardChanges.eventLifetimeS
            )
            let publisher = process.publishEvents(of: .leaderboard, from: store, snapshot: .empty)
            let boards = Boards { Date() }
            let rollover = DayRollover(store: store, boards: boards)
            let export = store.exportEndpoint(of: .leaderboard, LeaderboardSchema.export)
            let leaderboard = LeaderboardService(
                store: store,
                boards: boards,
                rollover: rollover,
                images: ImageSources(process.bus, process.logger)
            )
            try process.serve(.leaderboard, leaderboard.endpoints + publisher.endpoints + [export])
            process.subscribe(.auth, as: .leaderboard, in: store, AccountSubscription.subscriber(boards))
            // The cursors are in the same file: changes lost in a power cut are pulled again.
            let profiles = process.subscribe(
                .profile,
                as: .leaderboard,
                in: store,
                ProfileSubscription.subscriber(boards),
                durability: .replayable
            )
            let diary = process.subscribe(
                .diary,
                as: .leaderboard,
                in: store,
                DiarySubscription.subscriber(boards),
                durability: .replayable
            )
            let tasks = leaderboard.tasks(process.logger) {
                try await profiles.catchUp(.own())
                try await diary.catchUp(.own())
            }
            for task in tasks { process.add(task) }
        }
    }
}
