import Calendar

/// The limits of diary entries.
public enum EntryLimits {
    /// Grams of an entry: from a pinch to more than a person eats in a day.
    public static let grams = 0.1...10_000.0
    /// Millilitres of an entry: from a few drops to more than a person drinks in a day.
    public static let ml = 0.1...10_000.0
    /// Portions of an entry: from a hundredth of a cake to ten litres in portions of a millilitre.
    public static let quantity = 0.01...10_000.0
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

    /// Requires an amount in grams, millilitres or portions to be within its range, and only one of them.
    static func weight<Weight: RuleField & Sendable, Name: RuleField & Sendable>(
        grams: Path<Weight>,
        ml: Path<Weight>,
        portion: Path<Name>,
        quantity: Path<Weight>
    ) -> Rule where Weight.RuleValue == Double, Name.RuleValue == String {
        .all([
            .range(grams, EntryLimits.grams),
            .range(ml, EntryLimits.ml),
            .range(quantity, EntryLimits.quantity),
            .excludes(grams, portion, "Give grams or a portion, not both."),
            .excludes(grams, ml, "Give grams or ml, not both."),
            .excludes(portion, ml, "Give a portion or ml, not both."),
            .presence(
                of: [.field(ml), .field(quantity)],
                .excludes,
                at: 1,
                .notAllowed,
                "quantity counts portions; it does not go with ml."
            ) { value in
                value[keyPath: ml].ruleValue == nil || value[keyPath: quantity].ruleValue == nil
                    || value[keyPath: portion].ruleValue != nil || value[keyPath: grams].ruleValue != nil
            },
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
