import Calendar

/// The limits of diary entries.
public enum EntryLimits {
    /// Grams of an entry: from a pinch to more than a person eats in a day.
    public static let grams = 0.1...10_000.0
    /// Portions of an entry: from a hundredth of a cake to a bag of rice grains.
    public static let quantity = 0.01...1_000.0
    /// Steps of one change of an amount in the cart: as many as an entry may have portions.
    public static let more = -1_000.0...1_000.0
    /// Bare energy of one entry in kcal; it may be that of a whole day.
    public static let kcal = 0.0...20_000.0
    /// Grams of one nutrient in one entry.
    public static let nutrientG = 0.0...2_000.0
    /// Unicode scalars of a name.
    public static let nameLength = 1...200
    /// UTF-8 bytes of the longest name: a scalar has up to four, and a day must fit into one message.
    public static let nameBytesMax = 800
    /// The allowed years of a diary; a date outside is a typing error.
    public static let years = 1_900...2_200
    /// The maximum entries of one day: more than a person eats, and few enough that a day fits into one message.
    public static let entriesPerDayMax = 500
}

/// Rules that methods of the diary share.
extension Rule {
    /// A regular expression of ECMA 262 for texts without control characters.
    private static var noControlPattern: String { "^[^\\u0000-\\u001F\\u007F-\\u009F]*$" }

    /// Requires a day in an allowed year; today always is.
    static func day<Field: RuleField & Sendable>(_ path: Path<Field>) -> Rule where Field.RuleValue == DayReference {
        let years = EntryLimits.years
        let (min, max) = ("\(years.lowerBound)", "\(years.upperBound)")
        return custom(
            path,
            .outOfRange,
            "{field} must be in a year from \(min) to \(max).",
            ["min": min, "max": max],
            documentedAs: .pattern(DatePattern.orToday)
        ) { day in
            guard case .date(let date) = day else { return true }
            return years.contains(date.components.year)
        }
    }

    /// Requires a time in RFC 3339 format; the handler also compares it with the clock.
    static func time<Field: RuleField & Sendable>(_ path: Path<Field>) -> Rule where Field.RuleValue == String {
        custom(path, .wrongFormat, RuleChecker.timeMessage, documentedAs: .format("date-time")) {
            TimestampReader.milliseconds($0) != nil
        }
    }

    /// Requires the name of an entry: visible, in one line, and short enough for lists.
    static func entryName<Field: RuleField & Sendable>(_ path: Path<Field>) -> Rule where Field.RuleValue == String {
        .all([.length(path, EntryLimits.nameLength), .entryText(path)])
    }

    /// Requires a text that can be the name of an entry, apart from its number of characters.
    package static func entryText<Field: RuleField & Sendable>(_ path: Path<Field>) -> Rule
    where Field.RuleValue == String {
        .all([
            .pattern(path, "\\S", "{field} must contain a visible character.") {
                $0.isEmpty || !$0.allSatisfy(\.isWhitespace)
            },
            .pattern(path, noControlPattern, "{field} must not contain control characters.") {
                !$0.unicodeScalars.contains(where: \.isControl)
            },
        ])
    }

    /// Requires an amount in grams or in portions to be within its range, and not both.
    static func weight<Grams: RuleField & Sendable, Name: RuleField & Sendable, Quantity: RuleField & Sendable>(
        grams: Path<Grams>,
        portion: Path<Name>,
        quantity: Path<Quantity>
    ) -> Rule where Grams.RuleValue == Double, Name.RuleValue == String, Quantity.RuleValue == Double {
        .all([
            .range(grams, EntryLimits.grams),
            .range(quantity, EntryLimits.quantity),
            .excludes(grams, portion, "Give grams or a portion, not both."),
            .presence(
                of: [.field(grams), .field(quantity)],
                .excludes,
                at: 1,
                .notAllowed,
                "quantity counts portions; it does not go with grams."
            ) { value in
                value[keyPath: grams].ruleValue == nil || value[keyPath: quantity].ruleValue == nil
                    || value[keyPath: portion].ruleValue != nil
            },
        ])
    }

