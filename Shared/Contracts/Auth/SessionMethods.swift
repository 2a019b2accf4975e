/// Where the caller is signed in, newest first.
package struct AuthSessionsList: Contract {
    /// A sign-in that is not over.
    package struct Item: Codable, Sendable, Equatable {
        package var id: SessionID
        /// In the words of the `User-Agent` that the sign-in carried; null if it carried none.
        @Nullable package var device: String?
        /// RFC 3339, UTC.
        package var createdAt: String
        /// When it last got an access token; RFC 3339, UTC.
        package var lastUsedAt: String
        /// Whether it is the one that asks.
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
        /// Asks for the next page; null on the last.
        @Nullable package var nextCursor: SessionID?

        package init(items: [Item], nextCursor: SessionID?) {
            self.items = items
            self._nextCursor = Nullable(wrappedValue: nextCursor)
        }
    }

    package static let limits = 1...100
    package static let limitDefault = 20

    package static let method = Method("auth.sessions.list", of: .auth, .read, .user)

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

    package static let method = Method("auth.sessions.end", of: .auth, .keyedWrite, .user)

    package var id: SessionID

    package init(id: SessionID) {
        self.id = id
    }
}

/// Ends every session of the caller's but the one that asks.
package struct AuthSessionsEndOthers: Contract {
    package typealias Reply = Empty

    package static let method = Method("auth.sessions.endOthers", of: .auth, .keyedWrite, .user)

    package init() {}
}

/// Replaces the caller's password, which is asked for again, and ends their other sessions.
package struct AuthPasswordChange: Contract {
    package typealias Reply = Empty

    package static let method = Method("auth.password.change", of: .auth, .keyedWrite, .user)

    package var currentPassword: String
    package var password: String
    package var passwordConfirmation: String
    /// Whether the personal access tokens are revoked, too; without it they stay.
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
