import Contracts
import Foundation
import SeededRandom
import Storage
import TestSupport
import Testing

/// Tests the pages of a snapshot, and their effects on a subscriber.
struct SnapshotTests {
    private static let everything = EventsSince(epoch: nil, sequence: 0)

    /// Loads all pages of a snapshot, and calls `between` before each page but the first.
    private static func reload(
        _ subscriber: Store,
        from source: Store,
        bytesMax: Int,
        between: () async throws -> Void = {}
    ) async throws -> [Snapshot.Reply] {
        var pages: [Snapshot.Reply] = []
        var position: Snapshot.Position?
        try await subscriber.beginReload(of: EventsFixture.source)
        repeat {
            if !pages.isEmpty { try await between() }
            let page = try await source.snapshot(
                Snapshot(after: position),
                of: EventsFixture.source,
                DayService.snapshot,
                bytesMax: bytesMax
            )
            try await subscriber.apply(page, after: position, DayService.eventSubscriber)
            pages.append(page)
            position = page.next
        } while position != nil
        try await subscriber.endReload(
            of: EventsFixture.source,
            at: Beacon(epoch: pages[0].epoch, last: pages[0].sequence)
        )
        return pages
    }

    private static func catchUp(_ subscriber: Store, with source: Store) async throws {
        while true {
            let cursor = try await subscriber.cursor(of: EventsFixture.source)
            let position = EventsSince(epoch: cursor.epoch, sequence: cursor.sequence, event: cursor.event)
            let reply = try await source.events(since: position, source: EventsFixture.source)
            #expect(!reply.reload)
            if reply.events.isEmpty { return }
            for event in reply.events {
                #expect(try await subscriber.apply(event, epoch: reply.epoch, DayService.eventSubscriber))
            }
        }
    }

    private static func withStores(_ body: (_ source: Store, _ subscriber: Store) async throws -> Void) async throws {
        try await EventsFixture.withDirectory { fixture in
            try await fixture.withStore(EventsFixture.source) { source in
                try await fixture.withStore(EventsFixture.subscriber) { try await body(source, $0) }
            }
        }
    }

    @Test func `a page has at most 512 KB, and all pages together contain everything once`() async throws {
        try await Self.withStores { source, subscriber in
            let people = (0..<3).map { _ in UserID.make() }
            try await source.write { transaction in
                for (index, user) in people.enumerated() {
                    for day in 0..<(index == 1 ? 5_000 : 700) {
                        try DayService.change(.test(day, kcal: Double(day)), of: user, transaction)
                    }
                }
            }
            let pages = try await Self.reload(subscriber, from: source, bytesMax: Snapshot.pageBytesMax)
            #expect(pages.count > 3)
            for page in pages {
                let bytes = try PayloadCoder.encode(page).count
                #expect(bytes <= Snapshot.pageBytesMax)
            }
            #expect(pages.map(\.events.count).reduce(0, +) == 6_400)
            #expect(try await DayService.contents(of: subscriber) == DayService.contents(of: source))
        }
    }

    @Test func `a user on several pages loses no known day during a reload`() async throws {
        try await Self.withStores { source, subscriber in
            let users = (0..<3).map { _ in UserID.make() }
            for user in users {
                for day in 0..<40 {
                    try await source.set(user, day, kcal: 1)
                    try await subscriber.set(user, day, kcal: 1)
                }
            }
            let known = try await DayService.contents(of: source)
            let pages = try await Self.reload(subscriber, from: source, bytesMax: 4_000) {
                let contents = try await DayService.contents(of: subscriber)
                #expect(contents == known)
            }
            #expect(pages.count > 6)
            #expect(try await DayService.contents(of: subscriber) == known)
        }
    }

