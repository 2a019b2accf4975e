import Contracts
import Gateway
import Synchronization
import Testing

/// Changes of leaderboards, groups and challenges cause hints for the affected users.
@Suite(.timeLimit(.minutes(5)))
struct LiveLeaderboardSourceTests {
    /// A leaderboard that returns a given reply and records the requests.
    private final class Leaderboard: Sendable {
        private let state = Mutex((positions: [Int?](), reply: LeaderboardBoards.Reply(position: 0, items: [])))

        var positions: [Int?] { state.withLock { $0.positions } }

        func answer(from position: Int, _ items: [LeaderboardBoards.Item], isIncomplete: Bool = false) {
            let reply = LeaderboardBoards.Reply(position: position, items: items, isIncomplete: isIncomplete)
            state.withLock { $0.reply = reply }
        }

        func ask(_ request: LeaderboardBoards) -> LeaderboardBoards.Reply {
            state.withLock { state in
                state.positions.append(request.after)
                return state.reply
            }
        }
    }

    private let leaderboard = Leaderboard()
    private let hub = LiveHub(limits: LiveLimits())
    private let source: LiveLeaderboardSource

    init() {
        source = LiveLeaderboardSource(
            ask: { [leaderboard] request throws(ServiceError) in leaderboard.ask(request) },
            beacons: { AsyncStream { $0.finish() } }
        )
    }

    private func listener(_ user: UserID) throws -> LiveListener {
        let listener = try hub.listener(for: user, mayHaveLostAccess: { false }, end: {})
        _ = hub.join(listener, after: nil)
        return listener
    }

    private func received(_ listener: LiveListener) -> [LiveHint?] {
        hub.takeWork(for: listener).messages.map(\.message.hint)
    }

    @Test func `a board concerns all users, and a group its members`() async throws {
        let (anna, benjamin, challenge) = (UserID.make(), UserID.make(), ChallengeID.make())
        let (first, second) = (try listener(anna), try listener(benjamin))
        leaderboard.answer(
            from: 12,
            [
                LeaderboardBoards.Item(kind: .board, id: "week.streak", version: 11),
                LeaderboardBoards.Item(
                    kind: .group,
                    id: "g",
                    version: 12,
                    members: [benjamin],
                    challenges: [challenge]
                ),
                LeaderboardBoards.Item(kind: .group, id: "h", version: 12, members: []),
            ]
        )
        try await source.catchUp(hub)
        let board = LiveHint(kind: .board, id: "week.streak", version: 11)
        #expect(received(first) == [board])
        let group = LiveHint(kind: .group, id: "g", version: 12)
        #expect(received(second) == [board, group, LiveHint(kind: .challenge, id: challenge.description, version: 12)])
    }

    @Test func `an incomplete reply causes a reset, except for the first reply`()
        async throws
    {
        let listener = try listener(.make())
        leaderboard.answer(from: 7, [], isIncomplete: true)
        try await source.catchUp(hub)
        #expect(received(listener).isEmpty)
        leaderboard.answer(from: 3, [], isIncomplete: true)
        try await source.catchUp(hub)
        // Nil stands for a reset.
        #expect(received(listener) == [nil])
    }

    @Test func `each request continues from the position in the last reply`() async throws {
        leaderboard.answer(from: 7, [])
        try await source.catchUp(hub)
        leaderboard.answer(from: 9, [])
        try await source.catchUp(hub)
        try await source.catchUp(hub)
        // The first request asks from the beginning: changes while the leaderboard was unavailable are not known.
        #expect(leaderboard.positions == [0, 7, 9])
    }
}
