package import Contracts

/// A bounded set of ended sessions with access tokens that have not expired yet.
package struct EndedSessionSet {
    /// The capacity: some ten megabytes, and more than a hundred sign-outs a second.
    package static let countMax = 100_000
    /// The interval in seconds at which expired items are removed.
    private static let sweepIntervalS = 60

    private let countMax: Int
    private var endedAt: [SessionID: Int] = [:]
    private var nextSweep = 0
    /// Tokens issued up to this time are refused, whatever their session.
    ///
    /// This replaces sessions for which there was no room. A client that loses a valid token gets another one with its
    /// refresh token. Tokens of ended sessions stay refused.
    private var refusedUpTo = Int.min

    package init(countMax: Int = countMax) {
        self.countMax = countMax
    }

    package var count: Int { endedAt.count }

    /// Adds ended sessions, and removes sessions after their last token has expired.
    ///
    /// - Parameters:
    ///   - items: Ended sessions.
    ///   - now: Seconds since 1970.
    package mutating func add(_ items: [AuthEndedSessions.Item], now: Int) {
        for item in items { endedAt[item.id] = item.endedAt }
        if now >= nextSweep {
            endedAt = endedAt.filter { $0.value > now - AccessTokenClaims.reachS }
            nextSweep = now + Self.sweepIntervalS
        }
        if endedAt.count > countMax { makeRoom() }
    }

    /// Returns true if a token is void because its session has ended.
    package func refuses(_ session: SessionID, issuedAt: Int) -> Bool {
        issuedAt <= refusedUpTo || endedAt[session] != nil
    }

    /// Removes the older half, and refuses all tokens issued up to its end.
    private mutating func makeRoom() {
        let times = endedAt.values.sorted()
        refusedUpTo = max(refusedUpTo, times[times.count / 2])
        endedAt = endedAt.filter { $0.value > refusedUpTo }
    }
}
