package import Contracts

/// The sessions whose access tokens are refused though they have not expired; bounded, and forgets by itself.
package struct EndedSessionSet {
    /// Some ten megabytes, and more than a hundred sign-outs a second.
    package static let countMax = 100_000
    /// How often is looked for what can be forgotten, in seconds.
    private static let sweepIntervalS = 60

    private let countMax: Int
    private var endedAt: [SessionID: Int] = [:]
    private var nextSweep = 0
    /// Tokens that were issued by then are refused, whatever session they name.
    ///
    /// It takes the place of sessions for which there was no room. Who loses a good token by it gets another one with
    /// the refresh token; nobody gets in whose session is over.
    private var refusedUpTo = Int.min

    package init(countMax: Int = countMax) {
        self.countMax = countMax
    }

    package var count: Int { endedAt.count }

    /// Takes news, and forgets sessions whose last token has expired.
    ///
    /// - Parameters:
    ///   - items: Sessions that are over.
    ///   - now: Seconds since 1970.
    package mutating func add(_ items: [AuthEndedSessions.Item], now: Int) {
        for item in items { endedAt[item.id] = item.endedAt }
        if now >= nextSweep {
            endedAt = endedAt.filter { $0.value > now - AccessTokenClaims.reachS }
            nextSweep = now + Self.sweepIntervalS
        }
        if endedAt.count > countMax { makeRoom() }
    }

    /// Whether a token is void because its session is over.
    package func refuses(_ session: SessionID, issuedAt: Int) -> Bool {
        issuedAt <= refusedUpTo || endedAt[session] != nil
    }

    /// Forgets the older half, and refuses all tokens of its time.
    private mutating func makeRoom() {
        let times = endedAt.values.sorted()
        refusedUpTo = max(refusedUpTo, times[times.count / 2])
        endedAt = endedAt.filter { $0.value > refusedUpTo }
    }
}
