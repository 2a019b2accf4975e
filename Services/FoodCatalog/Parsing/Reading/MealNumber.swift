/// Reads numbers as people type them: `2`, `1.5`, `1,5`, `1/2`, `½`, `2-3`, `๑๐`.
enum MealNumber {
    private static let vulgarFractions: [Unicode.Scalar: Double] = [
        "½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1.0 / 3, "⅔": 2.0 / 3, "⅛": 0.125, "⅜": 0.375, "⅝": 0.625, "⅞": 0.875,
        "⅕": 0.2, "⅙": 1.0 / 6,
    ]
    /// Number of digits behind a comma that groups thousands.
    private static let groupDigits = 3
    /// Maximum number of digits that are read; longer numbers are no amounts.
    private static let digitsMax = 9

    /// Returns the value of a digit of ASCII or Thai.
    static func digit(_ scalar: Unicode.Scalar) -> Int? {
        switch scalar.value {
        case 0x30...0x39: Int(scalar.value - 0x30)
        case 0x0E50...0x0E59: Int(scalar.value - 0x0E50)
        default: nil
        }
    }

    static func starts(_ scalar: Unicode.Scalar) -> Bool { digit(scalar) != nil || vulgarFractions[scalar] != nil }

    /// Reads a number; of a range, such as `2-3`, the middle.
    ///
    /// - Parameters:
    ///   - scalars: The text.
    ///   - start: Where the number begins.
    /// - Returns: The value and the index behind it; nil if there is no number.
    static func read(_ scalars: [Unicode.Scalar], at start: Int) -> (value: Double, end: Int)? {
        guard let (first, end) = readOne(scalars, at: start) else { return nil }
        if end + 1 < scalars.count, ["-", "–"].contains(scalars[end]), let second = readOne(scalars, at: end + 1),
            second.value > first
        {
            return ((first + second.value) / 2, second.end)
        }
        return (first, end)
    }

    private static func readOne(_ scalars: [Unicode.Scalar], at start: Int) -> (value: Double, end: Int)? {
        guard start < scalars.count else { return nil }
        if let fraction = vulgarFractions[scalars[start]] { return (fraction, start + 1) }
        var (value, end) = digits(scalars, at: start)
        let length = end - start
        guard length > 0, length <= digitsMax else { return nil }
        guard end + 1 < scalars.count else { return (value, end) }
        if let fraction = vulgarFractions[scalars[end]] { return (value + fraction, end + 1) }
        let mark = scalars[end]
        let (after, last) = digits(scalars, at: end + 1)
        let count = last - end - 1
        guard (1...digitsMax).contains(count) else { return (value, end) }
        switch mark {
        case "/", "⁄":
            guard after > 0 else { return (value, end) }
            (value, end) = (value / after, last)
        case "," where count == groupDigits && value > 0 && length <= groupDigits:
            (value, end) = (value * 1_000 + after, last)
        case ".", ",":
            var fraction = after
            for _ in 0..<count { fraction /= 10 }
            (value, end) = (value + fraction, last)
        default: break
        }
        return (value, end)
    }

    private static func digits(_ scalars: [Unicode.Scalar], at start: Int) -> (value: Double, end: Int) {
        var (value, end) = (0.0, start)
        while end < scalars.count, let digit = digit(scalars[end]) {
            value = value * 10 + Double(digit)
            end += 1
        }
        return (value, end)
    }
}
