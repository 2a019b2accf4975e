import Calendar
import Foundation

/// Writes header fields of a message (RFC 5322 §2.2), on one line or folded.
///
/// A value cannot introduce a line break.
enum MailHeader {
    /// RFC 5322 §2.1.1: recommended maximum length of a line, in characters without its end.
    static let lineMax = 78
    /// Bytes in an encoded word, so that its line has at most 76 characters (RFC 2047 §2).
    ///
    /// `Subject: ` takes nine characters, and `=?utf-8?B?` and `?=` take twelve. The other 55 hold 52 of base64, which
    /// encode 39 bytes.
    private static let encodedWordBytesMax = 39

    /// Returns a field of free text, such as the subject.
    ///
    /// Control characters, including all Unicode line breaks, become spaces, so no value can begin another field.
    static func text(_ name: String, _ value: String) -> String {
        let value = oneLine(value)
        let line = "\(name): \(value)"
        let isPlain = value.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !value.contains("=?")
        if isPlain, line.utf8.count <= lineMax { return line }
        return "\(name): \(encodedWords(value).joined(separator: "\n "))"
    }

    /// Returns a date in the format of RFC 5322 §3.3, in UTC.
    static func date(_ date: Date) -> String {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        let dayNumber = seconds.quotient(floor: secondsPerDay)
        let day = PlainDate(dayNumber: dayNumber)
        let (year, month, dayOfMonth) = day.components
        let second = seconds - dayNumber * secondsPerDay
        let time = [second / 3_600, second / 60 % 60, second % 60].map(twoDigits).joined(separator: ":")
        // Weekdays count from Monday and months from January, both starting at 1.
        return "\(weekdays[day.weekday - 1]), \(dayOfMonth) \(months[month - 1]) \(year) \(time) +0000"
    }

    /// Returns a value on one line: control characters (Cc), line and paragraph separators (Zl, Zp) become spaces.
    static func oneLine(_ value: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate: line.append(" ")
            default: line.append(scalar)
            }
        }
        return String(line).trimmingCharacters(in: .whitespaces)
    }

    /// Splits a value into encoded words (RFC 2047 §4.1); a Unicode scalar is never split.
    private static func encodedWords(_ value: String) -> [String] {
        var chunks: [[UInt8]] = [[]]
        for scalar in value.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if chunks[chunks.count - 1].count + bytes.count > encodedWordBytesMax { chunks.append([]) }
            chunks[chunks.count - 1] += bytes
        }
        return chunks.map { "=?utf-8?B?\(Data($0).base64EncodedString())?=" }
    }

    private static let secondsPerDay = 86_400
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Int {
    /// Returns the quotient rounded down, for negative numbers as well.
    fileprivate func quotient(floor divisor: Int) -> Int {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
