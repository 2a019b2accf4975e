import Calendar
import Contracts
import Diary
import Storage
import Testing

@Suite struct ProgressQueryTests {
    @Test func `the default span is the last seven days, by day`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            try await diary.add(quick(kcal: 1_500), on: march(3))
            try await diary.add(quick(kcal: 1_900), on: march(9))
            try await diary.add(quick(kcal: 900, proteinG: 20), on: march(10))
            try await diary.add(quick(kcal: 1_000), on: march(10))
            let progress = try await diary.service.progress(DiaryProgress(), diary.context())
            #expect(progress.items.map(\.from) == (4...10).map(march))
            #expect(progress.items.map(\.kcal) == [0, 0, 0, 0, 0, 1_900, 1_900])
            #expect(progress.items.last?.proteinG == 20)
            #expect((progress.averages.kcal, progress.averages.targetKcal) == (1_900, 2_000))
            #expect(progress.streaks == Progress.Streaks(logged: 2, onTarget: 2))
        }
    }

    @Test func `weeks begin on the user's weekday`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setPerson(weekStart: 7)
            try await diary.add(quick(kcal: 10), on: march(7))
            try await diary.add(quick(kcal: 20), on: march(8))
            let request = DiaryProgress(from: .date(march(6)), to: .today, by: .week)
            let items = try await diary.service.progress(request, diary.context()).items
            #expect(items.map(\.kcal) == [10, 20])
            #expect(items.map(\.from) == [march(6), march(8)])
        }
    }

    @Test func `weeks and months without dates are whole, and streaks end today`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setPerson(weekStart: 7)
            try await diary.setTarget(2_000, from: march(1))
            for day in [9, 10, 14] { try await diary.add(quick(kcal: 100), on: march(day)) }
            let weeks = try await diary.service.progress(DiaryProgress(by: .week), diary.context())
            #expect(weeks.items.map(\.from) == [-13, -6, 1, 8].map(march))
            #expect(weeks.items.last?.to == march(14))
            #expect((weeks.items.last?.kcal, weeks.items.last?.targetKcal) == (300, 14_000))
            #expect((weeks.streaks.logged, weeks.longestStreak) == (2, 2))
            let months = try await diary.service.progress(DiaryProgress(by: .month), diary.context())
            #expect(months.items.map(\.from.description).first == "2025-10-01")
            #expect(months.items.count == DiaryProgress.monthsDefault)
            #expect((months.items.last?.from, months.items.last?.to) == (march(1), march(31)))
            #expect(months.items.last?.targetKcal == 62_000)
        }
    }

    @Test(arguments: [61, 62, 63, 247, 249])
    func `a streak extends beyond the span and beyond the first read of targets`(length: Int) async throws {
        try await DiaryFixture.use { diary in
            for back in 0..<length { try await diary.add(quick(kcal: 1), on: DiaryFixture.today.advanced(by: -back)) }
            let today = try await diary.service.progress(DiaryProgress(), diary.context())
            #expect(today.streaks.logged == length)
            let tomorrow = DiaryProgress(to: .date(march(11)))
            #expect(try await diary.service.progress(tomorrow, diary.context()).streaks.logged == length)
            let later = DiaryProgress(to: .date(march(12)))
            #expect(try await diary.service.progress(later, diary.context()).streaks.logged == 0)
        }
    }

    @Test func `a streak can exceed the longest span, and each day has its own target`() async throws {
        try await DiaryFixture.use { diary in
            // Longer than any span, with a different target every other week.
            let length = DiaryProgress.daysMax + 40
            let first = DiaryFixture.today.advanced(by: 1 - length)
            try await diary.store.write { transaction in
                for back in 0..<length {
                    let date = DiaryFixture.today.advanced(by: -back)
                    let kcal = back < 500 ? 2_000 + 500 * (date.dayNumber / 14 % 2) : 100
                    _ = try transaction.execute(
                        """
                        INSERT INTO day_total (user_id, date, kcal, protein_g, fat_g, carbohydrate_g, entries)
                        VALUES (?, ?, ?, 0, 0, 0, 1)
                        """,
                        [diary.user.description, date.description, kcal]
                    )
                    guard date.dayNumber % 14 == 0 || date == first else { continue }
                    _ = try transaction.execute(
                        """
                        INSERT INTO target (user_id, from_date, daily_kcal, protein_g, fat_g, carbohydrate_g)
                        VALUES (?, ?, ?, 0, 0, 0)
                        """,
                        [diary.user.description, date.description, 2_000 + 500 * (date.dayNumber / 14 % 2)]
                    )
                }
            }
            let progress = try await diary.service.progress(DiaryProgress(), diary.context())
            #expect(progress.streaks == Progress.Streaks(logged: length, onTarget: 500))
        }
    }

    @Test func `the maximum span by day fits into a message, and a longer one is refused`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_345, from: march(1))
            let days = DiaryProgress.stepsMax
            let first = DiaryFixture.today.advanced(by: 1 - days)
            try await diary.store.write { transaction in
                for back in 0..<days {
                    let date = DiaryFixture.today.advanced(by: -back).description
                    _ = try transaction.execute(
                        """
                        INSERT INTO day_total VALUES (?, ?, 12345.67, 123.45, 123.45, 123.45, 1, 123.45, 123.45, 123.45, 63, 63)
                        """,
                        [diary.user.description, date]
                    )
                    _ = try transaction.execute(
                        "INSERT INTO body_day VALUES (?, ?, ?, 1)",
                        [diary.user.description, date, 100 + Double(back % 7) / 10]
                    )
                }
            }
            let request = DiaryProgress(from: .date(first), to: .today, by: .day)
            let progress = try await diary.service.progress(request, diary.context())
            #expect((progress.items.count, progress.weightTrend.count) == (days, days))
            // A message holds a mebibyte.
            #expect(try PayloadCoder.encode(progress).count < 1_000_000)
            let more = DiaryProgress(from: .date(first.advanced(by: -1)), to: .today, by: .day)
            let error = await #expect(throws: ServiceError.self) {
                try await diary.service.progress(more, diary.context())
            }
            #expect(error?.details.map(\.field) == ["by"])
        }
    }

    @Test func `a span of progress that is too long or reversed is refused`() async throws {
        try await DiaryFixture.use { diary in
            func fields(_ from: PlainDate?, _ to: PlainDate?) async throws -> [String] {
                let request = DiaryProgress(from: from.map { .date($0) }, to: to.map { .date($0) }, by: .month)
                do {
                    _ = try await diary.service.progress(request.checked(), diary.context())
                    return []
                } catch let error as ServiceError {
                    return error.details.map(\.field)
                }
            }
            let span = DiaryProgress.daysMax
            let ofTheLongest = try await fields(march(1), march(span))
            #expect(ofTheLongest == [])
            #expect(try await fields(march(1), march(span + 1)) == ["to"])
            #expect(try await fields(march(10 - span), nil) == ["from"])
            #expect(try await fields(march(11), nil) == ["from"])
            #expect(try await fields(march(11), march(10)) == ["to"])
        }
    }
}
