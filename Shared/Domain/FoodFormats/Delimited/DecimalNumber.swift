/// Parses decimal numbers of tables.
enum DecimalNumber {
    /// Upper bound of exact integers in a double.
    private static let mantissaMax: UInt64 = 1 << 53
    /// Powers of ten that a double represents exactly: dividing by them yields the nearest double.
    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
    /// Maximum length of a number.
    private static let charactersMax = 64

    /// Parses a number of digits with an optional sign, decimal point and exponent to the nearest double.
    ///
    /// - Parameters:
    ///   - bytes: The whole text of the number.
    ///   - point: The decimal separator.
    /// - Returns: A finite number, or nil.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>, point: UInt8 = UInt8(ascii: ".")) -> Double? {
        var (index, mantissa, digits, decimals) = (0, UInt64(0), 0, 0)
        var (isNegative, isExact, hasPoint) = (false, true, false)
        guard bytes.count <= charactersMax else { return nil }
        if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            isNegative = first == UInt8(ascii: "-")
            index = 1
        }
        while index < bytes.count {
            let byte = bytes[index]
            if byte == point {
                if hasPoint { return nil }
                hasPoint = true
            } else {
                let digit = byte &- UInt8(ascii: "0")
                guard digit <= 9 else { break }
                if mantissa < mantissaMax / 10 { mantissa = mantissa * 10 + UInt64(digit) } else { isExact = false }
                digits += 1
                if hasPoint { decimals += 1 }
            }
            index += 1
        }
        guard digits > 0 else { return nil }
        guard index == bytes.count, isExact, decimals < powersOfTen.count else {
            return parseGeneral(bytes, from: index, point: point)
        }
        let value = Double(mantissa) / powersOfTen[decimals]
        return isNegative ? -value : value
    }

    /// Parses numbers with an exponent or very many digits.
    private static func parseGeneral(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int, point: UInt8) -> Double? {
        if index < bytes.count {
            guard bytes[index] | 0x20 == UInt8(ascii: "e") else { return nil }
            var exponent = bytes[(index + 1)...]
            if let sign = exponent.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
                exponent = exponent.dropFirst()
            }
            guard (1...3).contains(exponent.count), exponent.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 }) else {
                return nil
            }
        }
        let text = String(decoding: bytes.map { $0 == point ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }
}
