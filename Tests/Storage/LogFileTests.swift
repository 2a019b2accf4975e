import Foundation
import GRDB
import Logging
import Storage
import Testing

/// The write-ahead log as SQLite itself uses it through our layer.
@Suite(.timeLimit(.minutes(1)))
struct LogFileTests {
    /// Rows of 4,000 characters, more of them than the writer's page cache takes, so that SQLite writes pages into the log
    /// before the transaction ends, reads them again and changes them once more.
    private static let manyRows = 8_000

    private static func texts(_ fixture: StoreFixture) async throws -> (count: Int?, characters: Int?) {
        try await fixture.store.read { reader in
            (
                try reader.scalar("SELECT count(*) FROM note", as: Int.self),
                try reader.scalar("SELECT sum(length(text)) FROM note", as: Int.self)
            )
        }
    }

    /// Copies the files as they are, and opens the copy.
    private static func notesInCopy(of fixture: StoreFixture, _ number: Int) async throws -> Int? {
        let copy = "\(fixture.directory)/copy-\(number).sqlite"
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: "\(fixture.directory)/test.sqlite\(ending)", toPath: copy + ending)
        }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let store = try await Store.open(copy, migrations: StoreFixture.migrations, logger: logger)
        let count = try await store.read { try $0.scalar("SELECT count(*) FROM note", as: Int.self) }
        try store.close()
        return count
    }

    @Test func `a transaction that is larger than the page cache is stored whole, and changed in itself`() async throws
    {
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

    @Test func `a transaction that is taken back leaves nothing, however much of it was in the log`() async throws {
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

    /// What is told as stored is in the files, not in the process: a copy of them, as they are, has all of it.
    @Test(arguments: [Durability.onDisk, .doneAgain])
    func `whatever was answered is in the files at that moment`(_ durability: Durability) async throws {
        try await StoreFixture.run { fixture in
            for number in 1...20 {
                try await fixture.store.write(durability: durability) { transaction in
                    _ = try transaction.execute("INSERT INTO note (text) VALUES (hex(zeroblob(\(number * 700))))")
                }
                #expect(try await Self.notesInCopy(of: fixture, number) == number)
            }
        }
    }

    @Test func `databases are opened by way of the layer`() async throws {
        try await StoreFixture.run { _ in #expect(LogFileSystem.isInUse) }
    }

    /// Some of these transactions are a little larger than the page cache, so that a few pages are on their way to the log, and
    /// nothing else of it, when they are taken back.
    @Test func `what was taken back never overwrites what another process has stored meanwhile`() async throws {
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
