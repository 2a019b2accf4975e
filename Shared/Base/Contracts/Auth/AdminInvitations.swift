public import JSONCoding

/// A permission to register accounts where registration requires an invitation.
///
/// Its code is shown once.
public struct Invitation: Codable, Sendable, Equatable {
    /// The state of an invitation; only `open` ones can be used.
    public enum State: String, Codable, Sendable, CaseIterable {
        case open
        case usedUp
        case expired
        case revoked
    }

    public var id: InvitationID
    /// A description by the author of the invitation.
    @Nullable public var note: String?
    public var state: State
    /// Number of accounts registered with it.
    public var uses: Int
    /// Maximum number of accounts that can be registered with it.
    public var usesMax: Int
    /// RFC 3339, UTC.
    public var createdAt: String
    /// RFC 3339, UTC.
    public var expiresAt: String

    public init(
        id: InvitationID,
        note: String?,
        state: State,
        uses: Int,
        usesMax: Int,
        createdAt: String,
        expiresAt: String
    ) {
        self.id = id
        self.note = note
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
public struct AuthAdminInvitationsMake: Contract {
    public struct Reply: Codable, Sendable {
        public var invitation: Invitation
        /// Shown only in this reply.
        public var code: String

        public init(invitation: Invitation, code: String) {
            self.invitation = invitation
            self.code = code
        }
    }

    /// Enough for a household or a club.
    ///
    /// More people need another invitation, or open registration.
    public static let usesRange = 1...1_000
    public static let usesDefault = 1
    public static let daysRange = 1...365
    public static let daysDefault = 7
    public static let noteLength = 1...200

    public static let method = Method("auth.admin.invitations.make", of: .auth, .singleWrite, .user, role: .staff)
        .route(
            .post,
            "/v1/admin/invitations",
            "Creates an invitation and returns its code, which is shown only once; for staff and admins.",
            success: .created
        )

    public static let rules: Rules<Self> = [
        .range(\.uses, usesRange),
        .range(\.days, daysRange),
        .trimmedLength(\.note, noteLength),
    ]

    /// Maximum number of accounts that can be registered with it.
    public var uses: Int?
    /// Days of validity.
    public var days: Int?
    public var note: String?

    public init(uses: Int? = nil, days: Int? = nil, note: String? = nil) {
        self.uses = uses
        self.days = days
        self.note = note
    }
}

/// Lists the invitations, newest first; for staff and admins.
public struct AuthAdminInvitationsList: Contract {
    public struct Reply: Codable, Sendable {
        public var items: [Invitation]
        /// The cursor of the next page; null on the last page.
        @Nullable public var nextCursor: InvitationID?

        public init(items: [Invitation], nextCursor: InvitationID?) {
            self.items = items
            self.nextCursor = nextCursor
        }
    }

    public static let limits = 1...100
    public static let limitDefault = 20

    public static let method = Method("auth.admin.invitations.list", of: .auth, .read, .user, role: .staff).route(
        .get,
        "/v1/admin/invitations",
        "Lists the invitations, newest first; for staff and admins."
    )

    public static let rules: Rules<Self> = [.range(\.limit, limits)]

    public var limit: Int?
    public var cursor: InvitationID?

    public init(limit: Int? = nil, cursor: InvitationID? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}

/// Revokes an invitation; accounts registered with it remain.
public struct AuthAdminInvitationsRevoke: Contract {
    public typealias Reply = Empty

    public static let method = Method("auth.admin.invitations.revoke", of: .auth, .keyedWrite, .user, role: .staff)
        .route(
            .delete,
            "/v1/admin/invitations/{id}",
            "Revokes an invitation; for staff and admins.",
            success: .noContent,
            errors: [.notFound]
        )

    public var id: InvitationID

    public init(id: InvitationID) {
        self.id = id
    }
}

extension API {
    /// The contracts of this file.
    static let adminInvitations: [any Contract.Type] = [
        AuthAdminInvitationsMake.self, AuthAdminInvitationsList.self, AuthAdminInvitationsRevoke.self,
    ]
}
