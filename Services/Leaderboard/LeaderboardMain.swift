import Contracts
import Events
import FoundationEssentials
import ServiceKit
import Storage

/// Wires the leaderboard process.
///
/// It has no configuration keys of its own.
@main
enum LeaderboardMain {
    /// SQLite page cache: holds the upper B-tree levels of the boards of a million users.
    ///
    /// An update then reads little else than leaf pages from the disk.
    private static let pageCacheKiB = 16_384
    /// Interval between day rollovers; a read may trigger one earlier.
    private static let rolloverInterval = Duration.seconds(15)
    /// Minimum interval between two published notices of changed boards.
    private static let noticeInterval = Duration.seconds(1)
    /// Interval between checks for due challenge results.
    ///
    /// A result is due days after the challenge's end.
    private static let challengesInterval = Duration.seconds(60)
    /// Interval between deletions of foods of days that are no longer shown.
    private static let foodExpiryInterval = Duration.seconds(3_600)

    static func main() async {
        await ServiceProcess.run("leaderboard") { process in
            let store = try await process.openStore(
                of: .leaderboard,
                migrations: LeaderboardSchema.migrations,
                pageCacheKiB: pageCacheKiB,
                hasCheckpointsAside: true
            )
            let boards = Boards { Date() }
            let rollover = DayRollover(store: store, boards: boards)
            let export = store.exportEndpoint(of: .leaderboard, LeaderboardSchema.export)
            let leaderboard = LeaderboardService(store: store, boards: boards, rollover: rollover)
            try process.serve(.leaderboard, leaderboard.endpoints + [export])
            process.follow(.auth, as: .leaderboard, in: store, FollowAccounts.follower(boards))
            // The cursors are in the same file: changes lost in a power cut are pulled again.
            let profiles = process.follow(
                .profile,
                as: .leaderboard,
                in: store,
                FollowProfile.follower(boards),
                durability: .replayable
            )
            let diary = process.follow(
                .diary,
                as: .leaderboard,
                in: store,
                FollowDiary.follower(boards),
                durability: .replayable
            )
            process.add(
                PeriodicTask("update scores after a day's end", every: rolloverInterval, logger: process.logger) {
                    try await rollover.run()
                }
            )
            process.add(
                PeriodicTask("end due challenges", every: challengesInterval, logger: process.logger) {
                    try await leaderboard.endChallenges {
                        try await profiles.catchUp(.own())
                        try await diary.catchUp(.own())
                    }
                }
            )
            process.add(
                PeriodicTask("delete expired foods", every: foodExpiryInterval, logger: process.logger) {
                    try await leaderboard.deleteExpiredFoods()
                }
            )
            let bus = process.bus
            process.add(
                PeriodicTask("publish board changes", every: noticeInterval, logger: process.logger) {
                    try await boards.changeLog.publish(store, bus)
                }
            )
        }
    }
}
