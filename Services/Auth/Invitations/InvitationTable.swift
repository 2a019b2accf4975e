import Calendar
import Contracts
import FoundationEssentials
import Storage

/// A new invitation to insert.
struct NewInvitation: Sendable {
    var id: InvitationID
    var codeHash: Data
    var note: String?
    var usesMax: Int
    var expiresAt: Int
}

extension SQLReader {
    /// Returns a page of invitations, newest first.
    func invitations(before invitation: InvitationID?, limit: Int, at nowS: Int) throws -> [Invitation] {
        // A tilde sorts after every id.
        try rows(
            "SELECT * FROM invitation WHERE id < ? ORDER BY id DESC LIMIT ?",
            [invitation?.description ?? "~", limit]
        ).compactMap { try $0.invitation(at: nowS) }
    }

    func invitation(_ id: InvitationID, at nowS: Int) throws -> Invitation? {
        try row("SELECT * FROM invitation WHERE id = ?", [id.description])?.invitation(at: nowS)
    }

    /// Returns whether an invitation with this code is stored, in any state.
    func isInvitation(_ codeHash: Data) throws -> Bool {
        try row("SELECT 1 FROM invitation WHERE code_hash = ?", [codeHash]) != nil
    }
}

extension SQLTransaction {
    /// How long an expired invitation stays listed, in seconds: 30 days.
    private static let retentionAfterExpiryS = 30 * 86_400

    /// Inserts an invitation, and deletes those that expired long ago.
    func insert(_ invitation: NewInvitation, at nowS: Int) throws {
        try execute("DELETE FROM invitation WHERE expires_at <= ?", [nowS - Self.retentionAfterExpiryS])
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

    /// Uses an invitation once; returns false and changes nothing if it is no longer valid.
    func useInvitation(_ codeHash: Data, at nowS: Int) throws -> Bool {
        try execute(
            """
            UPDATE invitation SET uses = uses + 1
            WHERE code_hash = ? AND uses < uses_max AND expires_at > ? AND revoked_at IS NULL
            """,
            [codeHash, nowS]
        ) == 1
    }

    /// Revokes an invitation; returns false if it does not exist.
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
