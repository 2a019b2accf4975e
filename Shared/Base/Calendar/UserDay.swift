package import Foundation

/// Computes the current day of a user: by the local time of their time zone and the hour at which their day starts.
package enum UserDay {
    /// Seconds in an hour and in a calendar day.
    private static let (hourS, dayS) = (3_600.0, 86_400.0)

    /// Returns the user's current day.
    ///
    /// - Parameters:
    ///   - now: The moment.
    ///   - timeZone: An IANA name; an unknown one counts as UTC.
    ///   - dayStartHour: 0 to 23; before that hour of local time the previous day lasts.
    /// - Returns: The day to which an entry at that moment belongs.
    package static func today(now: Date, timeZone: String, dayStartHour: Int) -> PlainDate {
        let offsetS = Double(TimeZone(identifier: timeZone)?.secondsFromGMT(for: now) ?? 0)
        let wallClockS = now.timeIntervalSince1970 + offsetS - Double(dayStartHour) * hourS
        return PlainDate(dayNumber: Int((wallClockS / dayS).rounded(.down)))
    }
}
