import GRDB

/// Copies of databases that others are just using.
///
/// SQLite's backup copies pages as they are, under one read transaction: what is written meanwhile is not in the copy, and does
/// not make it begin anew, as it would without the transaction. `VACUUM INTO` would give the same view in a smaller file, but
/// works out every table and index again, for several times as long. As long as either reads, the write-ahead log cannot be
/// emptied and grows; so what ends sooner is better for whoever writes.
package enum DatabaseCopy {
    /// Pages between two looks at whether to go on: 4 MiB, a few milliseconds of a disk.
    private static let pagesPerStep: CInt = 1_024
    /// How long the first look at the source waits for who just opens or closes it, in seconds.
    private static let busyTimeoutS = 10.0

    /// Copies a database into one new file, which needs no other one beside it.
    ///
    /// It is not on the disk for sure when this returns; see ``FileDigest``.
    ///
    /// - Parameters:
    ///   - source: The path of the database; whoever uses it goes on.
    ///   - target: The path of the copy.
    ///   - progress: Is told the pages that are copied and those in all; throws to break it off.
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
            // A copy that a crash breaks off is thrown away, and a whole one is brought to the disk in one go.
            try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
        }
        let (from, into) = (
            try DatabaseQueue(path: source, configuration: reading),
            try DatabaseQueue(path: target, configuration: writing)
        )
        try into.writeWithoutTransaction { into in
            try from.read { from in
                // The transaction takes its view with the first look.
                _ = try Int.fetchOne(from, sql: "SELECT count(*) FROM sqlite_schema")
                try from.backup(to: into, pagesPerStep: pagesPerStep) { state in
                    try progress(state.completedPageCount, state.totalPageCount)
                }
            }
        }
        try into.close()
        try from.close()
    }

    /// The copy says of itself that it has a write-ahead log, as the source does; whoever opened it would make one.
    private static func becomeOneFile(_ path: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        try queue.close()
    }
}

/// Why a database cannot be copied, as a sentence.
package struct CopyFailure: Error, CustomStringConvertible {
    package let description: String

    init(_ source: String, _ target: String, _ error: DatabaseError) {
        switch error.resultCode {
        case .SQLITE_FULL:
            description = "There is no room left on the disk of \(target)."
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            description = "\(source) is damaged: \(error.message ?? "\(error.resultCode)")."
        default:
            description = "Cannot copy \(source) to \(target): \(error.message ?? "\(error.resultCode)")."
        }
    }
}
