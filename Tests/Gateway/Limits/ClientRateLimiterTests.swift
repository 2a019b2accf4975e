import Gateway
import Testing

struct ClientRateLimiterTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func `a client may send the requests of a minute at once, then at its rate`() {
        var rates = ClientRateLimiter(perMinute: 60)
        for _ in 0..<60 { #expect(rates.take("a", now: 5) == nil) }
        #expect(rates.take("a", now: 5) == Self.second)
        // Refused requests are not counted.
        #expect(rates.take("a", now: 5 + Self.second) == nil)
        #expect(rates.take("a", now: 5 + Self.second) == Self.second)
        for _ in 0..<60 { #expect(rates.take("a", now: 5 + 100 * Self.second) == nil) }
        #expect(rates.take("a", now: 5 + 100 * Self.second) != nil)
    }

    @Test func `the count of a client survives any number of other clients`() {
        var rates = ClientRateLimiter(perMinute: 2, places: 64)
        for _ in 0..<2 { _ = rates.take("a", now: 0) }
        for number in 0..<10_000 { _ = rates.take("other-\(number)", now: 0) }
        #expect(rates.take("a", now: 0) != nil)
    }

    @Test func `two clients share a count only if they collide in every row`() {
        // Row 0 maps all clients to one cell; row 1 maps "b" to a cell of its own.
        var rates = ClientRateLimiter(perMinute: 1, places: 4) { client, row in row == 0 ? 0 : client == "b" ? 1 : 2 }
        #expect(rates.take("a", now: 0) == nil)
        #expect(rates.take("a", now: 0) != nil)
        #expect(rates.take("b", now: 0) == nil)
        #expect(rates.take("c", now: 0) != nil)
    }
}
