import FoundationEssentials
import Storage
import Testing

/// Rows whose columns are read by name.
struct SQLRowTests {
    private static let sql = "SELECT ? AS id, ? AS weight, ? AS name, ? AS data, ? AS done, ? AS absent"
    private static let arguments: [SQLValue?] = [7, 0.5, "Crème brûlée", Data([1, 0, 2]), true, nil]

    @Test func `every kind of argument comes back as the same value`() async throws {
        try await StoreFixture.run { fixture in
            try await fixture.store.read { reader in
                let row = try #require(try reader.row(Self.sql, Self.arguments))
                #expect(try row.value("id", as: Int.self) == 7)
                #expect(try row.value("id", as: Int64.self) == 7)
                #expect(try row.value("id", as: Double.self) == 7)
                #expect(try row.value("weight", as: Double.self) == 0.5)
                #expect(try row.value("name", as: String.self) == "Crème brûlée")
                #expect(try row.value("data", as: Data.self) == Data([1, 0, 2]))
                #expect(try row.value("done", as: Bool.self))
                #expect(row.optional("absent", as: String.self) == nil)
                #expect(row.optional("name", as: String.self) == "Crème brûlée")
            }
        }
    }

    @Test(arguments: ["absent", "missing", "name", "weight"])
    func `a value that is null, missing or of another type throws where a whole number is needed`(
        column: String
    ) async throws {
        try await StoreFixture.run { fixture in
            try await fixture.store.read { reader in
                let row = try #require(try reader.row(Self.sql, Self.arguments))
                #expect(throws: (any Error).self) { try row.value(column, as: Int.self) }
            }
        }
    }

    @Test func `all rows are read in order, the first one alone, and its first value alone`() async throws {
        try await StoreFixture.run { fixture in
            for text in ["a", "b", "c"] { try await fixture.add(text) }
            try await fixture.store.read { reader in
                let sql = "SELECT text FROM note WHERE id > ? ORDER BY id"
                let (rows, first) = (try reader.rows(sql, [1]), try reader.row(sql, [1]))
                #expect(rows.map { $0.optional("text", as: String.self) } == ["b", "c"])
                #expect(first?.optional("text", as: String.self) == "b")
                #expect(try reader.row(sql, [3]) == nil)
                #expect(try reader.scalar(sql, [2], as: String.self) == "c")
                #expect(try reader.scalar(sql, [3], as: String.self) == nil)
                #expect(try reader.scalar("SELECT max(id) FROM note WHERE id > ?", [3], as: Int.self) == nil)
            }
        }
    }

    @Test func `another number of arguments than the statement has is refused`() async throws {
        try await StoreFixture.run { fixture in
            try await fixture.store.read { reader in
                for count in [0, 2] {
                    let arguments: [SQLValue?] = Array(repeating: 1, count: count)
                    #expect(throws: (any Error).self) { try reader.rows("SELECT ?", arguments) }
                }
            }
        }
    }
}
