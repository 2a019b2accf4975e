package import Logging
package import Storage
import TestSupport
import Testing

/// An accepted full scan of a table or index in a query plan.
package struct AllowedScan: Sendable {
    /// The beginning of the plan's step, such as `SCAN epoch`.
    let step: String
    /// A part of the statement; nil for any statement.
    let statement: String?

    /// Describes an accepted scan.
    ///
    /// - Parameters:
    ///   - step: The beginning of the plan's step.
    ///   - statement: A part of the statement's text; nil for any statement.
    ///   - bound: Why the rows are few, or why all of them are needed.
    package init(_ step: String, in statement: String? = nil, because bound: String) {
        self.step = step
        self.statement = statement
    }

    fileprivate func allows(_ step: String, of sql: String) -> Bool {
        step.hasPrefix(self.step) && statement.map { sql.contains($0) } ?? true
    }
}

/// Finds statements of a service that scan a growing table.
package struct QueryPlans: Sendable {
    /// The scans that every service may make.
    private static let alwaysAllowed = [
        AllowedScan("SCAN CONSTANT ROW", because: "it is no table"),
        AllowedScan("SCAN json_each", because: "a list of a request, which has a bound of its own"),
        AllowedScan("SCAN wanted", because: "json_each under another name"),
        AllowedScan("SCAN epoch", because: "it has one row"),
        AllowedScan("SCAN tombstone_key", because: "it has one row"),
        AllowedScan("SCAN cursor", because: "it has one row for each service that is followed"),
        AllowedScan("SCAN tombstone", in: "SELECT 1 FROM tombstone LIMIT 1", because: "the first row ends it"),
        AllowedScan("SCAN sqlite_", because: "the schema is not data"),
        AllowedScan("SCAN list", in: "pragma_table_list", because: "the schema is not data"),
        AllowedScan("SCAN info", in: "pragma_table_xinfo", because: "the schema is not data"),
        AllowedScan("SCAN grdb_migrations", because: "it has one row for each migration"),
        // The first or last key of a table, or the first rows in its order, without a condition.
        AllowedScan("SCAN outbox", in: "FROM outbox ORDER BY sequence LIMIT", because: "the limit ends it"),
        AllowedScan("SCAN oldest", because: "the rows of a statement of its own, which is read, too"),
        AllowedScan("SCAN image_key", because: "it has one row"),
        // An export reads in portions on the thread for long reads, so no write waits for it.
        AllowedScan("SCAN outbox", in: "(subject = ?1)", because: "the events of two weeks, for an export"),
        AllowedScan("SCAN stored_reply", in: "(caller = ?1)", because: "the replies of two days, for an export"),
        AllowedScan("SCAN selected", because: "a subquery under this name, whose own steps are read, too"),
        AllowedScan("SCAN (subquery-", because: "its own steps are read, too"),
        AllowedScan("SCAN (join-", because: "its own steps are read, too"),
    ]

    private let allowed: [AllowedScan]
    private let statementsOfTests: [String]

    /// Sets the accepted scans of one service.
    ///
    /// - Parameters:
    ///   - allowed: The service's accepted scans, each with its bound.
    ///   - tests: The beginnings of statements that tests themselves run to inspect tables.
    package init(allowed: [AllowedScan], statementsOfTests tests: [String] = []) {
        self.allowed = Self.alwaysAllowed + allowed
        statementsOfTests = tests
    }

    /// Runs a test with a database, and fails it if a statement scans a table that grows.
    ///
    /// - Parameters:
    ///   - path: The database, which is created if it does not exist.
    ///   - migrations: The migrations of the service.
    ///   - logger: The logger of the database.
    ///   - body: The test. It gets the database, which is closed afterwards, and the recorder of its statements.
    /// - Throws: The error of the test or of the database.
    package func withStore(
        at path: String,
        migrations: [Migration],
        logger: Logger = .silent,
        _ body: (Store, StatementRecorder) async throws -> Void
    ) async throws {
        let recorder = StatementRecorder()
        let store = try await Store.open(path, migrations: migrations, recorder: recorder, logger: logger)
        let result: Result<Void, any Error>
        do {
            try await body(store, recorder)
            try StatementFiles.add(recorder.texts, of: path, migrations: migrations)
            let found = try await scans(in: store, of: recorder)
            #expect(found == [])
            result = .success(())
        } catch {
            result = .failure(error)
        }
        try store.close()
        try result.get()
    }

    /// Returns the scans that are not accepted, each with its statement.
    ///
    /// - Parameters:
    ///   - store: The database in which the statements have run.
    ///   - recorder: The recorder of the statements.
    /// - Returns: The scans; empty if all are accepted.
    /// - Throws: what SQLite throws for a statement that it cannot compile.
    private func scans(in store: Store, of recorder: StatementRecorder) async throws -> [String] {
        try await store.plans(of: recorder).flatMap { plan in
            if Self.countsAll(plan.sql) || statementsOfTests.contains(where: plan.sql.hasPrefix) { return [String]() }
            return plan.steps.filter { step in
                step.hasPrefix("SCAN ") && !allowed.contains { $0.allows(step, of: plan.sql) }
            }.map { "\($0): \(plan.sql)" }
        }
    }

    /// Returns whether a statement counts all rows of a table, as only tests do.
    private static func countsAll(_ sql: String) -> Bool {
        let beginning = "SELECT count(*) FROM "
        return sql.hasPrefix(beginning) && !sql.dropFirst(beginning.count).contains(" ")
    }
}
