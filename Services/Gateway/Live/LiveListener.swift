import Contracts

/// A place among those who listen; it is free again when this is released.
package final class LiveListener: Sendable {
    let number: Int
    let user: UserID
    /// Says that there is something to look for; several wakes may come as one.
    let wakes: AsyncStream<Void>
    private let hub: LiveHub

    init(_ number: Int, _ user: UserID, _ wakes: AsyncStream<Void>, in hub: LiveHub) {
        self.number = number
        self.user = user
        self.wakes = wakes
        self.hub = hub
    }

    deinit { hub.leave(number) }
}

/// What there is to do for a listener who was woken.
package struct LiveTurn: Sendable {
    package let messages: [(id: String, message: LiveMessage)]
    /// Whether a sign of life is due.
    let isBeatDue: Bool
    /// Whether the stream is to end.
    let isOver: Bool

    /// What is to be written; empty for nothing.
    var bytes: [UInt8] {
        get throws {
            if messages.isEmpty { return isBeatDue ? ServerSentEvents.heartbeat : [] }
            return try messages.flatMap { try ServerSentEvents.bytes($0.message, id: $0.id) }
        }
    }
}
