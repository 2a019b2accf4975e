/// The events after a place in a service's outbox.
///
/// Each publishing service answers it under its own name.
package struct EventsSince: Codable, Sendable {
    /// Events in one batch: some hundred kilobytes, below the size of one message.
    package static let batchMax = 200
    /// Bytes of what the events of one batch tell, unless one alone has more: as text in JSON it takes up to twice as many,
    /// which still fits into one message.
    package static let batchBytesMax = 384 * 1_024

    package struct Reply: Codable, Sendable {
        package var epoch: String
        package var events: [Event]
        /// The newest sequence of the outbox.
        package var last: Int64
        /// Set when the outbox cannot go on from the place asked for, and the subscriber has to reload a ``Snapshot``.
        ///
        /// It then has another epoch, or another event at that place, or has pruned what comes next.
        package var reload: Bool

        package init(epoch: String, events: [Event], last: Int64, reload: Bool) {
            self.epoch = epoch
            self.events = events
            self.last = last
            self.reload = reload
        }
    }

    /// Nil when the subscriber has none yet.
    package var epoch: String?
    /// The last one that was applied; 0 for none.
    package var sequence: Int64
    /// The id of that one, where the subscriber has it: by it the source notices that it lives on from an older copy
    /// of itself, in which another event got the same number.
    package var event: EventID?
    /// The service that pulls.
    ///
    /// All before this place has taken effect there, and is on its disk: a pull is also a confirmation.
    package var subscriber: ServiceName?
    /// The types that are asked for; nil for all.
    ///
    /// Of an answer with fewer than ``batchMax`` events, the outbox holds no more of these types up to its `last`.
    package var types: [EventType]?

    package init(
        epoch: String?,
        sequence: Int64,
        event: EventID? = nil,
        subscriber: ServiceName? = nil,
        types: [EventType]? = nil
    ) {
        self.epoch = epoch
        self.sequence = sequence
        self.event = event
        self.subscriber = subscriber
        self.types = types
    }

    /// The method under which a service hands out its events.
    package static func method(of service: ServiceName) -> Method {
        Method("\(service.rawValue).events.since", of: service, .read, .services)
    }
}

/// A wake-up call on the bus: how far a service's outbox is.
///
/// Lost or doubled ones do not matter.
package struct Beacon: Codable, Sendable, Equatable {
    package var epoch: String
    package var last: Int64

    package init(epoch: String, last: Int64) {
        self.epoch = epoch
        self.last = last
    }

    /// The topic on which a service publishes its beacons.
    package static func topic(of service: ServiceName) -> String { "\(service.rawValue).beacon" }
}
