/// Makes an invitation, as the person who runs the set; see ``AuthAdminInvitationsMake``.
package struct AuthOperatorInvitationsMake: Contract {
    package typealias Reply = AuthAdminInvitationsMake.Reply

    package static let method = Method("auth.operator.invitations.make", of: .auth, .singleWrite, .operator)

    /// Accounts that can be made with it.
    package var uses: Int?
    /// For how many days it is good.
    package var days: Int?
    package var note: String?

    package init(uses: Int? = nil, days: Int? = nil, note: String? = nil) {
        self.uses = uses
        self.days = days
        self.note = note
    }
}

/// The invitations, newest first.
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

/// Makes an invitation's code void.
package struct AuthOperatorInvitationsRevoke: Contract {
    package typealias Reply = Empty

    package static let method = Method("auth.operator.invitations.revoke", of: .auth, .keyedWrite, .operator)

    package var id: InvitationID

    package init(id: InvitationID) {
        self.id = id
    }
}
