package import Contracts

/// How days add up over a span: pure, from the totals of the days that have entries and the targets.
package enum ProgressMath {
    /// How far from the target a day may be and still be on it, as one part in so many: 10 %.
    private static let onTargetPart = 10.0

    /// The steps of a span, the means over it and the streaks at its end.
    ///
    /// Days outside the span only count for streaks.
    package static func progress(
        _ span: DaySpan,
        by step: DiaryProgress.Step,
        weekStart: Int,
        totals: [DayTotal],
        targets: TargetHistory
    ) -> Progress {
        let within = totals.filter { span.from <= $0.date && $0.date <= span.to }.sorted { $0.date < $1.date }
        return Progress(
            items: items(steps(of: span, by: step, weekStart: weekStart), within, targets),
            averages: averages(within, targets),
            streaks: streaks(endingOn: span.to, totals, targets)
        )
    }

    /// The days, weeks or months of a span; the first and the last one are cut to it.
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

    /// Unbroken runs of days up to the last one; a last day that does not count yet does not end a run, because it may
    /// not be over.
    package static func streaks(
        endingOn last: PlainDate,
        _ totals: [DayTotal],
        _ targets: TargetHistory
    ) -> Progress.Streaks {
        let byDate = Dictionary(totals.map { ($0.date, $0) }) { first, _ in first }
        return Progress.Streaks(
            logged: run(endingOn: last) { byDate[$0] != nil },
            onTarget: run(endingOn: last) { date in
                guard let total = byDate[date], let target = targets.target(on: date) else { return false }
                return isOnTarget(total.kcal, target.dailyKcal)
            }
        )
    }

    private static func isOnTarget(_ kcal: Double, _ target: Int) -> Bool {
        abs(kcal - Double(target)).inHundredths * onTargetPart <= Double(target)
    }

    private static func run(endingOn last: PlainDate, _ counts: (PlainDate) -> Bool) -> Int {
        var date = counts(last) ? last : last.advanced(by: -1)
        var length = 0
        while counts(date) {
            length += 1
            date = date.advanced(by: -1)
        }
        return length
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

    /// Both the steps and the totals are in order, so that one pass is enough.
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
                kcal: days.reduce(0) { $0 + $1.kcal }.inHundredths,
                targetKcal: targets.kcal(from: step.from, to: step.to),
                proteinG: days.reduce(0) { $0 + $1.proteinG }.inHundredths,
                fatG: days.reduce(0) { $0 + $1.fatG }.inHundredths,
                carbohydrateG: days.reduce(0) { $0 + $1.carbohydrateG }.inHundredths,
                loggedDays: days.count
            )
        }
    }

    private static func averages(_ totals: [DayTotal], _ targets: TargetHistory) -> Progress.Averages {
        func mean(_ values: [Double]) -> Double? {
            values.isEmpty ? nil : (values.reduce(0, +) / Double(values.count)).inHundredths
        }
        return Progress.Averages(
            kcal: mean(totals.map(\.kcal)),
            targetKcal: mean(totals.compactMap { targets.target(on: $0.date).map { Double($0.dailyKcal) } })
        )
    }
}
