/// The kind of a personal access token.
package enum TokenKind {}
package typealias TokenID = Identifier<TokenKind>

/// A personal access token as its owner sees it, without the token itself.
package struct PersonalToken: Codable, Sendable, Equatable {
    package var id: TokenID
    package var name: String
    package var scopes: [Scope]
    /// RFC 3339, UTC.
    package var createdAt: String
    /// RFC 3339, UTC.
    package var expiresAt: String
    /// The hour of its last use, null before the first; RFC 3339, UTC.
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

/// The caller's personal access tokens, newest first; there are few enough for one answer.
package struct AuthTokensList: Contract {
    package struct Reply: Codable, Sendable {
        package var items: [PersonalToken]

        package init(items: [PersonalToken]) {
            self.items = items
        }
    }

    package static let method = Method("auth.tokens.list", of: .auth, .read, .user)

    package init() {}
}

/// Makes a personal access token, which is shown this once.
///
/// No key protects it, because its answer is a secret and none of these is stored as a reply.
package struct AuthTokensMake: Contract {
    package struct Reply: Codable, Sendable {
        /// What a script sends as `Authorization: Bearer …`.
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

    package static let method = Method("auth.tokens.make", of: .auth, .singleWrite, .user)

    package var name: String
    package var scopes: [Scope]
    /// RFC 3339.
    package var expiresAt: String
    /// The account's password; needed unless the session has just begun.
    package var password: String?
    /// A code of the second factor, or a recovery code; needed with the password where the account has one.
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

    package static let method = Method("auth.tokens.revoke", of: .auth, .keyedWrite, .user)

    package var id: TokenID

    package init(id: TokenID) {
        self.id = id
    }
}

/// Whose a personal access token is, and what it may do, for the gateway.
///
/// It may be repeated like any read: that a token was used in this hour is noted once, however often it is asked.
package struct AuthTokensVerify: Contract {
    package struct Reply: Codable, Sendable, Equatable {
        package var id: TokenID
        package var user: UserID
        /// As text, so that a scope which the asking process does not know yet makes it refuse nothing else.
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
