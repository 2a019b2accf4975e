package import Contracts
import FoundationEssentials
package import Storage

/// Pages of uploads that are under way, in a service's table `upload_page`; each user has one upload at a time.
package enum UploadTable {
    /// How long pages of an upload that nobody finished are kept, in seconds; an upload takes seconds.
    static let lifetimeS = 3_600

    static func hasOld(before seconds: Int, _ reader: SQLReader) throws -> Bool {
        try reader.row("SELECT 1 FROM upload_page WHERE at < ? LIMIT 1", [seconds]) != nil
    }

    /// The pages of an upload in order, as far as they have come without a gap.
    static func pages(_ upload: ImageID, of user: UserID, _ reader: SQLReader) throws -> [Data] {
        let rows = try reader.rows(
            "SELECT page, data FROM upload_page WHERE user_id = ? AND upload = ? ORDER BY page",
            [user.description, upload.description]
        )
        return try rows.enumerated().prefix { try $1.value("page", as: Int.self) == $0 }.map { try $1.value("data") }
    }

    /// Keeps a page of an upload; its first page drops the user's other uploads, and everybody's old ones.
    ///
    /// - Throws: `conflict` if another upload has taken this one's place.
    static func keep(
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
            try forget(before: nowS - lifetimeS, transaction)
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

    /// Forgets pictures as they were sent, which tell where they were taken.
    package static func forget(of user: UserID, _ transaction: SQLTransaction) throws {
        try transaction.execute("DELETE FROM upload_page WHERE user_id = ?", [user.description])
    }

    /// Forgets everybody's uploads that nobody finished.
    static func forget(before seconds: Int, _ transaction: SQLTransaction) throws {
        try transaction.execute("DELETE FROM upload_page WHERE at < ?", [seconds])
    }
}
