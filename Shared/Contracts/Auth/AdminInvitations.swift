/// A permission to make accounts where registration is by invitation; its code was shown once.
package struct Invitation: Codable, Sendable, Equatable {
    /// Whether its code is still good.
    package enum State: String, Codable, Sendable, CaseIterable {
        case open
        case usedUp
        case expired
        case revoked
    }

    package var id: InvitationID
    /// Whom or what it is for, in the words of who made it.
    @Nullable package var note: String?
    package var state: State
    /// Accounts made with it.
    package var uses: Int
    /// Accounts that can be made with it.
    package var usesMax: Int
    /// RFC 3339, UTC.
    package var createdAt: String
    /// RFC 3339, UTC.
    package var expiresAt: String

    package init(
        id: InvitationID,
        note: String?,
        state: State,
        uses: Int,
        usesMax: Int,
        createdAt: String,
        expiresAt: String
    ) {
        self.id = id
        self._note = Nullable(wrappedValue: note)
        self.state = state
        self.uses = uses
        self.usesMax = usesMax
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

/// Makes an invitation; for staff and admins.
///
/// No key protects it, because the answer has the code in it, which is kept nowhere: who lost it makes another one.
package struct AuthAdminInvitationsMake: Contract {
    package struct Reply: Codable, Sendable {
        package var invitation: Invitation
        /// Told this once.
        package var code: String

        package init(invitation: Invitation, code: String) {
            self.invitation = invitation
            self.code = code
        }
    }

    /// A household or a club; whoever invites more makes another one, or opens the registration.
    package static let usesRange = 1...1_000
    package static let usesDefault = 1
    package static let daysRange = 1...365
    package static let daysDefault = 7
    package static let noteLength = 1...200

    package static let method = Method("auth.admin.invitations.make", of: .auth, .singleWrite, .user)

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

/// The invitations, newest first; for staff and admins.
package struct AuthAdminInvitationsList: Contract {
    package struct Reply: Codable, Sendable {
        package var items: [Invitation]
        /// Asks for the next page; null on the last.
        @Nullable package var nextCursor: InvitationID?

        package init(items: [Invitation], nextCursor: InvitationID?) {
            self.items = items
            self._nextCursor = Nullable(wrappedValue: nextCursor)
        }
    }

    package static let limits = 1...100
    package static let limitDefault = 20

    package static let method = Method("auth.admin.invitations.list", of: .auth, .read, .user)

    package var limit: Int?
    package var cursor: InvitationID?

    package init(limit: Int? = nil, cursor: InvitationID? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}

/// Makes an invitation's code void; accounts that were made with it stay.
package struct AuthAdminInvitationsRevoke: Contract {
    package typealias Reply = Empty

    package static let method = Method("auth.admin.invitations.revoke", of: .auth, .keyedWrite, .user)

    package var id: InvitationID

    package init(id: InvitationID) {
        self.id = id
    }
}
