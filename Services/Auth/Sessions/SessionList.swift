import Contracts
import FoundationEssentials
import Storage

extension SQLReader {
    /// Returns a page of a user's open sessions, newest first.
    func sessions(
        of user: UserID,
        before session: SessionID?,
        usedAfterS: Int,
        begunAfterS: Int,
        limit: Int
    ) throws -> [AuthSessionsList.Item] {
        // A tilde sorts after every id.
        try rows(
            """
            SELECT id, device, created_at, used_at FROM session
            WHERE account_id = ? AND id < ? AND used_at > ? AND created_at > ? ORDER BY id DESC LIMIT ?
            """,
            [user.description, session?.description ?? "~", usedAfterS, begunAfterS, limit]
        ).compactMap { row in
            guard let id = SessionID(try row.value("id", as: String.self)) else { return nil }
            return AuthSessionsList.Item(
                id: id,
                device: row.optional("device"),
                createdAt: Self.time(try row.value("created_at")),
                lastUsedAt: Self.time(try row.value("used_at"))
            )
        }
    }

    /// Returns whether a session of a user is open.
    func isOpen(_ session: SessionID, of user: UserID, usedAfterS: Int) throws -> Bool {
        try row(
            """
            SELECT 1 FROM session s JOIN account a ON a.id = s.account_id
            WHERE s.id = ? AND s.account_id = ? AND s.used_at > ? AND a.disabled_at IS NULL
            """,
            [session.description, user.description, usedAfterS]
        ) != nil
    }

    /// Returns the start of a user's session, in seconds since 1970; nil if there is none.
    func startTime(of session: SessionID, of user: UserID) throws -> Int? {
        try scalar(
            "SELECT created_at FROM session WHERE id = ? AND account_id = ?",
            [session.description, user.description]
        )
    }

    private static func time(_ seconds: Int) -> String {
        Timestamp.text(Date(timeIntervalSince1970: Double(seconds)))
    }
}
