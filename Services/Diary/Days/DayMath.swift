package import Calendar
package import Contracts

/// Computes the totals of a day and its week.
package enum DayMath {
    /// Days per week.
    private static let weekLength = 7

    /// Returns a day from its entries in any order, the targets, and the totals of the days of its week.
    ///
    /// The week begins on the weekday `weekStart` (1 for Monday … 7 for Sunday). `monthKcal` is the energy of the
    /// month. `total` returns nil for a day without entries.
    package static func day(
        _ date: PlainDate,
        entries: [DiaryEntry],
        targets: TargetHistory,
        weekStart: Int,
        monthKcal: Double = 0,
        total: (PlainDate) -> DayTotal?
    ) -> DiaryDay {
        let nutrients = entries.map(\.nutrients)
        let totals = Nutrients.sum(of: nutrients)
        let target = targets.target(on: date)
        return DiaryDay(
            date: date,
            meals: meals(of: entries),
            totals: totals,
            incomplete: Nutrients.incomplete(in: nutrients),
            target: target,
            remaining: target.map { remaining(of: $0, after: totals) },
            week: week(of: date, startingOn: weekStart, targets: targets, total: total),
            month: month(of: date, kcal: monthKcal, targets: targets)
        )
    }

    /// Returns all four meals in the order of the day, each with its entries in order.
    package static func meals(of entries: [DiaryEntry]) -> [DiaryDay.MealEntries] {
        let byMeal = Dictionary(grouping: entries, by: \.meal)
        return Meal.allCases.map { meal in
            let entries = (byMeal[meal] ?? []).sorted { ($0.position, $0.id) < ($1.position, $1.id) }
            return DiaryDay.MealEntries(meal: meal, entries: entries, totals: .sum(of: entries.map(\.nutrients)))
        }
    }

    /// Returns the target minus the totals; negative if the totals are higher.
    ///
    /// An unknown total gives an unknown remainder. Only energy, protein, fat and carbohydrate have targets.
    package static func remaining(of target: DayTarget, after totals: Nutrients) -> Nutrients {
        Nutrients(
            kcal: Double(target.dailyKcal) - totals.kcal,
            proteinG: totals[.protein].map { target.proteinG - $0 },
            fatG: totals[.fat].map { target.fatG - $0 },
            carbohydrateG: totals[.carbohydrate].map { target.carbohydrateG - $0 }
        ).inHundredths
    }

    /// Returns the first day of the week that contains a date.
    package static func firstDayOfWeek(of date: PlainDate, startingOn weekStart: Int) -> PlainDate {
        date.advanced(by: -((date.weekday - weekStart + weekLength) % weekLength))
    }

    /// Returns the last day of the week that contains a date.
    package static func lastDayOfWeek(of date: PlainDate, startingOn weekStart: Int) -> PlainDate {
        firstDayOfWeek(of: date, startingOn: weekStart).advanced(by: weekLength - 1)
    }

    /// Returns the first and the last day of the month that contains a date.
    package static func month(of date: PlainDate) -> DaySpan {
        let (year, month, day) = date.components
        let first = date.advanced(by: 1 - day)
        return DaySpan(from: first, to: first.advanced(by: PlainDate.daysInMonth(month, of: year) - 1))
    }

    private static func month(of date: PlainDate, kcal: Double, targets: TargetHistory) -> DiaryDay.Month {
        let span = month(of: date)
        let target = targets.sum(from: span.from, to: span.to)?.dailyKcal
        return DiaryDay.Month(
            from: span.from,
            kcal: kcal,
            targetKcal: target,
            remaining: target.map { (Double($0) - kcal).inHundredths }
        )
    }

    private static func week(
        of date: PlainDate,
        startingOn weekStart: Int,
        targets: TargetHistory,
        total: (PlainDate) -> DayTotal?
    ) -> DiaryDay.Week {
        let first = firstDayOfWeek(of: date, startingOn: weekStart)
        let last = lastDayOfWeek(of: date, startingOn: weekStart)
        let days = (first...last).compactMap(total)
        let totals = Nutrients.sum(of: days.map(\.nutrients))
        let target = targets.sum(from: first, to: last)
        return DiaryDay.Week(
            from: first,
            totals: totals,
            incomplete: NutrientSet.union(of: days.map(\.unknown)).names,
            target: target,
            remaining: target.map { remaining(of: $0, after: totals) }
        )
    }
}

/// The sums of one day with entries.
package struct DayTotal: Sendable, Equatable {
    /// The minimum energy of a day that counts as fully logged, in kcal: a day with less was probably not logged.
    ///
    /// The same bound serves the expenditure and the advice. It is absolute and low, so that a user with very low
    /// intake and complete logs still gets advice. A fraction of the target would exclude those days.
    package static let completeKcalMin = 500.0

    package var date: PlainDate
    /// The sums; a nutrient is nil if every entry of the day lacks it.
    package var nutrients: Nutrients
    /// Nutrients that at least one entry lacks, so that their sums are too low.
    package var unknown: NutrientSet
    /// The number of entries; 0 for a day without any that is marked as complete.
    package var entries: Int
    /// Whether the user has marked the day as complete.
    package var isMarked = false

    package var kcal: Double { nutrients.kcal }
    /// Whether the day counts as fully logged: the user says so, or it has enough energy.
    package var isComplete: Bool { isMarked || kcal >= Self.completeKcalMin }

    package init(date: PlainDate, nutrients: Nutrients, unknown: NutrientSet = [], entries: Int = 1) {
        self.date = date
        self.nutrients = nutrients
        self.unknown = unknown
        self.entries = entries
    }
}
