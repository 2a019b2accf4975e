public import Calendar
public import JSONCoding

/// Changes of the fields of a profile that a user can set.
///
/// Registration contains one, too.
public struct ProfileChange: Codable, Sendable, Equatable {
    public var name: Patch<String> = .unchanged
    public var displayName: Patch<String> = .unchanged
    public var firstName: Patch<String> = .unchanged
    public var lastName: Patch<String> = .unchanged
    public var sex: Patch<Sex> = .unchanged
    public var birthDate: Patch<PlainDate> = .unchanged
    public var heightCm: Patch<Double> = .unchanged
    public var weightKg: Patch<Double> = .unchanged
    public var goalWeightKg: Patch<Double> = .unchanged
    public var bodyFatPercent: Patch<Double> = .unchanged
    public var activityLevel: Patch<ActivityLevel> = .unchanged
    public var goal: Patch<Goal> = .unchanged
    public var formula: Patch<Formula> = .unchanged
    public var units: Patch<Units> = .unchanged
    /// An IANA name, such as `Europe/Kyiv`.
    public var timeZone: Patch<String> = .unchanged
    /// The hour, 0 to 23, at which the user's day starts.
    public var dayStartHour: Patch<Int> = .unchanged
    /// 1 for Monday … 7 for Sunday.
    public var weekStart: Patch<Int> = .unchanged
    public var language: Patch<String> = .unchanged
    public var allergens: Patch<[String]> = .unchanged
    public var dislikes: Patch<[String]> = .unchanged
    public var shares: Patch<SharesChange> = .unchanged

    public init() {}
}

/// A change of the data that a user shares.
public struct SharesChange: Codable, Sendable, Equatable {
    public var leaderboard: Bool?
    public var foods: Bool?

    public init(leaderboard: Bool? = nil, foods: Bool? = nil) {
        self.leaderboard = leaderboard
        self.foods = foods
    }
}

/// The units for display; storage and messages are always metric.
public enum Units: String, Codable, Sendable, CaseIterable {
    case metric
    case imperial
}
