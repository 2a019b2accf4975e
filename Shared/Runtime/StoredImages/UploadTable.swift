package import Contracts
import FoundationEssentials
package import Storage

/// The pages of unfinished uploads in a service's table `upload_page`; each user has one upload at a time.
package enum UploadTable {
    /// The lifetime of an unfinished upload's pages, in seconds; an upload takes seconds.
    static let lifetimeS = 3_600

    static func hasOld(before seconds: Int, _ reader: SQLReader) throws -> Bool {
        try reader.row("SELECT 1 FROM upload_page WHERE at < ? LIMIT 1", [seconds]) != nil
    }

    /// Returns the pages of an upload in order, up to the first gap.
    static func pages(_ upload: ImageID, of user: UserID, _ reader: SQLReader) throws -> [Data] {
        let rows = try reader.rows(
            "SELECT page, data FROM upload_page WHERE user_id = ? AND upload = ? ORDER BY page",
            [user.description, upload.description]
        )
        return try rows.enumerated().prefix { try $1.value("page", as: Int.self) == $0 }.map { try $1.value("data") }
    }

    /// Stores a page of an upload; the first page deletes the user's other uploads and all expired ones.
    ///
    /// - Throws: `conflict` if another upload of the user has replaced this one.
    static func store(
        _ page: Data,
        number: Int,
        of upload: ImageID,
        _ user: UserID,
        nowS: Int,
        _ transaction: SQLTransaction
    ) throws {
        let owner = [user.description, upload.description]
        if number == 0 {
            try transaction.execute("DELETE FROM upload_page WHERE user_id = ? AND upload <> ?", owner)
            try delete(before: nowS - lifetimeS, transaction)
        } else if try transaction.row(
            "SELECT 1 FROM upload_page WHERE user_id = ? AND upload = ? AND page = 0",
            owner
        ) == nil {
            throw ServiceError(.conflict, "Another picture is being uploaded at the same time; try again.")
        }
        try transaction.execute(
            """
            INSERT INTO upload_page (user_id, upload, page, at, data) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (user_id, upload, page) DO UPDATE SET data = excluded.data
            """,
            owner + [number, nowS, page]
        )
    }

    /// Deletes a user's uploads: original files may contain the place where an image was taken.
    package static func delete(of user: UserID, _ transaction: SQLTransaction) throws {
        try transaction.execute("DELETE FROM upload_page WHERE user_id = ?", [user.description])
    }

    /// Deletes expired uploads of all users.
    static func delete(before seconds: Int, _ transaction: SQLTransaction) throws {
        try transaction.execute("DELETE FROM upload_page WHERE at < ?", [seconds])
    }
}
