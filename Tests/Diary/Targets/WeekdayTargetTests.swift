import Calendar
import Contracts
import Diary
import Testing

@Suite struct WeekdayTargetTests {
    private func period(from date: PlainDate, sunday: Int) -> TargetPeriod {
        func day(_ kcal: Int) -> DayTarget { DayTarget(dailyKcal: kcal, proteinG: 1, fatG: 2, carbohydrateG: 3) }
        return TargetPeriod(
            from: date,
            byHand: day(2_000),
            weekdays: ["sunday": day(sunday), "monday": day(1_900)],
            formula: .harrisBenedict,
            goal: .keep,
            cautions: []
        )
    }

    @Test func `a day and its week use the targets of weekdays`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.receive(TargetChanged(target: period(from: march(1), sunday: 2_500)))
            // The 8th of March 2026 is a Sunday.
            #expect(try await diary.day(march(7)).target?.dailyKcal == 2_000)
            #expect(try await diary.day(march(8)).target?.dailyKcal == 2_500)
            #expect(try await diary.day(march(9)).target?.dailyKcal == 1_900)
            #expect(try await diary.day(march(9)).week.targetKcal == 5 * 2_000 + 2_500 + 1_900)
            try await diary.add(quick(kcal: 100), on: march(8))
            #expect(try await diary.published().last?.targetKcal == 2_500)
        }
    }

    @Test func `a repeated weekday target publishes nothing, and a changed one does`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.add(quick(kcal: 100), on: march(8))
            for _ in 0..<3 { try await diary.receive(TargetChanged(target: period(from: march(1), sunday: 2_500))) }
            #expect(try await diary.published(after: 1).map(\.targetKcal) == [2_500])
            try await diary.receive(TargetChanged(target: period(from: march(1), sunday: 2_600)))
            #expect(try await diary.published(after: 2).map(\.targetKcal) == [2_600])
        }
    }
}
