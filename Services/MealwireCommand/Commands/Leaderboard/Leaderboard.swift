import ArgumentParser

/// `mealwire leaderboard`: manages the boards of a running stack.
struct Leaderboard: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look after the leaderboard of a running set.",
        subcommands: [LeaderboardRebuild.self]
    )
}
