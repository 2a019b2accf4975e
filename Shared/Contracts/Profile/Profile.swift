package import Calendar
package import JSONCoding

/// A user's profile.
///
/// Derived values are computed by the calculator.
package struct Profile: Codable, Sendable, Equatable {
    package var userId: UserID
    package var name: String
    @Nullable package var displayName: String?
    @Nullable package var firstName: String?
    @Nullable package var lastName: String?
    @Nullable package var sex: Sex?
    package var birthDate: PlainDate
    package var heightCm: Double
    package var weightKg: Double
    @Nullable package var goalWeightKg: Double?
    @Nullable package var bodyFatPercent: Double?
    package var activityLevel: ActivityLevel
    package var goal: Goal
    package var formula: Formula
    package var units: Units
    package var timeZone: String
    package var dayStartHour: Int
    package var weekStart: Int
    package var language: String
    package var allergens: [String]
    package var dislikes: [String]
    package var shares: Shares
    /// The signed URL of the image, valid for an hour or two; null without an image.
    @Nullable package var imageURL: String?
    /// Number of changes of this profile.
    package var version: Int

    /// Full years today, in the user's time zone.
    package var age: Int
    @Nullable package var bmi: Double?
    @Nullable package var bmiCategory: BMICategory?
    @Nullable package var bmr: Double?
    /// The target in force today; null while fields are missing.
    @Nullable package var target: TargetPeriod?
    /// Fields that are missing for a target.
    package var missing: [String]

    package init(
        userId: UserID,
        name: String,
        birthDate: PlainDate,
        heightCm: Double,
        weightKg: Double,
        activityLevel: ActivityLevel,
        goal: Goal,
        formula: Formula,
        units: Units,
        timeZone: String,
        dayStartHour: Int,
        weekStart: Int,
        language: String,
        allergens: [String],
        dislikes: [String],
        shares: Shares,
        version: Int,
        age: Int,
        missing: [String]
    ) {
        self.userId = userId
        self.name = name
        self.birthDate = birthDate
        self.heightCm = heightCm
        self.weightKg = weightKg
        self.activityLevel = activityLevel
        self.goal = goal
        self.formula = formula
        self.units = units
        self.timeZone = timeZone
        self.dayStartHour = dayStartHour
        self.weekStart = weekStart
        self.language = language
        self.allergens = allergens
        self.dislikes = dislikes
        self.shares = shares
        self.version = version
        self.age = age
        self.missing = missing
        imageURL = nil
        displayName = nil
        firstName = nil
        lastName = nil
        sex = nil
        goalWeightKg = nil
        bodyFatPercent = nil
        bmi = nil
        bmiCategory = nil
        bmr = nil
        target = nil
    }
}

/// The data that a user shares with others: none by default.
package struct Shares: Codable, Sendable, Equatable {
    package var leaderboard: Bool
    package var foods: Bool

    package init(leaderboard: Bool = false, foods: Bool = false) {
        self.leaderboard = leaderboard
        self.foods = foods
    }
}
