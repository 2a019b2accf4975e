package import Calendar
package import JSONCoding

/// The part of a profile that other services need, in its current state.
package struct ProfileChanged: EventPayload, Equatable {
    package static let type = EventType(rawValue: "profile.changed")
    package static let sentence = "The part of a profile that other services need, in its current state."

    package var name: String
    package var timeZone: String
    package var dayStartHour: Int
    package var weekStart: Int
    package var shares: Shares
    /// Codes of ``Allergen``; nil in an event of a version before this field.
    package var allergens: [String]?
    /// The language tag of the profile; nil in an event of a version before this field.
    package var language: String?

    package init(
        name: String,
        timeZone: String,
        dayStartHour: Int,
        weekStart: Int,
        shares: Shares,
        allergens: [String]? = nil,
        language: String? = nil
    ) {
        self.name = name
        self.timeZone = timeZone
        self.dayStartHour = dayStartHour
        self.weekStart = weekStart
        self.shares = shares
        self.allergens = allergens
        self.language = language
    }
}

/// A target applies from a day on, until a later one does.
package struct TargetChanged: EventPayload {
    package static let type = EventType(rawValue: "profile.target.changed")
    package static let sentence = "A target applies from a day on, until a later one does."
    package var factKey: String { target.from.description }

    package var target: TargetPeriod

    package init(target: TargetPeriod) {
        self.target = target
    }
}

/// The measurements of a user on one day, in their current state.
///
/// A state and no difference, so it can be delivered again and by a ``Snapshot``.
package struct DayMeasured: EventPayload, Equatable {
    package static let type = EventType(rawValue: "profile.day.measured")
    package static let sentence = "The measurements of a user on one day, in their current state."
    package var factKey: String { date.description }

    package var date: PlainDate
    /// The newest weight of the day; null if there is none.
    @Nullable package var weightKg: Double?
    /// Energy of the day's exercise, in kcal; null if unknown.
    @Nullable package var exerciseKcal: Double?

    package init(date: PlainDate, weightKg: Double?, exerciseKcal: Double?) {
        self.date = date
        self.weightKg = weightKg
        self.exerciseKcal = exerciseKcal
    }
}
