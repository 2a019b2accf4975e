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

    /// Whether the user was erased since, and the payload with them; only the sequence number remains.
    package var isScrubbed: Bool { subject == .noUser }
}

extension UserID {
    /// The subject of events without a user, and of those of an erased one: the nil UUID (RFC 9562 §5.9).
    package static let noUser = UserID(UUIDv7(high: 0, low: 0))
}

/// All types of events; each has its payload type.
package enum EventType: String, Codable, Sendable, CaseIterable {
    case accountCreated = "account.created"
    case accountErased = "account.erased"
    case accountEmailChanged = "account.email.changed"
    case sessionsEnded = "sessions.ended"
    case profileChanged = "profile.changed"
    case targetChanged = "profile.target.changed"
    case dayChanged = "diary.day.changed"
    case foodLogged = "diary.food.logged"
    case dayMeasured = "profile.day.measured"
    case diaryDataChanged = "diary.data.changed"
    case dayShared = "diary.day.shared"

    /// The topic on which copies of such events are published for observers.
    ///
    /// Copies may be lost; services that act on events poll the outbox.
    package var topic: String { "event.\(rawValue)" }
}

/// The payload of one type of event.
package protocol EventPayload: Codable, Sendable {
    static var type: EventType { get }
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
