import Contracts
import Foundation
import Storage
import Testing

@Suite(.timeLimit(.minutes(5))) struct CursorMigrationTests {
    /// Makes a database with the schema before `storage-5` and one cursor.
    ///
    /// A separate function, because a store locks its file while it exists.
    private static func makeFormer(_ directory: String, _ event: EventID) async throws {
        let store = try await StoreFixture.open(directory)
        try await store.write { transaction in
            try transaction.execute("ALTER TABLE cursor RENAME COLUMN audit_requests TO doubts")
            try transaction.execute("DELETE FROM grdb_migrations WHERE identifier = 'storage-5'")
            try transaction.execute(
                "INSERT INTO cursor (source, epoch, sequence, event, doubts) VALUES ('diary', 'former', 7, ?, 2)",
                [event.description]
            )
        }
        try store.close()
    }

    @Test func `the upgrade keeps offsets and requested audits`() async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("mws-\(UUIDv7.make())").path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let event = EventID.make()
        try await Self.makeFormer(directory, event)
        let store = try await StoreFixture.open(directory)
        let cursor = try await store.cursor(of: .diary)
        #expect(cursor == EventCursor(epoch: "former", sequence: 7, event: event, auditRequests: 2))
        try await store.clearAuditRequests(2, of: .diary)
        #expect(try await store.cursor(of: .diary).auditRequests == 0)
        try store.close()
    }
}
