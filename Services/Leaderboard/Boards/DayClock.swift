import Contracts
import FoundationEssentials
import ServiceKit

/// Tells each person's today; people share time zones, which are slow to look up.
struct DayClock {
    private struct Start: Hashable {
        let timeZone: String
        let hour: Int
    }

    /// By how many days somebody's today can be ahead of that of UTC: zones reach to +14 hours.
    static let aheadMax = 1

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

    /// The farthest today of all.
    mutating func latestToday() -> PlainDate { today("UTC", 0).advanced(by: Self.aheadMax) }
}
