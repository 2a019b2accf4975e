package import JSONCoding

/// Lists the caller's sessions, newest first.
package struct AuthSessionsList: Contract {
    /// A session that has not ended.
    package struct Item: Codable, Sendable, Equatable {
        package var id: SessionID
        /// The `User-Agent` of the sign-in; null if there was none.
        @Nullable package var device: String?
        /// RFC 3339, UTC.
        package var createdAt: String
        /// The time at which it last received an access token; RFC 3339, UTC.
        package var lastUsedAt: String
        /// Whether it is the session of this request.
        package var isCurrent: Bool

        package init(id: SessionID, device: String?, createdAt: String, lastUsedAt: String, isCurrent: Bool = false) {
            self.id = id
            self._device = Nullable(wrappedValue: device)
            self.createdAt = createdAt
            self.lastUsedAt = lastUsedAt
            self.isCurrent = isCurrent
        }
    }

    package struct Reply: Codable, Sendable {
        package var items: [Item]
        /// The cursor of the next page; null on the last page.
        @Nullable package var nextCursor: SessionID?

        package init(items: [Item], nextCursor: SessionID?) {
            self.items = items
            self._nextCursor = Nullable(wrappedValue: nextCursor)
        }
    }

    package static let limits = 1...100
    package static let limitDefault = 20

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/auth/sessions",
        "Lists the caller's sessions, newest first."
    )

    package static let method = Method("auth.sessions.list", of: .auth, .read, .user)

    package static let rules: Rules<Self> = [.range(\.limit, limits)]

    package var limit: Int?
    package var cursor: SessionID?

    package init(limit: Int? = nil, cursor: SessionID? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}

/// Ends one of the caller's sessions.
package struct AuthSessionsEnd: Contract {
    package typealias Reply = Empty

    package static let http: HTTPBinding? = HTTPBinding(
        .delete,
        "/v1/auth/sessions/{id}",
        "Ends one of the caller's sessions.",
        success: .noContent,
        errors: [.notFound]
    )

    package static let method = Method("auth.sessions.end", of: .auth, .keyedWrite, .user)

    package var id: SessionID

    package init(id: SessionID) {
        self.id = id
    }
}

/// Ends every session of the caller except the current one.
package struct AuthSessionsEndOthers: Contract {
    package typealias Reply = Empty

    package static let http: HTTPBinding? = HTTPBinding(
        .delete,
        "/v1/auth/sessions",
        "Ends every session of the caller except the current one.",
        success: .noContent
    )

    package static let method = Method("auth.sessions.endOthers", of: .auth, .keyedWrite, .user)

    package init() {}
}

/// Changes the caller's password after checking the current one, and ends their other sessions.
package struct AuthPasswordChange: Contract {
    package typealias Reply = Empty

    package static let http: HTTPBinding? = HTTPBinding(
        .put,
        "/v1/auth/password",
        "Changes the caller's password, and ends the other sessions.",
        success: .noContent,
        errors: [.invalid, .wrongCredentials, .conflict, .tooManyRequests]
    )

    package static let method = Method("auth.password.change", of: .auth, .keyedWrite, .user)

    /// Auth also refuses common passwords.
    package static let rules: Rules<Self> = [
        .password(\.password),
        .relation(
            \.passwordConfirmation,
            .mismatch,
            "{field} must equal password.",
            ["equals": "password"]
        ) { $0.passwordConfirmation == $0.password },
    ]

    package var currentPassword: String
    package var password: String
    package var passwordConfirmation: String
    /// Whether to revoke the personal access tokens as well; false by default.
    package var revokeTokens: Bool?

    package init(
        currentPassword: String,
        password: String,
        passwordConfirmation: String,
        revokeTokens: Bool? = nil
    ) {
        self.currentPassword = currentPassword
        self.password = password
        self.passwordConfirmation = passwordConfirmation
        self.revokeTokens = revokeTokens
    }
}
