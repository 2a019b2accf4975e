/// Somebody registered.
package struct AccountCreated: EventPayload {
    package static let type = EventType.accountCreated

    package var name: String
    package var profile: ProfileChange

    package init(name: String, profile: ProfileChange) {
        self.name = name
        self.profile = profile
    }
}

/// Somebody has left: whoever keeps anything about them erases it.
package struct AccountErased: EventPayload {
    package static let type = EventType.accountErased
    /// The services that keep something about people besides auth, and have to have erased it before auth forgets whom
    /// the event was about.
    package static let followers: [ServiceName] = [.profile, .catalog, .diary, .leaderboard]

    package init() {}
}

/// What other services need to know of a profile, as it now is.
package struct ProfileChanged: EventPayload, Equatable {
    package static let type = EventType.profileChanged

    package var name: String
    package var timeZone: String
    package var dayStartHour: Int
    package var weekStart: Int
    package var shares: Shares
    /// Codes of ``Allergen``; nil in an event from before they were told.
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

/// A target holds from a day on, until a later one.
package struct TargetChanged: EventPayload {
    package static let type = EventType.targetChanged
    package var factKey: String { target.from.description }

    package var target: TargetPeriod

    package init(target: TargetPeriod) {
        self.target = target
    }
}

/// A day of a diary as it now is: enough to rank by, and no more.
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
