package import JSONCoding

/// A permission to register accounts where registration requires an invitation.
///
/// Its code is shown once.
package struct Invitation: Codable, Sendable, Equatable {
    /// The state of an invitation; only `open` ones can be used.
    package enum State: String, Codable, Sendable, CaseIterable {
        case open
        case usedUp
        case expired
        case revoked
    }

    package var id: InvitationID
    /// A description by the author of the invitation.
    @Nullable package var note: String?
    package var state: State
    /// Number of accounts registered with it.
    package var uses: Int
    /// Maximum number of accounts that can be registered with it.
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

/// Creates an invitation; for staff and admins.
///
/// Not idempotent, because the reply contains the code, which is not stored: if it is lost, create another one.
package struct AuthAdminInvitationsMake: Contract {
    package struct Reply: Codable, Sendable {
        package var invitation: Invitation
        /// Shown only in this reply.
        package var code: String

        package init(invitation: Invitation, code: String) {
            self.invitation = invitation
            self.code = code
        }
    }

    /// Enough for a household or a club.
    ///
    /// More people need another invitation, or open registration.
    package static let usesRange = 1...1_000
    package static let usesDefault = 1
    package static let daysRange = 1...365
    package static let daysDefault = 7
    package static let noteLength = 1...200

    package static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/admin/invitations",
        "Creates an invitation, whose code only this response contains; for staff and admins.",
        success: .created
    )

    package static let method = Method("auth.admin.invitations.make", of: .auth, .singleWrite, .user)

    package static let rules: Rules<Self> = [
        .range(\.uses, usesRange),
        .range(\.days, daysRange),
        .trimmedLength(\.note, noteLength),
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

/// Lists the invitations, newest first; for staff and admins.
package struct AuthAdminInvitationsList: Contract {
    package struct Reply: Codable, Sendable {
        package var items: [Invitation]
        /// The cursor of the next page; null on the last page.
        @Nullable package var nextCursor: InvitationID?

        package init(items: [Invitation], nextCursor: InvitationID?) {
            self.items = items
            self._nextCursor = Nullable(wrappedValue: nextCursor)
        }
    }

    package static let limits = 1...100
    package static let limitDefault = 20

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/admin/invitations",
        "Lists the invitations, newest first; for staff and admins."
    )

    package static let method = Method("auth.admin.invitations.list", of: .auth, .read, .user)

    package static let rules: Rules<Self> = [.range(\.limit, limits)]

    package var limit: Int?
    package var cursor: InvitationID?

    package init(limit: Int? = nil, cursor: InvitationID? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}

/// Revokes an invitation; accounts registered with it remain.
package struct AuthAdminInvitationsRevoke: Contract {
    package typealias Reply = Empty

    package static let http: HTTPBinding? = HTTPBinding(
        .delete,
        "/v1/admin/invitations/{id}",
        "Revokes an invitation; for staff and admins.",
        success: .noContent,
        errors: [.notFound]
    )

    package static let method = Method("auth.admin.invitations.revoke", of: .auth, .keyedWrite, .user)

    package var id: InvitationID

    package init(id: InvitationID) {
        self.id = id
    }
}
