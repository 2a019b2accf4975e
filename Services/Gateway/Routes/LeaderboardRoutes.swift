import Contracts
import HTTPTypes

extension RouteTable {
    /// Adds the routes for leaderboards and groups.
    mutating func addLeaderboard() {
        add(
            .get,
            "/v1/leaderboard",
            LeaderboardTop.method,
            [.query("period"), .query("metric"), .query("limit", .wholeNumber)],
            scope: .leaderboardRead
        )
        add(.get, "/v1/leaderboard/users/{id}", LeaderboardUser.method, [.path("id")], scope: .leaderboardRead)
        add(
            .get,
            "/v1/leaderboard/users/{id}/days/{date}",
            LeaderboardDay.method,
            [.path("id"), .path("date")],
            scope: .leaderboardRead
        )
        addGroups()
    }
}

extension RouteTable {
    /// Adds the routes for groups and their challenges.
    mutating func addGroups() {
        addGroupsThemselves()
        addChallenges()
    }

    private mutating func addGroupsThemselves() {
        let path = "/v1/groups"
        add(.get, path, LeaderboardGroupsList.method, scope: .leaderboardRead)
        add(
            .post,
            path,
            LeaderboardGroupsAdd.method,
            success: .created,
            scope: .leaderboardWrite,
            answersVersion: true
        )
        add(.post, "\(path)/join", LeaderboardGroupsJoin.method, scope: .leaderboardWrite, answersVersion: true)
        add(
            .get,
            "\(path)/{id}",
            LeaderboardGroupsGet.method,
            [.path("id"), .query("period"), .query("metric")],
            scope: .leaderboardRead,
            answersVersion: true
        )
        add(
            .patch,
            "\(path)/{id}",
            LeaderboardGroupsUpdate.method,
            [.path("id"), .ifMatch],
            scope: .leaderboardWrite,
            answersVersion: true
        )
        add(
            .delete,
            "\(path)/{id}",
            LeaderboardGroupsRemove.method,
            [.path("id")],
            success: .noContent,
            scope: .leaderboardWrite
        )
        add(
            .post,
            "\(path)/{id}/code",
            LeaderboardGroupsCodeRenew.method,
            [.path("id")],
            scope: .leaderboardWrite,
            answersVersion: true
        )
        add(
            .delete,
            "\(path)/{id}/members/{userId}",
            LeaderboardGroupsMembersRemove.method,
            [.path("id"), .path("userId")],
            success: .noContent,
            scope: .leaderboardWrite
        )
    }

    private mutating func addChallenges() {
        add(
            .post,
            "/v1/groups/{id}/challenges",
            LeaderboardChallengesAdd.method,
            [.path("id")],
            success: .created,
            scope: .leaderboardWrite
        )
        let path = "/v1/challenges/{id}"
        add(.get, path, LeaderboardChallengesGet.method, [.path("id")], scope: .leaderboardRead)
        add(
            .delete,
            path,
            LeaderboardChallengesRemove.method,
            [.path("id")],
            success: .noContent,
            scope: .leaderboardWrite
        )
    }
}
