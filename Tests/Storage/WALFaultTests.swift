import Foundation
import SeededRandom
import Storage
import Synchronization
import TestSupport
import Testing

/// Tests the write-ahead log on a disk with failing writes and syncs, with gathered writes and without.
@Suite(.timeLimit(.minutes(10)))
struct WALFaultTests {
    private static let migrations = [
        Migration(
            "fault-1",
            """
            CREATE TABLE note (id INTEGER PRIMARY KEY, batch INTEGER NOT NULL, text TEXT NOT NULL) STRICT;
            CREATE TABLE newest (id INTEGER PRIMARY KEY, batch INTEGER NOT NULL) STRICT;
            INSERT INTO newest VALUES (1, 0);
            """
        )
    ]
    private static let batches = 60
    /// Enough that some batches exceed the buffer of the log several times.
    private static let rowsMax = 60
    private static let textBytesMax = 9_000
    /// One operation in so many fails: a gathered batch takes a few, and otherwise each page takes two.
    private static func operationsPerFault(gathersWrites: Bool) -> UInt64 { gathersWrites ? 6 : 200 }
    /// `SQLITE_FULL`, `SQLITE_IOERR_WRITE`, `SQLITE_IOERR_FSYNC`.
    private static let (full, writeError, syncError): (Int32, Int32, Int32) = (13, 778, 1_034)

    /// The content that a database must have.
    private struct Content: Equatable {
        /// Number of rows by batch.
        var rows: [Int: Int] = [:]
        var newest = 0

        mutating func add(_ batch: Int, rows count: Int) {
            rows[batch] = count
            newest = batch
        }
    }

    /// A disk that fails operations by a seed, once it is told to.
    private final class Disk: Sendable {
        private struct State {
            var random: SeededGenerator
            var isFailing = false
            var faults = 0
        }

        private let state: Mutex<State>
        private let operationsPerFault: UInt64

        init(seed: Int, operationsPerFault: UInt64) {
            state = Mutex(State(random: SeededGenerator(seed: seed)))
            self.operationsPerFault = operationsPerFault
        }

        var faults: Int { state.withLock(\.faults) }

        func fail(_ isFailing: Bool) { state.withLock { $0.isFailing = isFailing } }

        func fault(_ operation: WALFaults.Operation) -> WALFaults.Fault? {
            state.withLock { state in
                guard state.isFailing, state.random.next() % operationsPerFault == 0 else { return nil }
                state.faults += 1
                guard case .write = operation else { return WALFaults.Fault(syncError) }
                let written = Int(state.random.next() % 8_192)
                return WALFaults.Fault(state.random.next() % 2 == 0 ? full : writeError, writtenBytes: written)
            }
        }
    }

    private static func add(_ batch: Int, _ texts: [Int], to store: Store) async throws {
        try await store.write { transaction in
            for bytes in texts {
                let text = String(repeating: "x", count: bytes)
                try transaction.execute("INSERT INTO note (batch, text) VALUES (?, ?)", [batch, text])
            }
            try transaction.execute("UPDATE newest SET batch = ?", [batch])
        }
    }

    private static func content(of store: Store) async throws -> Content {
        try await store.read { reader in
            let rows = try reader.rows("SELECT batch, count(*) AS count FROM note GROUP BY batch")
            let counts: [(Int, Int)] = try rows.map { (try $0.value("batch"), try $0.value("count")) }
            let newest = try reader.scalar("SELECT batch FROM newest", as: Int.self)
            return Content(rows: Dictionary(uniqueKeysWithValues: counts), newest: newest ?? -1)
        }
    }

    /// Returns what a process would find after this one was killed now.
    private static func contentAfterCrash(_ directory: TemporaryDirectory, _ number: Int) async throws -> Content {
        let copy = directory.file("copy-\(number).sqlite")
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: directory.file("test.sqlite") + ending, toPath: copy + ending)
        }
        let store = try await Store.open(copy, migrations: migrations, logger: .errors)
        let content = try await content(of: store)
        let check = try await store.read { try $0.scalar("PRAGMA integrity_check", as: String.self) }
        #expect(check == "ok")
        try store.close()
        return content
    }

    @Test(arguments: [true, false], 0..<8)
    func `every acknowledged write is stored, and a refused one leaves nothing`(
        gathersWrites: Bool,
        seed: Int
    ) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let disk = Disk(seed: seed, operationsPerFault: Self.operationsPerFault(gathersWrites: gathersWrites))
        var options = WALOptions(gathersWrites: gathersWrites)
        options.faults = WALFaults { disk.fault($0) }
        let path = directory.file("test.sqlite")
        let store = try await Store.open(path, migrations: Self.migrations, log: options, logger: .silent)
        var random = SeededGenerator(seed: seed)
        var (stored, refusals) = (Content(), 0)
        disk.fail(true)
        for batch in 1...Self.batches {
            let texts = (0..<Int.random(in: 1...Self.rowsMax, using: &random)).map { _ in
                Int.random(in: 1...Self.textBytesMax, using: &random)
            }
            var next = stored
            next.add(batch, rows: texts.count)
            do {
                try await Self.add(batch, texts, to: store)
                stored = next
            } catch {
                refusals += 1
                // Bytes of a refused write may have reached the disk before a sync failed. A crash then decides for
                // all of them or none, until the next write overwrites them.
                let found = try await Self.contentAfterCrash(directory, batch)
                #expect(found == stored || found == next)
            }
            #expect(try await Self.content(of: store) == stored)
        }
        disk.fail(false)
        try await Self.add(Self.batches + 1, [1], to: store)
        stored.add(Self.batches + 1, rows: 1)
        #expect(try await Self.contentAfterCrash(directory, Self.batches + 1) == stored)
        #expect(disk.faults > 0)
        #expect(refusals > 0)
        #expect(stored.rows.count > Self.batches / 10)
        try store.close()
    }
}
