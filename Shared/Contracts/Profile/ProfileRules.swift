/// The rules of a profile's fields, which registration and the profile service both apply.
package enum ProfileRules {
    package static let nameLength = 4...64
    package static let displayNameLength = 1...64
    package static let dayStartHour = 0...23
    package static let weekStart = 1...7
    /// A person lists what they cannot or will not eat, not a catalogue.
    package static let listCountMax = 100
    package static let listItemLength = 1...64
    /// BCP 47 tags in use are far shorter.
    package static let languageLength = 2...35

    /// What is wrong with a change.
    ///
    /// - Parameters:
    ///   - change: The fields to look at.
    ///   - today: The day on which ages are counted.
    ///   - isTimeZone: Whether the system knows a time zone of that name.
    /// - Returns: Every field that breaks a rule; none for a change that may be made.
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
        if let zone = change.timeZone.value {
            checker.require(
                isTimeZone(zone),
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

    /// Fields that have a default always have a value; null does not clear them.
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
