// Methods for the operator of the stack, on its own host, by `mealwire admin`. The broker accepts them only from
// processes of its own user, as reported by the kernel. No route of a gateway calls them.

/// Lists the accounts, newest first.
package struct AuthOperatorUsersList: Contract {
    package typealias Reply = AuthAdminUsersList.Reply

    package static let method = Method("auth.operator.users.list", of: .auth, .read, .operator)

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

/// Disables or enables an account, or grants or revokes a role.
package struct AuthOperatorUsersUpdate: Contract {
    package typealias Reply = AdminUser

    package static let method = Method("auth.operator.users.update", of: .auth, .keyedWrite, .operator)

    /// An id or an e-mail address.
    package var user: String
    package var disabled: Bool?
    package var grant: Role?
    package var revoke: Role?

    package init(user: String, disabled: Bool? = nil, grant: Role? = nil, revoke: Role? = nil) {
        self.user = user
        self.disabled = disabled
        self.grant = grant
        self.revoke = revoke
    }
}

/// Replaces an account's password with a one-time password, and ends all sessions of its user.
package struct AuthOperatorPasswordReset: Contract {
    package struct Reply: Codable, Sendable {
        package var user: AdminUser
        /// Shown only in this reply.
        package var password: String
        /// The time until which it can be used; RFC 3339, UTC.
        package var expiresAt: String

        package init(user: AdminUser, password: String, expiresAt: String) {
            self.user = user
            self.password = password
            self.expiresAt = expiresAt
        }
    }

    package static let method = Method("auth.operator.password.reset", of: .auth, .singleWrite, .operator)

    /// An id or an e-mail address.
    package var user: String
    /// Whether to disable the second factor as well, if the user has lost both.
    package var removesSecondFactor: Bool?

    package init(user: String, removesSecondFactor: Bool? = nil) {
        self.user = user
        self.removesSecondFactor = removesSecondFactor
    }
}
