import Calendar
import Contracts
import Foundation
import Storage
import Testing

/// Tests what is left of a user in events and stored replies after a prepared erasure.
@Suite(.timeLimit(.minutes(5)))
struct UserMentionsTests {
    private static let eventSubscriber = EventSubscriber(erase: { _, _ in })

    private static func emit(_ count: Int, of user: UserID, _ transaction: SQLTransaction) throws {
        for day in 0..<count {
            let payload = DayChanged(date: PlainDate(dayNumber: 20_000 + day), kcal: 1, targetKcal: nil, entries: 1)
            try transaction.emit(payload, of: user)
        }
    }

    /// Stores replies of a user, and one that contains the user's id but has no caller.
    private static func answer(_ user: UserID, _ count: Int, _ transaction: SQLTransaction) throws {
        for number in 0..<count {
            let values: [SQLValue?] = [user.description, "m", "\(user) \(number)", Data(), Data("{}".utf8), 1]
            try transaction.execute(
                "INSERT INTO stored_reply (caller, method, key, hash, reply, expires) VALUES (?, ?, ?, ?, ?, ?)",
                values
            )
        }
        try transaction.execute(
            "INSERT INTO stored_reply (caller, method, key, hash, reply, expires) VALUES ('anyone', 'r', ?, x'', ?, 1)",
            ["\(user)".uppercased(), Data("[\"\(user)\"]".utf8)]
        )
    }

    /// Counts the rows of each table that contain a user's id.
    private static func traces(of user: UserID, _ fixture: StoreFixture) async throws -> [Int] {
        try await fixture.store.read { reader in
            let named = "caller = ?1 OR instr(reply, CAST(?1 AS BLOB)) > 0"
            return try [
                "SELECT count(*) FROM outbox WHERE subject = ?1",
                "SELECT count(*) FROM stored_reply WHERE \(named)",
            ].map { try reader.scalar($0, [user.description]) ?? -1 }
        }
    }

    private static func erasure(of user: UserID) throws -> Event {
        Event(
            id: .make(),
            source: .auth,
            type: AccountErased.type,
            subject: user,
            time: Timestamp.now(),
            sequence: 1,
            traceparent: nil,
            data: try JSONText(AccountErased())
        )
    }

    @Test func `an erasure removes a user from events and replies in several transactions, and leaves others`()
        async throws
    {
        try await StoreFixture.run { fixture in
            let (ann, ben) = (UserID.make(), UserID.make())
            try await fixture.store.write { transaction in
                for user in [ann, ben] {
                    try Self.emit(1_000, of: user, transaction)
                    try Self.answer(user, 1_000, transaction)
                }
            }
            let before = fixture.commits
            #expect(try await fixture.store.apply(Self.erasure(of: ann), epoch: "one", Self.eventSubscriber))
            #expect(try await Self.traces(of: ann, fixture) == [0, 0])
            #expect(try await Self.traces(of: ben, fixture) == [1_000, 1_001])
            // At most two hundred rows of each kind per transaction.
            #expect(fixture.commits - before > 5)
        }
    }

    @Test func `an erasure also removes rows written after the search`() async throws {
        try await StoreFixture.run { fixture in
            let ann = UserID.make()
            try await fixture.store.write { transaction in
                try Self.emit(10, of: ann, transaction)
                try Self.answer(ann, 10, transaction)
            }
            try await fixture.store.searchTraces(of: ann)
            #expect(try await Self.traces(of: ann, fixture) == [10, 11])
            _ = try await AddNote(text: "late").add(to: fixture.store, key: "late", user: ann)
            try await fixture.store.write { try Self.emit(5, of: ann, $0) }
            try await fixture.store.write { try $0.erase(ann) { _, _ in } }
            #expect(try await Self.traces(of: ann, fixture) == [0, 0])
        }
    }

    @Test func `a search changes nothing if the erasure is refused`() async throws {
        struct Refused: Error {}
        try await StoreFixture.run { fixture in
            let ann = UserID.make()
            try await fixture.store.write { transaction in
                try Self.emit(3, of: ann, transaction)
                try Self.answer(ann, 3, transaction)
            }
            try await fixture.store.searchTraces(of: ann)
            await #expect(throws: Refused.self) {
                try await fixture.store.write { transaction in
                    try transaction.erase(ann) { _, _ in }
                    throw Refused()
                }
            }
            #expect(try await Self.traces(of: ann, fixture) == [3, 4])
            // The second attempt finds the rows that the first one did not remove.
            try await fixture.store.write { try $0.erase(ann) { _, _ in } }
            #expect(try await Self.traces(of: ann, fixture) == [0, 0])
        }
    }

    @Test func `tables larger than one query of the search are searched completely`() async throws {
        try await StoreFixture.run { fixture in
            let (ann, ben) = (UserID.make(), UserID.make())
            try await fixture.store.write { transaction in
                for user in [ann, ben, ann] { try Self.emit(2_100, of: user, transaction) }
                for user in [ben, ann] { try Self.answer(user, 2_100, transaction) }
            }
            #expect(try await fixture.store.apply(Self.erasure(of: ann), epoch: "one", Self.eventSubscriber))
            #expect(try await Self.traces(of: ann, fixture) == [0, 0])
            #expect(try await Self.traces(of: ben, fixture) == [2_100, 2_101])
        }
    }
}
