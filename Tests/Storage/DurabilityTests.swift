import Foundation
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DurabilityTests {
    /// Returns SQLite's `synchronous` setting within a write: 1 is NORMAL, 2 is FULL.
    private static func synchronous(_ durability: Durability, _ fixture: StoreFixture) async throws -> Int? {
        // A different text each time, because a cached statement would return its first result.
        let sql = "PRAGMA synchronous -- \(UUID())"
        return try await fixture.store.write(durability: durability) { try $0.reader.scalar(sql) }
    }

    @Test func `a write is synced to disk, unless it is marked as replayable`() async throws {
        try await StoreFixture.run { fixture in
            var settings: [Int?] = []
            for durability in [Durability.onDisk, .replayable, .onDisk] {
                settings.append(try await Self.synchronous(durability, fixture))
            }
            #expect(settings == [2, 1, 2])
        }
    }

    @Test func `a commit uses the strictest durability of its writes`() async throws {
        try await StoreFixture.run { fixture in
            let careful = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    let durability = number % 2 == 0 ? Durability.onDisk : .replayable
                    group.addTask {
                        let setting = try await Self.synchronous(durability, fixture)
                        return durability == .replayable || setting == 2
                    }
                }
                return try await group.reduce(true) { $0 && $1 }
            }
            #expect(careful)
        }
    }

    /// A reported write must be in the files, not only in the process: a copy of the current files contains it.
    @Test(arguments: [Durability.onDisk, .replayable])
    func `a write is in the files when it returns`(_ durability: Durability) async throws {
        try await StoreFixture.run { fixture in
            for number in 1...20 {
                try await fixture.store.write(durability: durability) { transaction in
                    _ = try transaction.execute("INSERT INTO note (text) VALUES (hex(zeroblob(\(number * 700))))")
                }
                #expect(try await Self.notesInCopy(of: fixture, number) == number)
            }
        }
    }

    /// Copies the current files, opens the copy and counts its notes.
    private static func notesInCopy(of fixture: StoreFixture, _ number: Int) async throws -> Int? {
        let copy = "\(fixture.directory)/copy-\(number).sqlite"
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: "\(fixture.directory)/test.sqlite\(ending)", toPath: copy + ending)
        }
        let store = try await Store.open(copy, migrations: StoreFixture.migrations, logger: .silent)
        let count = try await store.read { try $0.scalar("SELECT count(*) FROM note", as: Int.self) }
        try store.close()
        return count
    }

    @Test func `the log is checkpointed concurrently, and not by the writes`() async throws {
        try await StoreFixture.run { fixture in
            let path = "\(fixture.directory)/aside.sqlite"
            let store = try await Store.open(
                path,
                migrations: StoreFixture.migrations,
                hasCheckpointsAside: true,
                logger: .silent
            )
            func size() throws -> Int {
                try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
            }
            let before = try size()
            // More than the thousand pages at which a write would checkpoint the log by default.
            for _ in 0..<60 {
                try await store.write(durability: .replayable) { transaction in
                    for _ in 0..<25 {
                        try transaction.execute("INSERT INTO note (text) VALUES (hex(zeroblob(4000)))")
                    }
                }
            }
            let written = try size()
            try await store.checkpointConcurrently()
            let emptied = try size()
            #expect(written == before)
            #expect(emptied > before + 60 * 25 * 8_000)
            try store.close()
        }
    }
}
