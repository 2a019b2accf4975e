import FoundationEssentials
import Storage
import Testing

struct SQLCursorTests {
    @Test func `columns are read with their values, and null as empty`() async throws {
        try await StoreFixture.run { fixture in
            try await fixture.store.read { reader in
                var rows = 0
                try reader.forEach("SELECT ?, ?, ?, ?, NULL, ''", [7, 0.5, "Crème brûlée", Data([1, 0, 2])]) { row in
                    rows += 1
                    #expect(row.integer(0) == 7)
                    #expect(row.number(1) == 0.5)
                    #expect(row.text(2) == "Crème brûlée")
                    #expect(row.bytes(3) == Data([1, 0, 2]))
                    #expect(row.optionalText(4) == nil)
                    #expect(row.optionalNumber(4) == nil)
                    #expect(row.optionalInteger(4) == nil)
                    #expect(row.text(4) == "")
                    #expect(row.integer(4) == 0)
                    #expect(row.bytes(4).isEmpty)
                    #expect(row.optionalText(5) == "")
                    #expect(row.withBytes(2) { $0.count } == 15)
                    return true
                }
                #expect(rows == 1)
            }
        }
    }

    @Test func `a statement can be left early, and restarts with other arguments`() async throws {
        try await StoreFixture.run { fixture in
            for text in ["a", "b", "c"] { try await fixture.add(text) }
            try await fixture.store.read { reader in
                func texts(after id: Int, atMost count: Int) throws -> [String] {
                    var texts: [String] = []
                    try reader.forEach("SELECT text FROM note WHERE id > ? ORDER BY id", binding: { $0.bind(id) }) {
                        row in
                        texts.append(row.text(0))
                        return texts.count < count
                    }
                    return texts
                }
                #expect(try texts(after: 0, atMost: 1) == ["a"])
                #expect(try texts(after: 1, atMost: 9) == ["b", "c"])
                let first = try reader.first(
                    "SELECT text FROM note WHERE id > ? ORDER BY id",
                    binding: { $0.bind(2) },
                    { $0.text(0) }
                )
                #expect(first == "c")
                let none = try reader.first(
                    "SELECT text FROM note WHERE id > ?",
                    binding: { $0.bind(3) },
                    { $0.text(0) }
                )
                #expect(none == nil)
            }
        }
    }

    @Test func `an error of the body ends the reading, and SQLite's errors are thrown`() async throws {
        struct Stop: Error {}
        try await StoreFixture.run { fixture in
            try await fixture.add("a")
            await #expect(throws: Stop.self) {
                try await fixture.store.read { reader in
                    try reader.forEach("SELECT text FROM note") { _ in throw Stop() }
                }
            }
            for (sql, arguments) in [("SELECT ?", []), ("SELECT ?", [1, 2]), ("SELECT abs(?)", [Int64.min])] {
                await #expect(throws: (any Error).self, "\(sql) \(arguments)") {
                    try await fixture.store.read { reader in
                        try reader.forEach(sql, arguments) { _ in true }
                    }
                }
            }
            #expect(try await fixture.notes() == ["a"])
        }
    }
}
