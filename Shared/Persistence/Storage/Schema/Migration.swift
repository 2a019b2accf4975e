import GRDB
import Logging

/// One step of a schema.
///
/// Runs once, in a transaction of its own; there are no downgrades.
package struct Migration: Sendable {
    package let name: String
    /// The tables that a baseline creates, before ``sql``.
    private let tables: [TableSchema]
    /// The statements besides those that create the tables.
    private let sql: String
    /// Tables from which the migration removes rows on purpose, to rebuild or move them.
    ///
    /// All other tables must not lose rows. The log says how many rows each of these tables has left.
    package let emptied: Set<String>
    /// New names of tables by their former ones.
    package let renamed: [String: String]
    /// What a baseline replaces; nil for a step that runs in every database.
    let former: FormerMigrations?

    /// Creates a migration.
    ///
    /// - Parameters:
    ///   - name: Identifies the migration in each database, so it must never change.
    ///   - emptied: See ``emptied``.
    ///   - renamed: Tables to rename before the statements run.
    ///   - sql: The statements, which use the new names of tables.
    package init(
        _ name: String,
        emptying emptied: Set<String> = [],
        renaming renamed: [String: String] = [:],
        _ sql: String
    ) {
        self.name = name
        self.emptied = emptied
        self.renamed = renamed
        let renames = renamed.sorted { $0.key < $1.key }.map { "ALTER TABLE \($0.key) RENAME TO \($0.value);" }
        self.sql = (renames + [sql]).joined(separator: "\n")
        tables = []
        former = nil
    }

    /// Creates the first migration of a schema: its tables as they were on one day.
    ///
    /// It never changes after that day: later changes are migrations of their own.
    ///
    /// - Parameters:
    ///   - name: Identifies the baseline in each database.
    ///   - tables: The tables.
    ///   - sql: Statements for what a description cannot state, such as full-text indexes and first rows.
    ///   - former: The migrations that have made the same tables in older databases; nil if there are none.
    package init(
        baseline name: String,
        _ tables: [TableSchema],
        and sql: String = "",
        replacing former: FormerMigrations? = nil
    ) {
        self.name = name
        self.tables = tables
        self.sql = sql
        emptied = Set(former?.dropped ?? [])
        renamed = [:]
        self.former = former
    }
}

/// The migrations from which older databases have the tables of a baseline.
package struct FormerMigrations: Sendable {
    /// The last commit that contains them.
    static let commit = "c0f43d2a"

    private let names: Set<String>
    private let last: String
    /// Tables that they made and that the baseline does not have.
    let dropped: [String]

    /// Lists the migrations.
    ///
    /// - Parameters:
    ///   - names: All names, oldest first; at least one.
    ///   - dropped: Tables to remove, because the baseline does not have them.
    package init(_ names: [String], dropping dropped: [String] = []) {
        self.names = Set(names)
        last = names[names.count - 1]
        self.dropped = dropped
    }

    /// Whether a database with these migrations has the tables of the baseline.
    func areComplete(in applied: Set<String>) -> Bool { applied.contains(last) }

    /// Whether a database has some of them without the last.
    func isIncomplete(in applied: Set<String>) -> Bool { !areComplete(in: applied) && !names.isDisjoint(with: applied) }

    func contains(_ name: String) -> Bool { names.contains(name) }
}

extension Migration {
    /// Runs the statements, and logs what is left of the rows that it removes on purpose.
    ///
    /// - Parameters:
    ///   - database: The database, in a transaction.
    ///   - logger: Receives a notice for each table with fewer rows than before.
    /// - Throws: The error of a statement.
    func run(in database: Database, _ logger: Logger) throws {
        let formerNames = Dictionary(uniqueKeysWithValues: renamed.map { ($0.value, $0.key) })
        let before = try emptied.sorted().map { ($0, try Self.rows(of: formerNames[$0] ?? $0, database)) }
        try database.execute(sql: try statements(for: database))
        for (table, count) in before {
            let left = try Self.rows(of: table, database)
            guard left < count else { continue }
            logger.notice(
                "a migration leaves \(left) of \(count) rows in a table; it has moved or deleted the others",
                metadata: ["migration": "\(name)", "table": "\(table)"]
            )
        }
    }

    /// Returns the statements for a new database: those of each table, and at last all others as one text, if there are
    /// any.
    package func statements(in dialect: SQLDialect) -> [String] {
        tables.flatMap { $0.statements(in: dialect) } + (sql.isEmpty ? [] : [sql])
    }

    /// Returns what a database needs: its tables exist if the migrations before the baseline have made them.
    private func statements(for database: Database) throws -> String {
        guard let former, former.areComplete(in: try DatabaseMigrator().appliedIdentifiers(database)) else {
            return statements(in: .sqlite).joined(separator: "\n")
        }
        return former.dropped.map { "DROP TABLE \($0);" }.joined(separator: "\n")
    }

    /// Returns the number of rows of a table; 0 if it does not exist.
    private static func rows(of table: String, _ database: Database) throws -> Int {
        guard try database.tableExists(table) else { return 0 }
        return try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
    }
}
