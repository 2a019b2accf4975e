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
}

/// The permissions of a user beyond their own data.
package enum Role: String, Codable, Sendable, CaseIterable {
    case user
    case staff
    case admin
}
