import Calendar
import Contracts
import Foundation
import Storage
import TestSupport
import Testing

struct OutboxTests {
    private static func emit(_ count: Int, _ fixture: StoreFixture) async throws {
        for number in 0..<count {
            try await fixture.store.write { transaction in
                let date = PlainDate(dayNumber: 20_000 + number)
                try transaction.emit(DayChanged(date: date, kcal: 1, targetKcal: nil, entries: 1), of: .make())
            }
        }
    }

    @Test func `events are numbered in the order of their commits, without gaps`() async throws {
        try await StoreFixture.run { fixture in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<50 { group.addTask { try await Self.emit(1, fixture) } }
                try await group.waitForAll()
            }
            let position = EventsSince(epoch: nil, sequence: 0)
            let reply = try await fixture.store.events(since: position, source: .diary)
            #expect(reply.events.map(\.sequence) == Array(1...50))
            #expect(reply.last == 50)
        }
    }

    /// The closure was once wrapped again by each commit, so that the call became slower until the stack overflowed.
    @Test func `notifying of events is as cheap after the hundredth commit as after the second`() async throws {
        try await StoreFixture.run { fixture in
            let depths = Recorder<Int>()
            fixture.store.onEvents { depths.record(Thread.callStackReturnAddresses.count) }
            // Sequential, so that each write has a commit of its own.
            try await Self.emit(100, fixture)
            // A write returns before the closure is called; the next write runs afterwards.
            try await fixture.store.write { _ in }
            #expect(depths.values.count == 100)
            #expect(depths.values.last == depths.values.dropFirst().first)
        }
    }

    @Test func `an event of a failed write is never published`() async throws {
        try await StoreFixture.run { fixture in
            try await Self.emit(1, fixture)
            await #expect(throws: (any Error).self) {
                try await fixture.store.write { transaction in
                    try transaction.emit(
                        DayChanged(date: PlainDate(dayNumber: 1), kcal: 1, targetKcal: 1, entries: 1),
                        of: .make()
                    )
                    try transaction.execute("INSERT INTO note (text) VALUES ('')")
                }
            }
            try await Self.emit(1, fixture)
            let reply = try await fixture.store.events(since: EventsSince(epoch: nil, sequence: 0), source: .diary)
            #expect(reply.events.map(\.sequence) == [1, 2])
        }
    }

    @Test func `a batch of large events is limited to one message, and contains at least one`() async throws {
        try await StoreFixture.run { fixture in
            let sizes = [1, 200_000, 180_000, 10_000, 500_000, 1, 1]
            for size in sizes {
                try await fixture.store.write { transaction in
                    let food = DayShared.SharedFood(
                        meal: .snack,
                        name: String(repeating: "n", count: size),
                        grams: nil,
                        kcal: 1
                    )
                    try transaction.emit(DayShared(date: PlainDate(dayNumber: 1), foods: [food]), of: .make())
                }
            }
            var batches: [[Int64]] = []
            while let last = batches.isEmpty ? 0 : batches.last?.last, last < sizes.count {
                let position = EventsSince(epoch: nil, sequence: last)
                let reply = try await fixture.store.events(since: position, source: .diary)
                #expect(reply.last == Int64(sizes.count))
                batches.append(reply.events.map(\.sequence))
            }
            #expect(batches == [[1, 2, 3, 4], [5], [6, 7]])
        }
    }

    @Test func `a position that is not in this outbox requires a reload`() async throws {
        try await StoreFixture.run { fixture in
            try await Self.emit(2, fixture)
            let epoch = try await fixture.store.beacon().epoch
            let next = try await fixture.store.events(since: EventsSince(epoch: epoch, sequence: 1), source: .diary)
            #expect(next.events.map(\.sequence) == [2])
            #expect(!next.reload)
            let second = next.events.first?.id
            let known = EventsSince(epoch: epoch, sequence: 2, event: second)
            #expect(try await !fixture.store.events(since: known, source: .diary).reload)
            let unknown = [
                EventsSince(epoch: "other", sequence: 1), EventsSince(epoch: epoch, sequence: 3),
                EventsSince(epoch: epoch, sequence: 2, event: .make()),
            ]
            for position in unknown {
                let reply = try await fixture.store.events(since: position, source: .diary)
                #expect(reply.reload)
                #expect(reply.events.isEmpty)
            }
        }
    }

    @Test func `an event takes effect once, and only if it is the next one`() async throws {
        try await StoreFixture.run { fixture in
            try await Self.emit(3, fixture)
            let reply = try await fixture.store.events(since: EventsSince(epoch: nil, sequence: 0), source: .diary)
            let eventSubscriber = EventSubscriber { event, transaction in
                try transaction.execute("INSERT INTO note (text) VALUES (?)", ["\(event.sequence)"])
            }
            var applied: [Bool] = []
            for index in [0, 0, 2, 1, 1, 2] {
                applied.append(
                    try await fixture.store.apply(reply.events[index], epoch: reply.epoch, eventSubscriber)
                )
            }
            #expect(applied == [true, false, false, true, false, true])
            let notes = try await fixture.notes()
            #expect(notes == ["1", "2", "3"])
            let cursor = try await fixture.store.cursor(of: .diary)
            // The first event of a source requests an audit.
            let expected = EventCursor(epoch: reply.epoch, sequence: 3, event: reply.events[2].id, auditRequests: 1)
            #expect(cursor == expected)
        }
    }
}

/// Tests requests for some types of events only.
struct OutboxTypesTests {
    private static func emit(_ payloads: [any EventPayload], _ fixture: StoreFixture) async throws {
        try await fixture.store.write { transaction in
            for payload in payloads { try transaction.emit(payload, of: .make()) }
        }
    }

    @Test func `only the requested types are returned, with the last sequence number`() async throws {
        try await StoreFixture.run { fixture in
            let cart = DiaryDataChanged(kind: .cart, date: nil, version: 1)
            try await Self.emit([cart, SessionsEnded(sessions: []), cart, AccountEmailChanged()], fixture)
            let position = EventsSince(epoch: nil, sequence: 1, types: [DiaryDataChanged.type, DayChanged.type])
            let reply = try await fixture.store.events(since: position, source: .diary)
            #expect(reply.events.map(\.sequence) == [3])
            #expect(reply.last == 4)
            let none = EventsSince(epoch: nil, sequence: 0, types: [])
            #expect(try await fixture.store.events(since: none, source: .diary).events.isEmpty)
        }
    }

    @Test func `a full batch leaves the rest for the next request`() async throws {
        try await StoreFixture.run { fixture in
            let count = EventsSince.batchMax + 1
            let cart = DiaryDataChanged(kind: .cart, date: nil, version: 1)
            for _ in 0..<count { try await Self.emit([SessionsEnded(sessions: []), cart], fixture) }
            var position = EventsSince(epoch: nil, sequence: 0, types: [DiaryDataChanged.type])
            let first = try await fixture.store.events(since: position, source: .diary)
            #expect(first.events.count == EventsSince.batchMax)
            position.sequence = first.events.last?.sequence ?? 0
            let second = try await fixture.store.events(since: position, source: .diary)
            #expect(second.events.map(\.sequence) == [Int64(2 * count)])
        }
    }
}
