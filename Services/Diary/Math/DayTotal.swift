package import Contracts

/// What one day with entries adds up to.
package struct DayTotal: Sendable, Equatable {
    /// The least energy of a day that counts as logged to its end, in kcal: a forgotten diary is no fast.
    ///
    /// One bound for the expenditure and for advice. It is absolute and low, so that a person who eats far too little and
    /// logs all of it is still told so; a part of the target would leave those days out.
    package static let completeKcalMin = 500.0

    package var date: PlainDate
    /// Sums; one that no entry of the day knows is unknown.
    package var nutrients: Nutrients
    /// Nutrients that at least one entry does not know, so that their sums are too low.
    package var unknown: NutrientSet
    /// How many entries the day has; at least one.
    package var entries: Int

    package var kcal: Double { nutrients.kcal }
    /// Whether the day counts as logged to its end.
    package var isComplete: Bool { kcal >= Self.completeKcalMin }

    package init(date: PlainDate, nutrients: Nutrients, unknown: NutrientSet = [], entries: Int = 1) {
        self.date = date
        self.nutrients = nutrients
        self.unknown = unknown
        self.entries = entries
    }
}
