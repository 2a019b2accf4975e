import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// The current time in HTTP format (RFC 9110, section 5.6.7), formatted once a second.
package final class DateHeader: Sendable {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private let last = Mutex((second: 0, text: ""))

    package init() {}

    package var text: String {
        let now = time(nil)
        return last.withLock { last in
            if last.second != now { last = (now, Self.text(of: now)) }
            return last.text
        }
    }

    /// Formats a time.
    ///
    /// - Parameter seconds: Since 1970, UTC.
    /// - Returns: The formatted time, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    package static func text(of seconds: Int) -> String {
        var (moment, parts) = (seconds, tm())
        gmtime_r(&moment, &parts)
        let (day, month) = (days[Int(parts.tm_wday)], months[Int(parts.tm_mon)])
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits).joined(separator: ":")
        return "\(day), \(twoDigits(parts.tm_mday)) \(month) \(parts.tm_year + 1_900) \(clock) GMT"
    }

    private static func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
