import Contracts
import SeededRandom
import Storage
import TestSupport
import Testing

/// Tests that copies of moved rows, which SQLite leaves in its pages, are removed.
@Suite(.timeLimit(.minutes(5)))
struct RebuildTests {
    private static let migrations = [
        Migration(
            "rebuild-1",
            """
            CREATE TABLE note (name TEXT NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL,
                PRIMARY KEY (name, number)) STRICT, WITHOUT ROWID;
            CREATE TABLE keyed (key TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
            """
        )
    ]
    /// Numbers of random layouts, each of which leaves about one copy of a removed row.
    private static let layouts = 0..<8
    private static let names = 100
    private static let rows = 1_000
    private static let textBytesMax = 400
    private static func withStore(_ body: (Store, TemporaryDirectory) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let store = try await open(directory.file("test.sqlite"))
        try await body(store, directory)
        try store.close()
    }

    private static func open(_ path: String) async throws -> Store {
        try await Store.open(path, migrations: migrations, logger: .errors)
    }

    /// Fills a table in random order and removes a quarter of the names; returns these.
    private static func fillAndRemove(_ store: Store, layout: Int) async throws -> [String] {
        try await store.write { transaction in
            var random = SeededGenerator(seed: layout)
            let names = (0..<names).map { _ in "name-\(String(random.next(), radix: 16))-\(random.next())" }
            for number in 0..<rows {
                let text = String(repeating: "x", count: Int.random(in: 1...textBytesMax, using: &random))
                let name = names[Int.random(in: names.indices, using: &random)]
                try transaction.execute("INSERT INTO note VALUES (?, ?, ?)", [name, number, text])
            }
            let removed = stride(from: 0, to: names.count, by: 4).map { names[$0] }
            for name in removed { try transaction.execute("DELETE FROM note WHERE name = ?", [name]) }
            transaction.demandCleanUp()
            return removed
        }
    }

    /// Returns whether a rebuild is due, by the mark in the file.
    private static func isMarked(_ store: Store) async throws -> Bool {
        try await store.read { try $0.scalar("PRAGMA user_version", as: Int.self) } == 2
    }

    private static func delete(_ name: String, _ context: RequestContext?, _ store: Store) async throws {
        _ = try await store.write(context) { try $0.execute("DELETE FROM note WHERE name = ?", [name]) }
    }

