import Contracts
import Foundation
import Storage
import Testing

/// Tests how long replies are stored, and how they are removed.
@Suite(.timeLimit(.minutes(5)))
struct GeneratedKeyReplyTests {
    private static func stored(_ fixture: StoreFixture) async throws -> Int? {
        try await fixture.store.read { try $0.scalar("SELECT count(*) FROM stored_reply") }
    }

    @Test func `a reply under a generated key is stored for a minute beyond its request's deadline`() async throws {
        try await StoreFixture.run { fixture in
            let (user, key) = (UserID.make(), GeneratedKey.make())
            let beyond = TimeInterval(Store.generatedReplyMarginS)
            _ = try await AddNote(text: "a").add(to: fixture.store, key: key, user: user)
            // The request has ten seconds.
            try await fixture.store.pruneReplies(now: Date(timeIntervalSinceNow: beyond))
            #expect(try await AddNote(text: "a").add(to: fixture.store, key: key, user: user).count == 1)
            try await fixture.store.pruneReplies(now: Date(timeIntervalSinceNow: beyond + 30))
            #expect(try await Self.stored(fixture) == 0)
        }
    }

    @Test func `a long deadline does not store a generated key longer than a client's`() async throws {
        try await StoreFixture.run { fixture in
            let context = RequestContext(
                id: .make(),
                principal: nil,
                idempotencyKey: GeneratedKey.make(),
                deadline: .after(milliseconds: 1_000_000_000),
                traceparent: nil
            )
            _ = try await fixture.store.writeIdempotently(AddNote(text: "a"), context) { _ in AddNote.Reply(count: 0) }
            let lifetime = TimeInterval(Store.replyLifetimeS)
            try await fixture.store.pruneReplies(now: Date(timeIntervalSinceNow: lifetime + 60))
            #expect(try await Self.stored(fixture) == 0)
        }
    }

    @Test func `expired replies are removed in several transactions, and others stay`() async throws {
        try await StoreFixture.run { fixture in
            _ = try await AddNote(text: "a").add(to: fixture.store, key: "k", user: .make())
            let series =
                "WITH numbers AS (SELECT value AS n FROM json_each('[\((1...1_000).map(String.init).joined(separator: ","))]'))"
            let insert =
                """
                INSERT INTO stored_reply (caller, method, key, hash, reply, expires)
                SELECT n % 50, 'm', n, x'', x'', 1 FROM numbers
                """
            try await fixture.store.write { _ = try $0.execute("\(series) \(insert)") }
            let before = fixture.commits
            try await fixture.store.pruneReplies()
            #expect(try await Self.stored(fixture) == 1)
            // At most two hundred per transaction.
            #expect(fixture.commits - before >= 5)
        }
    }

    @Test func `without expired replies, the writer is not used`() async throws {
        try await StoreFixture.run { fixture in
            _ = try await AddNote(text: "a").add(to: fixture.store, key: "k", user: .make())
            let before = fixture.commits
            try await fixture.store.pruneReplies()
            #expect(fixture.commits == before)
        }
    }
}
