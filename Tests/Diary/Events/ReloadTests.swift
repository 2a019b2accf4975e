import Calendar
import Contracts
import Diary
import Storage
import Testing

/// Effects of a snapshot of the profiles, and the content of the diary's own.
@Suite struct ReloadTests {
    private static func page(_ facts: [Event]) -> Snapshot.Reply {
        Snapshot.Reply(epoch: "restored", sequence: 9, events: facts, next: nil)
    }

    private static func reload(_ diary: DiaryFixture, _ facts: [Event]) async throws {
        try await diary.store.apply(page(facts), after: nil, DiaryService.profileSubscriber)
    }

    @Test func `a snapshot without news changes and publishes nothing`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setPerson(zone: "Europe/Kyiv", weekStart: 3)
            try await diary.setTarget(2_000, from: march(1))
            try await diary.setTarget(1_700, from: march(10))
            for date in [5, 10, 12] { try await diary.add(quick(kcal: 1), on: march(date)) }
            let published = try await diary.published().count
            try await Self.reload(
                diary,
                [
                    diary.fact(DiaryFixture.person(zone: "Europe/Kyiv", weekStart: 3)),
                    diary.fact(TargetChanged(target: diary.target(2_000, from: march(1)))),
                    diary.fact(TargetChanged(target: diary.target(1_700, from: march(10)))),
                ]
            )
            #expect(try await diary.published().count == published)
            #expect(try await diary.day(march(12)).target?.dailyKcal == 1_700)
            #expect(try await diary.day().week.from == march(4))
        }
    }

    @Test func `a target missing from the snapshot is removed, and its days are published`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            try await diary.setTarget(1_700, from: march(10))
            for date in [5, 10, 12] { try await diary.add(quick(kcal: 1), on: march(date)) }
            let published = try await diary.published().count
            try await Self.reload(diary, [diary.fact(TargetChanged(target: diary.target(2_000, from: march(1))))])
            #expect(
                try await diary.published(after: published) == [
                    PublishedDay(date: march(10), kcal: 1, targetKcal: 2_000, entries: 1),
                    PublishedDay(date: march(12), kcal: 1, targetKcal: 2_000, entries: 1),
                ]
            )
        }
    }

    @Test func `a user missing from the snapshot keeps the entries`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setPerson(weekStart: 3)
            try await diary.setTarget(2_000, from: march(1))
            try await diary.add(quick(kcal: 70))
            try await Self.reload(diary, [])
            let day = try await diary.day()
            #expect((day.totals.kcal, day.target?.dailyKcal, day.week.from) == (70, nil, march(9)))
            #expect(try await diary.published(after: 1).map(\.targetKcal) == [nil])
        }
    }

    /// Returns the facts of a user with a weight and a target on each of some days.
    private static func dailyFacts(_ diary: DiaryFixture, days: Int, kcal: (Int) -> Int) throws -> [Event] {
        let dates = (0..<days).map { DiaryFixture.today.advanced(by: $0 - days + 1) }
        let person = try diary.fact(DiaryFixture.person(sharesFoods: true))
        let weights = try dates.map { try diary.fact(DayMeasured(date: $0, weightKg: 70, exerciseKcal: nil)) }
        let targets = try dates.enumerated().map { index, date in
            try diary.fact(TargetChanged(target: diary.target(kcal(index), from: date)))
        }
        return [person] + weights + targets
    }

    /// Applies facts as snapshot pages of a size.
    private static func reload(_ diary: DiaryFixture, _ facts: [Event], pageSize: Int) async throws {
        var (position, rest): (Snapshot.Position?, ArraySlice<Event>) = (nil, facts[...])
        repeat {
            let events = Array(rest.prefix(pageSize))
            rest = rest.dropFirst(pageSize)
            let next = rest.isEmpty ? nil : try events.last?.snapshotPosition()
            let page = Snapshot.Reply(epoch: "restored", sequence: 9, events: events, next: next)
            try await diary.store.apply(page, after: position, DiaryService.profileSubscriber)
            position = next
        } while position != nil
    }

    /// Returns the number of the newest event of the diary.
    private static func lastEvent(_ diary: DiaryFixture) async throws -> Int64 {
        try await diary.store.beacon().last
    }

    @Test func `a reload of three years of known daily targets publishes nothing`() async throws {
        try await DiaryFixture.use { diary in
            let facts = try Self.dailyFacts(diary, days: 1_095) { 1_500 + $0 }
            try await Self.reload(diary, facts, pageSize: 700)
            for day in 0..<420 { try await diary.add(quick(kcal: 1), on: DiaryFixture.today.advanced(by: -day)) }
            let before = try await Self.lastEvent(diary)
            try await Self.reload(diary, facts, pageSize: 700)
            #expect(try await Self.lastEvent(diary) == before)
        }
    }

    @Test func `a reload that changes one of many targets publishes only its days`() async throws {
        try await DiaryFixture.use { diary in
            try await Self.reload(diary, try Self.dailyFacts(diary, days: 200) { 1_500 + $0 }, pageSize: 90)
            for day in 0..<150 { try await diary.add(quick(kcal: 1), on: DiaryFixture.today.advanced(by: -day)) }
            let before = try await Self.lastEvent(diary)
            let facts = try Self.dailyFacts(diary, days: 200) { $0 == 180 ? 3_000 : 1_500 + $0 }
            try await Self.reload(diary, facts, pageSize: 90)
            let news = try await diary.store.events(since: EventsSince(epoch: nil, sequence: before), source: .diary)
            #expect(
                try news.events.map(PublishedDay.init) == [
                    PublishedDay(date: DiaryFixture.today.advanced(by: -19), kcal: 1, targetKcal: 3_000, entries: 1)
                ]
            )
        }
    }

    @Test func `a reload of many new targets publishes each day a bounded number of times`() async throws {
        try await DiaryFixture.use { diary in
            let targets = 120
            for day in 0..<200 { try await diary.add(quick(kcal: 1), on: DiaryFixture.today.advanced(by: -day)) }
            let before = try await Self.lastEvent(diary)
            let facts = try Self.dailyFacts(diary, days: targets) { 1_500 + $0 }
            try await Self.reload(diary, facts, pageSize: 90)
            // At most once per transaction, because the newest target so far applies to later days.
            let transactions = (facts.count + Store.eventsAtOnceMax - 1) / Store.eventsAtOnceMax + 1
            let published = try await Self.lastEvent(diary) - before
            #expect(published >= 200 && published <= Int64(200 * transactions))
            let last = try await diary.day(DiaryFixture.today).target?.dailyKcal
            #expect(last == 1_500 + targets - 1)
        }
    }

    @Test func `the diary's snapshot contains each day as in its last event`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(5))
            for date in [3, 5, 9] { try await diary.add(quick(kcal: Double(date)), on: march(date)) }
            let emptied = try await diary.add(quick(kcal: 1), on: march(7))
            _ = try await diary.service.remove(DiaryEntriesRemove(id: emptied.id), diary.context())
            try await diary.add(quick(kcal: 30), on: march(3))
            let other = UserID.make()
            try await diary.add(quick(kcal: 8), on: march(8), as: other)
            let page = try await diary.store.snapshot(Snapshot(after: nil), of: .diary, DiaryFixture.snapshot)
            #expect(page.next == nil)
            #expect(try page.events.filter { $0.subject == other }.map(PublishedDay.init).map(\.kcal) == [8])
            #expect(
                try page.events.filter { $0.subject == diary.user }.map(PublishedDay.init) == [
                    PublishedDay(date: march(3), kcal: 33, targetKcal: 2_000, entries: 2),
                    PublishedDay(date: march(5), kcal: 5, targetKcal: 2_000, entries: 1),
                    PublishedDay(date: march(9), kcal: 9, targetKcal: 2_000, entries: 1),
                ]
            )
        }
    }
}
