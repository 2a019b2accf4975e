package import Contracts

/// A day with at least one entry.
package struct LoggedDay: Sendable, Equatable {
    /// The day of the person's own calendar.
    package let date: PlainDate
    /// The energy of all entries.
    package let kcal: Double
    /// Above 0, or nil where the day had no target.
    package let targetKcal: Int?

    package init(date: PlainDate, kcal: Double, targetKcal: Int?) {
        self.date = date
        self.kcal = kcal
        self.targetKcal = targetKcal
    }

    /// How near the day came to its target: 1 on it, 0 at nothing or double, and without a target.
    ///
    /// A target below the least that is recommended to anybody counts as that, so that nobody is rewarded for starving.
    package var adherence: Double {
        guard let targetKcal else { return 0 }
        let target = max(Double(targetKcal), EnergyFloor.womenKcal)
        return max(0, 1 - abs(kcal - target) / target)
    }
}
