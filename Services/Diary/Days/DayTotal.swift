package import Contracts

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
    /// The number of entries; at least one.
    package var entries: Int

    package var kcal: Double { nutrients.kcal }
    /// Whether the day counts as fully logged.
    package var isComplete: Bool { kcal >= Self.completeKcalMin }

    package init(date: PlainDate, nutrients: Nutrients, unknown: NutrientSet = [], entries: Int = 1) {
        self.date = date
        self.nutrients = nutrients
        self.unknown = unknown
        self.entries = entries
    }
}
