/// The context of a request besides its payload.
package struct RequestContext: Sendable {
    /// The id, equal for retries.
    package let id: UUIDv7
    package let principal: Principal?
    /// The key under which a write takes effect once.
    package let idempotencyKey: String?
    package let deadline: Deadline
    /// W3C Trace Context.
    package let traceparent: String?
    /// Whether the sender is an external peer, without the permissions of Mealwire's processes.
    package let isExternal: Bool

    package init(
        id: UUIDv7,
        principal: Principal?,
        idempotencyKey: String?,
        deadline: Deadline,
        traceparent: String?,
        isExternal: Bool = false
    ) {
        self.id = id
        self.principal = principal
        self.idempotencyKey = idempotencyKey
        self.deadline = deadline
        self.traceparent = traceparent
        self.isExternal = isExternal
    }

    /// Creates a context for work that a process starts by itself.
    package static func own(principal: Principal? = nil, timeoutMs: Int = Method.defaultTimeoutMs) -> RequestContext {
        RequestContext(
            id: UUIDv7.make(),
            principal: principal,
            idempotencyKey: nil,
            deadline: .after(milliseconds: timeoutMs),
            traceparent: nil
        )
    }

    /// Returns the same request with another trace context.
    package func with(traceparent: String) -> RequestContext {
        RequestContext(
            id: id,
            principal: principal,
            idempotencyKey: idempotencyKey,
            deadline: deadline,
            traceparent: traceparent,
            isExternal: isExternal
        )
    }

    /// Returns the same request with another deadline.
    package func with(deadline: Deadline) -> RequestContext {
        RequestContext(
            id: id,
            principal: principal,
            idempotencyKey: idempotencyKey,
            deadline: deadline,
            traceparent: traceparent,
            isExternal: isExternal
        )
    }

    /// The same request with half of its remaining time, for a call that the request can do without.
    package var withHalfOfTimeLeft: RequestContext {
        with(deadline: .after(milliseconds: deadline.millisecondsLeft / 2))
    }

    /// Creates a context for a further call of the same request: for the same user, but under an id of its own.
    ///
    /// - Parameter deadline: When the call ends.
    /// - Returns: A context without an idempotency key, which belongs to the request.
    package func nested(until deadline: Deadline) -> RequestContext {
        RequestContext(
            id: UUIDv7.make(),
            principal: principal,
            idempotencyKey: nil,
            deadline: deadline,
            traceparent: traceparent
        )
    }

    /// Returns the user of the principal.
    ///
    /// - Throws: `unauthenticated` if there is none.
    package func user() throws(ServiceError) -> UserID {
        guard let principal else { throw ServiceError(.unauthenticated, "Sign in first.") }
        return principal.user
    }
}

/// The request that a task works on, so that each log line can name it.
package enum RequestScope {
    /// Nil for work that the process does by itself.
    @TaskLocal package static var current: RequestContext?
}

/// The user for which a request is made, as authenticated by the gateway.
///
/// The gateway adds it to the header after it has verified the access token; services authorise every call by it.
package struct Principal: Codable, Sendable, Equatable {
    package var user: UserID
    package var roles: [Role]
    package var session: SessionID

    package init(user: UserID, roles: [Role], session: SessionID) {
        self.user = user
        self.roles = roles
        self.session = session
    }

    /// Checks that the user has a role according to the access token, which is a few minutes old at most.
    ///
    /// - Parameter role: The role; nil admits each user.
    /// - Throws: `forbidden`.
    package func require(_ role: Role?) throws(ServiceError) {
        guard let role, !roles.contains(where: role.holders.contains) else { return }
        throw role.refusal
    }
}

/// The permissions of a user beyond their own data.
public enum Role: String, Codable, Sendable, CaseIterable {
    case user
    case staff
    case admin
}

extension Role {
    /// The roles that have the rights of this one.
    package var holders: [Role] {
        switch self {
        case .user: Role.allCases
        case .staff: [.staff, .admin]
        case .admin: [.admin]
        }
    }

    /// The users with the rights of this role, in a sentence.
    package var audience: String {
        switch self {
        case .user: "signed-in users"
        case .staff: "staff and admins"
        case .admin: "admins"
        }
    }

    /// The error for a user without the rights of this role.
    package var refusal: ServiceError { ServiceError(.forbidden, "This is for \(audience) of this server.") }
}
