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
            try process.serve(.leaderboard, LeaderboardService(store: store) { Date() }.endpoints)
            let subscription = { (source: ServiceName, follower: EventFollower) in
                EventSubscription(of: .leaderboard, to: source, store: store, bus: process.bus, follower)
            }
            process.add(subscription(.profile, FollowProfile.follower))
            process.add(subscription(.diary, FollowDiary.follower))
        }
    }
}
