package import Contracts

/// What one day with entries adds up to.
package struct DayTotal: Sendable, Equatable {
    package var date: PlainDate
    package var kcal: Double
    package var proteinG: Double
    package var fatG: Double
    package var carbohydrateG: Double
    /// How many entries the day has; at least one.
    package var entries: Int

    package init(
        date: PlainDate,
        kcal: Double,
        proteinG: Double = 0,
        fatG: Double = 0,
        carbohydrateG: Double = 0,
        entries: Int = 1
    ) {
        self.date = date
        self.kcal = kcal
        self.proteinG = proteinG
        self.fatG = fatG
        self.carbohydrateG = carbohydrateG
        self.entries = entries
    }
}
