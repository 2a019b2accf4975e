import Calendar
import Contracts
import FoodFormats

/// Parses dates of files; the order of day and month is never guessed.
struct ImportDates: Sendable {
    /// The maximum bytes of a date in a message.
    private static let bytesShownMax = 40

    let order: DateOrder?

    /// Returns the date in a field.
    ///
    /// - Parameter text: The field; a time after a space or `T` is ignored.
    /// - Returns: The date.
    /// - Throws: `RowRefusal` if it is not a date. `ServiceError` if the request must name the order of its parts.
    func date(_ text: String) throws -> PlainDate {
        let day = String(text.trimmingSpaces.prefix { $0 != " " && $0 != "T" })
        let date = try PlainDate(day) ?? parts(of: day)
        guard EntryLimits.years.contains(date.components.year) else {
            throw refusal(day, "is outside the years of a diary", .yearOutOfRange)
        }
        return date
    }

    private func parts(of day: String) throws -> PlainDate {
        let parts = day.split(omittingEmptySubsequences: false) { "/.-".contains($0) }
        let isNumeric = parts.allSatisfy { part in
            (1...4).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        guard parts.count == 3, isNumeric else { throw refusal(day, "is not three numbers") }
        let numbers = parts.compactMap { Int($0) }
        let isStandard = day.utf8.count == 10 && day.utf8.count(where: { $0 == UInt8(ascii: "-") }) == 2
        guard !(isStandard && parts[0].utf8.count == 4) else { throw noDay(day) }
        let index: (year: Int, month: Int, day: Int)
        switch order {
        case nil: throw orderIsMissing(day)
        case .dayFirst: index = (2, 1, 0)
        case .monthFirst: index = (2, 0, 1)
        case .yearFirst: index = (0, 1, 2)
        }
        guard parts[index.year].utf8.count == 4 else {
            throw refusal(day, "has no year of four digits where the order requires it")
        }
        let date = PlainDate(year: numbers[index.year], month: numbers[index.month], day: numbers[index.day])
        guard let date else { throw noDay(day) }
        return date
    }

    private func noDay(_ text: String) -> RowRefusal { refusal(text, "does not exist") }

    private func refusal(
        _ date: String,
        _ problem: String,
        _ code: DiaryImport.Refusal.Code = .notDate
    ) -> RowRefusal {
        RowRefusal("the date \(shown(date)) \(problem)", code, ["date": shown(date)])
    }

    private func orderIsMissing(_ text: String) -> ServiceError {
        ServiceError.invalid([
            FieldError(
                "dateOrder",
                .missing,
                "The file has dates such as \(shown(text)); set the order of day, month and year.",
                params: ["date": shown(text)]
            )
        ])
    }

    private func shown(_ text: String) -> String { text.beginning(bytesMax: Self.bytesShownMax) }
}

/// The decimal separator of a file's numbers.
enum DecimalMark: Sendable {
    case point
    case comma
    /// Point or comma.
    case unknown

    /// Derives the mark from the field delimiter: files use semicolons because of decimal commas.
    ///
    /// Tabs give no hint.
    init(delimiter: UInt8) {
        switch delimiter {
        case UInt8(ascii: ","): self = .point
        case UInt8(ascii: ";"): self = .comma
        default: self = .unknown
        }
    }
}

/// Parses numbers in files of diaries.
enum ImportNumber {
    /// Longer than any plausible number.
    private static let charactersMax = 40
    /// Texts that programs write for "unknown".
    private static let unknown: Set<String> = ["", "n/a", "na", "-", "--", "—"]

    /// Parses a number with commas between thousands, as programs with United States formats export it.
    ///
    /// A file with another delimiter than commas was saved by another program, in an unknown format.
    ///
    /// - Parameters:
    ///   - text: The field.
    ///   - name: The field's name in refusals.
    ///   - mark: The decimal mark of the file.
    /// - Returns: The number; nil if it is unknown.
    /// - Throws: `RowRefusal` if it is not a number or is ambiguous.
    static func withThousands(_ text: String, _ name: String, _ mark: DecimalMark) throws(RowRefusal) -> Double? {
        let text = text.trimmingSpaces
        if unknown.contains(text.lowercased()) { return nil }
        let isOfOneKind = !text.contains(",") || !text.contains(".")
        if mark != .point, isOfOneKind { return try own(text, name, .unknown) }
        guard text.contains(",") else { return try plain(text, name) }
        let whole = text.prefix { $0 != "." }
        let groups = whole.drop { $0 == "-" || $0 == "+" }.split(separator: ",", omittingEmptySubsequences: false)
        let areThousands =
            (1...3).contains(groups[0].count) && groups[0].first != "0"
            && groups.dropFirst().allSatisfy { $0.count == 3 } && !text[whole.endIndex...].contains(",")
        guard areThousands else {
            throw RowRefusal("\(name) has a comma that does not separate thousands", .ambiguousNumber, ["field": name])
        }
        return try plain(text.replacing(",", with: ""), name)
    }

