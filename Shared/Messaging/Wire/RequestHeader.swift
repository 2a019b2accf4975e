package import Contracts

/// What travels before a request's payload: JSON of a fixed shape, in this order.
package struct RequestHeader: Codable, Sendable, Equatable {
    /// The same on a resend.
    package var id: UUIDv7
    /// What is left of the request's time.
    ///
    /// Each hop passes on what remains.
    package var timeLeftMs: Int
    /// Whether it may be sent again when its first fate is unknown.
    package var repeatable: Bool
    package var method: String
    package var principal: Principal?
    package var idempotencyKey: String?
    package var traceparent: String?
    /// True on what a peer sent who is no process of Mealwire; the broker sets it.
    package var foreign: Bool?

    package init(
        id: UUIDv7,
        timeLeftMs: Int,
        repeatable: Bool,
        method: String,
        principal: Principal? = nil,
        idempotencyKey: String? = nil,
        traceparent: String? = nil
    ) {
        self.id = id
        self.timeLeftMs = timeLeftMs
        self.repeatable = repeatable
        self.method = method
        self.principal = principal
        self.idempotencyKey = idempotencyKey
        self.traceparent = traceparent
    }
}

/// What travels before a reply's payload.
package struct ReplyHeader: Codable, Sendable, Equatable {
    /// The status of a call that succeeded; any other is the code of an error, which is the payload.
    package static let ok = "ok"

    package var id: UUIDv7
    package var status: String
    /// Which process answered.
    package var instance: String

    package init(id: UUIDv7, status: String, instance: String) {
        self.id = id
        self.status = status
        self.instance = instance
    }
}
