import ArgumentParser

/// `mealwire leaderboard`: looks after the boards of a running set.
struct Leaderboard: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look after the leaderboard of a running set.",
        subcommands: [LeaderboardRebuild.self]
    )
}
