/// The shared foods of a user on one day, in their current state.
///
/// A state and no difference, so it can be delivered again and by a ``Snapshot``.
package struct DayShared: EventPayload, Equatable {
    /// One entry as other users see it.
    package struct SharedFood: Codable, Sendable, Equatable {
        package var meal: Meal
        package var name: String
        /// Null for an entry of energy without a food.
        @Nullable package var grams: Double?
        package var kcal: Double

        package init(meal: Meal, name: String, grams: Double?, kcal: Double) {
            self.meal = meal
            self.name = name
            self._grams = Nullable(wrappedValue: grams)
            self.kcal = kcal
        }
    }

    /// Maximum number of shared foods per day: enough for other users, few enough for many such events in one message.
    package static let foodsMax = 100
    /// Maximum length of a shared name, in characters.
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
