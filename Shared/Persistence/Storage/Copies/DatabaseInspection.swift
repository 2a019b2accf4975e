import GRDB
import Synchronization

/// The migrations and row counts of a database, for comparing two states of it.
package struct DatabaseFacts: Codable, Sendable, Equatable {
    /// The migrations that have made its schema, sorted.
    package var migrations: [String]
    /// Rows per table, without internal tables of SQLite, its indexes and the migrator.
    package var rows: [String: Int]

    package init(migrations: [String], rows: [String: Int]) {
        self.migrations = migrations
        self.rows = rows
    }
}

/// Inspects a database file without changing it.
package enum DatabaseInspection {
    /// How thoroughly a file is checked.
    package enum Depth: Sendable {
        /// Checks each page, row and row constraint, but not whether indexes match their tables.
        case quick
        /// Also checks indexes and foreign keys.
        case full
    }

    /// Maximum number of findings: one is enough to reject a file, a few help with the diagnosis.
    private static let findingsMax = 5

    /// Returns the defects of a database; an empty list if it is intact.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - depth: How thoroughly to check.
    ///   - cancellation: Cancels the check.
    /// - Returns: A few findings in SQLite's words.
    /// - Throws: if the file cannot be read for a reason other than damage.
    package static func findings(in path: String, _ depth: Depth, cancellation: InspectionCancellation? = nil) throws
        -> [String]
    {
        do {
            return try read(path, cancellation) { database in
                let check = depth == .full ? "integrity_check" : "quick_check"
                var findings = try String.fetchAll(database, sql: "PRAGMA \(check)(\(findingsMax))")
                if findings == ["ok"] { findings = [] }
                if depth == .full { findings += try brokenReferences(database) }
                return Array(findings.prefix(findingsMax))
            }
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
            return [error.message ?? "\(error.resultCode)"]
        }
    }

    /// Returns the migrations and row counts of a database.
    package static func facts(of path: String) throws -> DatabaseFacts {
        try read(path) { database in
            DatabaseFacts(
                migrations: try DatabaseMigrator().appliedIdentifiers(database).sorted(),
                rows: try rowCounts(database)
            )
        }
    }

    private static func read<Value>(
        _ path: String,
        _ cancellation: InspectionCancellation? = nil,
        _ body: (Database) throws -> Value
    ) throws -> Value {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try cancellation?.begin(queue)
        let result = Result { try queue.read(body) }
        // A closed database must not be interrupted.
        cancellation?.end()
        let value = try result.get()
        try queue.close()
        return value
    }

    private static func rowCounts(_ database: Database) throws -> [String: Int] {
        let tables = try String.fetchAll(
            database,
            sql: """
                SELECT name FROM pragma_table_list
                WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                AND name <> 'grdb_migrations'
                """
        )
        var counts: [String: Int] = [:]
        for table in tables {
            counts[table] = try Int.fetchOne(
                database,
                sql: "SELECT count(*) FROM \(table.quotedDatabaseIdentifier)"
            )
        }
        return counts
    }

    private static func brokenReferences(_ database: Database) throws -> [String] {
        let cursor = try Row.fetchCursor(database, sql: "PRAGMA foreign_key_check")
        var findings: [String] = []
        while findings.count < findingsMax, let row = try cursor.next() {
            let (table, parent) = (row[0] as String? ?? "?", row[2] as String? ?? "?")
            findings.append("a row of \(table) refers to a row of \(parent) that does not exist")
        }
        return findings
    }
}

/// Cancels a running inspection of a database, which may take minutes, from another task or thread.
package final class InspectionCancellation: Sendable {
    private struct State {
        var isCancelled = false
        var queue: DatabaseQueue?
    }

    private let state = Mutex(State())

    package init() {}

    /// Whether cancellation was requested.
    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Requests cancellation: a running inspection ends soon, a later one does not begin.
    package func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.queue?.interrupt()
        }
    }

    /// Registers an open database, which is interrupted when cancellation is requested.
    ///
    /// - Throws: `CancellationError` if cancellation was already requested.
    func begin(_ queue: DatabaseQueue) throws {
        let isCancelled = state.withLock { state in
            state.queue = queue
            return state.isCancelled
        }
        if isCancelled {
            end()
            throw CancellationError()
        }
    }

    /// Releases the database, which is about to be closed.
    func end() {
        state.withLock { $0.queue = nil }
    }
}
