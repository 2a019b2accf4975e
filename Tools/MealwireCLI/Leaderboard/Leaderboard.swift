import ArgumentParser
import CommandSupport
package import Contracts
import MessageBus

/// `mealwire leaderboard`: manages the boards of a running stack.
struct Leaderboard: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Manage the leaderboard of a running stack.",
        subcommands: [LeaderboardRebuild.self]
    )
}

/// `mealwire leaderboard rebuild`: computes all boards again.
struct LeaderboardRebuild: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Compute all boards again from profiles and diaries.",
        discussion: """
            During the rebuild, users who have not been counted yet are missing on the boards. Groups and challenges \
            stay. With --check, the boards before and after are compared. They also differ if users have logged \
            entries meanwhile, or a day has ended for them.
            """
    )

    /// The pause between two checks of the progress.
    private static let pause = Duration.milliseconds(200)

    @Flag(help: "Fail if the boards differ afterwards.")
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
            throw CommandFailure("These boards differ from before: \(table.changed.joined(separator: ", ")).")
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

/// A table of the boards after a rebuild, with a comparison to the boards before.
package struct LeaderboardTable {
    /// The number of shown characters of a digest, enough to compare by eye.
    private static let digestLength = 12

    private let before: [String: LeaderboardOperatorStatus.BoardDigest]?
    private let after: [LeaderboardOperatorStatus.BoardDigest]

    /// - Parameters:
    ///   - before: The boards before; nil if they are not compared.
    ///   - after: The boards now.
    package init(
        before: [LeaderboardOperatorStatus.BoardDigest]?,
        after: [LeaderboardOperatorStatus.BoardDigest]
    ) {
        self.before = before.map { Dictionary($0.map { ($0.id, $0) }) { first, _ in first } }
        self.after = after
    }

    /// The ids of the boards that differ from before; empty without a comparison.
    package var changed: [String] {
        guard let before else { return [] }
        return after.filter { before[$0.id] != $0 }.map(\.id)
    }

    package var text: String {
        let titles = ["BOARD", "DIGEST"] + (before == nil ? [] : ["CHECK"]) + ["PEOPLE"]
        let changed = changed
        let rows = after.map { board in
            let check = changed.contains(board.id) ? "differs" : "the same"
            return [board.id, String((board.digest ?? "-").prefix(Self.digestLength))]
                + (before == nil ? [] : [check]) + ["\(board.people)"]
        }
        return TextTable.text([titles] + rows, textColumns: titles.count - 1)
    }
}
