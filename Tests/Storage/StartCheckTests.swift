import Foundation
import Logging
import Storage
import TestSupport
import Testing

/// Tests the check of a database after its process was killed.
@Suite(.timeLimit(.minutes(5)))
struct StartCheckTests {
    private static let pageBytes = 4_096
    private static let notes = 3_000
    /// More than the limit for a check before serving.
    private static let longBytes = 70_000_000

    /// Provides the files that a killed process leaves: a whole database, and a log with one more change.
    private static func withFilesOfKilledProcess(isLong: Bool = false, _ body: (String) async throws -> Void)
        async throws
    {
        try await StoreFixture.run { fixture in
            let (before, after) = ("\(fixture.directory)/before", "\(fixture.directory)/after")
            for path in [before, after] {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            }
            try await fill(before, isLong: isLong)
            try await copyAsAfterKill(before, in: after)
            try await body(after)
        }
    }

    /// Fills a database.
    ///
    /// A store releases its lock when the last reference is gone, so each has a function of its own.
    private static func fill(_ directory: String, isLong: Bool) async throws {
        let store = try await StoreFixture.open(directory)
        try await store.write { transaction in
            for number in 0..<notes {
                try transaction.execute("INSERT INTO note (text) VALUES (?)", ["note number \(number)"])
            }
            guard isLong else { return }
            try transaction.execute("INSERT INTO note (text) VALUES (hex(zeroblob(\(longBytes / 2))))")
        }
        try store.close()
    }

    /// Changes a database once more, and copies its files as a process killed at that moment would leave them.
    private static func copyAsAfterKill(_ directory: String, in other: String) async throws {
        let store = try await StoreFixture.open(directory)
        _ = try await store.write { try $0.execute("INSERT INTO note (text) VALUES ('last')") }
        for end in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: "\(directory)/test.sqlite\(end)",
                toPath: "\(other)/test.sqlite\(end)"
            )
        }
        try store.close()
    }

    /// Overwrites pages of the table.
    private static func damage(_ directory: String) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: "\(directory)/test.sqlite"))
        try file.seek(toOffset: UInt64(25 * pageBytes))
        try file.write(contentsOf: Data(repeating: 0xA5, count: 10 * pageBytes))
        try file.close()
    }

    private static func count(_ store: Store) async throws -> Int? {
        try await store.read { try $0.scalar("SELECT count(*) FROM note") }
    }

    @Test func `after a clean end, the file is not checked`() async throws {
        try await Self.withFilesOfKilledProcess { directory in
            try await StoreFixture.open(directory).close()
            // A log with contents would indicate an unclean end.
            let log = FileManager.default.contents(atPath: "\(directory)/test.sqlite-wal") ?? Data()
            #expect(log.isEmpty)
            let store = try await StoreFixture.open(directory)
            #expect(store.startCheck == nil)
            try? store.close()
        }
    }

    @Test func `files of a killed process are checked and served completely`() async throws {
        try await Self.withFilesOfKilledProcess { directory in
            let store = try await StoreFixture.open(directory)
            #expect(try await Self.count(store) == Self.notes + 1)
            #expect(store.startCheck == nil)
            try store.close()
        }
    }

    @Test func `a damaged file is refused at every start, and stays unchanged`() async throws {
        try await Self.withFilesOfKilledProcess { directory in
            try Self.damage(directory)
            try LastBackup(path: "/backups/one", time: "2026-11-22T02:03:28.123Z").write(in: directory)
            let path = URL(fileURLWithPath: "\(directory)/test.sqlite")
            let before = try Data(contentsOf: path)
            for _ in 0..<2 {
                let failure = await #expect(throws: StorageError.self) { try await StoreFixture.open(directory) }
                let sentence = try #require(failure?.description)
                #expect(sentence.contains("test.sqlite is damaged ("))
                #expect(sentence.contains("mealwire restore /backups/one --data \(directory) --replace"))
            }
            #expect(try Data(contentsOf: path) == before)
        }
    }

    @Test func `the record of the last backup may be elsewhere and contain the restore command`() async throws {
        try await Self.withFilesOfKilledProcess { directory in
            try Self.damage(directory)
            let notes = "\(directory)/notes"
            try FileManager.default.createDirectory(atPath: notes, withIntermediateDirectories: true)
            let command = "restore-set /backups/one"
            try LastBackup(path: "/backups/one", time: "2026-11-22T02:03:28.123Z", restore: command).write(in: notes)
            let failure = await #expect(throws: StorageError.self) { try await StoreFixture.open(directory) }
            #expect(failure?.isPermanent == true)
            #expect(failure?.description.contains("If there is a backup") == true)
            let sentence = try #require(failure?.description(backupRecordIn: notes))
            #expect(sentence.hasSuffix("written to /backups/one: bring it back with `restore-set /backups/one`."))
        }
    }

    @Test func `a large file is checked while it is served, and is refused after damage was found`()
        async throws
    {
        try await Self.withFilesOfKilledProcess(isLong: true) { directory in
            try Self.damage(directory)
            let store = try await StoreFixture.open(directory)
            let check = try #require(store.startCheck)
            await #expect(throws: StorageError.self) { try await check.runInBackground() }
            // As after a kill: open files stay open until the store is released.
            let other = "\(directory)/other"
            try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
            for end in ["", "-wal", ".damaged"] {
                try FileManager.default.copyItem(
                    atPath: "\(directory)/test.sqlite\(end)",
                    toPath: "\(other)/test.sqlite\(end)"
                )
            }
            await #expect(throws: StorageError.self) { try await StoreFixture.open(other) }
            try? store.close()
        }
    }

    @Test func `a database of a newer version is refused`() async throws {
        try await StoreFixture.run { fixture in
            let path = "\(fixture.directory)/newer.sqlite"
            let logger = Logger.silent
            let newer = StoreFixture.migrations + [Migration("test-2", "CREATE TABLE other (id INTEGER) STRICT;")]
            try await Store.open(path, migrations: newer, logger: logger).close()
            let failure = await #expect(throws: StorageError.self) {
                try await Store.open(path, migrations: StoreFixture.migrations, logger: logger)
            }
            #expect(failure?.description.contains("its migration test-2 is not known to this one") == true)
        }
    }
}

struct StorageErrorTests {
    @Test func `the remedy names the data directory of the set, not that of one service`() {
        for path in ["/nowhere/diary.sqlite", "/nowhere/diary/diary.sqlite"] {
            let sentence = StorageError.damaged(path: path, finding: "a finding").description
            #expect(sentence.contains("--data /nowhere --replace"))
        }
    }
}
