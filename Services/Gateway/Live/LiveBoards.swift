package import Contracts
import Messaging
import Synchronization

/// What changes on the boards, in groups and in challenges, as hints for those whom it concerns.
package final class LiveBoards: LiveSource {
    /// How to ask the leaderboard.
    package typealias Ask = @Sendable (LeaderboardBoards) async throws(ServiceError) -> LeaderboardBoards.Reply

    /// A place that the leaderboard has not told: everything counts as changed there.
    private static let nowhere = 0

    private let ask: Ask
    private let heard: @Sendable () -> AsyncStream<[UInt8]>
    /// The place of the last answer.
    private let place = Mutex(nowhere)

    /// Follows the leaderboard from now on.
    ///
    /// - Parameters:
    ///   - ask: How to ask it.
    ///   - beacons: How to hear its beacons.
    package init(ask: @escaping Ask, beacons: @escaping @Sendable () -> AsyncStream<[UInt8]>) {
        (self.ask, heard) = (ask, beacons)
    }

    /// Follows the leaderboard over the bus.
    convenience init(bus: MessageBus) {
        self.init(
            ask: { place throws(ServiceError) in
                try await bus.call(LeaderboardBoards.method, place, .own(), as: LeaderboardBoards.Reply.self)
            },
            beacons: { bus.subscribe(LeaderboardBoards.topic) }
        )
    }

    package func beacons() -> AsyncStream<[UInt8]> { heard() }

    package func catchUp(_ hub: LiveHub) async throws(ServiceError) {
        let reply = try await ask(LeaderboardBoards(after: place.withLock { $0 }))
        hub.post(reply.items.flatMap(Self.hints))
        place.withLock { $0 = reply.place }
    }

    private static func hints(of item: LeaderboardBoards.Item) -> [(hint: LiveHint, audience: LiveAudience)] {
        let hint = LiveHint(kind: kind(of: item), id: item.id, version: item.version)
        return item.members.map { members in members.map { (hint, .user($0)) } } ?? [(hint, .everybody)]
    }

    private static func kind(of item: LeaderboardBoards.Item) -> LiveHint.Kind {
        switch item.kind {
        case .board: .board
        case .group: .group
        case .challenge: .challenge
        }
    }
}
