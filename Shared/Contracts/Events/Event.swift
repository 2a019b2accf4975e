/// The fact of a change, as its service's outbox keeps it: CloudEvents 1.0 in JSON.
package struct Event: Codable, Sendable, Equatable {
    package var specversion: String
    package var id: EventID
    /// The service that tells it.
    package var source: ServiceName
    /// Which of the types of `EventType`.
    package var type: EventType
    /// The user of whom it tells.
    package var subject: UserID
    /// RFC 3339, UTC.
    package var time: String
    /// The order of commits within the source's epoch, from 1, without gaps.
    package var sequence: Int64
    package var traceparent: String?
    /// The JSON of the type's payload.
    package var data: JSONText

    package init(
        id: EventID,
        source: ServiceName,
        type: EventType,
        subject: UserID,
        time: String,
        sequence: Int64,
        traceparent: String?,
        data: JSONText
    ) {
        self.specversion = "1.0"
        self.id = id
        self.source = source
        self.type = type
        self.subject = subject
        self.time = time
        self.sequence = sequence
        self.traceparent = traceparent
        self.data = data
    }
}

/// Every type of event, and by it the payload.
package enum EventType: String, Codable, Sendable, CaseIterable {
    case accountCreated = "account.created"
    case profileChanged = "profile.changed"
    case targetChanged = "profile.target.changed"
    case dayChanged = "diary.day.changed"

    /// The topic on which copies of such events go to onlookers.
    ///
    /// Copies may be lost; who acts on events pulls them from the outbox.
    package var topic: String { "event.\(rawValue)" }
}

/// The payload of one type of event.
package protocol EventPayload: Codable, Sendable {
    static var type: EventType { get }
}

/// JSON kept as text inside JSON: written by its owner, read by who knows its type.
package struct JSONText: Codable, Sendable, Equatable {
    package var text: String

    package init(text: String) {
        self.text = text
    }

    package init(_ value: some Encodable) throws {
        text = String(decoding: try PayloadCoder.encode(value), as: UTF8.self)
    }

    package init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// The value, read by its type.
    package func decode<Value: Decodable>(_ type: Value.Type) throws(ServiceError) -> Value {
        try PayloadCoder.decodeReply(type, from: Array(text.utf8))
    }
}

/// The events after a place in a service's outbox.
///
/// Each publishing service answers it under its own name.
package struct EventsSince: Codable, Sendable {
    /// Events in one batch: some hundred kilobytes, below the size of one message.
    package static let batchMax = 200

    package struct Reply: Codable, Sendable {
        package var epoch: String
        package var events: [Event]
        /// The newest sequence of the outbox.
        package var last: Int64
        /// Set when the epoch asked for is another one, or what was asked for is pruned: start again from a snapshot.
        package var reset: Bool

        package init(epoch: String, events: [Event], last: Int64, reset: Bool) {
            self.epoch = epoch
            self.events = events
            self.last = last
            self.reset = reset
        }
    }

    /// Nil when the subscriber has none yet.
    package var epoch: String?
    /// The last one that was applied; 0 for none.
    package var sequence: Int64

    package init(epoch: String?, sequence: Int64) {
        self.epoch = epoch
        self.sequence = sequence
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
