/// What a typed number can mean.
public enum NumberReading: Equatable, Sendable {
    /// One number.
    case number(Double)
    /// Two numbers: "1,234" is a decimal fraction in some countries, and has a thousands separator in others.
    case ambiguous(smaller: Double, larger: Double)
    /// No number.
    case invalid
}

/// Reads numbers as people type them.
///
/// Accepts a comma or a point as the decimal mark, thousands separators, the fractions ¼ ½ ¾, and Thai digits.
public enum NumberText {
    private static let fractions: [Character: Double] = ["¼": 0.25, "½": 0.5, "¾": 0.75]
    /// The code point of the Thai zero.
    private static let thaiZero: UInt32 = 0x0E50

    /// Reads a number that is not negative.
    public static func read(_ text: String) -> NumberReading {
        var plain = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x20, 0xA0, 0x202F: continue
            case thaiZero...(thaiZero + 9): plain.append(Character(Unicode.Scalar(UInt8(48 + scalar.value - thaiZero))))
            default: plain.unicodeScalars.append(scalar)
            }
        }
        guard let last = plain.last, let fraction = fractions[last] else { return readDecimal(plain) }
        plain.removeLast()
        guard !plain.isEmpty else { return .number(fraction) }
        guard plain.utf8.allSatisfy(isDigit), let whole = Double(plain) else { return .invalid }
        return .number(whole + fraction)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    private static func readDecimal(_ text: String) -> NumberReading {
        let isPlain = text.utf8.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".") }
        guard isPlain, text.utf8.contains(where: isDigit) else { return .invalid }
        let (commas, points) = (text.count { $0 == "," }, text.count { $0 == "." })
        if commas > 0, points > 0 {
            // The mark that comes last is the decimal one.
            let isComma = text.lastIndex(of: ",") ?? text.startIndex > text.lastIndex(of: ".") ?? text.startIndex
            guard (isComma ? commas : points) == 1 else { return .invalid }
            return grouped(text, by: isComma ? "." : ",", decimal: isComma ? "," : ".")
        }
        let mark: Character = commas > 0 ? "," : "."
        let parts = text.split(separator: mark, omittingEmptySubsequences: false)
        if parts.count > 2 { return grouped(text, by: mark, decimal: nil) }
        guard let decimal = Double(parts.joined(separator: ".")) else { return .invalid }
        guard parts.count == 2, mark == ",", isGroup(parts[1]), isFirstGroup(parts[0]),
            let whole = Double(parts.joined())
        else {
            return .number(decimal)
        }
        return .ambiguous(smaller: decimal, larger: whole)
    }

    /// Reads a number with thousands separators.
    private static func grouped(_ text: String, by separator: Character, decimal: Character?) -> NumberReading {
        var whole = text[...]
        var fraction = ""
        if let decimal, let index = text.firstIndex(of: decimal) {
            whole = text[..<index]
            fraction = String(text[text.index(after: index)...])
        }
        let groups = whole.split(separator: separator, omittingEmptySubsequences: false)
        guard let first = groups.first, isFirstGroup(first), groups.dropFirst().allSatisfy(isGroup) else {
            return .invalid
        }
        let number = Double(groups.joined() + (fraction.isEmpty ? "" : ".\(fraction)"))
        return number.map { .number($0) } ?? .invalid
    }

    private static func isGroup(_ text: Substring) -> Bool { text.utf8.count == 3 }

    private static func isFirstGroup(_ text: Substring) -> Bool {
        (1...3).contains(text.utf8.count) && text.first != "0"
    }

    /// Returns a number with at most one decimal, and a point as the decimal mark.
    static func text(of value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
