/// Stops requests to a source after consecutive failures and probes it now and then; a pure state machine.
package struct CircuitBreaker: Sendable, Equatable {
    /// The state of the breaker.
    package enum State: Sendable, Equatable {
        /// Admits every request.
        case closed(failures: Int)
        /// Admits no request before this time.
        case open(until: UInt64)
        /// One request is in flight; others are held back until it ends.
        case probing
    }

    /// Failures that open the breaker: fewer happen by chance, more only delay users.
    package static let failuresMax = 5
    /// First open period in nanoseconds; it doubles with every probe that fails.
    package static let minimumOpenNanoseconds: UInt64 = 30_000_000_000
    /// Longest open period in nanoseconds: a source that recovers is used again within this time.
    package static let maximumOpenNanoseconds: UInt64 = 600_000_000_000

    package private(set) var state = State.closed(failures: 0)
    private var openNanoseconds = Self.minimumOpenNanoseconds

    package init() {}

    /// Returns the nanoseconds until a request may be sent; 0 if it may be sent now.
    ///
    /// While a probe is in flight the time is unknown, and a short wait is returned.
    package func wait(at now: UInt64) -> UInt64 {
        switch state {
        case .closed: 0
        case .open(let until): until > now ? until - now : 0
        case .probing: Self.probeWaitNanoseconds
        }
    }

    /// One second in nanoseconds, about the duration of a probe.
    private static let probeWaitNanoseconds: UInt64 = 1_000_000_000

    /// Returns whether a request may be sent now; the caller must report the end of each admitted request.
    package mutating func admit(at now: UInt64) -> Bool {
        guard wait(at: now) == 0 else { return false }
        if case .open = state { state = .probing }
        return true
    }

    /// Records a response.
    package mutating func succeeded() {
        // A late response from before the breaker opened does not close it; only the probe does.
        if case .open = state { return }
        state = .closed(failures: 0)
        openNanoseconds = Self.minimumOpenNanoseconds
    }

    /// Records a missing or unreadable response.
    package mutating func failed(at now: UInt64) {
        switch state {
        case .closed(let failures) where failures + 1 < Self.failuresMax:
            state = .closed(failures: failures + 1)
        case .closed:
            state = .open(until: now + openNanoseconds)
        case .probing:
            openNanoseconds = min(Self.maximumOpenNanoseconds, openNanoseconds * 2)
            state = .open(until: now + openNanoseconds)
        case .open: break
        }
    }

    package var isOpen: Bool { if case .open = state { true } else { false } }
}
