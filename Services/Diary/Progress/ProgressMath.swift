import Calendar
package import Contracts

/// Computes progress over a span from the totals of days with entries, the targets and the weights.
package enum ProgressMath {
    /// The data of a span, each in the order of days.
    package struct Input: Sendable {
        /// The days of the span that have entries.
        package var totals: [DayTotal]
        package var targets: TargetHistory
        /// The streaks at the end of the span.
        package var streaks: Progress.Streaks
        /// The most consecutive days with entries, up to the end of the span.
        package var longestStreak: Int
        /// Weights of the span, and of ``WeightTrend/runUpDays`` before it.
        package var weights: [MeasuredWeight]

        package init(
            totals: [DayTotal],
            targets: TargetHistory,
            streaks: Progress.Streaks,
            longestStreak: Int = 0,
            weights: [MeasuredWeight] = []
        ) {
            self.totals = totals
            self.targets = targets
            self.streaks = streaks
            self.longestStreak = longestStreak
            self.weights = weights
        }
    }

    /// Returns the totals of each step, the means over the span, the streaks at its end and the weight trend.
    package static func progress(
        _ span: DaySpan,
        by step: DiaryProgress.Step,
        weekStart: Int,
        _ input: Input
    ) -> Progress {
        let steps = steps(of: span, by: step, weekStart: weekStart)
        return Progress(
            items: items(steps, input.totals, input.targets),
            averages: averages(input.totals, input.targets),
            streaks: input.streaks,
            longestStreak: input.longestStreak,
            weightTrend: WeightTrend(input.weights).points(at: steps)
        )
    }

    /// Splits a span into days, weeks or months; the first and the last one are cut to the span.
    package static func steps(of span: DaySpan, by step: DiaryProgress.Step, weekStart: Int) -> [DaySpan] {
        var steps: [DaySpan] = []
        var first = span.from
        while first <= span.to {
            let last = min(lastDay(ofStep: step, with: first, weekStart: weekStart), span.to)
            steps.append(DaySpan(from: first, to: last))
            first = last.advanced(by: 1)
        }
        return steps
    }

    /// Returns the days of whole weeks or months, the last of which contains a day; nil for days.
    static func wholePeriods(
        _ step: DiaryProgress.Step,
        until date: PlainDate,
        weekStart: Int
    ) -> DaySpan? {
        switch step {
        case .day: return nil
        case .week:
            let last = DayMath.lastDayOfWeek(of: date, startingOn: weekStart)
            let current = DayMath.firstDayOfWeek(of: date, startingOn: weekStart)
            let daysBefore = current.distance(to: last.advanced(by: 1)) * (DiaryProgress.weeksDefault - 1)
            return DaySpan(from: current.advanced(by: -daysBefore), to: last)
        case .month:
            let current = DayMath.month(of: date)
            var first = current.from
            for _ in 1..<DiaryProgress.monthsDefault { first = DayMath.month(of: first.advanced(by: -1)).from }
            return DaySpan(from: first, to: current.to)
        }
    }

    private static func lastDay(
        ofStep step: DiaryProgress.Step,
        with date: PlainDate,
        weekStart: Int
    ) -> PlainDate {
        switch step {
        case .day: return date
        case .week: return DayMath.lastDayOfWeek(of: date, startingOn: weekStart)
        case .month:
            let (year, month, day) = date.components
            return date.advanced(by: PlainDate.daysInMonth(month, of: year) - day)
        }
    }

    /// Returns the items of the steps in one pass, because steps and totals are both ordered.
    private static func items(
        _ steps: [DaySpan],
        _ totals: [DayTotal],
        _ targets: TargetHistory
    ) -> [Progress.Item] {
        var rest = totals[...]
        return steps.map { step in
            let days = rest.prefix { $0.date <= step.to }
            rest = rest.dropFirst(days.count)
            return Progress.Item(
                from: step.from,
                to: step.to,
                totals: .sum(of: days.map(\.nutrients)),
                incomplete: NutrientSet.union(of: days.map(\.unknown)).names,
                target: targets.sum(from: step.from, to: step.to),
                loggedDays: days.count
            )
        }
    }

    private static func averages(_ totals: [DayTotal], _ targets: TargetHistory) -> Progress.Averages {
        func mean(_ values: [Double]) -> Double? {
            values.isEmpty ? nil : (values.reduce(0, +) / Double(values.count)).inHundredths
        }
        var averages = Progress.Averages()
        averages.kcal = mean(totals.map(\.kcal))
        averages.targetKcal = mean(totals.compactMap { targets.target(on: $0.date).map { Double($0.dailyKcal) } })
        averages.amounts = NutrientAmounts { nutrient in mean(totals.compactMap { $0.nutrients[nutrient] }) }
        return averages
    }
}
