import Foundation
import GRDB
import Logging
import Storage
import TestSupport
import Testing

/// Tests the write-ahead log as SQLite uses it through the custom VFS.
@Suite(.timeLimit(.minutes(5)))
struct WALFileTests {
    /// Number of rows of 4,000 characters that exceeds the writer's page cache.
    ///
    /// SQLite then writes pages to the log before the transaction ends, reads them again and changes them once more.
    private static let manyRows = 8_000

    private static func texts(_ fixture: StoreFixture) async throws -> (count: Int?, characters: Int?) {
        try await fixture.store.read { reader in
            (
                try reader.scalar("SELECT count(*) FROM note", as: Int.self),
                try reader.scalar("SELECT sum(length(text)) FROM note", as: Int.self)
            )
        }
    }

    /// Copies the current files, opens the copy and counts its notes.
    private static func notesInCopy(of fixture: StoreFixture, _ number: Int) async throws -> Int? {
        let copy = "\(fixture.directory)/copy-\(number).sqlite"
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: "\(fixture.directory)/test.sqlite\(ending)", toPath: copy + ending)
        }
        let logger = Logger.silent
        let store = try await Store.open(copy, migrations: StoreFixture.migrations, logger: logger)
        let count = try await store.read { try $0.scalar("SELECT count(*) FROM note", as: Int.self) }
        try store.close()
        return count
    }

    @Test func `a transaction larger than the page cache is stored completely, with its own changes`() async throws {
        try await StoreFixture.run { fixture in
            try await fixture.store.write { transaction in
                for _ in 0..<Self.manyRows {
                    try transaction.execute("INSERT INTO note (text) VALUES (hex(zeroblob(2000)))")
                }
                _ = try transaction.execute("UPDATE note SET text = text || 'x'")
            }
            let stored = try await Self.texts(fixture)
            #expect(stored.count == Self.manyRows)
            #expect(stored.characters == Self.manyRows * 4_001)
            let check = try await fixture.store.read { try $0.scalar("PRAGMA integrity_check", as: String.self) }
            #expect(check == "ok")
        }
    }

    @Test func `a transaction rolled back after partial log writes leaves nothing`() async throws {
        struct Refused: Error {}
        try await StoreFixture.run { fixture in
            await #expect(throws: (any Error).self) {
                try await fixture.store.write { transaction in
                    for _ in 0..<Self.manyRows {
                        try transaction.execute("INSERT INTO note (text) VALUES (hex(zeroblob(2000)))")
                    }
                    throw Refused()
                }
            }
            try await fixture.add("after")
            let stored = try await Self.texts(fixture)
            #expect(stored.count == 1)
            #expect(stored.characters == 5)
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

    @Test func `databases are opened through the custom VFS`() async throws {
        try await StoreFixture.run { _ in #expect(WALFileSystem.isInUse) }
    }

    /// Some of these transactions slightly exceed the page cache.
    ///
    /// A few of their pages are then already buffered for the log, and nothing else of them, when they are rolled back.
    @Test func `pages rolled back never overwrite what another process has stored since`() async throws {
        struct Refused: Error {}
        try await StoreFixture.run { fixture in
            let other = try DatabaseQueue(path: "\(fixture.directory)/test.sqlite")
            var expected = 0
            for rows in stride(from: 1_500, through: 2_100, by: 15) {
                await #expect(throws: (any Error).self) {
                    try await fixture.store.write { transaction in
                        for _ in 0..<rows {
                            try transaction.execute("INSERT INTO note (text) VALUES (hex(zeroblob(2000)))")
                        }
                        throw Refused()
                    }
                }
                try await other.write { database in
                    for _ in 0..<40 {
                        try database.execute(sql: "INSERT INTO note (text) VALUES (hex(zeroblob(2000)))")
                    }
                }
                try await fixture.add("mine")
                expected += 41
                #expect(try await Self.texts(fixture).count == expected)
            }
            let check = try await other.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
            #expect(check == "ok")
            try other.close()
        }
    }
}
