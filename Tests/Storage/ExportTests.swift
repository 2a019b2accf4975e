import Contracts
import Foundation
import Logging
import Storage
import TestSupport
import Testing

@Suite struct ExportTests {
    private static let migration = Migration(
        "export-1",
        """
        CREATE TABLE thing (
            user_id TEXT NOT NULL, id INTEGER NOT NULL, note_text TEXT, picture BLOB, weight_kg REAL, facts TEXT,
            made_at INTEGER, secret TEXT, PRIMARY KEY (user_id, id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE empty (user_id TEXT PRIMARY KEY) STRICT;
        """
    )

    private static let columns: [String: ExportTable.Form] = [
        "user_id": .owner, "id": .plain, "note_text": .plain, "picture": .plain, "weight_kg": .plain, "facts": .json,
        "made_at": .secondsSince1970, "secret": .withheld("a secret"),
    ]
    private static let empty = ExportTable("empty", as: "nothing", key: ["user_id"], columns: ["user_id": .owner])
    private static let source = ExportSource([ExportTable("thing", as: "things", key: ["id"], columns: columns), empty])

    /// Runs a test on a database with these tables.
    private static func run(_ body: (Store) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let logger = Logger.silent
        let store = try await Store.open("\(directory)/test.sqlite", migrations: [migration], logger: logger)
        try await body(store)
        try store.close()
    }

    private static func add(_ store: Store, _ user: UserID, _ id: Int, note: String, picture: Data? = nil) async throws
    {
        try await store.write { transaction in
            _ = try transaction.execute(
                "INSERT INTO thing VALUES (?, ?, ?, ?, 61.25, '{\"a\":[1]}', 0, 'hidden')",
                [user.description, id, note, picture]
            )
        }
    }

    private static func pages(_ store: Store, _ user: UserID, bytesMax: Int) async throws -> [ExportPage.Reply] {
        var pages: [ExportPage.Reply] = []
        repeat {
            let request = ExportPage(cursor: pages.last?.next)
            pages.append(try await store.exportPage(request, of: user, source, bytesMax: bytesMax))
        } while pages.last?.next != nil
        return pages
    }

    private static func things(_ pages: [ExportPage.Reply]) throws -> [[String: Any]] {
        let text = pages.map(\.text).joined()
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [[String: Any]]]
        #expect(object?["nothing"]?.isEmpty == true)
        return try #require(object?["things"])
    }

    @Test func `each column is exported in its form, without the rows of other users`() async throws {
        try await Self.run { store in
            let (user, other) = (UserID.make(), UserID.make())
            try await Self.add(store, user, 7, note: "mine", picture: Data([1, 2, 255]))
            try await Self.add(store, other, 8, note: "theirs")
            let page = try await store.exportPage(ExportPage(), of: user, Self.source)
            let thing = """
                {"facts":{"a":[1]},"id":7,"madeAt":"1970-01-01T00:00:00.000Z","noteText":"mine","picture":"AQL/",\
                "weightKg":61.25}
                """
            #expect(page.text == #"{"things":[\#(thing)],"nothing":[],"events":[],"answers":[]}"#)
            #expect(page.next == nil)
            let none = try await store.exportPage(ExportPage(), of: .make(), Self.source).text
            #expect(none == #"{"things":[],"nothing":[],"events":[],"answers":[]}"#)
        }
    }

    @Test(arguments: [8_196, 8_300, 9_000, 20_000, 524_288])
    func `pages of any size form the complete export, and none exceeds the size`(bytesMax: Int) async throws {
        try await Self.run { store in
            let user = UserID.make()
            let notes = (0..<40).map { String(repeating: "\"\\ї🍎\n\u{1}", count: $0 % 13) }
            for (id, note) in notes.enumerated() { try await Self.add(store, user, id, note: note) }
            let picture = Data((0..<3_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
            try await Self.add(store, user, 40, note: "last", picture: picture)
            let pages = try await Self.pages(store, user, bytesMax: bytesMax)
            let things = try Self.things(pages)
            #expect(things.map { $0["noteText"] as? String } == notes + ["last"])
            #expect((things.last?["picture"] as? String).flatMap { Data(base64Encoded: $0) } == picture)
            for page in pages { #expect(try PayloadCoder.encode(page).count <= bytesMax) }
        }
    }

    @Test func `a large row is divided, and a change between its parts is a conflict`() async throws {
        try await Self.run { store in
            let user = UserID.make()
            try await Self.add(store, user, 1, note: String(repeating: "a", count: 5_000))
            let first = try await store.exportPage(ExportPage(), of: user, Self.source, bytesMax: 10_000)
            let next: String = try #require(first.next)
            let rest = ExportPage(cursor: next)
            _ = try await store.exportPage(rest, of: user, Self.source, bytesMax: 10_000)
            for change in ["UPDATE thing SET note_text = replace(note_text, 'a', 'b')", "DELETE FROM thing"] {
                _ = try await store.write { try $0.execute(change) }
                let error = await #expect(throws: ServiceError.self) {
                    try await store.exportPage(rest, of: user, Self.source, bytesMax: 10_000)
                }
                #expect(error?.code == .conflict)
            }
        }
    }

    @Test(arguments: [
        "", "{}", "nonsense", #"{"table":"sqlite_schema","told":0}"#, #"{"table":"things","told":-1}"#,
        #"{"table":"things","told":0,"key":[]}"#,
    ])
    func `an unknown cursor is refused`(cursor: String) async throws {
        try await Self.run { store in
            let error = await #expect(throws: ServiceError.self) {
                try await store.exportPage(ExportPage(cursor: cursor), of: .make(), Self.source)
            }
            #expect(error?.code == .malformed)
        }
    }

    @Test func `tables and columns missing in an export are reported`() async throws {
        try await Self.run { store in
            let none = try await store.exportGaps(of: Self.source)
            #expect(none == [])
            let table = try await store.exportGaps(of: ExportSource([Self.empty]))
            #expect(table == ["thing"])
            var columns = Self.columns
            columns["secret"] = .withheld("")
            columns["picture"] = nil
            columns["weight"] = .plain
            let thing = ExportTable("thing", as: "things", key: ["no"], columns: columns)
            let source = ExportSource([thing], omitted: ["empty": "", "gone": "was removed"])
            let gaps = try await store.exportGaps(of: source)
            #expect(
                gaps == [
                    "key thing.no", "no table gone", "reason for empty", "reason for thing.secret", "thing.picture",
                    "thing.weight",
                ]
            )
        }
    }
}
