import Calendar

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The rule for times that clients name, such as those of entries and measurements.
package enum ClientTime {
    /// How far a client's clock may be ahead, in milliseconds: five minutes.
    private static let clockSkewMs = 5 * 60 * 1_000
    /// The earliest time, in milliseconds since 1970: the start of 1900, as for days.
    private static let firstMs = -2_208_988_800_000

    /// Returns whether a time is in 1900 or later, and not in the future.
    ///
    /// - Parameters:
    ///   - momentMs: The time, in milliseconds since 1970.
    ///   - nowMs: The wall clock, in milliseconds since 1970.
    /// - Returns: False for an earlier time, and for one beyond the tolerance for clocks.
    package static func isAllowed(_ momentMs: Int, nowMs: Int) -> Bool {
        (firstMs...nowMs + clockSkewMs).contains(momentMs)
    }
}

extension RuleChecker {
    /// The message for a time in another format.
    static let timeMessage = "{field} must be a time in RFC 3339 format, such as 2026-03-10T07:30:00Z."

    /// Requires a time to be in RFC 3339 format, in 1900 or later, and not in the future.
    ///
    /// - Parameters:
    ///   - text: The time; nil if the request names none.
    ///   - field: The name of the field.
    ///   - now: The wall clock.
    /// - Returns: Milliseconds since 1970; nil if the request names no time, or one in another format.
    package mutating func requireTime(_ text: String?, _ field: String, now: Date) -> Int? {
        guard let text else { return nil }
        guard let momentMs = TimestampReader.milliseconds(text) else {
            reject(field, .wrongFormat, Self.timeMessage)
            return nil
        }
        let nowMs = Int((now.timeIntervalSince1970 * 1_000).rounded(.down))
        require(
            ClientTime.isAllowed(momentMs, nowMs: nowMs),
            field,
            .outOfRange,
            "\(field) must be in 1900 or later, and not in the future."
        )
        return momentMs
    }
}
