/// Leaves alone who fails several times in a row, and tries once in a while whether it works again; a pure state machine like
/// ``TokenBucket``.
package struct CircuitBreaker: Sendable, Equatable {
    /// What it does now.
    package enum State: Sendable, Equatable {
        /// Lets everything through.
        case closed(failures: Int)
        /// Lets nothing through until then.
        case open(until: UInt64)
        /// One question is under way; the others wait for what becomes of it.
        case probing
    }

    /// Fewer happen by chance, more only make people wait.
    package static let failuresMax = 5
    /// The first rest; it doubles with every probe that fails.
    package static let restMinNs: UInt64 = 30_000_000_000
    /// The longest rest: who comes back is noticed within this time.
    package static let restMaxNs: UInt64 = 600_000_000_000

    package private(set) var state = State.closed(failures: 0)
    private var restNs = Self.restMinNs

    package init() {}

    /// Nanoseconds until it may be asked; 0 if it may now.
    ///
    /// While a probe is under way nobody knows, and it is a short rest.
    package func wait(at now: UInt64) -> UInt64 {
        switch state {
        case .closed: 0
        case .open(let until): until > now ? until - now : 0
        case .probing: Self.probeWaitNs
        }
    }

    /// A second: about what a probe takes.
    private static let probeWaitNs: UInt64 = 1_000_000_000

    /// Whether a question may go out now; who is let through has to tell how it ended.
    package mutating func admit(at now: UInt64) -> Bool {
        guard wait(at: now) == 0 else { return false }
        if case .open = state { state = .probing }
        return true
    }

    /// An answer came.
    package mutating func succeeded() {
        // What comes late from before a rest does not end it: the probe does.
        if case .open = state { return }
        state = .closed(failures: 0)
        restNs = Self.restMinNs
    }

    /// None came, or none that can be read.
    package mutating func failed(at now: UInt64) {
        switch state {
        case .closed(let failures) where failures + 1 < Self.failuresMax:
            state = .closed(failures: failures + 1)
        case .closed:
            state = .open(until: now + restNs)
        case .probing:
            restNs = min(Self.restMaxNs, restNs * 2)
            state = .open(until: now + restNs)
        case .open: break
        }
    }

    package var isOpen: Bool { if case .open = state { true } else { false } }
}
