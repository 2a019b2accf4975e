import Gateway
import Testing

struct ClientRateLimiterTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func `a client may send the requests of a minute at once, then at its rate`() {
        var limiter = ClientRateLimiter(perMinute: 60)
        for _ in 0..<60 { #expect(limiter.take("a", now: 5) == nil) }
        #expect(limiter.take("a", now: 5) == Self.second)
        // Refused requests are not counted.
        #expect(limiter.take("a", now: 5 + Self.second) == nil)
        #expect(limiter.take("a", now: 5 + Self.second) == Self.second)
        for _ in 0..<60 { #expect(limiter.take("a", now: 5 + 100 * Self.second) == nil) }
        #expect(limiter.take("a", now: 5 + 100 * Self.second) != nil)
    }

    @Test func `the count of a client survives any number of other clients`() {
        var limiter = ClientRateLimiter(perMinute: 2, cells: 64)
        for _ in 0..<2 { _ = limiter.take("a", now: 0) }
        for number in 0..<10_000 { _ = limiter.take("other-\(number)", now: 0) }
        #expect(limiter.take("a", now: 0) != nil)
    }

    @Test func `two clients share a count only if they collide in every row`() {
        // Row 0 maps all clients to one cell; row 1 maps "b" to a cell of its own.
        var limiter = ClientRateLimiter(perMinute: 1, cells: 4) { client, row in row == 0 ? 0 : client == "b" ? 1 : 2 }
        #expect(limiter.take("a", now: 0) == nil)
        #expect(limiter.take("a", now: 0) != nil)
        #expect(limiter.take("b", now: 0) == nil)
        #expect(limiter.take("c", now: 0) != nil)
    }
}
