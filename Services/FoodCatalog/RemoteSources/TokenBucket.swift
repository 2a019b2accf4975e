/// A rate limiter as a pure state machine; times are nanoseconds of a monotonic clock.
///
/// Its capacity and its gain per minute add up to the limit, so that no minute exceeds the limit.
package struct TokenBucket: Sendable {
    /// Share of a minute's limit that may be used at once, in percent.
    private static let burstPercent = 40
    private static let nanosecondsPerMinute = 60_000_000_000.0
    /// Rounding error that adding fractions of a token may cause.
    private static let roundingError = 1e-6

    /// The tokens that may be taken at once.
    let capacity: Int
    private let refillPerNanosecond: Double
    private var tokens: Double
    private var refilledAt: UInt64

    /// Creates a full bucket.
    ///
    /// - Parameters:
    ///   - perMinute: The limit in any minute; at least 2.
    ///   - now: The current time.
    package init(perMinute: Int, at now: UInt64) {
        precondition(perMinute >= 2, "the limit per minute must be at least 2")
        let burst = max(1, perMinute * Self.burstPercent / 100)
        capacity = burst
        refillPerNanosecond = Double(perMinute - burst) / Self.nanosecondsPerMinute
        tokens = Double(burst)
        refilledAt = now
    }

    /// Returns the nanoseconds until a token is available; 0 if one is.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - rest: The tokens that must be left; less than ``capacity``, or the wait has no end.
    /// - Returns: The wait in nanoseconds; the maximum if it has no end.
    package mutating func wait(at now: UInt64, leaving rest: Int = 0) -> UInt64 {
        refill(now)
        guard rest < capacity else { return .max }
        let missing = Double(1 + rest) - tokens
        return missing <= Self.roundingError ? 0 : UInt64((missing / refillPerNanosecond).rounded(.up))
    }

    /// Takes a token if one is available.
    package mutating func take(at now: UInt64) -> Bool {
        guard wait(at: now) == 0 else { return false }
        tokens -= 1
        return true
    }

    private mutating func refill(_ now: UInt64) {
        guard now > refilledAt else { return }
        tokens = min(Double(capacity), tokens + Double(now - refilledAt) * refillPerNanosecond)
        refilledAt = now
    }
}
