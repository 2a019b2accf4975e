import Contracts
import Foundation
import Logging
import Storage
import TestSupport
import Testing

/// Tests trial migrations of a database with an earlier schema.
@Suite(.timeLimit(.minutes(5)))
struct MigrationRehearsalTests {
    private static let logger = Logger.silent

    private static func rehearse(_ next: [Migration]) async throws -> MigrationRehearsal {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("test.sqlite")
        try await make(path)
        return try await MigrationRehearsal(path, migrations: StoreFixture.migrations + next, logger: logger)
    }

    /// Creates the database.
    ///
    /// The store releases its lock when the last reference to it is gone.
    private static func make(_ path: String) async throws {
        let store = try await Store.open(path, migrations: StoreFixture.migrations, logger: logger)
        _ = try await store.write { try $0.execute("INSERT INTO note (text) VALUES ('one'), ('two')") }
        try store.close()
    }

    @Test func `a rehearsal reports the applied migrations and the row counts before and after`() async throws {
        let rehearsal = try await Self.rehearse([
            Migration("test-2", "CREATE TABLE other (id INTEGER PRIMARY KEY) STRICT; INSERT INTO other VALUES (1);")
        ])
        #expect(rehearsal.migrations == ["test-2"])
        #expect(rehearsal.problems.isEmpty)
        #expect(rehearsal.rowsBefore["note"] == 2 && rehearsal.rowsAfter["note"] == 2)
        #expect(rehearsal.rowsBefore["other"] == nil && rehearsal.rowsAfter["other"] == 1)
        #expect(rehearsal.bytesAfter > rehearsal.bytesBefore && rehearsal.seconds > 0)
    }

    @Test func `lost rows are a problem, unless the migration declares them`() async throws {
        let lost = try await Self.rehearse([Migration("test-2", "DELETE FROM note WHERE id = 1;")])
        #expect(lost.problems == ["Of 2 rows of note, 1 are left."])
        let moved = try await Self.rehearse([
            Migration("test-2", emptying: ["note"], "ALTER TABLE note RENAME TO remark;")
        ])
        #expect(moved.problems.isEmpty)
        #expect(moved.rowsAfter["remark"] == 2)
    }

    @Test func `rows of a renamed table are counted under its new name`() async throws {
        let renamed = try await Self.rehearse([Migration("test-2", renaming: ["note": "remark"], "")])
        #expect(renamed.problems.isEmpty)
        #expect(renamed.rowsAfter["remark"] == 2 && renamed.rowsAfter["note"] == nil)
        let lost = try await Self.rehearse([
            Migration("test-2", renaming: ["note": "remark"], "DELETE FROM remark WHERE id = 1;"),
            Migration("test-3", renaming: ["remark": "comment"], ""),
        ])
        #expect(lost.problems == ["Of 2 rows of note, 1 are left."])
        let emptied = try await Self.rehearse([
            Migration("test-2", renaming: ["note": "remark"], ""),
            Migration("test-3", emptying: ["remark"], "DELETE FROM remark;"),
        ])
        #expect(emptied.problems.isEmpty)
    }

    @Test func `a migration that removes rows on purpose logs how many it leaves`() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("test.sqlite")
        try await Self.make(path)
        let log = LogRecorder()
        let next = [
            Migration("test-2", emptying: ["note"], "UPDATE note SET text = 'three' WHERE id = 1;"),
            Migration("test-3", emptying: ["remark"], renaming: ["note": "remark"], "DELETE FROM remark WHERE id = 1;"),
            Migration("test-4", emptying: ["remark"], "DROP TABLE remark;"),
        ]
        try await Store.open(path, migrations: StoreFixture.migrations + next, logger: log.logger).close()
        let left = "in a table; it has moved or deleted the others migration="
        #expect(
            log.lines.map(\.description) == [
                "notice: a migration leaves 1 of 2 rows \(left)test-3 table=remark",
                "notice: a migration leaves 0 of 1 rows \(left)test-4 table=remark",
            ]
        )
    }

    @Test func `a failing migration is reported`() async throws {
        await #expect(throws: (any Error).self) {
            try await Self.rehearse([Migration("test-2", "INSERT INTO nowhere VALUES (1);")])
        }
    }
}
