package import Calendar

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Decides when a file with copies of removed rows is rebuilt, independent of a real database and clock.
package struct RebuildSchedule: Sendable {
    /// How long no write must have come for a rebuild by day: 30 s, in nanoseconds.
    package static let restNs: UInt64 = 30_000_000_000
    /// Maximum size of a file that is rebuilt by day: 16 MiB.
    ///
    /// SQLite fills a temporary file, which a waiting write stops. It then copies that file back, which nothing stops.
    /// This takes about a tenth of a second for 16 MiB on an SSD. Writes would wait many seconds for a catalog of a
    /// gigabyte.
    package static let bytesByDayMax = 16 << 20
    /// Minimum time between two rebuilds by day: an hour, in nanoseconds.
    ///
    /// Each writes the whole file twice, and memory cards wear out.
    package static let pauseNs: UInt64 = 3_600_000_000_000
    /// The hours of local time in which a file of any size is rebuilt, beside writes, too.
    package static let nightHours = 3..<5

    /// What a decision depends on.
    package struct Moment: Sendable {
        /// The time of a clock that never goes back, in nanoseconds.
        let nowNs: UInt64
        /// The time of the last write, by the same clock.
        let lastWriteNs: UInt64
        /// The size of the file.
        let bytes: Int
        let local: LocalHour

        package init(nowNs: UInt64, lastWriteNs: UInt64, bytes: Int, local: LocalHour) {
            self.nowNs = nowNs
            self.lastWriteNs = lastWriteNs
            self.bytes = bytes
            self.local = local
        }

        fileprivate var night: PlainDate? { nightHours.contains(local.hour) ? local.date : nil }
    }

    /// The last rebuild that was not stopped by a write.
    private var last: Moment?

    package init() {}

    /// Returns whether a file with copies should be rebuilt now.
    package func isDue(at moment: Moment) -> Bool {
        if let night = moment.night, night != last?.night { return true }
        guard moment.bytes <= Self.bytesByDayMax, moment.nowNs >= moment.lastWriteNs + Self.restNs else { return false }
        return last.map { moment.nowNs >= $0.nowNs + Self.pauseNs } ?? true
    }

    /// Records a rebuild that ended or failed, so that it is not repeated soon.
    ///
    /// One that a write has stopped is not recorded: it has written only to a temporary file.
    package mutating func record(at moment: Moment) { last = moment }
}

/// A day and an hour in the time zone of the server.
package struct LocalHour: Sendable, Equatable {
    let date: PlainDate
    /// 0 to 23.
    let hour: Int

    package init(_ date: PlainDate, hour: Int) {
        self.date = date
        self.hour = hour
    }

    /// The current day and hour.
    static var now: LocalHour {
        var (seconds, local) = (time(nil), tm())
        localtime_r(&seconds, &local)
        // `tm` counts years from 1900 and months from 0.
        let (year, month, day) = (Int(local.tm_year) + 1_900, Int(local.tm_mon) + 1, Int(local.tm_mday))
        let date = PlainDate(year: year, month: month, day: day) ?? PlainDate(dayNumber: 0)
        return LocalHour(date, hour: Int(local.tm_hour))
    }
}
