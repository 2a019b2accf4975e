import Contracts
import Foundation

/// The header fields of a message (RFC 5322 §2.2), one line or folded, and never with a line break that came from a value.
enum MailHeader {
    /// RFC 5322 §2.1.1: what a line should have at most, in characters without its end.
    static let lineMax = 78
    /// RFC 2047 §2: a line with an encoded word has at most 76 characters, of which `Subject: ` takes nine, and `=?utf-8?B?`
    /// and `?=` take twelve; in the other 55 fit 52 of base64, which are 39 bytes.
    private static let encodedWordBytesMax = 39

    /// A field of free text, such as the subject.
    ///
    /// Control characters, line breaks of every script among them, become spaces: there is no value that could begin
    /// another field.
    static func text(_ name: String, _ value: String) -> String {
        let value = oneLine(value)
        let line = "\(name): \(value)"
        let isPlain = value.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !value.contains("=?")
        if isPlain, line.utf8.count <= lineMax { return line }
        return "\(name): \(encodedWords(value).joined(separator: "\n "))"
    }

    /// A moment as RFC 5322 §3.3 writes it, in UTC.
    static func date(_ date: Date) -> String {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        let dayNumber = seconds.quotient(floor: secondsPerDay)
        let day = PlainDate(dayNumber: dayNumber)
        let (year, month, dayOfMonth) = day.components
        let second = seconds - dayNumber * secondsPerDay
        let time = [second / 3_600, second / 60 % 60, second % 60].map(twoDigits).joined(separator: ":")
        // Weekdays count from Monday, months from January, both from one.
        return "\(weekdays[day.weekday - 1]), \(dayOfMonth) \(months[month - 1]) \(year) \(time) +0000"
    }

    /// A value on one line: without control characters (Cc), line and paragraph separators (Zl, Zp).
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

    /// RFC 2047 §4.1; a character is never split between two words.
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
    /// The quotient rounded down, also of what is below zero.
    fileprivate func quotient(floor divisor: Int) -> Int {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
