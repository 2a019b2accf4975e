public import Calendar
public import JSONCoding

/// A user's profile.
///
/// Derived values are computed by the calculator.
public struct Profile: Codable, Sendable, Equatable, Versioned {
    public var userId: UserID
    public var name: String
    @Nullable public var displayName: String?
    @Nullable public var firstName: String?
    @Nullable public var lastName: String?
    @Nullable public var sex: Sex?
    public var birthDate: PlainDate
    public var heightCm: Double
    public var weightKg: Double
    @Nullable public var goalWeightKg: Double?
    @Nullable public var bodyFatPercent: Double?
    public var activityLevel: ActivityLevel
    public var goal: Goal
    public var formula: Formula
    public var units: Units
    public var timeZone: String
    public var dayStartHour: Int
    public var weekStart: Int
    public var language: String
    public var allergens: [String]
    public var dislikes: [String]
    public var shares: Shares
    /// The signed URL of the image, valid for an hour or two; null without an image.
    @Nullable public var imageURL: String?
    /// Number of changes of this profile.
    public var version: Int

    /// Full years today, in the user's time zone.
    public var age: Int
    @Nullable public var bmi: Double?
    @Nullable public var bmiCategory: BMICategory?
    @Nullable public var bmr: Double?
    /// The target in force today; null while fields are missing.
    @Nullable public var target: TargetPeriod?
    /// Fields that are missing for a target.
    public var missing: [String]

    public init(
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
public struct Shares: Codable, Sendable, Equatable {
    public var leaderboard: Bool
    public var foods: Bool

    public init(leaderboard: Bool = false, foods: Bool = false) {
        self.leaderboard = leaderboard
        self.foods = foods
    }
}
