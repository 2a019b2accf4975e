import Contracts
import Diary
import Storage
import Testing

/// What a snapshot of the profiles does to a diary, and what the diary's own says.
@Suite struct ReloadTests {
    private static func page(_ facts: [Event]) -> Snapshot.Reply {
        Snapshot.Reply(epoch: "restored", sequence: 9, events: facts, next: nil)
    }

    private static func reload(_ diary: DiaryFixture, _ facts: [Event]) async throws {
        try await diary.store.apply(page(facts), after: nil, DiaryService.followsProfile)
    }

    @Test func `a snapshot that tells what is known changes nothing and tells nobody`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setPerson(zone: "Europe/Kyiv", weekStart: 3)
            try await diary.setTarget(2_000, from: march(1))
            try await diary.setTarget(1_700, from: march(10))
            for date in [5, 10, 12] { try await diary.add(quick(kcal: 1), on: march(date)) }
            let told = try await diary.told().count
            try await Self.reload(
                diary,
                [
                    diary.fact(DiaryFixture.person(zone: "Europe/Kyiv", weekStart: 3)),
                    diary.fact(TargetChanged(target: diary.target(2_000, from: march(1)))),
                    diary.fact(TargetChanged(target: diary.target(1_700, from: march(10)))),
                ]
            )
            #expect(try await diary.told().count == told)
            #expect(try await diary.day(march(12)).target?.dailyKcal == 1_700)
            #expect(try await diary.day().week.from == march(4))
        }
    }

    @Test func `a target that the profile has lost is forgotten, and its days are told anew`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            try await diary.setTarget(1_700, from: march(10))
            for date in [5, 10, 12] { try await diary.add(quick(kcal: 1), on: march(date)) }
            let told = try await diary.told().count
            try await Self.reload(diary, [diary.fact(TargetChanged(target: diary.target(2_000, from: march(1))))])
            #expect(
                try await diary.told(after: told) == [
                    ToldDay(date: march(10), kcal: 1, targetKcal: 2_000, entries: 1),
                    ToldDay(date: march(12), kcal: 1, targetKcal: 2_000, entries: 1),
                ]
            )
        }
    }

    @Test func `a person whom the profile has lost keeps their entries`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setPerson(weekStart: 3)
            try await diary.setTarget(2_000, from: march(1))
            try await diary.add(quick(kcal: 70))
            try await Self.reload(diary, [])
            let day = try await diary.day()
            #expect((day.totals.kcal, day.target?.dailyKcal, day.week.from) == (70, nil, march(9)))
            #expect(try await diary.told(after: 1).map(\.targetKcal) == [nil])
        }
    }

    @Test func `the diary's own snapshot tells each day as its last event did`() async throws {
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
            #expect(try page.events.filter { $0.subject == other }.map(ToldDay.init).map(\.kcal) == [8])
            #expect(
                try page.events.filter { $0.subject == diary.user }.map(ToldDay.init) == [
                    ToldDay(date: march(3), kcal: 33, targetKcal: 2_000, entries: 2),
                    ToldDay(date: march(5), kcal: 5, targetKcal: 2_000, entries: 1),
                    ToldDay(date: march(9), kcal: 9, targetKcal: 2_000, entries: 1),
                ]
            )
        }
    }
}
