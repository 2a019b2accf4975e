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
        let known = place.withLock { $0 }
        let reply = try await ask(LeaderboardBoards(after: known))
        // Who listens to a gateway that has just begun to follow has fetched everything before.
        if reply.isIncomplete, known != Self.nowhere { hub.resetAll() }
        hub.post(reply.items.flatMap(Self.hints))
        place.withLock { $0 = reply.place }
    }

    private static func hints(of item: LeaderboardBoards.Item) -> [(hint: LiveHint, audience: LiveAudience)] {
        switch item.kind {
        case .board: [(LiveHint(kind: .board, id: item.id, version: item.version), .everybody)]
        case .group:
            (item.members ?? []).flatMap { member in
                groupHints(of: item).map { ($0, .user(member)) }
            }
        }
    }

    /// What each member is told: of the group, and of its challenges.
    private static func groupHints(of item: LeaderboardBoards.Item) -> [LiveHint] {
        [LiveHint(kind: .group, id: item.id, version: item.version)]
            + (item.challenges ?? []).map { LiveHint(kind: .challenge, id: $0.description, version: item.version) }
    }
}
