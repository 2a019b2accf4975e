import Bridge
import Testing

/// The rate at which networks may begin handshakes, without sockets.
struct ConnectionRatesTests {
    private typealias Rates = ConnectionRates

    /// Rates by reference, because a macro cannot call a mutating method.
    private final class Meter {
        private var rates = Rates()

        func take(_ network: [UInt8], _ now: UInt64) -> Bool { rates.take(network, now) }
        func giveBack(_ network: [UInt8]) { rates.giveBack(network) }
        func filter(_ now: UInt64) -> ConnectionFilter { rates.filter(now) }
    }

    private static let second: UInt64 = 1_000_000_000
    private static let (adversary, other): ([UInt8], [UInt8]) = ([10, 0, 0, 1], [10, 0, 0, 2])

    /// Returns how many of a network's connections may continue, if it makes one each millisecond.
    private static func allowed(
        _ rates: Meter,
        of networks: [[UInt8]] = [adversary],
        seconds: UInt64,
        since start: UInt64 = 0
    ) -> Int {
        (0..<1_000 * seconds).count { step in
            rates.take(networks[Int(step) % networks.count], start + step * 1_000_000)
        }
    }

    @Test func `a network may make its burst at once, and then a number a second`() {
        let rates = Meter()
        let allowed = Self.allowed(rates, seconds: 4)
        #expect(((Rates.burst + 3 * Rates.perSecond)...(Rates.burst + 4 * Rates.perSecond)).contains(allowed))
        #expect(rates.take(Self.other, 4 * Self.second), "another network is not limited")
    }

    @Test func `connections of a network without allowance are dropped, until some time has passed`() {
        let rates = Meter()
        #expect(rates.filter(0).isOpen)
        for _ in 1..<Rates.burst { #expect(rates.take(Self.adversary, 0)) }
        #expect(rates.filter(0).isOpen)
        // The last one begins the pause, so that the next is not even accepted.
        #expect(rates.take(Self.adversary, 0))
        #expect(rates.filter(0) == ConnectionFilter(dropped: [Self.adversary]))
        #expect(rates.filter(Rates.pauseNs).isOpen)
        let allowed = (0..<Rates.burst).count { _ in rates.take(Self.adversary, Rates.pauseNs) }
        #expect(allowed == Rates.perSecond * Int(Rates.pauseNs) / Int(Self.second))
    }

    @Test func `connections with a listed key do not count`() {
        let rates = Meter()
        for _ in 0..<10 * Rates.totalBurst {
            #expect(rates.take(Self.other, 0))
            rates.giveBack(Self.other)
        }
        #expect(rates.filter(0).isOpen)
    }

    @Test func `all networks together are limited, except those of listed keys`() {
        let rates = Meter()
        #expect(rates.take(Self.other, 0))
        rates.giveBack(Self.other)
        let networks = (0..<500).map { [10, 1, UInt8($0 / 256), UInt8($0 % 256)] as [UInt8] }
        let allowed = Self.allowed(rates, of: networks, seconds: 4)
        let range = (Rates.totalBurst + 3 * Rates.totalPerSecond)...(Rates.totalBurst + 4 * Rates.totalPerSecond)
        #expect(range.contains(allowed))
        let end = 4 * Self.second - 1_000_000
        #expect(rates.filter(end) == ConnectionFilter(dropsOthers: true, exempt: [Self.other]))
        #expect(rates.take(Self.other, end))
        #expect(!rates.take([10, 2, 0, 0], end))
    }

    @Test func `a network has its whole burst again after a quiet time`() {
        let rates = Meter()
        _ = Self.allowed(rates, seconds: 1)
        let quiet = Self.second + UInt64(Rates.burst / Rates.perSecond) * Self.second
        #expect(rates.filter(quiet).isOpen)
        let allowed = (0..<2 * Rates.burst).count { _ in rates.take(Self.adversary, quiet) }
        #expect(allowed == Rates.burst)
    }
}
