import ArgumentParser

/// `mealwire leaderboard`: manages the boards of a running stack.
struct Leaderboard: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Manage the leaderboard of a running stack.",
        subcommands: [LeaderboardRebuild.self]
    )
}
