import Foundation
import SeededRandom
import Storage
import TestSupport
import Testing

/// Tests that copies of moved rows, which SQLite leaves in its pages, are overwritten.
@Suite(.timeLimit(.minutes(5)))
struct PageResidueTests {
    private static let migrations = [
        Migration(
            "residue-1",
            """
            CREATE TABLE note (name TEXT NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL,
                PRIMARY KEY (name, number)) STRICT, WITHOUT ROWID;
            """
        )
    ]
    /// Numbers of random layouts, each of which leaves about one copy of a removed row.
    private static let layouts = 0..<8
    private static let names = 100
    private static let rows = 1_000
    private static let textBytesMax = 400
    /// The size of a page of every database here.
    private static let pageBytes = 4_096

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

    @Test(arguments: layouts)
    func `after a cleaning, no file contains a removed row, even if its page is written again`(layout: Int)
        async throws
    {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let store = try await Self.open(directory.file("test.sqlite"))
        let removed = try await Self.fillAndRemove(store, layout: layout)
        #expect(try await store.cleanUp())
        for name in removed { #expect(try !directory.filesContain(name), "\(name)") }
        // The log gets the pages from the writer's cache.
        _ = try await store.write { try $0.execute("UPDATE note SET text = upper(text)") }
        for name in removed { #expect(try !directory.filesContain(name), "\(name) is in the log again") }
        let kept: Int? = try await store.read { try $0.scalar("SELECT count(DISTINCT name) FROM note") }
        #expect(kept == Self.names - removed.count)
        try store.close()
        #expect(try DatabaseInspection.findings(in: directory.file("test.sqlite"), .full).isEmpty)
    }

    @Test(arguments: layouts)
    func `a copy contains no removed row, even if the log of the original does`(layout: Int) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let store = try await Self.open(directory.file("test.sqlite"))
        let removed = try await Self.fillAndRemove(store, layout: layout)
        try DatabaseCopy.make(from: directory.file("test.sqlite"), to: directory.file("copy.sqlite"))
        for name in removed { #expect(try !directory.filesContain(name, prefix: "copy"), "\(name)") }
        try store.close()
    }

    @Test func `the residue in a file of an earlier version is overwritten at the next start, and only then`()
        async throws
    {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("test.sqlite")
        try await Self.open(path).close()
        // The second page has few rows at its end, so its middle is unallocated.
        try Self.overwrite(path, at: Self.pageBytes + Self.pageBytes / 4, Array("a removed row".utf8))
        // Such a page is not read again in a file of this version.
        try await Self.open(path).close()
        #expect(try directory.filesContain("a removed row"))
        let userVersionOffset = 60
        try Self.overwrite(path, at: userVersionOffset, [0, 0, 0, 0])
        try await Self.open(path).close()
        #expect(try !directory.filesContain("a removed row"))
        #expect(try DatabaseInspection.findings(in: path, .full).isEmpty)
    }

    private static func overwrite(_ path: String, at offset: Int, _ bytes: [UInt8]) throws {
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: Data(bytes))
        try file.close()
    }

    @Test func `only the bytes between the cell pointers and the cells are residue`() {
        /// Returns a page of a type with two cells that begin at an offset, filled with a byte.
        func page(_ type: UInt8, cells: Int, fill: UInt8 = 7, header: Int = 0) -> [UInt8] {
            var page = [UInt8](repeating: fill, count: Self.pageBytes)
            page.replaceSubrange(
                header..<header + 8,
                with: [type, 0, 0, 0, 2, UInt8(cells >> 8), UInt8(cells & 255), 0]
            )
            return page
        }
        func range(_ page: [UInt8], isFirst: Bool = false) -> Range<Int>? {
            page.withUnsafeBytes { PageResidue.range(in: $0, isFirst: isFirst) }
        }
        // Leaves have a header of 8 bytes, inner pages one of 12. A pointer takes two bytes.
        #expect(range(page(13, cells: 3_000)) == 12..<3_000)
        #expect(range(page(10, cells: 3_000)) == 12..<3_000)
        #expect(range(page(5, cells: 3_000)) == 16..<3_000)
        #expect(range(page(2, cells: 3_000)) == 16..<3_000)
        #expect(range(page(13, cells: 3_000, header: 100), isFirst: true) == 112..<3_000)
        #expect(range(page(13, cells: 12)) == nil, "a full page")
        #expect(range(page(13, cells: 3_000, fill: 0)) == nil, "nothing to overwrite")
        #expect(range(page(13, cells: 5_000)) == nil, "a damaged page")
        #expect(range(page(13, cells: 4)) == nil, "a damaged page")
        for type: UInt8 in [0, 1, 3, 255] { #expect(range(page(type, cells: 3_000)) == nil, "no b-tree page") }
        // One byte at either end is enough.
        for offset in [12, 2_999] {
            var bytes = page(13, cells: 3_000, fill: 0)
            bytes[offset] = 1
            #expect(range(bytes) == 12..<3_000)
        }
    }
}
