import Calendar
import Contracts
import Diary
import Storage
import Testing

/// Days that the user has marked as complete.
@Suite(.timeLimit(.minutes(5)))
struct CompleteDayTests {
    private func complete(
        _ diary: DiaryFixture,
        _ date: PlainDate = march(10),
        ifVersion: Int? = nil
    ) async throws -> DayExtras {
        let request = DiaryDayComplete(date: .date(date), ifVersion: ifVersion)
        return try await diary.service.completeDay(request.checked(), diary.context()).value
    }

    private func reopen(_ diary: DiaryFixture, _ date: PlainDate = march(10)) async throws -> DayExtras {
        try await diary.service.reopenDay(DiaryDayReopen(date: .date(date)).checked(), diary.context()).value
    }

    private func streaks(_ diary: DiaryFixture) async throws -> Progress.Streaks {
        try await diary.service.progress(DiaryProgress(), diary.context()).streaks
    }

    @Test func `the mark is stored, versioned, published and shown, and later entries keep it`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.add(quick(kcal: 100))
            let marked = try await complete(diary)
            #expect(marked == DayExtras(date: march(10), waterMl: 0, note: "", version: 1, isComplete: true))
            #expect(try await complete(diary) == marked)
            try await diary.add(quick(kcal: 50))
            #expect(try await diary.day().isComplete)
            #expect(try await !reopen(diary).isComplete)
            #expect(try await reopen(diary).version == 2)
            #expect(try await diary.day().extrasVersion == 2)
            let published = try await diary.events(DayChanged.type).map { try $0.data.decode(DayChanged.self) }
            #expect(published.map(\.isComplete) == [nil, true, true, nil])
            #expect(published.map(\.kcal) == [100, 100, 150, 150])
        }
    }

    @Test func `an outdated version is refused with the current extras`() async throws {
        try await DiaryFixture.use { diary in
            let marked = try await complete(diary)
            let error = await #expect(throws: ServiceError.self) { try await complete(diary, ifVersion: 0) }
            #expect(error?.code == .versionMismatch)
            #expect(try error?.current?.decode(DayExtras.self) == marked)
            #expect(try await diary.published().isEmpty)
        }
    }

    @Test func `a marked day appears in changes and in the snapshot`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.add(quick(kcal: 100), on: march(9))
            let marked = try await complete(diary, march(9))
            let changes = try await diary.service.changes(DiaryChanges(since: nil), diary.context())
            #expect(changes.days == [marked])
            let page = try await diary.store.snapshot(Snapshot(after: nil), of: .diary, DiaryFixture.snapshot)
            let days = try page.events.filter { $0.type == DayChanged.type }.map { try $0.data.decode(DayChanged.self) }
            #expect(days.map(\.isComplete) == [true])
        }
    }

    @Test func `a marked last day that misses its target ends the streak`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            for day in 7...9 { try await diary.add(quick(kcal: 2_000), on: march(day)) }
            try await diary.add(quick(kcal: 500))
            #expect(try await streaks(diary) == Progress.Streaks(logged: 4, onTarget: 3))
            _ = try await complete(diary)
            #expect(try await streaks(diary) == Progress.Streaks(logged: 4, onTarget: 0))
        }
    }

    @Test func `a mark of a day without entries ends no streak`() async throws {
        try await DiaryFixture.use { diary in
            for day in 7...9 { try await diary.add(quick(kcal: 2_000), on: march(day)) }
            _ = try await complete(diary)
            #expect(try await streaks(diary).logged == 3)
        }
    }

    @Test func `the longest streak ends where it ended`() async throws {
        try await DiaryFixture.use { diary in
            for day in [1, 2, 3, 5, 6, 10] { try await diary.add(quick(kcal: 1), on: march(day)) }
            #expect(try await diary.service.progress(DiaryProgress(), diary.context()).longestStreak == 3)
            let early = DiaryProgress(from: .date(march(2)), to: .date(march(2)))
            #expect(try await diary.service.progress(early, diary.context()).longestStreak == 2)
            #expect(try await diary.service.progress(DiaryProgress(), diary.context(.make())).longestStreak == 0)
        }
    }
}
