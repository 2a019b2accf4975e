import Storage
import TestSupport
import Testing

/// A baseline in new databases, in databases of the migrations that it replaces, and in older ones.
@Suite struct BaselineTests {
    private static let baseline = Migration(
        baseline: "test-baseline",
        [
            TableSchema("note", [.integer("id", .key), .text("text", .check("text <> ''"))]),
            TableSchema(
                "tag",
                [
                    .text("name"), .integer("note", .references("note", "id", removesWith: true)),
                    .real("weight", .optional),
                ],
                key: ["name", "note DESC"],
                indexes: [.index("tag_by_weight", ["weight"], where: "weight IS NOT NULL")]
            ),
        ],
        replacing: FormerMigrations(["test-1", "test-2"], dropping: ["old"])
    )
    private static let former = [
        Migration("test-1", "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;"),
        Migration("test-2", "CREATE TABLE tag (name TEXT); CREATE TABLE old (id INTEGER); INSERT INTO old VALUES (1);"),
    ]

    /// Opens the database, passes it to the body, and closes it.
    private static func use<Value: Sendable>(
        _ path: String,
        _ migrations: [Migration],
        _ body: @escaping @Sendable (Store) async throws -> Value
    ) async throws -> Value {
        let store = try await Store.open(path, migrations: migrations, logger: .errors)
        let value = try await body(store)
        try store.close()
        return value
    }

    private static func tables(_ store: Store) async throws -> [String] {
        try await store.read { reader in
            try reader.rows(
                "SELECT sql FROM sqlite_schema WHERE name IN ('note', 'tag', 'tag_by_weight', 'old') ORDER BY name"
            )
            .map { try $0.value("sql") }
        }
    }

    @Test func `a new database gets the described tables, and the migrations after them`() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let later = Migration("test-3", "ALTER TABLE note ADD COLUMN at INTEGER;")
        let tables = try await Self.use(directory.file("a.sqlite"), [Self.baseline, later], Self.tables)
        #expect(
            tables == [
                """
                CREATE TABLE note (
                    id INTEGER PRIMARY KEY,
                    text TEXT NOT NULL CHECK (text <> '')
                , at INTEGER) STRICT
                """,
                """
                CREATE TABLE tag (
                    name TEXT NOT NULL,
                    note INTEGER NOT NULL REFERENCES note (id) ON DELETE CASCADE,
                    weight REAL,
                    PRIMARY KEY (name, note DESC)
                ) STRICT, WITHOUT ROWID
                """,
                "CREATE INDEX tag_by_weight ON tag (weight) WHERE weight IS NOT NULL",
            ]
        )
    }

    @Test func `a database with all replaced migrations stays as it is, without the dropped tables`() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("a.sqlite")
        let before = try await Self.use(path, Self.former, Self.tables)
        for _ in 0..<2 {
            let after = try await Self.use(path, [Self.baseline], Self.tables)
            #expect(after == before.filter { !$0.contains("old") })
        }
    }

    @Test func `a database that lacks the last replaced migration is refused and stays unchanged`() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("a.sqlite")
        let before = try await Self.use(path, [Self.former[0]], Self.tables)
        let error = await #expect(throws: StorageError.self) { try await Self.use(path, [Self.baseline], Self.tables) }
        #expect(error?.isPermanent == true)
        #expect(error?.description.contains("Start commit c0f43d2a with this data once") == true)
        #expect(try await Self.use(path, [Self.former[0]], Self.tables) == before)
    }
}
