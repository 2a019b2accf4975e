/// Parses times of clients: RFC 3339, with any offset and any fraction of a second.
///
/// Rejects everything that RFC 3339 §5.6 does not allow, because a guessed time is worse than none.
package struct TimestampReader {
    private static let minutesPerHour = 60
    private static let secondsPerDay = 86_400
    /// Digits of a fraction that count: milliseconds.
    private static let fractionDigits = 3
    /// The length of `2026-03-10T12:00:00`, after which fraction and offset follow.
    private static let baseLength = 19

    private var rest: ArraySlice<UInt8>

    private init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// Parses a time.
    ///
    /// - Parameter text: A date and a time of RFC 3339, such as `2026-03-10T14:00:00.5+02:00`.
    /// - Returns: Milliseconds since 1970; nil if the text is no such time. A leap second counts as the following
    ///   second.
    package static func milliseconds(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count > baseLength, [UInt8(ascii: "T"), UInt8(ascii: "t")].contains(bytes[10]),
            let date = PlainDate(String(decoding: bytes[..<10], as: UTF8.self))
        else { return nil }
        var reader = TimestampReader(bytes[11...])
        guard let hour = reader.number(2, 0...23), reader.skip(":"), let minute = reader.number(2, 0...59),
            reader.skip(":"), let second = reader.number(2, 0...60), let fraction = reader.fraction(),
            let offset = reader.offsetMinutes(), reader.rest.isEmpty
        else { return nil }
        let minutes = hour * minutesPerHour + minute - offset
        let seconds = date.dayNumber * secondsPerDay + minutes * minutesPerHour + second
        return seconds * 1_000 + fraction
    }

    /// Parses a number of digits as a value within a range.
    private mutating func number(_ digits: Int, _ range: ClosedRange<Int>) -> Int? {
        guard rest.count >= digits else { return nil }
        var value = 0
        for digit in rest.prefix(digits) {
            guard Self.isDigit(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        rest = rest.dropFirst(digits)
        return range.contains(value) ? value : nil
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// The milliseconds of a fraction; 0 if there is none, nil for a point without digits.
    private mutating func fraction() -> Int? {
        guard skip(".") else { return 0 }
        let digits = rest.prefix(while: Self.isDigit)
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        var value = 0
        for index in 0..<Self.fractionDigits {
            value *= 10
            if index < digits.count { value += Int(digits[digits.startIndex + index] - UInt8(ascii: "0")) }
        }
        return value
    }

    private mutating func offsetMinutes() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let isWest = rest.first == UInt8(ascii: "-")
        guard isWest ? skip("-") : skip("+"), let hours = number(2, 0...23), skip(":"), let minutes = number(2, 0...59)
        else { return nil }
        return (isWest ? -1 : 1) * (hours * Self.minutesPerHour + minutes)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
