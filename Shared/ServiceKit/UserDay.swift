package import Contracts
package import Foundation

/// Which day it is for a user: by the wall clock of their time zone and the hour at which their day starts.
package enum UserDay {
    /// Seconds in an hour and in a day of the calendar.
    private static let (hourS, dayS) = (3_600.0, 86_400.0)

    /// The user's today.
    ///
    /// - Parameters:
    ///   - now: The moment.
    ///   - timeZone: An IANA name; UTC is taken for one that the system does not know.
    ///   - dayStartHour: 0 to 23; before that hour of the wall clock it is still the day before.
    /// - Returns: The day that the user would write on a page of their diary.
    package static func today(now: Date, timeZone: String, dayStartHour: Int) -> PlainDate {
        let offsetS = Double(TimeZone(identifier: timeZone)?.secondsFromGMT(for: now) ?? 0)
        let wallClockS = now.timeIntervalSince1970 + offsetS - Double(dayStartHour) * hourS
        return PlainDate(dayNumber: Int((wallClockS / dayS).rounded(.down)))
    }
}