    @Test(arguments: layouts)
    func `after a rebuild, no file contains a removed row, even if its page is written again`(layout: Int)
        async throws
    {
        try await Self.withStore { store, directory in
            let removed = try await Self.fillAndRemove(store, layout: layout)
            #expect(try await store.rebuild())
            for name in removed { #expect(try !directory.filesContain(name), "\(name)") }
            // The log gets the pages from the writer's cache.
            _ = try await store.write { try $0.execute("UPDATE note SET text = upper(text)") }
            for name in removed { #expect(try !directory.filesContain(name), "\(name) is in the log again") }
            let kept: Int? = try await store.read { try $0.scalar("SELECT count(DISTINCT name) FROM note") }
            #expect(kept == Self.names - removed.count)
            #expect(try DatabaseInspection.findings(in: directory.file("test.sqlite"), .full).isEmpty)
        }
    }

    /// If this fails, SQLite overwrites the copies itself, and rebuilds are no longer necessary.
    @Test func `without a rebuild, copies of removed rows stay in some files`() async throws {
        var copies = 0
        for layout in Self.layouts {
            try await Self.withStore { store, directory in
                let removed = try await Self.fillAndRemove(store, layout: layout)
                #expect(try await store.cleanUp())
                copies += try removed.count { try directory.filesContain($0) }
            }
        }
        #expect(copies > 0)
    }

    @Test(arguments: layouts)
    func `a copy contains no removed row, even if the original and its log do`(layout: Int) async throws {
        try await Self.withStore { store, directory in
            let removed = try await Self.fillAndRemove(store, layout: layout)
            let copy = directory.file("copy.sqlite")
            try DatabaseCopy.make(from: directory.file("test.sqlite"), to: copy)
            for name in removed { #expect(try !directory.filesContain(name, prefix: "copy"), "\(name)") }
            #expect(try DatabaseInspection.findings(in: copy, .full).isEmpty)
            let opened = try await Self.open(copy)
            #expect(try await !Self.isMarked(opened))
            try opened.close()
            #expect(try await Self.isMarked(store))
        }
    }

    @Test func `a row that a request removes marks the file, and one that became too old does not`() async throws {
        try await Self.withStore { store, _ in
            try await store.write { transaction in
                for name in ["old", "first", "second"] {
                    try transaction.execute("INSERT INTO note VALUES (?, 1, 'x')", [name])
                }
            }
            let request = RequestContext.own()
            try await Self.delete("nothing", request, store)
            try await Self.delete("old", nil, store)
            #expect(try await !Self.isMarked(store))
            try await Self.delete("first", request, store)
            #expect(try await Self.isMarked(store))
            #expect(try await store.rebuild())
            #expect(try await !Self.isMarked(store))
            try await Self.delete("second", request, store)
            #expect(try await Self.isMarked(store), "a removal after the rebuild was forgotten")
        }
    }

    @Test func `a removal that is undone does not mark the file, and the next one does`() async throws {
        struct Refused: Error {}
        try await Self.withStore { store, _ in
            await #expect(throws: Refused.self) {
                try await store.write { transaction in
                    transaction.demandCleanUp()
                    throw Refused()
                }
            }
            #expect(try await !Self.isMarked(store))
            try await store.write { $0.demandCleanUp() }
            #expect(try await Self.isMarked(store))
        }
    }

    /// Does so as a process that ends: a store holds the lock of its file for as long as it exists.
    private static func fillAndRemove(_ path: String) async throws -> [String] {
        let store = try await open(path)
        let removed = try await fillAndRemove(store, layout: 0)
        try store.close()
        return removed
    }

    @Test func `the next process knows the mark, and rebuilds the file`() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let removed = try await Self.fillAndRemove(directory.file("test.sqlite"))
        let next = try await Self.open(directory.file("test.sqlite"))
        #expect(try await next.rebuild())
        for name in removed { #expect(try !directory.filesContain(name), "\(name)") }
        try next.close()
    }

    @Test func `a waiting write stops a rebuild, which succeeds when no more writes come`() async throws {
        try await Self.withStore { store, directory in
            let removed = try await Self.fillAndRemove(store, layout: 0)
            let stop = Flag()
            try await withThrowingTaskGroup(of: Void.self) { group in
                // Several, so that one always waits for the writer.
                for writer in 0..<4 {
                    group.addTask {
                        var number = 0
                        while !stop.isRaised {
                            number += 1
                            let (name, row) = ("writer-\(writer)", number)
                            try await store.write { transaction in
                                try transaction.execute("INSERT INTO note VALUES (?, ?, 'x')", [name, row])
                                transaction.demandCleanUp()
                            }
                        }
                    }
                }
                try await eventually("a rebuild is stopped") { try await !store.rebuild() }
                stop.raise()
                try await group.waitForAll()
            }
            #expect(try await store.rebuild())
            for name in removed { #expect(try !directory.filesContain(name), "\(name)") }
            #expect(try DatabaseInspection.findings(in: directory.file("test.sqlite"), .full).isEmpty)
        }
    }

    @Test func `the end of the process stops a rebuild, and the file stays marked`() async throws {
        try await Self.withStore { store, _ in
            _ = try await Self.fillAndRemove(store, layout: 0)
            let isDone = try await withThrowingTaskGroup(of: Bool.self) { group in
                group.cancelAll()
                group.addTask { try await store.rebuild() }
                return try await group.next()
            }
            #expect(isDone == false)
            #expect(try await Self.isMarked(store))
            #expect(try await store.rebuild())
        }
    }

    /// SQLite documents it only for tables with a number as their key.
    ///
    /// Exports page through others by row number.
    @Test func `a rebuild keeps the row numbers of tables with another key`() async throws {
        try await Self.withStore { store, _ in
            try await store.write { transaction in
                for number in 0..<500 {
                    try transaction.execute("INSERT INTO keyed VALUES (?, 'x')", ["\(number * 7_919 % 500)"])
                }
                try transaction.execute("DELETE FROM keyed WHERE rowid % 3 = 0")
                transaction.demandCleanUp()
            }
            func numbers() async throws -> [String: Int] {
                try await store.read { reader in
                    let rows = try reader.rows("SELECT rowid AS number, key FROM keyed")
                    return Dictionary(
                        uniqueKeysWithValues: try rows.map { (try $0.value("key"), try $0.value("number")) }
                    )
                }
            }
            let before = try await numbers()
            #expect(try await store.rebuild())
            #expect(try await numbers() == before)
            #expect(before.values.max() == 500)
        }
    }
}
