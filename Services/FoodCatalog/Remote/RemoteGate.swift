/// Decides whether a source may be asked now; pure, like the machines that it is made of.
package struct RemoteGate: Sendable {
    /// The longest rest that a source can ask for: a header that is wrong must not switch it off for good.
    package static let retryAfterMaxS = 3_600
    /// The rest where a source says that it was too often, but not until when.
    package static let retryAfterDefaultS = 60
    private static let nanosecondsPerSecond: UInt64 = 1_000_000_000

    private var searches: TokenBucket
    private var products: TokenBucket
    private var breaker = CircuitBreaker()
    private var pausedUntil: UInt64 = 0

    package init(_ limits: RemoteLimits, at now: UInt64) {
        searches = TokenBucket(perMinute: limits.searchesPerMinute, at: now)
        products = TokenBucket(perMinute: limits.productsPerMinute, at: now)
    }

    /// Whether it leaves the source alone after failures.
    package var isResting: Bool { breaker.isOpen }

    /// Lets a question out; its end has to be told.
    ///
    /// - Throws: `tooManyRequests` or `resting`; then it must not be asked.
    package mutating func admit(_ question: RemoteQuestion, at now: UInt64) throws(RemoteFailure) {
        if pausedUntil > now { throw .tooManyRequests(retryAfterS: Self.seconds(pausedUntil - now)) }
        // The breaker first says no without changing: a token is only spent, and a probe only begun, if it goes out.
        if breaker.wait(at: now) > 0 { throw .resting(retryAfterS: Self.seconds(breaker.wait(at: now))) }
        let path: WritableKeyPath<Self, TokenBucket> =
            switch question {
            case .words: \.searches
            case .barcode: \.products
            }
        let wait = self[keyPath: path].wait(at: now)
        guard wait == 0, self[keyPath: path].take(at: now) else {
            throw .tooManyRequests(retryAfterS: Self.seconds(wait))
        }
        _ = breaker.admit(at: now)
    }

    /// Hears how a question ended that was let out.
    ///
    /// - Parameters:
    ///   - failure: Why there is no answer; nil if there is one.
    ///   - now: The time.
    package mutating func ended(_ failure: RemoteFailure?, at now: UInt64) {
        switch failure {
        case nil: breaker.succeeded()
        case .tooManyRequests(let seconds):
            // It works, and says what it wants.
            breaker.succeeded()
            let rest = min(max(1, seconds), Self.retryAfterMaxS)
            pausedUntil = max(pausedUntil, now + UInt64(rest) * Self.nanosecondsPerSecond)
        case .some: breaker.failed(at: now)
        }
    }

    private static func seconds(_ nanoseconds: UInt64) -> Int {
        Int((nanoseconds + nanosecondsPerSecond - 1) / nanosecondsPerSecond)
    }
}
