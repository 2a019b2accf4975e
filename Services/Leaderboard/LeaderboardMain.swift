import Contracts
import Events
import FoundationEssentials
import ServiceKit
import Storage

/// The process of the leaderboard; it has no configuration keys of its own.
@main
enum LeaderboardMain {
    static func main() async {
        await ServiceProcess.run("leaderboard") { process in
            let store = try await process.openStore(of: .leaderboard, migrations: LeaderboardSchema.migrations)
            let export = store.exportEndpoint(of: .leaderboard, LeaderboardSchema.export)
            try process.serve(.leaderboard, LeaderboardService(store: store) { Date() }.endpoints + [export])
            process.follow(.auth, as: .leaderboard, in: store, LeaderboardSchema.erasure)
            process.follow(.profile, as: .leaderboard, in: store, FollowProfile.follower)
            process.follow(.diary, as: .leaderboard, in: store, FollowDiary.follower)
        }
    }
}
