/// A day of the proleptic Gregorian calendar without time or zone, written `YYYY-MM-DD`.
public struct PlainDate: Hashable, Sendable {
    /// Days since 1970-01-01; negative before.
    public let dayNumber: Int

    public init(dayNumber: Int) {
        self.dayNumber = dayNumber
    }

    /// Creates the given day; nil if the calendar has no such day or the year is not within 1…9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.daysInMonth(month, of: year)
        else { return nil }
        self.dayNumber = Self.dayNumber(year: year, month: month, day: day)
    }

    /// Year, month (1…12) and day (1…31).
    ///
    /// The arithmetic is Howard Hinnant's `civil_from_days` (https://howardhinnant.github.io/date_algorithms.html).
    public var components: (year: Int, month: Int, day: Int) {
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// 1 for Monday … 7 for Sunday (ISO 8601).
    public var weekday: Int { (dayNumber + 3) % 7 + ((dayNumber + 3) % 7 < 0 ? 8 : 1) }

    /// The day that many days later, or earlier if negative.
    public func advanced(by days: Int) -> PlainDate { PlainDate(dayNumber: dayNumber + days) }

    /// The number of full years until another day, as for an age.
    public func fullYears(until other: PlainDate) -> Int {
        let (from, to) = (components, other.components)
        let hadBirthday = (to.month, to.day) >= (from.month, from.day)
        return to.year - from.year - (hadBirthday ? 0 : 1)
    }

    /// The number of days in a month (1…12) of a year.
    public static func daysInMonth(_ month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }

    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

extension PlainDate: Comparable, Strideable {
    public func distance(to other: PlainDate) -> Int { other.dayNumber - dayNumber }
    public static func < (left: PlainDate, right: PlainDate) -> Bool { left.dayNumber < right.dayNumber }
}

extension PlainDate: LosslessStringConvertible {
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The length of `YYYY-MM-DD`.
    private static let textLength = 10

    public var description: String {
        guard hasFourDigitYear else {
            let (year, month, day) = components
            return Self.padded(year, to: 4) + "-" + Self.padded(month, to: 2) + "-" + Self.padded(day, to: 2)
        }
        return String(unsafeUninitializedCapacity: Self.textLength) { buffer in
            write(to: buffer)
            return Self.textLength
        }
    }

    /// Whether its text has ten characters; always true for dates parsed from texts or numbers.
    var hasFourDigitYear: Bool { (0...9_999).contains(components.year) }

    /// Writes the ten characters to the start of the buffer.
    func write(to buffer: UnsafeMutableBufferPointer<UInt8>) {
        let (year, month, day) = components
        buffer.write(year, digits: 4, at: 0)
        buffer[4] = UInt8(ascii: "-")
        buffer.write(month, digits: 2, at: 5)
        buffer[7] = UInt8(ascii: "-")
        buffer.write(day, digits: 2, at: 8)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}

extension UnsafeMutableBufferPointer<UInt8> {
    /// Writes a non-negative number with leading zeros.
    ///
    /// The buffer must be large enough.
    func write(_ number: Int, digits: Int, at start: Int) {
        var rest = number
        for index in stride(from: start + digits - 1, through: start, by: -1) {
            self[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
    }
}

extension PlainDate: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let date = PlainDate(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a date written YYYY-MM-DD")
        }
        self = date
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// A day named by a client: a date, or `today`, which the user's time zone and start of day determine.
public enum DayReference: Sendable, Equatable, Codable {
    case today
    case date(PlainDate)

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        if text == "today" {
            self = .today
        } else if let date = PlainDate(text) {
            self = .date(date)
        } else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "a date written YYYY-MM-DD, or today"
            )
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// The form in JSON and in paths.
    public var text: String {
        switch self {
        case .today: "today"
        case .date(let date): date.description
        }
    }

    /// Returns the named date.
    ///
    /// - Parameter today: The user's own today.
    /// - Returns: The date.
    public func date(today: PlainDate) -> PlainDate {
        switch self {
        case .today: today
        case .date(let date): date
        }
    }
}
