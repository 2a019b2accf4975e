extension ServiceName {
    package static let leaderboard = Self(rawValue: "leaderboard")
}

extension ServiceDescription {
    static let leaderboard = ServiceDescription(
        .leaderboard,
        "leaderboard",
        hasDatabase: true,
        // Boards and shared foods have images, and only these two services can sign their addresses.
        callees: [.profile, .diary],
        sources: [.auth, .profile, .diary],
        contracts: [
            API.leaderboardMethods, API.leaderboardBoards, API.leaderboardOperator, API.leaderboardUser,
            API.leaderboardFoods, API.leaderboardGroupMethods, API.leaderboardChallenge,
        ],
        needs: Needs(memoryMiB: 512, "The page cache and a rebuild with 1,000,000 users stay far below.")
    )
}
