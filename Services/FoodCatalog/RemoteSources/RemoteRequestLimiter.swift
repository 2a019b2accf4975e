package import Contracts

/// Decides whether a source may be asked now; a pure state machine.
package struct RemoteRequestLimiter: Sendable {
    /// Longest accepted `Retry-After` in seconds: a wrong header must not disable a source permanently.
    package static let maximumRetryAfterSeconds = 3_600
    /// Pause in seconds if a source rejects a request as too frequent without naming a time.
    package static let defaultRetryAfterSeconds = 60
    private static let nanosecondsPerSecond: UInt64 = 1_000_000_000

    private var searches: SharedTokenBucket
    private var products: SharedTokenBucket
    private var breaker = CircuitBreaker()
    private var pausedUntil: UInt64 = 0

    package init(_ limits: RemoteLimits, at now: UInt64) {
        searches = SharedTokenBucket(perMinute: limits.searchesPerMinute, at: now)
        products = SharedTokenBucket(perMinute: limits.productsPerMinute, at: now)
    }

    /// Whether requests are suspended after failures.
    package var isSuspended: Bool { breaker.isOpen }

    /// Admits a question; the caller must report its end.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - user: The user that asks; nil if none is known.
    ///   - now: The current time.
    /// - Throws: `tooManyRequests` or `resting` if it must not be sent.
    package mutating func admit(
        _ question: RemoteQuestion,
        for user: UserID?,
        at now: UInt64
    ) throws(RemoteFailure) {
        if pausedUntil > now { throw .tooManyRequests(retryAfterSeconds: Self.seconds(pausedUntil - now)) }
        // `wait` does not change the breaker: a token is spent, and a probe begun, only if the question is sent.
        if breaker.wait(at: now) > 0 { throw .resting(retryAfterSeconds: Self.seconds(breaker.wait(at: now))) }
        let path: WritableKeyPath<Self, SharedTokenBucket> =
            switch question {
            case .words: \.searches
            case .barcode: \.products
            }
        let wait = self[keyPath: path].wait(for: user, at: now)
        guard wait == 0, self[keyPath: path].take(for: user, at: now) else {
            throw .tooManyRequests(retryAfterSeconds: Self.seconds(wait))
        }
        _ = breaker.admit(at: now)
    }

    /// Records the end of an admitted question.
    ///
    /// - Parameters:
    ///   - failure: The failure; nil if there was an answer.
    ///   - now: The current time.
    package mutating func ended(_ failure: RemoteFailure?, at now: UInt64) {
        switch failure {
        case nil: breaker.succeeded()
        case .tooManyRequests(let seconds):
            // The source works, so this is no failure for the breaker.
            breaker.succeeded()
            let pause = min(max(1, seconds), Self.maximumRetryAfterSeconds)
            pausedUntil = max(pausedUntil, now + UInt64(pause) * Self.nanosecondsPerSecond)
        case .some(let failure): if failure.isOfServer { breaker.failed(at: now) } else { breaker.succeeded() }
        }
    }

    private static func seconds(_ nanoseconds: UInt64) -> Int {
        Int((nanoseconds + nanosecondsPerSecond - 1) / nanosecondsPerSecond)
    }
}
