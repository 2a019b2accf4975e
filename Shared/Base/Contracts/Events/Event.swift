/// The fact of a change, as stored in its service's outbox: CloudEvents 1.0 in JSON.
package struct Event: Codable, Sendable, Equatable {
    package var specversion: String
    package var id: EventID
    /// The service that publishes it.
    package var source: ServiceName
    /// The type, which determines the payload.
    package var type: EventType
    /// The user concerned.
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

    /// The payload that stands for an erased one.
    package static let scrubbedData = "{}"

    /// Whether the user was erased since, and the payload with them; only the sequence number remains.
    ///
    /// The payload of an event without a user has fields.
    package var isScrubbed: Bool { subject == .noUser && data.text == Self.scrubbedData }
}

extension UserID {
    /// The subject of events without a user, and of those of an erased one: the nil UUID (RFC 9562 §5.9).
    package static let noUser = UserID(UUIDv7(high: 0, low: 0))
}

/// The type of an event, such as `diary.day.changed`: text on the wire.
///
/// A process that does not know a type, because its publisher is newer, skips the event and moves its position. The
/// types that this version knows are those of ``API/events``.
package struct EventType: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package var description: String { rawValue }

    /// The topic on which copies of such events are published for observers.
    ///
    /// Copies may be lost; services that act on events poll the outbox.
    package var topic: String { "event.\(rawValue)" }
}

/// The payload of one type of event.
///
/// Stands in the list of events of its service's ``ServiceDescription``; nothing else lists it.
package protocol EventPayload: Codable, Sendable {
    static var type: EventType { get }
    /// One or two sentences for documents.
    static var sentence: String { get }
    /// Distinguishes the facts of one type that a ``Snapshot`` has of one user, such as days.
    ///
    /// Empty where a user has at most one such fact.
    var factKey: String { get }
}

extension EventPayload {
    package var factKey: String { "" }
}

/// JSON stored as text inside JSON: encoded by its owner, decoded where its type is known.
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

    /// Decodes the value.
    package func decode<Value: Decodable>(_ type: Value.Type) throws(ServiceError) -> Value {
        try PayloadCoder.decodeReply(type, from: Array(text.utf8))
    }
}
