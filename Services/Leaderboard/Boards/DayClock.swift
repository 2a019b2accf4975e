import Contracts
import FoundationEssentials
import ServiceKit

/// Returns each user's own today; caches the result per time zone, because zone look-ups are slow.
struct DayClock {
    private struct Start: Hashable {
        let timeZone: String
        let hour: Int
    }

    /// Maximum number of days by which a user's own today is ahead of UTC: zones reach +14 hours.
    static let maximumDaysAhead = 1

    private let now: Date
    private var days: [Start: PlainDate] = [:]

    init(now: Date) {
        self.now = now
    }

    mutating func today(_ timeZone: String, _ hour: Int) -> PlainDate {
        let start = Start(timeZone: timeZone, hour: hour)
        if let day = days[start] { return day }
        let day = UserDay.today(now: now, timeZone: timeZone, dayStartHour: hour)
        days[start] = day
        return day
    }

    /// Returns the latest date that is today for any user.
    mutating func latestToday() -> PlainDate { today("UTC", 0).advanced(by: Self.maximumDaysAhead) }
}
