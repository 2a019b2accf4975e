package import Calendar
package import Contracts

/// A user's targets in the order of their first days.
package struct TargetHistory: Sendable, Equatable {
    /// A target and its first day.
    package struct Step: Sendable, Equatable {
        package let from: PlainDate
        package let target: DayTarget
        /// Targets of days of the week that differ, by name.
        package let weekdays: [String: DayTarget]

        package init(from: PlainDate, target: DayTarget, weekdays: [String: DayTarget] = [:]) {
            self.from = from
            self.target = target
            self.weekdays = weekdays
        }
    }

    private let steps: [Step]

    package init(_ steps: [Step]) {
        self.steps = steps.sorted { $0.from < $1.from }
    }

    /// Returns the target in force on a day: the newest that has begun, or the first one for earlier days.
    ///
    /// It is nil without any target.
    package func target(on date: PlainDate) -> DayTarget? {
        var (low, high) = (0, steps.count)
        while low < high {
            let middle = (low + high) / 2
            if steps[middle].from <= date { low = middle + 1 } else { high = middle }
        }
        guard let step = low > 0 ? steps[low - 1] : steps.first else { return nil }
        return step.weekdays[Weekday(of: date).rawValue] ?? step.target
    }

    /// Returns the sum of the targets of some days; nil without any target.
    package func sum(from first: PlainDate, to last: PlainDate) -> DayTarget? {
        guard !steps.isEmpty else { return nil }
        var sum = DayTarget(dailyKcal: 0, proteinG: 0, fatG: 0, carbohydrateG: 0)
        for date in first...last {
            guard let target = target(on: date) else { continue }
            sum.dailyKcal += target.dailyKcal
            sum.proteinG += target.proteinG
            sum.fatG += target.fatG
            sum.carbohydrateG += target.carbohydrateG
        }
        sum.proteinG = sum.proteinG.inHundredths
        sum.fatG = sum.fatG.inHundredths
        sum.carbohydrateG = sum.carbohydrateG.inHundredths
        return sum
    }
}
