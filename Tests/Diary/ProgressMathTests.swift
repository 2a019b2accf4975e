import Contracts
import Diary
import Testing

@Suite struct ProgressMathTests {
    private let targets = TargetHistory([
        .init(from: march(1), target: DayTarget(dailyKcal: 2_000, proteinG: 1, fatG: 1, carbohydrateG: 1))
    ])

    private func progress(
        _ from: Int,
        _ to: Int,
        by step: DiaryProgress.Step = .day,
        weekStart: Int = 1,
        _ totals: [DayTotal],
        without: Bool = false
    ) -> Progress {
        ProgressMath.progress(
            DaySpan(from: march(from), to: march(to)),
            by: step,
            weekStart: weekStart,
            totals: totals,
            targets: without ? TargetHistory([]) : targets
        )
    }

    private func streaks(_ kcal: [Int: Double], endingOn last: Int) -> Progress.Streaks {
        ProgressMath.streaks(endingOn: march(last), kcal.map { DayTotal(date: march($0), kcal: $1) }, targets)
    }

    @Test func `every step is there, also the empty ones`() {
        let progress = progress(
            1,
            3,
            [DayTotal(date: march(2), kcal: 1_500.25, proteinG: 50, fatG: 4, carbohydrateG: 5)]
        )
        #expect(progress.items.map(\.from) == [march(1), march(2), march(3)])
        #expect(progress.items.map(\.kcal) == [0, 1_500.25, 0])
        #expect(progress.items.map(\.proteinG) == [0, 50, 0])
        #expect(progress.items.map(\.loggedDays) == [0, 1, 0])
        #expect(progress.items.map(\.targetKcal) == [2_000, 2_000, 2_000])
    }

    @Test func `weeks begin on the person's weekday and are cut to the span`() {
        let totals = (1...31).map { DayTotal(date: march($0), kcal: 1) }
        let items = progress(4, 18, by: .week, weekStart: 7, totals).items
        #expect(items.map(\.from) == [march(4), march(8), march(15)])
        #expect(items.map(\.to) == [march(7), march(14), march(18)])
        #expect(items.map(\.kcal) == [4, 7, 4])
        #expect(items.map(\.targetKcal) == [8_000, 14_000, 8_000])
    }

    @Test func `months are those of the calendar, cut to the span, leap days included`() throws {
        let from = try #require(PlainDate(year: 2024, month: 1, day: 31))
        let to = try #require(PlainDate(year: 2024, month: 3, day: 2))
        let steps = ProgressMath.steps(of: DaySpan(from: from, to: to), by: .month, weekStart: 1)
        #expect(
            steps.map { "\($0.from) \($0.to)" } == [
                "2024-01-31 2024-01-31", "2024-02-01 2024-02-29", "2024-03-01 2024-03-02",
            ]
        )
    }

    @Test func `means are over the days with entries`() {
        let progress = progress(1, 7, [DayTotal(date: march(2), kcal: 1_000), DayTotal(date: march(5), kcal: 1_501)])
        #expect(progress.averages.kcal == 1_250.5)
        #expect(progress.averages.targetKcal == 2_000)
    }

    @Test func `without entries or targets there are no means`() {
        let empty = progress(1, 7, [])
        #expect(empty.averages == Progress.Averages(kcal: nil, targetKcal: nil))
        let aimless = progress(1, 2, [DayTotal(date: march(1), kcal: 800)], without: true)
        #expect(aimless.averages == Progress.Averages(kcal: 800, targetKcal: nil))
        #expect(aimless.items.map(\.targetKcal) == [nil, nil])
        #expect(aimless.streaks.onTarget == 0)
    }

    @Test func `a run ends with the last day or the one before it`() {
        #expect(streaks([8: 1, 9: 1, 10: 1], endingOn: 10).logged == 3)
        #expect(streaks([8: 1, 9: 1], endingOn: 10).logged == 2)
        #expect(streaks([8: 1], endingOn: 10).logged == 0)
        #expect(streaks([7: 1, 9: 1, 10: 1], endingOn: 10).logged == 2)
        #expect(streaks([:], endingOn: 10).logged == 0)
    }

    @Test func `a day is on target within ten per cent, ends included`() {
        #expect(streaks([10: 1_800], endingOn: 10).onTarget == 1)
        #expect(streaks([10: 2_200], endingOn: 10).onTarget == 1)
        #expect(streaks([10: 1_799.99], endingOn: 10).onTarget == 0)
        #expect(streaks([10: 2_200.01], endingOn: 10).onTarget == 0)
        #expect(streaks([8: 2_000, 9: 1_900, 10: 500], endingOn: 10) == Progress.Streaks(logged: 3, onTarget: 2))
    }

    @Test func `a run may have begun before the span`() {
        let totals = (1...10).map { DayTotal(date: march($0), kcal: 2_000) }
        let progress = progress(9, 10, totals)
        #expect(progress.streaks == Progress.Streaks(logged: 10, onTarget: 10))
        #expect(progress.items.map(\.kcal) == [2_000, 2_000])
        #expect(progress.averages.kcal == 2_000)
    }
}
