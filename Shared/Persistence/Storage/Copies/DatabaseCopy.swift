import GRDB

/// Copies databases that are in use.
///
/// SQLite's backup copies pages unchanged under one read transaction. Concurrent writes are not in the copy. Without
/// the transaction they would restart the backup. `VACUUM INTO` gives the same view in a smaller file, but rebuilds
/// every table and index and takes several times as long. While either one reads, the write-ahead log cannot be emptied
/// and grows. The shorter operation therefore suits concurrent writers better.
package enum DatabaseCopy {
    /// Pages between two calls of the progress closure: 4 MiB, a few milliseconds of disk time.
    private static let pagesPerStep: CInt = 1_024
    /// Timeout of the first read of the source while another process opens or closes it, in seconds.
    private static let busyTimeoutS = 10.0

    /// Copies a database into one new file without a write-ahead log beside it.
    ///
    /// The copy may not be on disk yet when this returns; see ``FileDigest``.
    ///
    /// - Parameters:
    ///   - source: The path of the database, which may be in use.
    ///   - target: The path of the copy.
    ///   - progress: Receives the numbers of copied pages and of all pages; throws to cancel the copy.
    /// - Throws: `CopyFailure`, or what the closure throws.
    package static func make(
        from source: String,
        to target: String,
        progress: @escaping (_ done: Int, _ inAll: Int) throws -> Void = { _, _ in }
    ) throws {
        do {
            try copy(source, target, progress)
            try becomeOneFile(target)
        } catch let error as DatabaseError {
            throw CopyFailure(source, target, error)
        }
    }

    private static func copy(_ source: String, _ target: String, _ progress: @escaping (Int, Int) throws -> Void) throws
    {
        var reading = Configuration()
        reading.readonly = true
        reading.busyMode = .timeout(busyTimeoutS)
        var writing = Configuration()
        writing.prepareDatabase { database in
            // A copy interrupted by a crash is discarded, and a complete one is synced once.
            try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
        }
        let (from, into) = (
            try DatabaseQueue(path: source, configuration: reading),
            try DatabaseQueue(path: target, configuration: writing)
        )
        try into.writeWithoutTransaction { into in
            try from.read { from in
                // The transaction's view begins with its first read.
                _ = try Int.fetchOne(from, sql: "SELECT count(*) FROM sqlite_schema")
                try from.backup(to: into, pagesPerStep: pagesPerStep) { state in
                    try progress(state.completedPageCount, state.totalPageCount)
                }
            }
        }
        try into.close()
        try from.close()
    }

    /// Switches the copy's journal mode from write-ahead log, which it inherits from the source, to a single file.
    ///
    /// Otherwise, opening the copy would create a log. If the source may contain copies of removed rows, they are
    /// removed from this file: it may be stored for long.
    private static func becomeOneFile(_ path: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = DELETE")
            guard try RemovalMark.isStored(in: database) else { return }
            // As above: an interrupted copy is discarded.
            try database.execute(
                sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA secure_delete = ON; VACUUM"
            )
            try RemovalMark.clear(in: database)
        }
        try queue.close()
    }
}

/// Describes in one sentence why a database cannot be copied.
package struct CopyFailure: Error, CustomStringConvertible {
    package let description: String

    init(_ source: String, _ target: String, _ error: DatabaseError) {
        switch error.resultCode {
        case .SQLITE_FULL:
            description = "There is no space left on the disk of \(target)."
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            description = "\(source) is damaged: \(error.message ?? "\(error.resultCode)")."
        default:
            description = "Cannot copy \(source) to \(target): \(error.message ?? "\(error.resultCode)")."
        }
    }
}
