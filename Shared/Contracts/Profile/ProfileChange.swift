package import Calendar
package import JSONCoding

/// Changes of the fields of a profile that a user can set.
///
/// Registration contains one, too.
package struct ProfileChange: Codable, Sendable, Equatable {
    package var name: Patch<String> = .unchanged
    package var displayName: Patch<String> = .unchanged
    package var firstName: Patch<String> = .unchanged
    package var lastName: Patch<String> = .unchanged
    package var sex: Patch<Sex> = .unchanged
    package var birthDate: Patch<PlainDate> = .unchanged
    package var heightCm: Patch<Double> = .unchanged
    package var weightKg: Patch<Double> = .unchanged
    package var goalWeightKg: Patch<Double> = .unchanged
    package var bodyFatPercent: Patch<Double> = .unchanged
    package var activityLevel: Patch<ActivityLevel> = .unchanged
    package var goal: Patch<Goal> = .unchanged
    package var formula: Patch<Formula> = .unchanged
    package var units: Patch<Units> = .unchanged
    /// An IANA name, such as `Europe/Kyiv`.
    package var timeZone: Patch<String> = .unchanged
    /// The hour, 0 to 23, at which the user's day starts.
    package var dayStartHour: Patch<Int> = .unchanged
    /// 1 for Monday … 7 for Sunday.
    package var weekStart: Patch<Int> = .unchanged
    package var language: Patch<String> = .unchanged
    package var allergens: Patch<[String]> = .unchanged
    package var dislikes: Patch<[String]> = .unchanged
    package var shares: Patch<SharesChange> = .unchanged

    package init() {}
}

/// A change of the data that a user shares.
package struct SharesChange: Codable, Sendable, Equatable {
    package var leaderboard: Bool?
    package var foods: Bool?

    package init(leaderboard: Bool? = nil, foods: Bool? = nil) {
        self.leaderboard = leaderboard
        self.foods = foods
    }
}

/// The units for display; storage and messages are always metric.
package enum Units: String, Codable, Sendable, CaseIterable {
    case metric
    case imperial
}
