import Contracts
import Foundation
import Storage
import TestSupport
import Testing

/// The described tables against those that the former migrations have made, and databases of both kinds.
@Suite(.timeLimit(.minutes(5))) struct FormerSchemaTests {
    /// Tables of the former migrations that the described schemas do not have.
    private static let dropped = ["reply"]

    /// Opens a database, and returns its schema without what SQLite and the migrator add.
    ///
    /// The database is closed and unlocked at the end.
    private static func schema(of path: String, _ migrations: [Migration]) async throws -> [String: SchemaText] {
        let store = try await Store.open(path, migrations: migrations, logger: .errors)
        let schema = try await store.read { reader in
            let rows = try reader.rows(
                "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT IN ('sqlite_sequence', ?)",
                ["grdb_migrations"]
            )
            return try Dictionary(
                uniqueKeysWithValues: rows.map { row in
                    (try row.value("name", as: String.self), SchemaText(try row.value("sql", as: String.self)))
                }
            )
        }
        try store.close()
        return schema
    }

    @Test(arguments: FormerDemonstration.migrations.map(\.service))
    func `a database of the last former schema has the described tables and keeps every row`(
        service: ServiceName
    ) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let migrations = try #require(FormerDemonstration.migrations.first { $0.service == service }).all
        try FormerDemonstration.unpack([service], into: directory.path)
        let path = directory.file("\(service.rawValue).sqlite")
        let before = try DatabaseInspection.facts(of: path).rows
        let taken = try await Self.schema(of: path, migrations)
        let fresh = try await Self.schema(of: directory.file("fresh.sqlite"), migrations)
        #expect(taken.keys.sorted() == fresh.keys.sorted())
        for (name, text) in fresh { #expect(taken[name] == text, "\(service) \(name)") }
        let after = try DatabaseInspection.facts(of: path).rows
        #expect(after == before.filter { !Self.dropped.contains($0.key) })
        #expect(before.values.reduce(0, +) > 0)
        // A second start finds the baseline.
        #expect(try await Self.schema(of: path, migrations) == taken)
    }
}

/// The definition of a table or index, comparable whatever its layout.
private struct SchemaText: Equatable, CustomStringConvertible {
    /// The definitions of columns and constraints in order, each as its words in alphabetical order.
    let parts: [[String]]

    var description: String { parts.map { $0.joined(separator: " ") }.joined(separator: "\n") }

    init(_ sql: String) {
        let lines = sql.split(separator: "\n").map { line in
            line.prefix(upTo: line.firstRange(of: "--")?.lowerBound ?? line.endIndex)
        }
        let text = lines.joined(separator: " ").replacing("\"", with: "")
        guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")") else {
            parts = [Self.words(text)]
            return
        }
        let rest = [Self.words(text[..<open]), Self.words(text[close...])]
        parts =
            rest
            + Self.items(text[text.index(after: open)..<close]).map { item in
                let words = Self.words(item)
                // A key without a row number is never null, with these words or without.
                return words.contains("PRIMARY") ? words.filter { !["NOT", "NULL"].contains($0) } : words
            }
    }

    private static func words(_ text: some StringProtocol) -> [String] {
        var spaced = ""
        for character in text {
            spaced += "(),".contains(character) ? " \(character) " : "\(character)"
        }
        return spaced.split(separator: " ").map(String.init).sorted()
    }

    /// Splits at commas outside parentheses.
    private static func items(_ text: Substring) -> [String] {
        var (items, depth) = ([""], 0)
        for character in text {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if character == ",", depth == 0 { items.append("") } else { items[items.count - 1].append(character) }
        }
        return items
    }
}
