package import Contracts

/// A day with at least one entry.
package struct LoggedDay: Sendable, Equatable {
    /// The day in the user's own calendar.
    package let date: PlainDate
    /// The energy of all entries, in kcal.
    package let kcal: Double
    /// Above 0, or nil where the day had no target.
    package let targetKcal: Int?

    package init(date: PlainDate, kcal: Double, targetKcal: Int?) {
        self.date = date
        self.kcal = kcal
        self.targetKcal = targetKcal
    }

    /// How close the day came to its target, 0…1: 1 on the target, 0 at no energy or at double the target.
    ///
    /// A day without a target has adherence 0. A target below ``EnergyFloor/womenKcal`` counts as that floor,
    /// so that starving is not rewarded.
    package var adherence: Double {
        guard let targetKcal else { return 0 }
        let target = max(Double(targetKcal), EnergyFloor.womenKcal)
        return max(0, 1 - abs(kcal - target) / target)
    }
}
