import Contracts
import FoundationEssentials
package import Logging

/// The effects of a version's migrations on a copy of a database.
package struct MigrationRehearsal: Codable, Sendable, Equatable {
    /// The version of the executable that migrated.
    package var release: String
    /// The applied migrations, in order.
    package var migrations: [String]
    package var seconds: Double
    package var bytesBefore: Int
    package var bytesAfter: Int
    package var rowsBefore: [String: Int]
    package var rowsAfter: [String: Int]
    /// Defects after the migrations, as sentences; empty if the version may run.
    package var problems: [String]

    package init(
        release: String,
        migrations: [String],
        seconds: Double,
        bytesBefore: Int,
        bytesAfter: Int,
        rows: (before: [String: Int], after: [String: Int]),
        problems: [String]
    ) {
        self.release = release
        self.migrations = migrations
        self.seconds = seconds
        self.bytesBefore = bytesBefore
        self.bytesAfter = bytesAfter
        (rowsBefore, rowsAfter) = rows
        self.problems = problems
    }

    /// Migrates the database and checks the result.
    ///
    /// - Parameters:
    ///   - path: The path of the database, which no other process uses.
    ///   - migrations: The service's migrations, in order.
    ///   - logger: See ``Store``.
    /// - Throws: The error that prevented opening or migrating.
    package init(_ path: String, migrations: [Migration], logger: Logger) async throws {
        guard FileManager.default.fileExists(atPath: path) else {
            throw StorageError.cannotOpen(path: path, reason: "it is not there")
        }
        let before = try DatabaseInspection.facts(of: path)
        let bytesBefore = Self.bytes(of: path)
        let begin = ContinuousClock.now
        try await Store.open(path, migrations: migrations, logger: logger).close()
        let duration = ContinuousClock.now - begin
        let after = try DatabaseInspection.facts(of: path)
        let run = (Store.ownMigrations + migrations).filter { !before.migrations.contains($0.name) }
        release = Release.version
        self.migrations = run.map(\.name)
        seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        self.bytesBefore = bytesBefore
        bytesAfter = Self.bytes(of: path)
        (rowsBefore, rowsAfter) = (before.rows, after.rows)
        problems = try DatabaseInspection.findings(in: path, .full).map { "The file is damaged: \($0)." }
        problems += Self.losses(before.rows, after.rows, run)
    }

    /// Reports tables that have fewer rows than before although no migration declares that it removes some.
    private static func losses(_ before: [String: Int], _ after: [String: Int], _ run: [Migration]) -> [String] {
        before.sorted { $0.key < $1.key }.compactMap { table, count in
            var (name, isEmptied) = (table, false)
            for migration in run {
                name = migration.renamed[name] ?? name
                if migration.emptied.contains(name) { isEmptied = true }
            }
            let left = after[name] ?? 0
            guard left < count, !isEmptied else { return nil }
            return "Of \(count) rows of \(table), \(left) are left."
        }
    }

    private static func bytes(of path: String) -> Int {
        // A log that does not exist has no bytes.
        (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
    }
}