    @Test func `a reload removes lost days of a user on several pages, and no others`() async throws {
        try await Self.withStores { source, subscriber in
            let user = UserID.make()
            for day in 0..<120 {
                if day % 3 == 0 { try await source.set(user, day, kcal: 1) }
                try await subscriber.set(user, day, kcal: 1)
            }
            // A day after the source's last one, and a user that the source does not have.
            try await subscriber.set(user, 500, kcal: 1)
            for day in 0..<250 { try await subscriber.set(.noUser, day, kcal: 1) }
            _ = try await Self.reload(subscriber, from: source, bytesMax: 4_000)
            #expect(try await DayService.contents(of: subscriber) == DayService.contents(of: source))
        }
    }

    @Test func `a page takes effect in transactions of a bounded number of facts`() async throws {
        try await Self.withStores { source, subscriber in
            let user = UserID.make()
            for day in 0..<180 { try await source.set(user, day, kcal: 1) }
            let (facts, largest) = (Counter(), Counter())
            let eventSubscriber = EventSubscriber(
                apply: { event, transaction in
                    facts.increment()
                    try DayService.eventSubscriber.apply(event, transaction)
                },
                removeMissing: DayService.eventSubscriber.removeMissing,
                finish: { _, _ in largest.raise(to: facts.reset()) }
            )
            let page = try await source.snapshot(Snapshot(after: nil), of: EventsFixture.source, DayService.snapshot)
            #expect(page.events.count == 180)
            try await subscriber.apply(page, after: nil, eventSubscriber)
            #expect(largest.value == Store.eventsAtOnceMax)
            #expect(try await DayService.contents(of: subscriber) == DayService.contents(of: source))
        }
    }

    @Test func `a reload removes data that the source does not have`() async throws {
        try await Self.withStores { source, subscriber in
            let (first, second, third) = (UserID.make(), UserID.make(), UserID.make())
            for user in [first, second, third] { try await subscriber.set(user, 1, kcal: 1) }
            try await source.set(second, 2, kcal: 2)
            _ = try await Self.reload(subscriber, from: source, bytesMax: Snapshot.pageBytesMax)
            #expect(try await DayService.contents(of: subscriber) == DayService.contents(of: source))
            try await source.clear(second, 2)
            _ = try await Self.reload(subscriber, from: source, bytesMax: Snapshot.pageBytesMax)
            #expect(try await DayService.contents(of: subscriber).isEmpty)
        }
    }

    @Test func `each page has the position of the moment at which it was read`() async throws {
        try await Self.withStores { source, subscriber in
            for _ in 0..<20 { try await source.set(.make(), 1, kcal: 1) }
            let pages = try await Self.reload(subscriber, from: source, bytesMax: 1_500) {
                try await source.set(.make(), 1, kcal: 1)
            }
            #expect(pages.map(\.sequence) == (20..<(20 + Int64(pages.count))).map { $0 })
            #expect(try await subscriber.cursor(of: EventsFixture.source).sequence == 20)
        }
    }

    @Test(arguments: 1...12)
    func `changes between two pages are not lost`(seed: Int) async throws {
        var random = SeededGenerator(seed: seed)
        try await Self.withStores { source, subscriber in
            let people = (0..<12).map { _ in UserID.make() }
            func change() async throws {
                for _ in 0..<Int.random(in: 0...6, using: &random) {
                    let user = people[Int.random(in: 0..<people.count, using: &random)]
                    let day = Int.random(in: 0..<6, using: &random)
                    if Int.random(in: 0..<3, using: &random) == 0 {
                        try await source.clear(user, day)
                    } else {
                        try await source.set(user, day, kcal: Double(Int.random(in: 1...9, using: &random)))
                    }
                }
            }
            for _ in 0..<20 { try await change() }
            // The subscriber has data that the source never published.
            for user in people.prefix(6) { try await subscriber.set(user, 9, kcal: 9) }
            let pages = try await Self.reload(subscriber, from: source, bytesMax: 1_500, between: change)
            #expect(pages.count > 3)
            try await change()
            try await Self.catchUp(subscriber, with: source)
            #expect(try await DayService.contents(of: subscriber) == DayService.contents(of: source), "seed \(seed)")
        }
    }
}
