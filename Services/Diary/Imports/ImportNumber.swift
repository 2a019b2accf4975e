import FoodFormats

/// Reads numbers as files of diaries write them.
enum ImportNumber {
    /// More characters than any sensible number has.
    private static let charactersMax = 40
    /// What programs write for "unknown".
    private static let unknown: Set<String> = ["", "n/a", "na", "-", "--", "—"]

    /// A number whose commas stand before thousands, as the programs write that export by the customs of the United States.
    ///
    /// - Parameters:
    ///   - text: The field.
    ///   - name: What refusals call it.
    /// - Returns: The number; nil where it is unknown.
    /// - Throws: `RowRefusal` if it is no number.
    static func withThousands(_ text: String, _ name: String) throws(RowRefusal) -> Double? {
        let text = text.trimmingSpaces
        if unknown.contains(text.lowercased()) { return nil }
        guard text.contains(",") else { return try plain(text, name) }
        let whole = text.prefix { $0 != "." }
        let groups = whole.drop { $0 == "-" || $0 == "+" }.split(separator: ",", omittingEmptySubsequences: false)
        guard (1...3).contains(groups[0].count), groups.dropFirst().allSatisfy({ $0.count == 3 }) else {
            throw RowRefusal("\(name) has a comma that stands before no thousands")
        }
        return try plain(text.replacing(",", with: ""), name)
    }

    /// A number of one's own table, whose comma stands before decimals.
    ///
    /// - Parameters:
    ///   - text: The field.
    ///   - name: What refusals call it.
    ///   - hasDecimalComma: Whether a comma stands before decimals for sure.
    /// - Returns: The number; nil where it is unknown.
    /// - Throws: `RowRefusal` if it is no number, or could be two.
    static func own(_ text: String, _ name: String, hasDecimalComma: Bool) throws(RowRefusal) -> Double? {
        let text = text.trimmingSpaces
        if unknown.contains(text.lowercased()) { return nil }
        guard let comma = text.firstIndex(of: ",") else { return try plain(text, name) }
        if text.distance(from: comma, to: text.endIndex) == 4, !hasDecimalComma {
            throw RowRefusal("\(name) has a comma that may stand before decimals or after thousands")
        }
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
