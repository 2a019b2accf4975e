package import JSONCoding

// Methods for the operator of the stack, on its own host, by `mealwire admin`. The broker accepts them only from
// processes of its own user, as reported by the kernel. No route of a gateway calls them.

/// Lists the accounts, newest first.
package struct AuthOperatorUsersList: Contract {
    package typealias Reply = AuthAdminUsersList.Reply

    package static let method = Method("auth.operator.users.list", of: .auth, .read, .operator)

    package static let rules: Rules<Self> = [
        .range(\.limit, AuthAdminUsersList.limits),
        .length(\.q, AuthAdminUsersList.queryLength),
    ]

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

/// Creates an invitation, for the operator of the stack; see ``AuthAdminInvitationsMake``.
package struct AuthOperatorInvitationsMake: Contract {
    package typealias Reply = AuthAdminInvitationsMake.Reply

    package static let method = Method("auth.operator.invitations.make", of: .auth, .singleWrite, .operator)

    package static let rules: Rules<Self> = [
        .range(\.uses, AuthAdminInvitationsMake.usesRange),
        .range(\.days, AuthAdminInvitationsMake.daysRange),
        .trimmedLength(\.note, AuthAdminInvitationsMake.noteLength),
    ]

    /// Maximum number of accounts that can be registered with it.
    package var uses: Int?
    /// Days of validity.
    package var days: Int?
    package var note: String?

    package init(uses: Int? = nil, days: Int? = nil, note: String? = nil) {
        self.uses = uses
        self.days = days
        self.note = note
    }
}

/// Lists the invitations, newest first.
package struct AuthOperatorInvitationsList: Contract {
    package typealias Reply = AuthAdminInvitationsList.Reply

    package static let method = Method("auth.operator.invitations.list", of: .auth, .read, .operator)

    package static let rules: Rules<Self> = [.range(\.limit, AuthAdminInvitationsList.limits)]

    package var limit: Int?
    package var cursor: InvitationID?

    package init(limit: Int? = nil, cursor: InvitationID? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}

/// Revokes an invitation.
package struct AuthOperatorInvitationsRevoke: Contract {
    package typealias Reply = Empty

    package static let method = Method("auth.operator.invitations.revoke", of: .auth, .keyedWrite, .operator)

    package var id: InvitationID

    package init(id: InvitationID) {
        self.id = id
    }
}

/// A key for signing access tokens: a past, current or future one.
package struct SigningKeyInfo: Codable, Sendable, Equatable {
    package var kid: String
    /// RFC 3339, UTC.
    package var madeAt: String
    /// RFC 3339, UTC.
    package var signsFrom: String
    /// The time at which its publication ends, because its last token has expired; RFC 3339, UTC; null without a
    /// successor.
    @Nullable package var retiresAt: String?

    package init(kid: String, madeAt: String, signsFrom: String, retiresAt: String?) {
        self.kid = kid
        self.madeAt = madeAt
        self.signsFrom = signsFrom
        self.retiresAt = retiresAt
    }
}

/// Creates a new signing key, which signs access tokens after it has been published for a while.
///
/// Creates none while another one is waiting, unless all keys are replaced at once.
package struct AuthOperatorKeysRotate: Contract {
    package struct Reply: Codable, Sendable, Equatable {
        /// All published keys, oldest first.
        package var keys: [SigningKeyInfo]

        package init(keys: [SigningKeyInfo]) {
            self.keys = keys
        }
    }

    package static let method = Method("auth.operator.keys.rotate", of: .auth, .singleWrite, .operator)

    /// Whether the new key signs at once and replaces all others, so that their access tokens become invalid.
    package var atOnce: Bool?

    package init(atOnce: Bool? = nil) {
        self.atOnce = atOnce
    }
}

extension API {
    /// The contracts of this file.
    static let operatorMethods: [any Contract.Type] = [
        AuthOperatorUsersList.self, AuthOperatorUsersUpdate.self, AuthOperatorPasswordReset.self,
        AuthOperatorInvitationsMake.self, AuthOperatorInvitationsList.self, AuthOperatorInvitationsRevoke.self,
        AuthOperatorKeysRotate.self,
    ]
}