    /// Parses a number of a user's own table, in which a comma is a decimal separator.
    ///
    /// - Parameters:
    ///   - text: The field.
    ///   - name: The field's name in refusals.
    ///   - mark: The decimal mark of the file.
    /// - Returns: The number; nil if it is unknown.
    /// - Throws: `RowRefusal` if it is not a number or is ambiguous.
    static func own(_ text: String, _ name: String, _ mark: DecimalMark) throws(RowRefusal) -> Double? {
        let text = text.trimmingSpaces
        if unknown.contains(text.lowercased()) { return nil }
        for (sign, word, isSure) in [(",", "comma", mark == .comma), (".", "point", mark == .point)]
        where !isSure && mayBeThousands(text, sign) {
            throw RowRefusal(
                "\(name) has a \(word) that may separate decimals or thousands",
                .ambiguousNumber,
                ["field": name]
            )
        }
        guard text.contains(",") else { return try plain(text, name) }
        guard !text.contains(".") else { throw noNumber(name) }
        return try plain(text.replacing(",", with: "."), name)
    }

    /// Parses a number in Mealwire's format: the shortest text that gives exactly this number.
    ///
    /// - Parameters:
    ///   - text: The field.
    ///   - name: The field's name in refusals.
    /// - Returns: The number; nil if the field is empty.
    /// - Throws: `RowRefusal` if it is not a number.
    static func exact(_ text: String, _ name: String) throws(RowRefusal) -> Double? {
        let text = text.trimmingSpaces
        if text.isEmpty { return nil }
        guard text.utf8.count <= charactersMax, text.utf8.allSatisfy({ isDigit($0) || "+-.e".utf8.contains($0) }),
            let number = Double(text), number.isFinite
        else { throw noNumber(name) }
        return number
    }

    private static func noNumber(_ name: String) -> RowRefusal {
        RowRefusal("\(name) is not a number", .notNumber, ["field": name])
    }

    /// Returns whether the only separator of a number has three digits after it and a group of thousands before it.
    private static func mayBeThousands(_ text: String, _ sign: String) -> Bool {
        let groups = text.drop { $0 == "-" || $0 == "+" }.split(
            separator: Character(sign),
            omittingEmptySubsequences: false
        )
        return groups.count == 2 && groups[1].count == 3 && (1...3).contains(groups[0].count) && groups[0].first != "0"
    }

    /// Parses digits with an optional sign and at most one point.
    private static func plain(_ text: String, _ name: String) throws(RowRefusal) -> Double {
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        guard text.utf8.count - digits.count <= 1, text.utf8.count <= charactersMax,
            digits.contains(where: isDigit), digits.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }),
            digits.count(where: { $0 == UInt8(ascii: ".") }) <= 1, let number = Double(text)
        else { throw noNumber(name) }
        return number
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension String {
    /// The text without leading and trailing white space.
    var trimmingSpaces: String {
        var rest = self[...]
        while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
        while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
        return String(rest)
    }
}

/// Names of meals in other programs and languages.
enum ImportMeals {
    private static let meals: [String: Meal] = [
        "breakfast": .breakfast, "lunch": .lunch, "dinner": .dinner, "supper": .dinner, "snack": .snack,
        "snacks": .snack,
        "сніданок": .breakfast, "обід": .lunch, "вечеря": .dinner, "перекус": .snack, "перекуси": .snack,
        "อาหารเช้า": .breakfast, "มื้อเช้า": .breakfast, "อาหารกลางวัน": .lunch, "มื้อกลางวัน": .lunch,
        "อาหารเย็น": .dinner, "มื้อเย็น": .dinner, "ของว่าง": .snack,
    ]

    /// Returns the meal with a name; nil if it is unknown.
    static func meal(_ name: String) -> Meal? { meals[name.lowercased()] }
}
