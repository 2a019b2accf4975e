/// What comes with a request besides its payload.
package struct RequestContext: Sendable {
    /// The same on a resend.
    package let id: UUIDv7
    package let principal: Principal?
    /// Under which a write takes effect once.
    package let idempotencyKey: String?
    package let deadline: Deadline
    /// W3C Trace Context.
    package let traceparent: String?
    /// Whether it comes from a peer who is no process of Mealwire, and may not do what these may.
    package let isForeign: Bool

    package init(
        id: UUIDv7,
        principal: Principal?,
        idempotencyKey: String?,
        deadline: Deadline,
        traceparent: String?,
        isForeign: Bool = false
    ) {
        self.id = id
        self.principal = principal
        self.idempotencyKey = idempotencyKey
        self.deadline = deadline
        self.traceparent = traceparent
        self.isForeign = isForeign
    }

    /// A context for work that a process starts by itself.
    package static func own(principal: Principal? = nil, timeoutMs: Int = Method.defaultTimeoutMs) -> RequestContext {
        RequestContext(
            id: UUIDv7.make(),
            principal: principal,
            idempotencyKey: nil,
            deadline: .after(milliseconds: timeoutMs),
            traceparent: nil
        )
    }

    /// The same request, at another place of its trace.
    package func at(_ place: TraceContext) -> RequestContext {
        RequestContext(
            id: id,
            principal: principal,
            idempotencyKey: idempotencyKey,
            deadline: deadline,
            traceparent: place.text,
            isForeign: isForeign
        )
    }

    /// The user for whom the request is made.
    ///
    /// - Throws: `unauthenticated` when there is none.
    package func user() throws(ServiceError) -> UserID {
        guard let principal else { throw ServiceError(.unauthenticated, "Sign in first.") }
        return principal.user
    }
}
