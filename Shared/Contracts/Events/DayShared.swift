/// What somebody who shares their foods ate on one day, as it now is.
///
/// It is a state and no difference, so that it may be told again and by a ``Snapshot``.
package struct DayShared: EventPayload, Equatable {
    /// One thing eaten, as others see it.
    package struct SharedFood: Codable, Sendable, Equatable {
        package var meal: Meal
        package var name: String
        /// Null for bare energy.
        @Nullable package var grams: Double?
        package var kcal: Double

        package init(meal: Meal, name: String, grams: Double?, kcal: Double) {
            self.meal = meal
            self.name = name
            self._grams = Nullable(wrappedValue: grams)
            self.kcal = kcal
        }
    }

    /// Foods of one day that are told: enough for others to see how somebody eats, few enough for many such events in one
    /// message.
    package static let foodsMax = 100
    /// Characters of a name that are told.
    package static let nameLengthMax = 100

    package static let type = EventType.dayShared
    package var factKey: String { date.description }

    package var date: PlainDate
    /// In the order of the day.
    package var foods: [SharedFood]

    package init(date: PlainDate, foods: [SharedFood]) {
        self.date = date
        self.foods = foods
    }
}
