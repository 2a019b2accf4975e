/// Creates an invitation, for the operator of the stack; see ``AuthAdminInvitationsMake``.
package struct AuthOperatorInvitationsMake: Contract {
    package typealias Reply = AuthAdminInvitationsMake.Reply

    package static let method = Method("auth.operator.invitations.make", of: .auth, .singleWrite, .operator)

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
