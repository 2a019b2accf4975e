import Contracts

/// Limits the rate at which networks may begin handshakes.
///
/// The keys of a handshake take about 0.2 ms of processor time before the client's key is known. Without a limit, one
/// client could take most of a processor from calls on this host.
package struct ConnectionRates {
    /// The connections that a network may make at once: as many as a bridge makes when its host starts.
    package static let burst = HandshakeBounds<Int32>.countMaxPerAddress
    /// The connections that a network may make per second after its burst; together less than 1 % of a processor.
    package static let perSecond = 32
    /// The connections of all networks at once, and per second: four times those of one network.
    package static let (totalBurst, totalPerSecond) = (4 * burst, 4 * perSecond)
    /// The time for which connections wait after a limit is reached, in nanoseconds.
    ///
    /// Connections that are made meanwhile cost nothing. A shorter time would change the system's filter often.
    package static let pauseNs: UInt64 = 250_000_000
    /// The maximum number of remembered networks of listed keys; more than a bridge has far hosts.
    private static let knownMax = 64

    /// Measures one rate: a bucket of tokens, stored as the time at which it is full again.
    private struct Meter {
        private let intervalNs: UInt64
        private let burst: UInt64
        private var fullAt: UInt64 = 0

        init(burst: Int, perSecond: Int) {
            (intervalNs, self.burst) = (1_000_000_000 / UInt64(perSecond), UInt64(burst))
        }

        func isFull(_ now: UInt64) -> Bool { fullAt <= now }

        func isEmpty(_ now: UInt64) -> Bool { max(fullAt, now) + intervalNs > now + burst * intervalNs }

        mutating func take(_ now: UInt64) { fullAt = max(fullAt, now) + intervalNs }

        mutating func giveBack() { fullAt -= min(fullAt, intervalNs) }
    }

    private var total = Meter(burst: totalBurst, perSecond: totalPerSecond)
    /// Meters that are not full; the limit of all networks bounds their number.
    private var meters: [[UInt8]: Meter] = [:]
    /// Networks with connections that wait, and until when.
    private var waiting: [[UInt8]: UInt64] = [:]
    /// Until when connections of unknown networks wait.
    private var othersWaitUntil: UInt64 = 0
    /// Networks from which a listed key has opened a connection, the newest last.
    private var known: [[UInt8]] = []

    package init() {}

    /// Records a new connection.
    ///
    /// - Parameters:
    ///   - network: The client's network, as returned by ``PeerNetwork``.
    ///   - now: The time on the monotonic clock, in nanoseconds.
    /// - Returns: Whether the connection may continue.
    package mutating func take(_ network: [UInt8], _ now: UInt64) -> Bool {
        var meter = meters[network] ?? Meter(burst: Self.burst, perSecond: Self.perSecond)
        let isAllowed = !meter.isEmpty(now) && (!total.isEmpty(now) || known.contains(network))
        if isAllowed {
            meter.take(now)
            meters[network] = meter
            if !total.isEmpty(now) { total.take(now) }
        }
        if meter.isEmpty(now) { waiting[network] = now + Self.pauseNs }
        if total.isEmpty(now) { othersWaitUntil = now + Self.pauseNs }
        return isAllowed
    }

    /// Records that a connection was opened by a listed key, so that it does not count.
    package mutating func giveBack(_ network: [UInt8]) {
        meters[network]?.giveBack()
        total.giveBack()
        guard known.last != network else { return }
        known.removeAll { $0 == network }
        known = known.suffix(Self.knownMax - 1) + [network]
    }

    /// Returns the filter for connections that must wait.
    package mutating func filter(_ now: UInt64) -> ConnectionFilter {
        meters = meters.filter { !$0.value.isFull(now) }
        waiting = waiting.filter { $0.value > now }
        let dropsOthers = othersWaitUntil > now
        return ConnectionFilter(
            dropped: Set(waiting.keys),
            dropsOthers: dropsOthers,
            exempt: dropsOthers ? Set(known) : []
        )
    }
}
