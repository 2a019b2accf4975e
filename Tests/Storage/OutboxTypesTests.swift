import Contracts
import Storage
import Testing

/// Tests requests for some types of events only.
struct OutboxTypesTests {
    private static func emit(_ payloads: [any EventPayload], _ fixture: StoreFixture) async throws {
        try await fixture.store.write { transaction in
            for payload in payloads { try transaction.emit(payload, of: .make()) }
        }
    }

    @Test func `only the requested types are returned, with the last sequence number`() async throws {
        try await StoreFixture.run { fixture in
            let cart = BookChanged(kind: .cart, date: nil, version: 1)
            try await Self.emit([cart, SessionsEnded(sessions: []), cart, AccountEmailChanged()], fixture)
            let place = EventsSince(epoch: nil, sequence: 1, types: [.bookChanged, .dayChanged])
            let reply = try await fixture.store.events(since: place, source: .diary)
            #expect(reply.events.map(\.sequence) == [3])
            #expect(reply.last == 4)
            let none = EventsSince(epoch: nil, sequence: 0, types: [])
            #expect(try await fixture.store.events(since: none, source: .diary).events.isEmpty)
        }
    }

    @Test func `a full batch leaves the rest for the next request`() async throws {
        try await StoreFixture.run { fixture in
            let count = EventsSince.batchMax + 1
            let cart = BookChanged(kind: .cart, date: nil, version: 1)
            for _ in 0..<count { try await Self.emit([SessionsEnded(sessions: []), cart], fixture) }
            var place = EventsSince(epoch: nil, sequence: 0, types: [.bookChanged])
            let first = try await fixture.store.events(since: place, source: .diary)
            #expect(first.events.count == EventsSince.batchMax)
            place.sequence = first.events.last?.sequence ?? 0
            let second = try await fixture.store.events(since: place, source: .diary)
            #expect(second.events.map(\.sequence) == [Int64(2 * count)])
        }
    }
}