    /// Refuses control characters except tabs and line breaks.
    package static func freeText<Field: RuleField & Sendable>(_ path: Path<Field>) -> Rule
    where Field.RuleValue == String {
        pattern(
            path,
            "^[^\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F]*$",
            "{field} must not contain control characters except tabs and line breaks."
        ) { text in
            text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || !$0.isControl }
        }
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character.
    package var isControl: Bool { properties.generalCategory == .control }
}

extension EntryAmount {
    /// An entry of a food has an amount and takes all else from the food; an entry of bare energy has name and energy.
    static let rules: Rules<Self> = [
        .presence(
            of: [.field(\.foodId), .field(\.name), .field(\.kcal)],
            .atLeastOne,
            at: 0,
            .missing,
            "Give a foodId, or a name and kcal."
        ) { $0.foodId != nil || $0.isBare },
        .notOfFood(\.name) { $0.name == nil },
        .notOfFood(\.kcal) { $0.kcal == nil },
        .notOfFood(\.proteinG) { $0.proteinG == nil },
        .notOfFood(\.fatG) { $0.fatG == nil },
        .notOfFood(\.carbohydrateG) { $0.carbohydrateG == nil },
        .notOfFood(\.fiberG) { $0.fiberG == nil },
        .notOfFood(\.sugarG) { $0.sugarG == nil },
        .notOfFood(\.saltG) { $0.saltG == nil },
        .weight(grams: \.grams, portion: \.portion, quantity: \.quantity),
        .presence(of: [.field(\.quantity), .field(\.portion)], .needs, at: 1, .missing, "quantity needs a portion.") {
            $0.foodId == nil || $0.quantity == nil || $0.portion != nil || $0.grams != nil
        },
        // Kcal stands for bare energy, because it does not go with a food.
        .presence(
            of: [.field(\.grams), .field(\.portion), .field(\.kcal)],
            .atLeastOne,
            at: 0,
            .missing,
            "Give an amount: grams, or a portion and its quantity."
        ) { $0.foodId == nil || $0.grams != nil || $0.portion != nil || $0.quantity != nil },
        .presence(of: [.field(\.grams), .field(\.foodId)], .needs, at: 0, .notAllowed, withoutFood) {
            $0.foodId != nil || $0.grams == nil || !$0.isBare
        },
        .presence(of: [.field(\.portion), .field(\.foodId)], .needs, at: 0, .notAllowed, withoutFood) {
            $0.foodId != nil || $0.portion == nil || !$0.isBare
        },
        .presence(of: [.field(\.quantity), .field(\.foodId)], .needs, at: 0, .notAllowed, withoutFood) {
            $0.foodId != nil || $0.quantity == nil || !$0.isBare
        },
        .presence(of: [.field(\.kcal), .field(\.name)], .needs, at: 1, .missing, "{field} is missing.") {
            $0.foodId != nil || $0.kcal == nil || $0.name != nil
        },
        .presence(of: [.field(\.name), .field(\.kcal)], .needs, at: 1, .missing, "{field} is missing.") {
            $0.foodId != nil || $0.name == nil || $0.kcal != nil
        },
        .entryName(\.name),
        .range(\.kcal, EntryLimits.kcal),
        .range(\.proteinG, EntryLimits.nutrientG),
        .range(\.fatG, EntryLimits.nutrientG),
        .range(\.carbohydrateG, EntryLimits.nutrientG),
        .range(\.fiberG, EntryLimits.nutrientG),
        .range(\.sugarG, EntryLimits.nutrientG),
        .range(\.saltG, EntryLimits.nutrientG),
    ]

    private static let withoutFood = "{field} needs a foodId."

    /// Whether it has a field of bare energy.
    private var isBare: Bool { name != nil || kcal != nil }
}

extension Rule<EntryAmount> {
    /// Refuses a field beside a food; the closure reads the field faster than the key path.
    fileprivate static func notOfFood<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ isAbsent: @escaping @Sendable (EntryAmount) -> Bool
    ) -> Rule {
        let message = "{field} comes from the food; leave it out, or leave out foodId."
        return presence(of: [.field(\.foodId), .field(path)], .excludes, at: 1, .notAllowed, message) {
            $0.foodId == nil || isAbsent($0)
        }
    }
}
