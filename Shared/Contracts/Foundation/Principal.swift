/// For whom a request is made.
///
/// The gateway puts it into the header after it has verified the access token; services authorise every call by it.
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

/// What a user may do beyond their own data.
package enum Role: String, Codable, Sendable, CaseIterable {
    case user
    case staff
    case admin
}
