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
