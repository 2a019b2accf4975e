package import Contracts

/// The header before a request's payload: JSON of a fixed form, in this order.
package struct RequestHeader: Codable, Sendable, Equatable {
    /// The request's id; a resend has the same.
    package var id: UUIDv7
    /// The remaining time until the deadline, in milliseconds.
    ///
    /// Each hop passes on what remains.
    package var timeLeftMs: Int
    /// Whether it may be sent again if its outcome is unknown.
    package var retryable: Bool
    package var method: String
    package var principal: Principal?
    package var idempotencyKey: String?
    package var traceparent: String?
    /// True if the header of the reply may contain ``ReplyHeader/version``, which older callers refuse.
    package var wantsVersion: Bool?
    /// True if an external peer sent it, and not a process of Mealwire; the broker sets it.
    package var external: Bool?

    package init(
        id: UUIDv7,
        timeLeftMs: Int,
        retryable: Bool,
        method: String,
        principal: Principal? = nil,
        idempotencyKey: String? = nil,
        traceparent: String? = nil,
        wantsVersion: Bool? = nil
    ) {
        self.id = id
        self.timeLeftMs = timeLeftMs
        self.retryable = retryable
        self.method = method
        self.principal = principal
        self.idempotencyKey = idempotencyKey
        self.traceparent = traceparent
        self.wantsVersion = wantsVersion
    }
}

/// The header before a reply's payload.
package struct ReplyHeader: Codable, Sendable, Equatable {
    /// The status of a successful call; any other is an error code, and the payload is the error.
    package static let ok = "ok"

    package var id: UUIDv7
    package var status: String
    /// The instance that answered.
    package var instance: String
    /// The version of the object in the payload; nil for a reply without one, and if the request does not want it.
    package var version: Int?

    package init(id: UUIDv7, status: String, instance: String, version: Int? = nil) {
        self.id = id
        self.status = status
        self.instance = instance
        self.version = version
    }
}
