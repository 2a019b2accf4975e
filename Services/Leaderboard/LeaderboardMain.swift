import Contracts
import Events
import FoundationEssentials
import ServiceKit
import Storage

/// The process of the leaderboard; it has no configuration keys of its own.
@main
enum LeaderboardMain {
    /// The upper levels of the boards of a million people, so that an update touches the disk for little else than lines.
    private static let pageCacheKiB = 16_384
    /// How often those are looked for whose day has come, unless somebody reads.
    private static let rollInterval = Duration.seconds(15)
    /// How often it is told at most that boards have changed.
    private static let newsInterval = Duration.seconds(1)
    /// How often challenges are looked for whose result is due, which comes days after their end anyway.
    private static let challengesInterval = Duration.seconds(60)
    /// How often foods of days that nobody sees any more are looked for; they grow older by days.
    private static let oldFoodsInterval = Duration.seconds(3_600)

    static func main() async {
        await ServiceProcess.run("leaderboard") { process in
            let store = try await process.openStore(
                of: .leaderboard,
                migrations: LeaderboardSchema.migrations,
                pageCacheKiB: pageCacheKiB,
                hasCheckpointsAside: true
            )
            let boards = Boards { Date() }
            let roll = Roll(store: store, boards: boards)
            let export = store.exportEndpoint(of: .leaderboard, LeaderboardSchema.export)
            let leaderboard = LeaderboardService(store: store, boards: boards, roll: roll)
            try process.serve(.leaderboard, leaderboard.endpoints + [export])
            process.follow(.auth, as: .leaderboard, in: store, LeaderboardSchema.erasure(boards))
            // The cursors lie in the same file: what a power cut takes back is pulled again.
            let profiles = process.follow(
                .profile,
                as: .leaderboard,
                in: store,
                FollowProfile.follower(boards),
                durability: .doneAgain
            )
            let diary = process.follow(
                .diary,
                as: .leaderboard,
                in: store,
                FollowDiary.follower(boards),
                durability: .doneAgain
            )
            process.add(
                RegularTask("days that went by are counted", every: rollInterval, logger: process.logger) {
                    try await roll.run()
                }
            )
            process.add(
                RegularTask("challenges end", every: challengesInterval, logger: process.logger) {
                    try await leaderboard.endChallenges {
                        try await profiles.catchUp(.own())
                        try await diary.catchUp(.own())
                    }
                }
            )
            process.add(
                RegularTask("old foods are forgotten", every: oldFoodsInterval, logger: process.logger) {
                    try await leaderboard.forgetOldFoods()
                }
            )
            let bus = process.bus
            process.add(
                RegularTask("changed boards are told", every: newsInterval, logger: process.logger) {
                    try await boards.news.publish(store, bus)
                }
            )
        }
    }
}
