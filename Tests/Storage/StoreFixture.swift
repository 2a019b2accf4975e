import Contracts
import Foundation
import Observability
import Storage
import TestSupport

/// A store and its directory.
struct StoreFixture {
    let directory: String
    let store: Store

    static let migrations = [
        Migration("test-1", "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL CHECK (text <> '')) STRICT;")
    ]

    static func run(_ body: (StoreFixture) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let fixture = StoreFixture(directory: directory.path, store: try await open(directory.path))
        try await body(fixture)
        try fixture.store.close()
    }

    static func open(_ directory: String) async throws -> Store {
        try await Store.open("\(directory)/test.sqlite", migrations: migrations, logger: .errors)
    }

    func add(_ text: String, _ context: RequestContext? = nil) async throws {
        try await store.write(context) { _ = try $0.execute("INSERT INTO note (text) VALUES (?)", [text]) }
    }

    /// Number of commits of the store since its start.
    var commits: Int {
        let family = store.metrics().families.first { $0.name == Metric.commitWrites.name }
        return family?.samples.first?.counts?.reduce(0) { $0 + Int($1) } ?? 0
    }

    func notes() async throws -> [String] {
        try await store.read { try $0.rows("SELECT text FROM note ORDER BY id").map { try $0.value("text") } }
    }
}

/// A write for tests.
struct AddNote: Contract, Equatable {
    struct Reply: Codable, Sendable, Equatable {
        var count: Int
    }

    static let method = Method("test.notes.add", of: .diary, .keyedWrite, .user)

    var text: String

    /// Adds the note once per key.
    func add(to store: Store, key: String?, user: UserID) async throws -> Reply {
        try await write(to: store, key: key, user: user).value
    }

    /// Adds the note once per key, and returns the reply with its bytes.
    func write(to store: Store, key: String?, user: UserID) async throws -> WrittenReply<Reply> {
        let context = RequestContext(
            id: .make(),
            principal: Principal(user: user, roles: [.user], session: .make()),
            idempotencyKey: key,
            deadline: .after(milliseconds: 10_000),
            traceparent: nil
        )
        let text = text
        return try await store.writeReply(to: self, context) { transaction in
            try transaction.execute("INSERT INTO note (text) VALUES (?)", [text])
            return Reply(count: try transaction.reader.scalar("SELECT count(*) FROM note") ?? 0)
        }
    }
}
