import Contracts
package import FoundationEssentials
package import Storage

/// A stored import.
struct StoredImport: Sendable {
    let format: DiaryImportFormat
    let dateOrder: DateOrder?
    let pages: Int
    let progress: ImportProgress?
}

/// The progress of applying an import.
struct ImportProgress: Codable, Sendable, Equatable {
    /// Whether rows replace differing entries.
    let replaces: Bool
    /// The number of applied rows.
    var rows = 0
    var isDone = false
    var outcome: DiaryImportOutcome
}

extension SQLReader {
    /// Returns an import that its owner can apply.
    ///
    /// - Throws: `notFound`, also for an import of another user.
    func storedImport(_ id: ImportID, of user: UserID) throws -> StoredImport {
        let row = try row(
            "SELECT format, date_order, pages, progress FROM diary_import WHERE user_id = ? AND id = ?",
            [user.description, id.description]
        )
        guard let row, let format = DiaryImportFormat(rawValue: try row.value("format", as: String.self)) else {
            throw ServiceError.notFound("import")
        }
        let progress = try row.optional("progress", as: String.self).map {
            try JSONText(text: $0).decode(ImportProgress.self)
        }
        return StoredImport(
            format: format,
            dateOrder: row.optional("date_order", as: String.self).flatMap(DateOrder.init(rawValue:)),
            pages: try row.value("pages"),
            progress: progress
        )
    }

    /// Returns the id of the user's import; nil if there is none.
    func storedImportID(of user: UserID) throws -> ImportID? {
        let id: String? = try scalar("SELECT id FROM diary_import WHERE user_id = ?", [user.description])
        return id.flatMap { ImportID($0) }
    }

    /// Returns a page of an uploaded file; nil if it is not stored.
    func importPage(_ page: Int, of id: ImportID, _ user: UserID) throws -> Data? {
        try scalar(
            "SELECT data FROM diary_import_page WHERE user_id = ? AND import = ? AND page = ?",
            [user.description, id.description, page]
        )
    }
}

extension SQLTransaction {
    /// Stores a page of an upload.
    ///
    /// - Throws: `conflict` if another upload has replaced this one, or if its first page has expired.
    func storeImportPage(_ data: Data, _ page: Int, of id: ImportID, _ user: UserID, nowS: Int) throws {
        let owner: [SQLValue?] = [user.description, id.description]
        if page > 0,
            try row(
                "SELECT 1 FROM diary_import_page WHERE user_id = ? AND import = ? AND page = 0",
                owner
            ) == nil
        {
            throw ServiceError(
                .conflict,
                "The first part of this file is gone: another file was sent meanwhile, or this one took too long. "
                    + "Send it again.",
                params: ["reason": "pagesMissing"]
            )
        }
        try execute(
            """
            INSERT INTO diary_import_page (user_id, import, page, at, data) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (user_id, import, page) DO UPDATE SET data = excluded.data
            """,
            owner + [page, nowS, data]
        )
    }

    /// Stores the preview of an upload, so that it can be applied.
    func store(_ preview: DiaryImport, _ request: DiaryImportsMake, of user: UserID, nowS: Int) throws {
        try execute(
            """
            INSERT INTO diary_import (user_id, id, at, format, date_order, pages, preview) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (user_id) DO UPDATE SET
                id = excluded.id, at = excluded.at, format = excluded.format, date_order = excluded.date_order,
                pages = excluded.pages, preview = excluded.preview, progress = NULL
            """,
            [
                user.description, preview.id.description, nowS, request.format.rawValue, request.dateOrder?.rawValue,
                request.pages, try JSONText(preview).text,
            ]
        )
    }

    func store(_ progress: ImportProgress, of user: UserID) throws {
        try execute(
            "UPDATE diary_import SET progress = ? WHERE user_id = ? AND id = ?",
            [try JSONText(progress).text, user.description, progress.outcome.id.description]
        )
    }
}

extension Store {
    /// Pages deleted in one transaction, which overwrites their three megabytes.
    private static let pagesPerTransactionMax = 8

    /// Matches pages of a file without a preview, or with a preview that another one has replaced.
    private static let isUnread = """
        NOT EXISTS (
            SELECT 1 FROM diary_import AS kept
            WHERE kept.user_id = diary_import_page.user_id AND kept.id = diary_import_page.import
        )
        """

    /// Deletes a user's files, except the one with a preview and the one that is being uploaded.
    func deleteUnreadImportPages(of user: UserID, except id: ImportID) async throws {
        try await repeatWhileChanging { transaction in
            let owner: [SQLValue?] = [user.description, id.description]
            return try transaction.execute(
                Self.deleteStatement("user_id = ? AND import <> ? AND \(Self.isUnread)"),
                owner
            )
        }
    }

    /// Deletes all files of a user.
    func deleteImportPages(of user: UserID) async throws {
        try await repeatWhileChanging { transaction in
            try transaction.execute(Self.deleteStatement("user_id = ?"), [user.description])
        }
    }

    /// Deletes one file.
    func deleteImportPages(of user: UserID, of id: ImportID) async throws {
        try await repeatWhileChanging { transaction in
            let owner: [SQLValue?] = [user.description, id.description]
            return try transaction.execute(Self.deleteStatement("user_id = ? AND import = ?"), owner)
        }
    }

    /// Deletes expired imports; pages of a file with a preview stay until the preview expires.
    package func deleteExpiredImports(now: Date) async throws {
        let before = Int(now.timeIntervalSince1970) - ImportTransfer.lifetimeS
        let hasOld = try await read { reader in
            try ["diary_import", "diary_import_page"].contains {
                try reader.row("SELECT 1 FROM \($0) WHERE at < ? LIMIT 1", [before]) != nil
            }
        }
        guard hasOld else { return }
        _ = try await write { try $0.execute("DELETE FROM diary_import WHERE at < ?", [before]) }
        try await repeatWhileChanging { try $0.execute(Self.deleteStatement("at < ? AND \(Self.isUnread)"), [before]) }
    }

    private static func deleteStatement(_ condition: String) -> String {
        """
        DELETE FROM diary_import_page WHERE (user_id, import, page) IN (
            SELECT user_id, import, page FROM diary_import_page WHERE \(condition) LIMIT \(pagesPerTransactionMax)
        )
        """
    }

    private func repeatWhileChanging(_ change: @escaping @Sendable (SQLTransaction) throws -> Int) async throws {
        var changed = 0
        repeat { changed = try await write(nil, change) } while changed > 0
    }
}
