import Calendar
import Contracts
import Diary
import Testing

@Suite struct EventTests {
    @Test func `each change publishes its day`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            let entry = try await diary.add(quick(kcal: 100.5))
            try await diary.add(quick(kcal: 50))
            _ = try await diary.service.remove(DiaryEntriesRemove(id: entry.id), diary.context())
            #expect(
                try await diary.published() == [
                    PublishedDay(date: march(10), kcal: 100.5, targetKcal: 2_000, entries: 1),
                    PublishedDay(date: march(10), kcal: 150.5, targetKcal: 2_000, entries: 2),
                    PublishedDay(date: march(10), kcal: 50, targetKcal: 2_000, entries: 1),
                ]
            )
        }
    }

    @Test func `a move publishes both days, the emptied one with zero`() async throws {
        try await DiaryFixture.use { diary in
            let entry = try await diary.add(quick(kcal: 70))
            var move = DiaryEntriesUpdate(id: entry.id)
            move.date = .date(march(12))
            _ = try await diary.service.update(move, diary.context())
            #expect(
                try await diary.published(after: 1) == [
                    PublishedDay(date: march(10), kcal: 0, targetKcal: nil, entries: 0),
                    PublishedDay(date: march(12), kcal: 70, targetKcal: nil, entries: 1),
                ]
            )
        }
    }

    @Test func `a refused change publishes nothing`() async throws {
        try await DiaryFixture.use { diary in
            let entry = try await diary.add(quick(kcal: 70))
            await #expect(throws: ServiceError.self) { try await diary.add(quick(kcal: 1), id: entry.id) }
            #expect(try await diary.published().count == 1)
        }
    }

    @Test func `a new target publishes the days from its start on and no earlier ones`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            for date in [5, 9, 10, 12] { try await diary.add(quick(kcal: Double(date)), on: march(date)) }
            try await diary.setTarget(1_700, from: march(10))
            #expect(
                try await diary.published(after: 4) == [
                    PublishedDay(date: march(10), kcal: 10, targetKcal: 1_700, entries: 1),
                    PublishedDay(date: march(12), kcal: 12, targetKcal: 1_700, entries: 1),
                ]
            )
            #expect(try await diary.day(march(9)).target?.dailyKcal == 2_000)
            #expect(try await diary.day(march(10)).target?.dailyKcal == 1_700)
            #expect(try await diary.day(march(10)).week.targetKcal == 2_000 + 6 * 1_700)
            let request = DiaryProgress(from: .date(march(8)), to: .date(march(11)))
            let progress = try await diary.service.progress(request, diary.context())
            #expect(progress.items.map(\.targetKcal) == [2_000, 2_000, 1_700, 1_700])
        }
    }

    @Test func `a second target for the same day replaces the first`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            try await diary.setTarget(2_100, from: march(1))
            #expect(try await diary.day(march(2)).target?.dailyKcal == 2_100)
        }
    }

    @Test func `the first target also applies to earlier days`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.add(quick(kcal: 1), on: march(2))
            try await diary.setTarget(2_000, from: march(10))
            #expect(try await diary.published(after: 1).map(\.targetKcal) == [2_000])
            #expect(try await diary.day(march(2)).target?.dailyKcal == 2_000)
        }
    }

    @Test func `a target publishes only the newest days, the oldest of them first`() async throws {
        try await DiaryFixture.use { diary in
            for date in 1...401 { try await diary.add(quick(kcal: 1), on: march(date)) }
            try await diary.setTarget(2_000, from: march(1))
            let published = try await diary.published(after: 401)
            #expect(published.map(\.date) == (2...401).map(march))
        }
    }

    @Test func `targets and settings apply to their user only`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            try await diary.setPerson(weekStart: 3)
            let stranger = try await diary.day(as: .make())
            #expect(stranger.target == nil)
            #expect(stranger.week.from == march(9))
            #expect(try await diary.day().week.from == march(4))
        }
    }

    @Test func `events of other types have no effect`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.receive(DayChanged(date: march(1), kcal: 1, targetKcal: nil, entries: 1))
            #expect(try await diary.published().isEmpty)
            #expect(try await diary.day(march(1)).totals.kcal == 0)
        }
    }
}
