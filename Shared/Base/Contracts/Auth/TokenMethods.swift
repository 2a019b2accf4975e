import Calendar
public import JSONCoding

/// The kind of the ids of personal access tokens.
public enum TokenKind {}
public typealias TokenID = Identifier<TokenKind>

/// A personal access token as shown to its owner, without the token itself.
public struct PersonalToken: Codable, Sendable, Equatable {
    public var id: TokenID
    public var name: String
    public var scopes: [Scope]
    /// RFC 3339, UTC.
    public var createdAt: String
    /// RFC 3339, UTC.
    public var expiresAt: String
    /// The hour of its last use; null before the first; RFC 3339, UTC.
    @Nullable public var lastUsedAt: String?

    public init(
        id: TokenID,
        name: String,
        scopes: [Scope],
        createdAt: String,
        expiresAt: String,
        lastUsedAt: String?
    ) {
        self.id = id
        self.name = name
        self.scopes = scopes
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.lastUsedAt = lastUsedAt
    }
}

/// Lists the caller's personal access tokens, newest first; few enough for one reply.
public struct AuthTokensList: Contract {
    public struct Reply: Codable, Sendable {
        public var items: [PersonalToken]

        public init(items: [PersonalToken]) {
            self.items = items
        }
    }

    public static let method = Method("auth.tokens.list", of: .auth, .read, .user).route(
        .get,
        "/v1/auth/tokens",
        "Lists the caller's personal access tokens, newest first."
    )

    public init() {}
}

/// Creates a personal access token, which is shown only in this reply.
///
/// Not idempotent, because the reply contains a secret, and such replies are never stored.
public struct AuthTokensMake: Contract {
    public struct Reply: Codable, Sendable {
        /// The value for `Authorization: Bearer …`.
        public var token: String
        public var id: TokenID
        public var name: String
        public var scopes: [Scope]
        /// RFC 3339, UTC.
        public var expiresAt: String

        public init(token: String, id: TokenID, name: String, scopes: [Scope], expiresAt: String) {
            self.token = token
            self.id = id
            self.name = name
            self.scopes = scopes
            self.expiresAt = expiresAt
        }
    }

    public static let method = Method("auth.tokens.make", of: .auth, .singleWrite, .user).route(
        .post,
        "/v1/auth/tokens",
        "Creates a personal access token, which only this response contains.",
        success: .created,
        errors: [.invalid, .wrongCredentials, .conflict, .tooManyRequests]
    )

    /// Unicode scalars of a name: enough to describe a script.
    public static let nameLength = 1...64

    /// Auth also compares the time with the clock.
    public static let rules: Rules<Self> = [
        .trimmedLength(\.name, nameLength),
        .pattern(\.name, TextPattern.oneVisibleLine, "{field} must be one line without control characters.") { name in
            !name.trimmingWhiteSpace.unicodeScalars.contains {
                $0.isControl || $0.properties.generalCategory == .format
            }
        },
        .items(\.scopes, 1...Int.max, .tooShort, "{field} must name at least one scope."),
        .custom(
            \.expiresAt,
            .wrongFormat,
            "{field} must be an RFC 3339 time, such as 2026-12-31T23:59:59Z.",
            documentedAs: .format("date-time")
        ) { TimestampReader.milliseconds($0) != nil },
        .secondFactorCode(\.code),
    ]

    public var name: String
    public var scopes: [Scope]
    /// RFC 3339.
    public var expiresAt: String
    /// The account's password; required unless the session has just begun.
    public var password: String?
    /// A code of the second factor, or a recovery code; required with the password if the account has a second factor.
    public var code: String?

    public init(
        name: String,
        scopes: [Scope],
        expiresAt: String,
        password: String? = nil,
        code: String? = nil
    ) {
        self.name = name
        self.scopes = scopes
        self.expiresAt = expiresAt
        self.password = password
        self.code = code
    }
}

/// Revokes one of the caller's personal access tokens.
public struct AuthTokensRevoke: Contract {
    public typealias Reply = Empty

    public static let method = Method("auth.tokens.revoke", of: .auth, .keyedWrite, .user).route(
        .delete,
        "/v1/auth/tokens/{id}",
        "Revokes one of the caller's personal access tokens.",
        success: .noContent,
        errors: [.notFound]
    )

    public var id: TokenID

    public init(id: TokenID) {
        self.id = id
    }
}

/// Returns the owner and the scopes of a personal access token, for the gateway.
///
/// It may be retried like any read: the use of a token is recorded once per hour, however many calls there are.
package struct AuthTokensVerify: Contract {
    package struct Reply: Codable, Sendable, Equatable {
        package var id: TokenID
        package var user: UserID
        /// As text, so that a caller of an older version can read the reply despite an unknown scope.
        package var scopes: [String]

        package init(id: TokenID, user: UserID, scopes: [String]) {
            self.id = id
            self.user = user
            self.scopes = scopes
        }
    }

    package static let method = Method("auth.tokens.verify", of: .auth, .read, .services)

    package var token: String

    package init(token: String) {
        self.token = token
    }
}

extension API {
    /// The contracts of this file.
    static let tokenMethods: [any Contract.Type] = [
        AuthTokensList.self, AuthTokensMake.self, AuthTokensRevoke.self, AuthTokensVerify.self,
    ]
}
