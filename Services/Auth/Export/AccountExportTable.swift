import Contracts
import FoundationEssentials
import Storage

extension SQLReader {
    /// Returns the seconds until a user may create another export; nil if they may now.
    func exportsBlockedForS(of user: UserID, at nowS: Int) throws -> Int? {
        let deciding: Int? = try scalar(
            "SELECT created_at FROM export WHERE account_id = ? AND created_at > ? ORDER BY created_at DESC LIMIT 1 OFFSET ?",
            [user.description, nowS - AuthExportsCreate.lifetimeS, AuthExportsCreate.openMax - 1]
        )
        return deciding.map { $0 + AuthExportsCreate.lifetimeS - nowS }
    }

    /// Returns whether the table contains expired exports.
    func hasExpiredExports(at nowS: Int) throws -> Bool {
        try row("SELECT 1 FROM export WHERE created_at <= ? LIMIT 1", [nowS - AuthExportsCreate.lifetimeS]) != nil
    }
}

extension SQLTransaction {
    func insertExport(_ id: ExportID, of user: UserID, from session: SessionID, at nowS: Int) throws {
        try execute(
            "INSERT INTO export (id, account_id, session_id, created_at) VALUES (?, ?, ?, ?)",
            [id.description, user.description, session.description, nowS]
        )
    }

    /// Counts a download; returns nil and changes nothing if this session has no such export.
    ///
    /// - Returns: The time of its creation, and the number of downloads including this one.
    func countDownload(of id: ExportID, _ principal: Principal, at nowS: Int) throws -> (createdAt: Int, count: Int)? {
        try row(
            """
            UPDATE export SET downloads = downloads + 1
            WHERE id = ? AND account_id = ? AND session_id = ? AND created_at > ? RETURNING created_at, downloads
            """,
            [
                id.description, principal.user.description, principal.session.description,
                nowS - AuthExportsCreate.lifetimeS,
            ]
        ).map { (try $0.value("created_at"), try $0.value("downloads")) }
    }

    /// Deletes expired exports.
    func deleteExpiredExports(at nowS: Int) throws {
        try execute("DELETE FROM export WHERE created_at <= ?", [nowS - AuthExportsCreate.lifetimeS])
    }
}
