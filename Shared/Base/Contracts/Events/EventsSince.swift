/// Returns the events after a position in a service's outbox.
///
/// Each publishing service responds to it under its own name.
package struct EventsSince: Codable, Sendable {
    /// Maximum number of events per batch: some hundred kilobytes, below the size of one message.
    package static let batchMax = 200
    /// Maximum size of the payloads of a batch, in bytes, unless a single event is larger.
    ///
    /// As text in JSON it may double, which still fits into one message.
    package static let batchBytesMax = 384 * 1_024

    package struct Reply: Codable, Sendable {
        package var epoch: String
        package var events: [Event]
        /// The newest sequence number of the outbox.
        package var last: Int64
        /// Whether the outbox cannot continue from the given position, so that the subscriber must reload a
        /// ``Snapshot``.
        ///
        /// It then has another epoch, or another event at that position, or has pruned the events that follow.
        package var reload: Bool

        package init(epoch: String, events: [Event], last: Int64, reload: Bool) {
            self.epoch = epoch
            self.events = events
            self.last = last
            self.reload = reload
        }
    }

    /// Nil if the subscriber has none yet.
    package var epoch: String?
    /// The sequence number of the last applied event; 0 for none.
    package var sequence: Int64
    /// The id of that event, if the subscriber has it.
    ///
    /// It lets the source detect that it was restored from an older copy, in which another event has the same number.
    package var event: EventID?
    /// The polling service.
    ///
    /// All events before this position are applied there, and durable: a poll is also an acknowledgement.
    package var subscriber: ServiceName?
    /// The requested types; nil for all.
    ///
    /// If a reply has fewer than ``batchMax`` events, the outbox has no more of these types up to `last`.
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

    /// The method with which a service returns its events.
    package static func method(of service: ServiceName) -> Method {
        Method("\(service.rawValue).events.since", of: service, .read, .services)
    }
}

/// A notification on the bus with the last sequence number of a service's outbox.
///
/// Lost or duplicate beacons do no harm.
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
