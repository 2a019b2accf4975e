import ArgumentParser
import Contracts
import Messaging

/// `mealwire leaderboard rebuild`: computes all boards again.
struct LeaderboardRebuild: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Work all boards out anew from what profiles and diaries know.",
        discussion: """
            While it goes on, those are missing on the boards who have not been counted yet. Groups and challenges stay as \
            they are. With --check the boards before and after are compared; they differ, too, where people have logged \
            something meanwhile, or a day has ended for them.
            """
    )

    /// The pause between two checks of the progress.
    private static let pause = Duration.milliseconds(200)

    @Flag(help: "Fail unless the boards are the same afterwards.")
    var check = false

    @OptionGroup var dataArgument: DataArgument

    func run() async throws {
        let check = check
        let (before, after, time) = try await BusSession.run(try dataArgument.directory) { bus in
            let before = check ? try await Self.settled(bus) : nil
            let begin = ContinuousClock.now
            _ = try await OperatorCall.send(LeaderboardOperatorRebuild(), bus)
            let after = try await Self.settled(bus)
            return (before, after, ContinuousClock.now - begin)
        }
        let table = LeaderboardTable(before: before, after: after)
        Console().write(table.text + "\nRebuilt in \(time.components.seconds) s.\n")
        guard table.changed.isEmpty else {
            throw SetFailure("Other than before: \(table.changed.joined(separator: ", ")).")
        }
    }

    /// Waits until all users are counted, and returns the boards with their digests.
    private static func settled(_ bus: MessageBus) async throws -> [LeaderboardOperatorStatus.BoardDigest] {
        while try await OperatorCall.send(LeaderboardOperatorStatus(), bus).state != .settled {
            try await Task.sleep(for: pause)
        }
        return try await OperatorCall.send(LeaderboardOperatorStatus(hasDigests: true), bus).boards
    }
}
