import Calendar
import Contracts
import Storage
import Testing

@Suite(.timeLimit(.minutes(5)))
struct EventBatchTests {
    /// Emits events of as many users, and returns them from the outbox.
    private static func events(_ count: Int, _ fixture: StoreFixture) async throws -> EventsSince.Reply {
        for number in 0..<count {
            try await fixture.store.write { transaction in
                let day = DayChanged(
                    date: PlainDate(dayNumber: 20_000 + number),
                    kcal: 1,
                    targetKcal: nil,
                    entries: 1
                )
                try transaction.emit(day, of: .make())
            }
        }
        return try await fixture.store.events(since: EventsSince(epoch: nil, sequence: 0), source: .diary)
    }

    /// A subscriber that records the number of each event, and the number of users per transaction.
    private static func noting(refusing refused: Int64? = nil) -> EventSubscriber {
        EventSubscriber(
            apply: { event, transaction in
                // An empty note violates the table's constraint.
                let text = event.sequence == refused ? "" : "\(event.sequence)"
                try transaction.execute("INSERT INTO note (text) VALUES (?)", [text])
            },
            finish: { people, transaction in
                try transaction.execute("INSERT INTO note (text) VALUES (?)", ["of \(people.count)"])
            }
        )
    }

    @Test func `events pulled together are applied in few transactions, each finished once`() async throws {
        try await StoreFixture.run { fixture in
            let reply = try await Self.events(Store.eventsAtOnceMax + 2, fixture)
            try await fixture.store.apply(reply.events, epoch: reply.epoch, Self.noting())
            let numbers = (1...Store.eventsAtOnceMax).map { "\($0)" }
            let expected =
                numbers + ["of \(Store.eventsAtOnceMax)"]
                + ["\(Store.eventsAtOnceMax + 1)", "\(Store.eventsAtOnceMax + 2)", "of 2"]
            #expect(try await fixture.notes() == expected)
            #expect(try await fixture.store.cursor(of: .diary).sequence == reply.last)
        }
    }

    @Test func `events applied before have no effect, and the others take effect`() async throws {
        try await StoreFixture.run { fixture in
            let reply = try await Self.events(5, fixture)
            try await fixture.store.apply(Array(reply.events.prefix(3)), epoch: reply.epoch, Self.noting())
            try await fixture.store.apply(reply.events, epoch: reply.epoch, Self.noting())
            try await fixture.store.apply(reply.events, epoch: reply.epoch, Self.noting())
            #expect(try await fixture.notes() == ["1", "2", "3", "of 3", "4", "5", "of 2"])
        }
    }

    @Test func `events before a failing event take effect, and later ones do not`() async throws {
        try await StoreFixture.run { fixture in
            let reply = try await Self.events(4, fixture)
            await #expect(throws: (any Error).self) {
                try await fixture.store.apply(reply.events, epoch: reply.epoch, Self.noting(refusing: 3))
            }
            #expect(try await fixture.notes() == ["1", "of 1", "2", "of 1"])
            #expect(try await fixture.store.cursor(of: .diary).sequence == 2)
            try await fixture.store.apply(reply.events, epoch: reply.epoch, Self.noting())
            #expect(try await fixture.notes() == ["1", "of 1", "2", "of 1", "3", "4", "of 2"])
        }
    }
}
