package import JSONCoding

/// An account as shown to staff and admins.
package struct AdminUser: Codable, Sendable, Equatable {
    package var id: UserID
    package var email: String
    package var name: String
    package var roles: [Role]
    /// Whether sign-in is blocked.
    package var disabled: Bool
    /// RFC 3339, UTC.
    package var createdAt: String
    /// The time at which one of its sessions last received an access token; RFC 3339, UTC; null while it has no
    /// session.
    @Nullable package var lastUsedAt: String?

    package init(
        id: UserID,
        email: String,
        name: String,
        roles: [Role],
        disabled: Bool,
        createdAt: String,
        lastUsedAt: String?
    ) {
        self.id = id
        self.email = email
        self.name = name
        self.roles = roles
        self.disabled = disabled
        self.createdAt = createdAt
        self._lastUsedAt = Nullable(wrappedValue: lastUsedAt)
    }
}

/// Filters accounts by state.
package enum AdminUserState: String, Codable, Sendable, CaseIterable {
    case enabled
    case disabled
}

/// Lists the accounts, newest first; for staff and admins.
package struct AuthAdminUsersList: Contract {
    package struct Reply: Codable, Sendable {
        package var items: [AdminUser]
        /// The cursor of the next page; null on the last page.
        @Nullable package var nextCursor: UserID?

        package init(items: [AdminUser], nextCursor: UserID?) {
            self.items = items
            self._nextCursor = Nullable(wrappedValue: nextCursor)
        }
    }

    package static let limits = 1...100
    package static let limitDefault = 20
    /// 254 characters: the maximum length of an e-mail address.
    package static let queryLength = 1...254

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/admin/users",
        "Lists the accounts, newest first; for staff and admins."
    )

    package static let method = Method("auth.admin.users.list", of: .auth, .read, .user)

    package static let rules: Rules<Self> = [.range(\.limit, limits), .length(\.q, queryLength)]

    package var limit: Int?
    package var cursor: UserID?
    /// Part of the e-mail address or the name.
    package var q: String?
    package var role: Role?
    package var state: AdminUserState?

    package init(
        limit: Int? = nil,
        cursor: UserID? = nil,
        q: String? = nil,
        role: Role? = nil,
        state: AdminUserState? = nil
    ) {
        self.limit = limit
        self.cursor = cursor
        self.q = q
        self.role = role
        self.state = state
    }
}

/// Disables or enables an account, or changes its roles.
///
/// Staff may disable and enable accounts that are not staff; only admins may change roles. Missing fields remain
/// unchanged.
package struct AuthAdminUsersUpdate: Contract {
    package typealias Reply = AdminUser

    package static let http: HTTPBinding? = HTTPBinding(
        .patch,
        "/v1/admin/users/{id}",
        "Disables or enables an account, or changes its roles; for staff and admins.",
        errors: [.notFound, .conflict]
    )

    package static let method = Method("auth.admin.users.update", of: .auth, .keyedWrite, .user)

    package var id: UserID
    package var disabled: Bool?
    /// All roles; every account has `user`, whether listed or not.
    package var roles: [Role]?

    package init(id: UserID, disabled: Bool? = nil, roles: [Role]? = nil) {
        self.id = id
        self.disabled = disabled
        self.roles = roles
    }
}
