public import Calendar
import JSONCoding

/// The limits of a profile's fields, and the checks that need a day or the system's time zones.
public enum ProfileRules {
    public static let nameLength = 4...64
    public static let displayNameLength = 1...64
    public static let dayStartHour = 0...23
    public static let weekStart = 1...7
    /// Items in a list of allergens or dislikes.
    public static let listCountMax = 100
    public static let listItemLength = 1...64
    /// BCP 47 tags in use are far shorter.
    public static let languageLength = 2...35
    /// Accepted zone names without a region; others are abbreviations, which are ambiguous.
    private static let zonesWithoutRegion: Set<String> = ["UTC", "GMT"]

    /// Checks what the rules of ``ProfileChange`` cannot: the age that a birth date gives, and the time zone.
    ///
    /// - Parameters:
    ///   - change: A change that satisfies its rules.
    ///   - today: The day for computing ages.
    ///   - isTimeZone: Returns whether the system knows a time zone of that name.
    /// - Returns: An error for every invalid field; empty for a valid change.
    public static func errors(
        in change: ProfileChange,
        today: PlainDate,
        isTimeZone: (String) -> Bool
    ) -> [FieldError] {
        var checker = RuleChecker()
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
        if let zone = change.timeZone.value {
            checker.require(
                isTimeZone(zone) && (zone.contains("/") || zonesWithoutRegion.contains(zone)),
                "timeZone",
                .notAllowed,
                "timeZone must be the IANA name of a time zone, such as Europe/Kyiv."
            )
        }
        return checker.errors
    }
}

/// The rules of a profile's fields, at registration and at a change.
extension ProfileChange {
    /// The rules of a change.
    static let rules = Rules<Self>(
        [.trimmedLength(\.name, ProfileRules.nameLength), .notNull(\.name)],
        rulesBesideName
    )

    /// The rules of a registration; its name is a field of the account.
    static let rulesOfRegistration = Rules<Self>(rulesBesideName)

    private static let rulesBesideName: [Rule<Self>] = [
        .trimmedLength(\.displayName, ProfileRules.displayNameLength),
        .trimmedLength(\.firstName, ProfileRules.displayNameLength),
        .trimmedLength(\.lastName, ProfileRules.displayNameLength),
        .range(\.heightCm, BodyLimits.heightCm),
        .range(\.weightKg, BodyLimits.weightKg),
        .range(\.goalWeightKg, BodyLimits.weightKg),
        .range(\.bodyFatPercent, BodyLimits.bodyFatPercent),
        .range(\.dayStartHour, ProfileRules.dayStartHour),
        .range(\.weekStart, ProfileRules.weekStart),
        .languageTag(\.language),
        .profileList(\.allergens, allowed: Allergen.allCases.map(\.rawValue)),
        .profileList(\.dislikes, allowed: nil),
        .notNull(\.birthDate),
        .notNull(\.heightCm),
        .notNull(\.weightKg),
        .notNull(\.activityLevel),
        .notNull(\.goal),
        .notNull(\.formula),
        .notNull(\.units),
        .notNull(\.timeZone),
        .notNull(\.dayStartHour),
        .notNull(\.weekStart),
        .notNull(\.language),
        .notNull(\.allergens),
        .notNull(\.dislikes),
        .notNull(\.shares),
    ]

    /// The change with surrounding white space removed from names and list items, and without repeated items.
    public var trimmed: ProfileChange {
        var change = self
        for name in [\ProfileChange.name, \.displayName, \.firstName, \.lastName] {
            guard let text = change[keyPath: name].value else { continue }
            change[keyPath: name] = .set(text.trimmingWhiteSpace)
        }
        for name in [\ProfileChange.allergens, \.dislikes] {
            guard let list = change[keyPath: name].value else { continue }
            change[keyPath: name] = .set(list.trimmedItems)
        }
        return change
    }
}

extension [String] {
    /// The texts without surrounding white space, each once.
    fileprivate var trimmedItems: [String] {
        var seen: Set<String> = []
        return map(\.trimmingWhiteSpace).filter { seen.insert($0).inserted }
    }
}

extension Rule {
    /// Characters of a subtag of a language tag, and of the primary one (RFC 5646 §2.1).
    private static var subtagLength: ClosedRange<Int> { 1...8 }
    private static var primarySubtagLength: ClosedRange<Int> { 2...3 }

    /// Requires a language tag, such as `pt-BR`.
    fileprivate static func languageTag<Field: RuleField & Sendable>(
        _ path: Path<Field>
    ) -> Rule where Field.RuleValue == String {
        let length = ProfileRules.languageLength
        let pattern = "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$"
        return field(path, [("", .length(length)), ("", .pattern(pattern))]) { language, name, checker in
            let before = checker.errors.count
            checker.require(language, length: length, name)
            guard checker.errors.count == before else { return }
            let subtags = language.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            let isTag = subtags.allSatisfy { subtag in
                subtagLength.contains(subtag.count)
                    && subtag.allSatisfy { $0.isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            }
            let primary = subtags.first
            let hasLanguage = primary.map { primarySubtagLength.contains($0.count) && $0.allSatisfy(\.isLetter) }
            guard !isTag || hasLanguage != true else { return }
            checker.reject(name, .wrongFormat, "{field} must be a language tag, such as en or pt-BR.")
        }
    }

    /// Requires a list of allergens or dislikes; errors of items name the list.
    fileprivate static func profileList<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        allowed: [String]?
    ) -> Rule where Field.RuleValue == [String] {
        let (max, length) = (ProfileRules.listCountMax, ProfileRules.listItemLength)
        let known = allowed.map(Set.init)
        var constraints: [SuffixedConstraint] = [("", .items(0...max)), ("[]", .length(length))]
        constraints.append(("[]", allowed.map(Constraint.oneOf) ?? .pattern(TextPattern.visible)))
        return field(path, constraints) { list, name, checker in
            let items = list.trimmedItems
            if let known, let allowed, !items.allSatisfy(known.contains) {
                let text = allowed.joined(separator: ", ")
                checker.reject(name, .notAllowed, "{field} must be among \(text).", ["allowed": text])
            }
            checker.require(items.count, items: 0...max, name)
            for item in items { checker.require(item, length: length, name) }
        }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (65...90).contains(self) || (97...122).contains(self) }
}
