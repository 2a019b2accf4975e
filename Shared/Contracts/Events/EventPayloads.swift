/// A user has registered.
package struct AccountCreated: EventPayload {
    package static let type = EventType.accountCreated

    package var name: String
    package var profile: ProfileChange

    package init(name: String, profile: ProfileChange) {
        self.name = name
        self.profile = profile
    }
}

/// A user has left: every service that stores data about them erases it.
package struct AccountErased: EventPayload {
    package static let type = EventType.accountErased
    /// The services besides auth that store data about users.
    ///
    /// All must have erased a user before auth deletes the id from the event.
    package static let followers: [ServiceName] = [.profile, .catalog, .diary, .leaderboard]

    package init() {}
}

/// The part of a profile that other services need, in its current state.
package struct ProfileChanged: EventPayload, Equatable {
    package static let type = EventType.profileChanged

    package var name: String
    package var timeZone: String
    package var dayStartHour: Int
    package var weekStart: Int
    package var shares: Shares
    /// Codes of ``Allergen``; nil in an event of a version before this field.
    package var allergens: [String]?

    package init(
        name: String,
        timeZone: String,
        dayStartHour: Int,
        weekStart: Int,
        shares: Shares,
        allergens: [String]? = nil
    ) {
        self.name = name
        self.timeZone = timeZone
        self.dayStartHour = dayStartHour
        self.weekStart = weekStart
        self.shares = shares
        self.allergens = allergens
    }
}

/// A target applies from a day on, until a later one does.
package struct TargetChanged: EventPayload {
    package static let type = EventType.targetChanged
    package var factKey: String { target.from.description }

    package var target: TargetPeriod

    package init(target: TargetPeriod) {
        self.target = target
    }
}

/// A day of a diary in its current state: only what a ranking needs.
package struct DayChanged: EventPayload {
    package static let type = EventType.dayChanged
    package var factKey: String { date.description }

    package var date: PlainDate
    package var kcal: Double
    @Nullable package var targetKcal: Int?
    package var entries: Int

    package init(date: PlainDate, kcal: Double, targetKcal: Int?, entries: Int) {
        self.date = date
        self.kcal = kcal
        self._targetKcal = Nullable(wrappedValue: targetKcal)
        self.entries = entries
    }
}
