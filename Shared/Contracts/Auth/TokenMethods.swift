import Calendar
package import JSONCoding

/// The kind of the ids of personal access tokens.
package enum TokenKind {}
package typealias TokenID = Identifier<TokenKind>

/// A personal access token as shown to its owner, without the token itself.
package struct PersonalToken: Codable, Sendable, Equatable {
    package var id: TokenID
    package var name: String
    package var scopes: [Scope]
    /// RFC 3339, UTC.
    package var createdAt: String
    /// RFC 3339, UTC.
    package var expiresAt: String
    /// The hour of its last use; null before the first; RFC 3339, UTC.
    @Nullable package var lastUsedAt: String?

    package init(
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
        self._lastUsedAt = Nullable(wrappedValue: lastUsedAt)
    }
}

/// Lists the caller's personal access tokens, newest first; few enough for one reply.
package struct AuthTokensList: Contract {
    package struct Reply: Codable, Sendable {
        package var items: [PersonalToken]

        package init(items: [PersonalToken]) {
            self.items = items
        }
    }

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/auth/tokens",
        "Lists the caller's personal access tokens, newest first."
    )

    package static let method = Method("auth.tokens.list", of: .auth, .read, .user)

    package init() {}
}

/// Creates a personal access token, which is shown only in this reply.
///
/// Not idempotent, because the reply contains a secret, and such replies are never stored.
package struct AuthTokensMake: Contract {
    package struct Reply: Codable, Sendable {
        /// The value for `Authorization: Bearer …`.
        package var token: String
        package var id: TokenID
        package var name: String
        package var scopes: [Scope]
        /// RFC 3339, UTC.
        package var expiresAt: String

        package init(token: String, id: TokenID, name: String, scopes: [Scope], expiresAt: String) {
            self.token = token
            self.id = id
            self.name = name
            self.scopes = scopes
            self.expiresAt = expiresAt
        }
    }

    package static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/auth/tokens",
        "Creates a personal access token, which only this response contains.",
        success: .created,
        errors: [.invalid, .wrongCredentials, .conflict, .tooManyRequests]
    )

    package static let method = Method("auth.tokens.make", of: .auth, .singleWrite, .user)

    /// Unicode scalars of a name: enough to describe a script.
    package static let nameLength = 1...64

    /// Auth also compares the time with the clock.
    package static let rules: Rules<Self> = [
        .trimmedLength(\.name, nameLength),
        .custom(\.name, .wrongFormat, "{field} must be one line without control characters.") { name in
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
    ]

    package var name: String
    package var scopes: [Scope]
    /// RFC 3339.
    package var expiresAt: String
    /// The account's password; required unless the session has just begun.
    package var password: String?
    /// A code of the second factor, or a recovery code; required with the password if the account has a second factor.
    package var code: String?

    package init(
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
package struct AuthTokensRevoke: Contract {
    package typealias Reply = Empty

    package static let http: HTTPBinding? = HTTPBinding(
        .delete,
        "/v1/auth/tokens/{id}",
        "Revokes one of the caller's personal access tokens.",
        success: .noContent,
        errors: [.notFound]
    )

    package static let method = Method("auth.tokens.revoke", of: .auth, .keyedWrite, .user)

    package var id: TokenID

    package init(id: TokenID) {
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

/// A permission of a personal access token.
///
/// No scope covers the account itself: tokens cannot manage accounts or create tokens.
package enum Scope: String, Codable, Sendable, CaseIterable {
    case diaryRead = "diary:read"
    case diaryWrite = "diary:write"
    case profileRead = "profile:read"
    case profileWrite = "profile:write"
    case foodsRead = "foods:read"
    case foodsWrite = "foods:write"
    case leaderboardRead = "leaderboard:read"
    case leaderboardWrite = "leaderboard:write"
}
