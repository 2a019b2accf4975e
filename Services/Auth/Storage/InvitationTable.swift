import Contracts
import FoundationEssentials
import Storage

/// An invitation before its code is handed out.
struct NewInvitation: Sendable {
    var id: InvitationID
    var codeHash: Data
    var note: String?
    var usesMax: Int
    var expiresAt: Int
}

extension SQLReader {
    /// The invitations, newest first.
    func invitations(before invitation: InvitationID?, limit: Int, at nowS: Int) throws -> [Invitation] {
        // No id sorts behind a tilde.
        try rows(
            "SELECT * FROM invitation WHERE id < ? ORDER BY id DESC LIMIT ?",
            [invitation?.description ?? "~", limit]
        ).compactMap { try $0.invitation(at: nowS) }
    }

    func invitation(_ id: InvitationID, at nowS: Int) throws -> Invitation? {
        try row("SELECT * FROM invitation WHERE id = ?", [id.description])?.invitation(at: nowS)
    }

    /// Whether an invitation with such a code was ever made, whatever became of it.
    func isInvitation(_ codeHash: Data) throws -> Bool {
        try row("SELECT 1 FROM invitation WHERE code_hash = ?", [codeHash]) != nil
    }
}

extension SQLTransaction {
    /// For how long an invitation is listed after it has expired, in seconds: a month.
    private static let keptAfterExpiryS = 30 * 86_400

    /// Keeps an invitation, and forgets those that expired long since.
    func insert(_ invitation: NewInvitation, at nowS: Int) throws {
        try execute("DELETE FROM invitation WHERE expires_at <= ?", [nowS - Self.keptAfterExpiryS])
        try execute(
            """
            INSERT INTO invitation (id, code_hash, note, uses_max, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                invitation.id.description, invitation.codeHash, invitation.note, invitation.usesMax, nowS,
                invitation.expiresAt,
            ]
        )
    }

    /// Makes one use of an invitation; false, and nothing changed, if it is not good any more.
    func useInvitation(_ codeHash: Data, at nowS: Int) throws -> Bool {
        try execute(
            """
            UPDATE invitation SET uses = uses + 1
            WHERE code_hash = ? AND uses < uses_max AND expires_at > ? AND revoked_at IS NULL
            """,
            [codeHash, nowS]
        ) == 1
    }

    /// False if there is no such invitation.
    func revoke(_ invitation: InvitationID, at nowS: Int) throws -> Bool {
        try execute(
            "UPDATE invitation SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?",
            [nowS, invitation.description]
        ) == 1
    }
}

extension SQLRow {
    fileprivate func invitation(at nowS: Int) throws -> Invitation? {
        guard let id = InvitationID(try value("id", as: String.self)) else { return nil }
        let (uses, usesMax): (Int, Int) = (try value("uses"), try value("uses_max"))
        let expiresAt: Int = try value("expires_at")
        let state: Invitation.State =
            if optional("revoked_at", as: Int.self) != nil {
                .revoked
            } else if uses >= usesMax {
                .usedUp
            } else {
                expiresAt <= nowS ? .expired : .open
            }
        return Invitation(
            id: id,
            note: optional("note"),
            state: state,
            uses: uses,
            usesMax: usesMax,
            createdAt: Timestamp.text(seconds: try value("created_at")),
            expiresAt: Timestamp.text(seconds: expiresAt)
        )
    }
}
