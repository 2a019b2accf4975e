import Contracts
import HTTPTypes

extension RouteTable {
    /// Groups of people who compare among themselves, and their challenges.
    mutating func addGroups() {
        let path = "/v1/groups"
        add(.get, path, LeaderboardGroupsList.method, scope: .leaderboardRead)
        add(.post, path, LeaderboardGroupsAdd.method, success: .created, scope: .leaderboardWrite)
        add(.post, "\(path)/join", LeaderboardGroupsJoin.method, scope: .leaderboardWrite)
        add(
            .get,
            "\(path)/{id}",
            LeaderboardGroupsGet.method,
            [.path("id"), .query("period"), .query("metric")],
            scope: .leaderboardRead
        )
        add(
            .delete,
            "\(path)/{id}",
            LeaderboardGroupsRemove.method,
            [.path("id")],
            success: .noContent,
            scope: .leaderboardWrite
        )
        add(.post, "\(path)/{id}/code", LeaderboardGroupsCodeRenew.method, [.path("id")], scope: .leaderboardWrite)
        add(
            .delete,
            "\(path)/{id}/members/{userId}",
            LeaderboardGroupsMembersRemove.method,
            [.path("id"), .path("userId")],
            success: .noContent,
            scope: .leaderboardWrite
        )
        add(
            .post,
            "\(path)/{id}/challenges",
            LeaderboardChallengesAdd.method,
            [.path("id")],
            success: .created,
            scope: .leaderboardWrite
        )
        add(.get, "/v1/challenges/{id}", LeaderboardChallengesGet.method, [.path("id")], scope: .leaderboardRead)
    }
}
