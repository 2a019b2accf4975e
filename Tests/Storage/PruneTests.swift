import Calendar
import Contracts
import Foundation
import Storage
import Testing

/// Tests the removal of old events.
struct PruneTests {
    private static let lifetime = TimeInterval(Store.eventLifetimeS)

    /// Emits one event of each age, in seconds.
    private static func emit(_ agesS: [TimeInterval], _ fixture: StoreFixture) async throws {
        for (index, age) in agesS.enumerated() {
            try await fixture.store.write { transaction in
                let date = PlainDate(dayNumber: 20_000 + index)
                try transaction.emit(DayChanged(date: date, kcal: 1, targetKcal: nil, entries: 1), of: .make())
                try transaction.execute(
                    "UPDATE outbox SET time = ? WHERE sequence = (SELECT max(sequence) FROM outbox)",
                    [Timestamp.text(Date(timeIntervalSinceNow: -age))]
                )
            }
        }
    }

    private static func remaining(_ fixture: StoreFixture) async throws -> [Int64] {
        try await fixture.store.read { reader in
            try reader.rows("SELECT sequence FROM outbox ORDER BY sequence").map { try $0.value("sequence") }
        }
    }

    @Test func `events are removed after their lifetime, and an older position requires a reload`() async throws {
        try await StoreFixture.run { fixture in
            try await Self.emit([Self.lifetime + 60, Self.lifetime + 60, Self.lifetime - 60, 0], fixture)
            try await fixture.store.pruneEvents()
            #expect(try await Self.remaining(fixture) == [3, 4])
            let epoch = try await fixture.store.beacon().epoch
            for (sequence, isPruned) in [(0, true), (1, true), (2, false), (4, false)] {
                let position = EventsSince(epoch: epoch, sequence: Int64(sequence))
                let reply = try await fixture.store.events(since: position, source: .diary)
                #expect(reply.reload == isPruned, "since \(sequence)")
            }
            let newcomer = try await fixture.store.events(since: .init(epoch: nil, sequence: 0), source: .diary)
            #expect(newcomer.reload)
        }
    }

    @Test func `the newest event stays at any age, and the next one follows it`() async throws {
        try await StoreFixture.run { fixture in
            try await Self.emit([Self.lifetime + 60, Self.lifetime + 60], fixture)
            try await fixture.store.pruneEvents()
            #expect(try await Self.remaining(fixture) == [2])
            #expect(try await fixture.store.beacon().last == 2)
            try await Self.emit([0], fixture)
            #expect(try await Self.remaining(fixture) == [2, 3])
        }
    }

    @Test func `a clock that was set back leaves no gap`() async throws {
        try await StoreFixture.run { fixture in
            try await Self.emit([Self.lifetime + 60, 0, Self.lifetime + 60, 0], fixture)
            try await fixture.store.pruneEvents()
            #expect(try await Self.remaining(fixture) == [2, 3, 4])
        }
    }

    @Test func `many old events are removed in several small transactions`() async throws {
        try await StoreFixture.run { fixture in
            try await fixture.store.write { transaction in
                for number in 0..<2_500 {
                    let day = DayChanged(date: PlainDate(dayNumber: number), kcal: 1, targetKcal: nil, entries: 1)
                    try transaction.emit(day, of: .make())
                }
            }
            let before = fixture.commits
            try await fixture.store.pruneEvents(now: Date(timeIntervalSinceNow: Self.lifetime + 60))
            #expect(try await Self.remaining(fixture) == [2_500])
            // At most two hundred and fifty events per transaction.
            #expect(fixture.commits - before >= 10)
        }
    }
}
