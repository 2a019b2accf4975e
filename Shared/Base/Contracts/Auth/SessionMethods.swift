public import JSONCoding

/// Lists the caller's sessions, newest first.
public struct AuthSessionsList: Contract {
    /// A session that has not ended.
    public struct Item: Codable, Sendable, Equatable {
        public var id: SessionID
        /// The `User-Agent` of the sign-in; null if there was none.
        @Nullable public var device: String?
        /// RFC 3339, UTC.
        public var createdAt: String
        /// The time at which it last received an access token; RFC 3339, UTC.
        public var lastUsedAt: String
        /// Whether it is the session of this request.
        public var isCurrent: Bool

        public init(id: SessionID, device: String?, createdAt: String, lastUsedAt: String, isCurrent: Bool = false) {
            self.id = id
            self.device = device
            self.createdAt = createdAt
            self.lastUsedAt = lastUsedAt
            self.isCurrent = isCurrent
        }
    }

    public struct Reply: Codable, Sendable {
        public var items: [Item]
        /// The cursor of the next page; null on the last page.
        @Nullable public var nextCursor: SessionID?

        public init(items: [Item], nextCursor: SessionID?) {
            self.items = items
            self.nextCursor = nextCursor
        }
    }

    public static let limits = 1...100
    public static let limitDefault = 20

    public static let method = Method("auth.sessions.list", of: .auth, .read, .user).route(
        .get,
        "/v1/auth/sessions",
        "Lists the caller's sessions, newest first."
    )

    public static let rules: Rules<Self> = [.range(\.limit, limits)]

    public var limit: Int?
    public var cursor: SessionID?

    public init(limit: Int? = nil, cursor: SessionID? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}

/// Ends one of the caller's sessions.
public struct AuthSessionsEnd: Contract {
    public typealias Reply = Empty

    public static let method = Method("auth.sessions.end", of: .auth, .keyedWrite, .user).route(
        .delete,
        "/v1/auth/sessions/{id}",
        "Ends one of the caller's sessions.",
        success: .noContent,
        errors: [.notFound]
    )

    public var id: SessionID

    public init(id: SessionID) {
        self.id = id
    }
}

/// Ends every session of the caller except the current one.
public struct AuthSessionsEndOthers: Contract {
    public typealias Reply = Empty

    public static let method = Method("auth.sessions.endOthers", of: .auth, .keyedWrite, .user).route(
        .delete,
        "/v1/auth/sessions",
        "Ends every session of the caller except the current one.",
        success: .noContent
    )

    public init() {}
}

/// Changes the caller's password after checking the current one, and ends their other sessions.
public struct AuthPasswordChange: Contract {
    public typealias Reply = Empty

    public static let method = Method("auth.password.change", of: .auth, .keyedWrite, .user).route(
        .put,
        "/v1/auth/password",
        "Changes the caller's password, and ends the other sessions.",
        success: .noContent,
        errors: [.invalid, .wrongCredentials, .conflict, .tooManyRequests]
    )

    /// Auth also refuses common passwords.
    public static let rules: Rules<Self> = [
        .password(\.password),
        .relation(
            \.passwordConfirmation,
            .mismatch,
            "{field} must equal password.",
            ["equals": "password"]
        ) { $0.passwordConfirmation == $0.password },
    ]

    public var currentPassword: String
    public var password: String
    public var passwordConfirmation: String
    /// Whether to revoke the personal access tokens as well; false by default.
    public var revokeTokens: Bool?

    public init(
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

extension API {
    /// The contracts of this file.
    static let sessionMethods: [any Contract.Type] = [
        AuthSessionsList.self, AuthSessionsEnd.self, AuthSessionsEndOthers.self, AuthPasswordChange.self,
    ]
}
