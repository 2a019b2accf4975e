package import Calendar
import JSONCoding

/// The rules for a profile's fields, applied by registration and by the profile service.
package enum ProfileRules {
    package static let nameLength = 4...64
    package static let displayNameLength = 1...64
    package static let dayStartHour = 0...23
    package static let weekStart = 1...7
    /// Items in a list of allergens or dislikes.
    package static let listCountMax = 100
    package static let listItemLength = 1...64
    /// BCP 47 tags in use are far shorter.
    package static let languageLength = 2...35
    /// Characters of a subtag of a language tag, and of the primary one (RFC 5646 §2.1).
    private static let (subtagLength, primarySubtagLength) = (1...8, 2...3)
    /// Accepted zone names without a region; others are abbreviations, which are ambiguous.
    private static let zonesWithoutRegion: Set<String> = ["UTC", "GMT"]

    /// Validates a change.
    ///
    /// - Parameters:
    ///   - change: The changed fields.
    ///   - today: The day for computing ages.
    ///   - isTimeZone: Returns whether the system knows a time zone of that name.
    /// - Returns: An error for every field that violates a rule; empty for a valid change.
    package static func errors(
        in change: ProfileChange,
        today: PlainDate,
        isTimeZone: (String) -> Bool
    ) -> [FieldError] {
        var checker = RuleChecker()
        checkNames(change, &checker)
        checkBody(change, today, &checker)
        checkHabits(change, isTimeZone, &checker)
        checkNotCleared(change, &checker)
        return checker.errors
    }

    private static func checkNames(_ change: ProfileChange, _ checker: inout RuleChecker) {
        checker.require(change.name.value, length: nameLength, "name")
        checker.require(change.displayName.value, length: displayNameLength, "displayName")
        checker.require(change.firstName.value, length: displayNameLength, "firstName")
        checker.require(change.lastName.value, length: displayNameLength, "lastName")
    }

    private static func checkBody(_ change: ProfileChange, _ today: PlainDate, _ checker: inout RuleChecker) {
        checker.require(change.heightCm.value, in: BodyLimits.heightCm, "heightCm")
        checker.require(change.weightKg.value, in: BodyLimits.weightKg, "weightKg")
        checker.require(change.goalWeightKg.value, in: BodyLimits.weightKg, "goalWeightKg")
        checker.require(change.bodyFatPercent.value, in: BodyLimits.bodyFatPercent, "bodyFatPercent")
        if let birthDate = change.birthDate.value {
            let (min, max) = (BodyLimits.age.lowerBound, BodyLimits.age.upperBound)
            checker.require(
                BodyLimits.age.contains(birthDate.fullYears(until: today)),
                "birthDate",
                .outOfRange,
                "birthDate must give an age from \(min) to \(max) years.",
                ["min": "\(min)", "max": "\(max)"]
            )
        }
    }

    private static func checkHabits(
        _ change: ProfileChange,
        _ isTimeZone: (String) -> Bool,
        _ checker: inout RuleChecker
    ) {
        checker.require(change.dayStartHour.value, in: dayStartHour, "dayStartHour")
        checker.require(change.weekStart.value, in: weekStart, "weekStart")
        checker.require(change.language.value, length: languageLength, "language")
        checkLanguage(change.language.value, &checker)
        checkAllergens(change.allergens.value, &checker)
        if let zone = change.timeZone.value {
            checker.require(
                isTimeZone(zone) && (zone.contains("/") || zonesWithoutRegion.contains(zone)),
                "timeZone",
                .notAllowed,
                "timeZone must be the IANA name of a time zone, such as Europe/Kyiv."
            )
        }
        for (field, list) in [("allergens", change.allergens.value), ("dislikes", change.dislikes.value)] {
            guard let list else { continue }
            checker.require(
                list.count <= listCountMax,
                field,
                .tooLong,
                "\(field) may have \(listCountMax) items at most."
            )
            for item in list { checker.require(item, length: listItemLength, field) }
        }
    }

    private static func checkLanguage(_ language: String?, _ checker: inout RuleChecker) {
        guard let language, languageLength.contains(language.count) else { return }
        let subtags = language.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isTag = subtags.allSatisfy { subtag in
            subtagLength.contains(subtag.count) && subtag.allSatisfy { isLetter($0) || (48...57).contains($0) }
        }
        let hasLanguage = subtags.first.map { primarySubtagLength.contains($0.count) && $0.allSatisfy(isLetter) }
        checker.require(
            isTag && hasLanguage == true,
            "language",
            .wrongFormat,
            "language must be a language tag, such as en or pt-BR."
        )
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }

    private static func checkAllergens(_ allergens: [String]?, _ checker: inout RuleChecker) {
        guard let allergens, allergens.contains(where: { Allergen(rawValue: $0) == nil }) else { return }
        let known = Allergen.allCases.map(\.rawValue).joined(separator: ", ")
        checker.require(false, "allergens", .notAllowed, "allergens must be among \(known).", ["allowed": known])
    }

    /// Fields with a default always have a value; null does not clear them.
    private static func checkNotCleared(_ change: ProfileChange, _ checker: inout RuleChecker) {
        let cleared: [(String, Bool)] = [
            ("name", change.name == .cleared), ("birthDate", change.birthDate == .cleared),
            ("heightCm", change.heightCm == .cleared), ("weightKg", change.weightKg == .cleared),
            ("activityLevel", change.activityLevel == .cleared), ("goal", change.goal == .cleared),
            ("formula", change.formula == .cleared), ("units", change.units == .cleared),
            ("timeZone", change.timeZone == .cleared), ("dayStartHour", change.dayStartHour == .cleared),
            ("weekStart", change.weekStart == .cleared), ("language", change.language == .cleared),
            ("allergens", change.allergens == .cleared), ("dislikes", change.dislikes == .cleared),
            ("shares", change.shares == .cleared),
        ]
        for (field, isCleared) in cleared {
            checker.require(!isCleared, field, .notAllowed, "\(field) always has a value and cannot be null.")
        }
    }
}
