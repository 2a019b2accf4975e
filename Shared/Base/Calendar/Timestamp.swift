#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Times in messages: RFC 3339 in UTC with milliseconds.
package enum Timestamp {
    private static let millisecondsPerDay = 86_400_000
    /// The length of `YYYY-MM-DDTHH:MM:SS.mmmZ`.
    private static let textLength = 24
    /// Tolerance in milliseconds: a binary number of seconds may be slightly below a whole millisecond and would be
    /// rounded down.
    private static let slack = 0.001

    /// The current wall clock time as text.
    package static func now() -> String { text(Date()) }

    /// The current wall clock time in nanoseconds since 1970.
    package static func nanosecondsSince1970() -> UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return UInt64(max(0, now.tv_sec)) * 1_000_000_000 + UInt64(now.tv_nsec)
    }

    /// Maximum distance from 1970 in seconds, some thirty thousand years.
    ///
    /// Numbers that are no times must not crash a process.
    private static let secondsMax = 1e12

    /// Formats a moment, rounded down to milliseconds.
    ///
    /// A moment beyond the supported range is formatted as the limit, and NaN as 1970. Writes the digits directly:
    /// every write needs several of these, and a formatter takes longer than the rest of an event.
    package static func text(_ moment: Date) -> String {
        let seconds = moment.timeIntervalSince1970
        guard abs(seconds) <= secondsMax else {
            return text(Date(timeIntervalSince1970: seconds.isNaN ? 0 : seconds < 0 ? -secondsMax : secondsMax))
        }
        let sinceEpoch = Int((seconds * 1_000 + slack).rounded(.down))
        let (day, rest) = (sinceEpoch.floorDivided(by: millisecondsPerDay), sinceEpoch.floorModulo(millisecondsPerDay))
        let date = PlainDate(dayNumber: day)
        guard date.hasFourDigitYear else {
            return moment.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        }
        return String(unsafeUninitializedCapacity: textLength) { buffer in
            date.write(to: buffer)
            buffer[10] = UInt8(ascii: "T")
            buffer.write(rest / 3_600_000, digits: 2, at: 11)
            buffer[13] = UInt8(ascii: ":")
            buffer.write(rest / 60_000 % 60, digits: 2, at: 14)
            buffer[16] = UInt8(ascii: ":")
            buffer.write(rest / 1_000 % 60, digits: 2, at: 17)
            buffer[19] = UInt8(ascii: ".")
            buffer.write(rest % 1_000, digits: 3, at: 20)
            buffer[23] = UInt8(ascii: "Z")
            return textLength
        }
    }
}

extension Int {
    /// The quotient rounded towards negative infinity, for moments before the epoch.
    fileprivate func floorDivided(by divisor: Int) -> Int { (self - floorModulo(divisor)) / divisor }

    fileprivate func floorModulo(_ divisor: Int) -> Int {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}
