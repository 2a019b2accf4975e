public import JSONCoding

/// A sign-in: the tokens for further calls and for staying signed in.
public struct Session: Codable, Sendable, Equatable {
    public var accessToken: String
    /// RFC 3339, UTC.
    public var accessTokenExpiresAt: String
    public var refreshToken: String
    public var user: SessionUser
    /// Profile fields that are missing for a target; null if the profile service did not answer.
    @Nullable public var profileMissing: [String]?
    /// Number of recovery codes left; present only after a sign-in that used one.
    public var recoveryCodesLeft: Int?
    /// Identifies this device at later sign-ins to the account; failed sign-ins of other clients do not block it.
    public var deviceToken: String?

    public init(
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
        self.profileMissing = profileMissing
        self.recoveryCodesLeft = recoveryCodesLeft
        self.deviceToken = deviceToken
    }
}

/// The signed-in user.
public struct SessionUser: Codable, Sendable, Equatable {
    public var id: UserID
    public var email: String
    public var name: String
    public var roles: [Role]

    public init(id: UserID, email: String, name: String, roles: [Role]) {
        self.id = id
        self.email = email
        self.name = name
        self.roles = roles
    }
}

/// The claims of a signed access token (RFC 7519): short-lived, verified by the gateway alone.
package struct AccessTokenClaims: Codable, Sendable, Equatable {
    /// The issuer of access tokens.
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
    /// Time of issue, in seconds since 1970.
    package var iat: Int
    /// Time of expiry, in seconds since 1970.
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
