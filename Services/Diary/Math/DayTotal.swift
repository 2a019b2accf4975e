package import Contracts

/// What one day with entries adds up to.
package struct DayTotal: Sendable, Equatable {
    package var date: PlainDate
    /// Sums; one that no entry of the day knows is unknown.
    package var nutrients: Nutrients
    /// Nutrients that at least one entry does not know, so that their sums are too low.
    package var unknown: NutrientSet
    /// How many entries the day has; at least one.
    package var entries: Int

    package var kcal: Double { nutrients.kcal }

    package init(date: PlainDate, nutrients: Nutrients, unknown: NutrientSet = [], entries: Int = 1) {
        self.date = date
        self.nutrients = nutrients
        self.unknown = unknown
        self.entries = entries
    }
}
