/// A sign-in: what a client needs to call on, and how to stay signed in.
package struct Session: Codable, Sendable, Equatable {
    package var accessToken: String
    /// RFC 3339, UTC.
    package var accessTokenExpiresAt: String
    package var refreshToken: String
    package var user: SessionUser
    /// Profile fields that a target still lacks; null when the profile service could not be asked.
    @Nullable package var profileMissing: [String]?
    /// How many recovery codes are left; there only after a sign-in that used one up.
    package var recoveryCodesLeft: Int?
    /// Shows at later sign-ins to this account that this device has signed in before; failures of others do not block it.
    package var deviceToken: String?

    package init(
        accessToken: String,
        accessTokenExpiresAt: String,
        refreshToken: String,
        user: SessionUser,
        profileMissing: [String]? = nil,
        recoveryCodesLeft: Int? = nil,
        deviceToken: String? = nil
    ) {
        self.accessToken = accessToken
        self.accessTokenExpiresAt = accessTokenExpiresAt
        self.refreshToken = refreshToken
        self.user = user
        self._profileMissing = Nullable(wrappedValue: profileMissing)
        self.recoveryCodesLeft = recoveryCodesLeft
        self.deviceToken = deviceToken
    }
}

/// Who is signed in.
package struct SessionUser: Codable, Sendable, Equatable {
    package var id: UserID
    package var email: String
    package var name: String
    package var roles: [Role]

    package init(id: UserID, email: String, name: String, roles: [Role]) {
        self.id = id
        self.email = email
        self.name = name
        self.roles = roles
    }
}

/// What the signed access token says (RFC 7519): short-lived, verified by the gateway alone.
package struct AccessTokenClaims: Codable, Sendable, Equatable {
    /// Who issues access tokens.
    package static let issuer = "mealwire"
    /// The recipient of access tokens: the gateway's API.
    package static let audience = "mealwire-api"
    /// The `typ` of their header (RFC 9068 section 2.1).
    package static let type = "at+jwt"

    package var iss: String
    /// Nil in a token of a version before this claim; such a token is accepted for its lifetime during an upgrade.
    package var aud: String?
    /// The user.
    package var sub: UserID
    /// The session.
    package var sid: SessionID
    package var roles: [Role]
    /// Seconds since 1970 at which it was issued.
    package var iat: Int
    /// Seconds since 1970 from which it is void.
    package var exp: Int

    package init(sub: UserID, sid: SessionID, roles: [Role], iat: Int, exp: Int) {
        self.iss = Self.issuer
        self.aud = Self.audience
        self.sub = sub
        self.sid = sid
        self.roles = roles
        self.iat = iat
        self.exp = exp
    }
}
