/// How often something may be done, as a pure state machine: time is an argument, in nanoseconds of a clock that never goes
/// back.
///
/// What it holds at most and what it gains in a minute are the limit together, so that no minute whatever sees more.
package struct TokenBucket: Sendable {
    /// How much of a minute's limit may be used at once, in percent.
    private static let burstPercent = 40
    private static let nanosecondsPerMinute = 60_000_000_000.0
    /// What adding up fractions may lose of a token.
    private static let roundingError = 1e-6

    private let capacity: Double
    private let gainPerNanosecond: Double
    private var tokens: Double
    private var filledAt: UInt64

    /// A full bucket.
    ///
    /// - Parameters:
    ///   - perMinute: How often in any minute; at least 2.
    ///   - now: The time.
    package init(perMinute: Int, at now: UInt64) {
        precondition(perMinute >= 2, "a bucket that gains nothing never fills")
        let burst = max(1, perMinute * Self.burstPercent / 100)
        capacity = Double(burst)
        gainPerNanosecond = Double(perMinute - burst) / Self.nanosecondsPerMinute
        tokens = capacity
        filledAt = now
    }

    /// Nanoseconds until there is a token; 0 if there is one.
    package mutating func wait(at now: UInt64) -> UInt64 {
        fill(now)
        return tokens >= 1 - Self.roundingError ? 0 : UInt64(((1 - tokens) / gainPerNanosecond).rounded(.up))
    }

    /// Takes a token, if there is one.
    package mutating func take(at now: UInt64) -> Bool {
        guard wait(at: now) == 0 else { return false }
        tokens -= 1
        return true
    }

    private mutating func fill(_ now: UInt64) {
        guard now > filledAt else { return }
        tokens = min(capacity, tokens + Double(now - filledAt) * gainPerNanosecond)
        filledAt = now
    }
}
