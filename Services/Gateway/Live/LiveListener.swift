import Contracts

/// A registered event stream; the registration ends when this object is released.
package final class LiveListener: Sendable {
    let number: Int
    let user: UserID
    /// Yields when there is work for the stream; several wakes may be merged.
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

/// The work for a stream that was woken.
package struct LiveWork: Sendable {
    package let messages: [(id: String, message: LiveMessage)]
    /// True if a heartbeat is due.
    let isHeartbeatDue: Bool
    /// True if the stream must end.
    let isOver: Bool

    /// The bytes to write; may be empty.
    var bytes: [UInt8] {
        get throws {
            if messages.isEmpty { return isHeartbeatDue ? ServerSentEvents.heartbeat : [] }
            return try messages.flatMap { try ServerSentEvents.bytes($0.message, id: $0.id) }
        }
    }
}
