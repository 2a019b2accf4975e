package import Contracts
import MessageBus
import Synchronization

/// Turns changes of leaderboards, groups and challenges into hints for the affected users.
package final class LiveLeaderboardSource: LiveSource {
    /// Calls the leaderboard service.
    package typealias Ask = @Sendable (LeaderboardBoards) async throws(ServiceError) -> LeaderboardBoards.Reply

    /// The position before the first answer: everything counts as changed.
    private static let beforeFirstAnswer = 0

    private let ask: Ask
    private let subscribe: @Sendable () -> AsyncStream<[UInt8]>
    /// The position in the last answer.
    private let position = Mutex(beforeFirstAnswer)

    /// Makes a source with the leaderboard's calls and beacons.
    ///
    /// - Parameters:
    ///   - ask: Calls the service.
    ///   - beacons: Subscribes to its beacons.
    package init(ask: @escaping Ask, beacons: @escaping @Sendable () -> AsyncStream<[UInt8]>) {
        (self.ask, subscribe) = (ask, beacons)
    }

    /// Makes a source that uses the bus.
    convenience init(bus: MessageBus) {
        self.init(
            ask: { request throws(ServiceError) in
                try await bus.call(LeaderboardBoards.method, request, .own(), as: LeaderboardBoards.Reply.self)
            },
            beacons: { bus.subscribe(LeaderboardBoards.topic) }
        )
    }

    package func beacons() -> AsyncStream<[UInt8]> { subscribe() }

    package func catchUp(_ hub: LiveHub) async throws(ServiceError) {
        let known = position.withLock { $0 }
        let reply = try await ask(LeaderboardBoards(after: known))
        // At the first answer, clients need no reset: they have fetched everything before.
        if reply.isIncomplete, known != Self.beforeFirstAnswer { hub.resetAll() }
        hub.post(reply.items.flatMap(Self.hints))
        position.withLock { $0 = reply.position }
    }

    private static func hints(of item: LeaderboardBoards.Item) -> [(hint: LiveHint, audience: LiveAudience)] {
        switch item.kind {
        case .board: [(LiveHint(kind: .board, id: item.id, version: item.version), .allUsers)]
        case .group:
            (item.members ?? []).flatMap { member in
                groupHints(of: item).map { ($0, .user(member)) }
            }
        }
    }

    /// Returns the hints for each member: one for the group, and one for each of its challenges.
    private static func groupHints(of item: LeaderboardBoards.Item) -> [LiveHint] {
        [LiveHint(kind: .group, id: item.id, version: item.version)]
            + (item.challenges ?? []).map { LiveHint(kind: .challenge, id: $0.description, version: item.version) }
    }
}
