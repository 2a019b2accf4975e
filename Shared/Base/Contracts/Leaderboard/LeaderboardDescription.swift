extension ServiceName {
    package static let leaderboard = Self(rawValue: "leaderboard")
}

extension Scope {
    public static let leaderboardRead = Self(named: "leaderboard:read")
    public static let leaderboardWrite = Self(named: "leaderboard:write")
}

extension ServiceDescription {
    static let leaderboard = ServiceDescription(
        .leaderboard,
        "leaderboard",
        hasDatabase: true,
        // Boards and shared foods have images, and only these two services can sign their addresses.
        callees: [.profile, .diary],
        sources: [.auth, .profile, .diary],
        area: APIArea(
            "Leaderboards",
            "Boards, groups and challenges.",
            paths: ["/v1/leaderboard", "/v1/groups", "/v1/challenges"]
        ),
        scopes: [.leaderboardRead, .leaderboardWrite],
        probePath: "/v1/leaderboard",
        events: [BoardChanged.self, GroupChanged.self],
        contracts: [
            API.leaderboardMethods, API.leaderboardOperator, API.leaderboardUser,
            API.leaderboardFoods, API.leaderboardGroupMethods, API.leaderboardChallenge,
        ],
        needs: Needs(memoryMiB: 512, "The page cache and a rebuild with 1,000,000 users stay far below.")
    )
}
