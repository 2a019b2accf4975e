import Calendar
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
            ProgressMath.Input(
                totals: totals,
                targets: without ? TargetHistory([]) : targets,
                streaks: Progress.Streaks(logged: 3, onTarget: 2),
                weights: [MeasuredWeight(date: march(1), kg: 70)]
            )
        )
    }

    private func total(_ day: Int, _ kcal: Double) -> DayTotal {
        DayTotal(date: march(day), nutrients: Nutrients(kcal: kcal))
    }

    @Test func `every step has an item, also without entries`() {
        let progress = progress(
            1,
            3,
            [
                DayTotal(
                    date: march(2),
                    nutrients: Nutrients(kcal: 1_500.25, proteinG: 50, fiberG: 4),
                    unknown: NutrientSet(.fat)
                )
            ]
        )
        #expect(progress.items.map(\.from) == [march(1), march(2), march(3)])
        #expect(progress.items.map(\.kcal) == [0, 1_500.25, 0])
        #expect(progress.items.map(\.proteinG) == [0, 50, 0])
        #expect(progress.items.map(\.loggedDays) == [0, 1, 0])
        #expect(progress.items.map(\.targetKcal) == [2_000, 2_000, 2_000])
        #expect(progress.items.map(\.targetProteinG) == [1, 1, 1])
        #expect(progress.items.map(\.fiberG) == [0, 4, 0])
        #expect(progress.items.map(\.saltG) == [0, nil, 0])
        #expect(progress.items.map(\.incomplete) == [[], ["fatG"], []])
        #expect(progress.streaks == Progress.Streaks(logged: 3, onTarget: 2))
        #expect(progress.weightTrend == [Progress.WeightPoint(date: march(1), weightKg: 70, trendKg: 70)])
    }

    @Test func `weeks begin on the user's weekday and are cut to the span`() {
        let totals = (4...18).map { total($0, 1) }
        let items = progress(4, 18, by: .week, weekStart: 7, totals).items
        #expect(items.map(\.from) == [march(4), march(8), march(15)])
        #expect(items.map(\.to) == [march(7), march(14), march(18)])
        #expect(items.map(\.kcal) == [4, 7, 4])
        #expect(items.map(\.targetKcal) == [8_000, 14_000, 8_000])
    }

    @Test func `months are calendar months, cut to the span, with leap days`() throws {
        let from = try #require(PlainDate(year: 2024, month: 1, day: 31))
        let to = try #require(PlainDate(year: 2024, month: 3, day: 2))
        let steps = ProgressMath.steps(of: DaySpan(from: from, to: to), by: .month, weekStart: 1)
        #expect(
            steps.map { "\($0.from) \($0.to)" } == [
                "2024-01-31 2024-01-31", "2024-02-01 2024-02-29", "2024-03-01 2024-03-02",
            ]
        )
    }

    @Test func `means include only days with entries`() {
        let progress = progress(1, 7, [total(2, 1_000), total(5, 1_501)])
        #expect(progress.averages.kcal == 1_250.5)
        #expect(progress.averages.targetKcal == 2_000)
    }

    @Test func `without entries or targets there are no means`() {
        let empty = progress(1, 7, [])
        #expect(empty.averages == Progress.Averages())
        let aimless = progress(1, 2, [total(1, 800)], without: true)
        #expect((aimless.averages.kcal, aimless.averages.targetKcal) == (800, nil))
        #expect(aimless.items.map(\.targetKcal) == [nil, nil])
    }

    @Test func `the mean of a nutrient includes only days with a known amount`() {
        let days = [
            DayTotal(date: march(1), nutrients: Nutrients(kcal: 1, proteinG: 10, saltG: 2)),
            DayTotal(date: march(2), nutrients: Nutrients(kcal: 1, proteinG: 21)),
        ]
        let averages = progress(1, 7, days).averages
        #expect((averages.proteinG, averages.saltG, averages.fiberG) == (15.5, 2, nil))
    }
}
