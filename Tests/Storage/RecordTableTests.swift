import Calendar
import Contracts
import Storage
import TestSupport
import Testing

/// Statements that follow from a list of columns.
struct RecordTableTests {
    private struct Item: Sendable, Equatable {
        var id = EntryID.make()
        var date = PlainDate(dayNumber: 20_522)
        var text: String?
        var number: Double? = 0.5
        var count = 3
        var isOpen = true
        var names: [String] = []
        var meal = Meal.lunch
    }

    private static let table = RecordTable(
        "item",
        key: ["owner", "id"],
        outer: [("owner", .owner), ("changed", .plain)],
        fixed: ["count"],
        [
            RecordColumn("id", { $0.id }, { $0.id = $1 }),
            RecordColumn("date", { $0.date }, { $0.date = $1 }),
            RecordColumn("text", { $0.text }, { $0.text = $1 }),
            RecordColumn("number", { $0.number }, { $0.number = $1 }),
            RecordColumn("count", { $0.count }, { $0.count = $1 }),
            RecordColumn("is_open", { $0.isOpen }, { $0.isOpen = $1 }),
            RecordColumn("names", as: .json, { AsJSON($0.names) }, { $0.names = $1.value }),
            RecordColumn(
                "meal",
                bind: { $1.bind($0.meal.rawValue) },
                read: { $2.meal = Meal(rawValue: $0.text($1)) ?? .snack }
            ),
        ],
        blank: Item()
    )
    private static let all = table.columns.select("FROM item WHERE owner = ? ORDER BY id", and: "changed")

    private static let migration = Migration(
        "test-items",
        """
        CREATE TABLE item (
            owner TEXT NOT NULL, id TEXT NOT NULL, changed INTEGER NOT NULL, date TEXT NOT NULL, text TEXT, number REAL,
            count INTEGER NOT NULL, is_open INTEGER NOT NULL, names TEXT NOT NULL, meal TEXT NOT NULL,
            PRIMARY KEY (owner, id)
        ) STRICT, WITHOUT ROWID;
        """
    )

    private func use(_ body: (Store) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let store = try await Store.open(
            directory.file("test.sqlite"),
            migrations: [Self.migration],
            logger: .errors
        )
        try await body(store)
        try store.close()
    }

    private static func items(_ reader: SQLReader, of owner: String = "a") throws -> [Item] {
        try reader.records(table.columns, all, [owner])
    }

    @Test func `the statements name every column, and number the arguments alike`() {
        #expect(Self.table.columns.list == "id, date, text, number, count, is_open, names, meal")
        #expect(Self.table.columns.qualifiedList.hasPrefix("item.id, item.date, "))
        #expect(
            Self.table.insertion == """
                INSERT INTO item (owner, changed, id, date, text, number, count, is_open, names, meal) \
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
                ON CONFLICT (owner, id) DO NOTHING
                """
        )
        #expect(
            Self.table.update == """
                UPDATE item SET changed = ?2, date = ?4, text = ?5, number = ?6, count = ?7, is_open = ?8, names = ?9, \
                meal = ?10
                WHERE owner = ?1 AND id = ?3
                """
        )
        #expect(
            Self.table.upsert.hasSuffix(
                """
                DO UPDATE SET changed = excluded.changed, date = excluded.date, text = excluded.text, \
                number = excluded.number, is_open = excluded.is_open, names = excluded.names, meal = excluded.meal
                """
            )
        )
    }

    @Test func `a record is read as it was written`() async throws {
        try await use { store in
            let items = [
                Item(text: "Crème \"brûlée\"", number: nil, isOpen: false, names: ["a", "ї\n"], meal: .dinner),
                Item(date: PlainDate(dayNumber: -1), text: nil, number: -1e-7, count: -2),
            ]
            let (stored, numbers) = try await store.write { transaction in
                for item in items {
                    let isInserted = try transaction.insert(item, into: Self.table) {
                        $0.bind("a")
                        $0.bind(7)
                    }
                    #expect(isInserted)
                }
                var numbers: [Int64] = []
                try transaction.reader.forEach(Self.all, ["a"]) { row in
                    numbers.append(row.integer(Self.table.columns.count))
                    return true
                }
                return (try Self.items(transaction.reader), numbers)
            }
            #expect(stored == items)
            #expect(numbers == [7, 7])
        }
    }

    @Test func `an existing key is kept by an insert, and replaced by the other statements`() async throws {
        try await use { store in
            let first = Item(text: "first")
            var (second, third) = (first, first)
            (second.text, second.count) = ("second", 9)
            (third.text, third.count) = ("third", 10)
            let changes = [second, third]
            try await store.write { transaction in
                func bindOuter(_ binder: inout SQLBinder) {
                    binder.bind("a")
                    binder.bind(1)
                }
                #expect(try transaction.insert(first, into: Self.table, outer: bindOuter))
                #expect(try !transaction.insert(changes[0], into: Self.table, outer: bindOuter))
                #expect(try Self.items(transaction.reader) == [first])
                try transaction.upsert(changes[0], into: Self.table, outer: bindOuter)
                // The count is fixed.
                #expect(try Self.items(transaction.reader).map(\.text) == ["second"])
                #expect(try Self.items(transaction.reader).map(\.count) == [3])
                try transaction.update(changes[1], in: Self.table, outer: bindOuter)
                #expect(try Self.items(transaction.reader) == [changes[1]])
                #expect(try Self.items(transaction.reader, of: "b").isEmpty)
            }
        }
    }

    @Test(arguments: ["id", "date"]) func `an unreadable value is an error`(column: String) async throws {
        try await use { store in
            let error = await #expect(throws: ServiceError.self) {
                try await store.write { transaction in
                    _ = try transaction.insert(Item(), into: Self.table) {
                        $0.bind("a")
                        $0.bind(1)
                    }
                    try transaction.execute("UPDATE item SET \(column) = 'x'")
                    _ = try Self.items(transaction.reader)
                }
            }
            #expect(error?.code == .internalError)
        }
    }
}
