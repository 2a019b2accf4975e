public import JSONCoding

/// An account as shown to staff and admins.
public struct AdminUser: Codable, Sendable, Equatable {
    public var id: UserID
    public var email: String
    public var name: String
    public var roles: [Role]
    /// Whether sign-in is blocked.
    public var disabled: Bool
    /// RFC 3339, UTC.
    public var createdAt: String
    /// The time at which one of its sessions last received an access token; RFC 3339, UTC; null while it has no
    /// session.
    @Nullable public var lastUsedAt: String?

    public init(
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
        self.lastUsedAt = lastUsedAt
    }
}

/// Filters accounts by state.
public enum AdminUserState: String, Codable, Sendable, CaseIterable {
    case enabled
    case disabled
}

/// Lists the accounts, newest first; for staff and admins.
public struct AuthAdminUsersList: Contract {
    public struct Reply: Codable, Sendable {
        public var items: [AdminUser]
        /// The cursor of the next page; null on the last page.
        @Nullable public var nextCursor: UserID?

        public init(items: [AdminUser], nextCursor: UserID?) {
            self.items = items
            self.nextCursor = nextCursor
        }
    }

    public static let limits = 1...100
    public static let limitDefault = 20
    /// 254 characters: the maximum length of an e-mail address.
    public static let queryLength = 1...254

    public static let method = Method("auth.admin.users.list", of: .auth, .read, .user, role: .staff).route(
        .get,
        "/v1/admin/users",
        "Lists the accounts, newest first; for staff and admins."
    )

    public static let rules: Rules<Self> = [.range(\.limit, limits), .length(\.q, queryLength)]

    public var limit: Int?
    public var cursor: UserID?
    /// Part of the e-mail address or the name.
    public var q: String?
    public var role: Role?
    public var state: AdminUserState?

    public init(
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
public struct AuthAdminUsersUpdate: Contract {
    public typealias Reply = AdminUser

    public static let method = Method("auth.admin.users.update", of: .auth, .keyedWrite, .user, role: .staff).route(
        .patch,
        "/v1/admin/users/{id}",
        "Disables or enables an account, or changes its roles; for staff and admins.",
        errors: [.notFound, .conflict]
    )

    public var id: UserID
    public var disabled: Bool?
    /// All roles; every account has `user`, whether listed or not.
    public var roles: [Role]?

    public init(id: UserID, disabled: Bool? = nil, roles: [Role]? = nil) {
        self.id = id
        self.disabled = disabled
        self.roles = roles
    }
}

extension API {
    /// The contracts of this file.
    static let adminUsers: [any Contract.Type] = [AuthAdminUsersList.self, AuthAdminUsersUpdate.self]
}
