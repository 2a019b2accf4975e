import FoodFormats

/// What stands before the decimals of a file's numbers.
enum DecimalMark: Sendable {
    case point
    case comma
    /// Either.
    case unknown

    /// What follows from what stands between fields: semicolons are there for the sake of commas; tabs say nothing.
    init(delimiter: UInt8) {
        switch delimiter {
        case UInt8(ascii: ","): self = .point
        case UInt8(ascii: ";"): self = .comma
        default: self = .unknown
        }
    }
}

/// Reads numbers as files of diaries write them.
enum ImportNumber {
    /// More characters than any sensible number has.
    private static let charactersMax = 40
    /// What programs write for "unknown".
    private static let unknown: Set<String> = ["", "n/a", "na", "-", "--", "—"]

    /// A number whose commas stand before thousands, as the programs write that export by the customs of the United States.
    ///
    /// A file with something else than commas between fields was saved again by another program, by whatever customs.
    ///
    /// - Parameters:
    ///   - text: The field.
    ///   - name: What refusals call it.
    ///   - mark: What the file says of decimals.
    /// - Returns: The number; nil where it is unknown.
    /// - Throws: `RowRefusal` if it is no number, or could be two.
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
        guard areThousands else { throw RowRefusal("\(name) has a comma that stands before no thousands") }
        return try plain(text.replacing(",", with: ""), name)
    }

    /// A number of one's own table, whose comma stands before decimals.
    ///
    /// - Parameters:
    ///   - text: The field.
    ///   - name: What refusals call it.
    ///   - mark: What the file says of decimals.
    /// - Returns: The number; nil where it is unknown.
    /// - Throws: `RowRefusal` if it is no number, or could be two.
    static func own(_ text: String, _ name: String, _ mark: DecimalMark) throws(RowRefusal) -> Double? {
        let text = text.trimmingSpaces
        if unknown.contains(text.lowercased()) { return nil }
        for (sign, word, isSure) in [(",", "comma", mark == .comma), (".", "point", mark == .point)]
        where !isSure && mayBeThousands(text, sign) {
            throw RowRefusal("\(name) has a \(word) that may stand before decimals or after thousands")
        }
        guard text.contains(",") else { return try plain(text, name) }
        guard !text.contains(".") else { throw RowRefusal("\(name) is no number") }
        return try plain(text.replacing(",", with: "."), name)
    }

    /// A number as Mealwire writes it: the shortest text that is this number and no other.
    ///
    /// - Parameters:
    ///   - text: The field.
    ///   - name: What refusals call it.
    /// - Returns: The number; nil where there is none.
    /// - Throws: `RowRefusal` if it is no number.
    static func exact(_ text: String, _ name: String) throws(RowRefusal) -> Double? {
        let text = text.trimmingSpaces
        if text.isEmpty { return nil }
        guard text.utf8.count <= charactersMax, text.utf8.allSatisfy({ isDigit($0) || "+-.e".utf8.contains($0) }),
            let number = Double(text), number.isFinite
        else { throw RowRefusal("\(name) is no number") }
        return number
    }

    /// Whether the only sign of a number has three digits behind it, as thousands have, and before it what may be thousands.
    private static func mayBeThousands(_ text: String, _ sign: String) -> Bool {
        let groups = text.drop { $0 == "-" || $0 == "+" }.split(
            separator: Character(sign),
            omittingEmptySubsequences: false
        )
        return groups.count == 2 && groups[1].count == 3 && (1...3).contains(groups[0].count) && groups[0].first != "0"
    }

    /// Digits with at most one point, maybe behind a sign.
    private static func plain(_ text: String, _ name: String) throws(RowRefusal) -> Double {
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        guard text.utf8.count - digits.count <= 1, text.utf8.count <= charactersMax,
            digits.contains(where: isDigit), digits.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }),
            digits.count(where: { $0 == UInt8(ascii: ".") }) <= 1, let number = Double(text)
        else { throw RowRefusal("\(name) is no number") }
        return number
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension String {
    /// The text without white space around it.
    var trimmingSpaces: String {
        var rest = self[...]
        while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
        while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
        return String(rest)
    }
}
