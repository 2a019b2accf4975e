import Calendar
import Contracts
import FoundationEssentials
import ServiceKit

/// The fields of a profile, as set by the user or by default.
struct ProfileFields: Codable, Sendable, Equatable {
    /// The age assumed until a birth date is set, in years.
    private static let defaultAge = 30

    var name: String?
    var displayName: String?
    var firstName: String?
    var lastName: String?
    var sex: Sex?
    var birthDate: PlainDate
    var heightCm = 165.0
    var weightKg = 50.0
    var goalWeightKg: Double?
    var bodyFatPercent: Double?
    var activityLevel = ActivityLevel.sedentary
    var goal = Goal.keep
    var formula = Formula.harrisBenedict
    var units = Units.metric
    var timeZone = "UTC"
    var dayStartHour = 0
    var weekStart = 1
    var language = "en"
    var allergens: [String] = []
    var dislikes: [String] = []
    var shares = Shares()

    /// Creates the defaults as of a day.
    init(today: PlainDate) {
        let (year, month, day) = today.components
        // 29 February becomes the 28th.
        birthDate =
            PlainDate(year: year - Self.defaultAge, month: month, day: day)
            ?? PlainDate(year: year - Self.defaultAge, month: month, day: day - 1) ?? today
    }

    /// Returns the date in UTC, for profiles without a time zone set by the user.
    static func utcToday(_ now: Date) -> PlainDate { UserDay.today(now: now, timeZone: "UTC", dayStartHour: 0) }

    func today(_ now: Date) -> PlainDate { UserDay.today(now: now, timeZone: timeZone, dayStartHour: dayStartHour) }

    /// The names of fields that are needed for a target and not set.
    var missing: [String] {
        var missing: [String] = []
        if sex == nil { missing.append("sex") }
        if bodyFatPercent == nil, needsBodyFat { missing.append("bodyFatPercent") }
        return missing
    }

    /// Returns whether both profiles lead to the same computed target.
    func hasSameTargetInputs(as other: ProfileFields) -> Bool {
        sex == other.sex && birthDate == other.birthDate && heightCm == other.heightCm && weightKg == other.weightKg
            && activityLevel == other.activityLevel && goal == other.goal && formula == other.formula
            && (bodyFatPercent == other.bodyFatPercent || !needsBodyFat)
    }

    /// Whether the formula uses the lean body mass.
    private var needsBodyFat: Bool { [.katchMcArdle, .cunningham].contains(formula) }

    /// The request to the calculator; nil while a needed field is missing.
    var calculation: CalculatorTarget? {
        guard missing.isEmpty, let sex else { return nil }
        return CalculatorTarget(
            sex: sex,
            birthDate: birthDate,
            heightCm: heightCm,
            weightKg: weightKg,
            bodyFatPercent: bodyFatPercent,
            activityLevel: activityLevel,
            goal: goal,
            formula: formula
        )
    }

    /// The name shown to other users.
    var publicName: String { displayName ?? name ?? "User" }

    /// The event published to other services.
    var event: ProfileChanged {
        ProfileChanged(
            name: publicName,
            timeZone: timeZone,
            dayStartHour: dayStartHour,
            weekStart: weekStart,
            shares: shares,
            allergens: allergens,
            language: language
        )
    }
}
