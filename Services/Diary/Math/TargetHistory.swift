package import Contracts

/// The targets of one person by the day from which each holds.
package struct TargetHistory: Sendable, Equatable {
    /// A target and its first day.
    package struct Step: Sendable, Equatable {
        package let from: PlainDate
        package let target: DayTarget
        /// Days of the week that have another target, by name.
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

    /// The target in force on a day: the newest that had begun, or the first one for days before it; nil when there is
    /// none at all.
    package func target(on date: PlainDate) -> DayTarget? {
        var (low, high) = (0, steps.count)
        while low < high {
            let middle = (low + high) / 2
            if steps[middle].from <= date { low = middle + 1 } else { high = middle }
        }
        guard let step = low > 0 ? steps[low - 1] : steps.first else { return nil }
        return step.weekdays[Weekday(of: date).rawValue] ?? step.target
    }

    /// What the targets of some days allow together; nil without any target.
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
