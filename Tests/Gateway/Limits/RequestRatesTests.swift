import Gateway
import Testing

struct RequestRatesTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func `a client may send a minute's requests at once, and then as its rate goes`() {
        var rates = RequestRates(perMinute: 60)
        for _ in 0..<60 { #expect(rates.take("a", now: 5) == nil) }
        #expect(rates.take("a", now: 5) == Self.second)
        // Refused requests are not counted.
        #expect(rates.take("a", now: 5 + Self.second) == nil)
        #expect(rates.take("a", now: 5 + Self.second) == Self.second)
        for _ in 0..<60 { #expect(rates.take("a", now: 5 + 100 * Self.second) == nil) }
        #expect(rates.take("a", now: 5 + 100 * Self.second) != nil)
    }

    @Test func `the count of one client outlives any number of others`() {
        var rates = RequestRates(perMinute: 2, places: 64)
        for _ in 0..<2 { _ = rates.take("a", now: 0) }
        for number in 0..<10_000 { _ = rates.take("other-\(number)", now: 0) }
        #expect(rates.take("a", now: 0) != nil)
    }

    @Test func `a client is counted with another one only where they meet in every row`() {
        // Row 0 maps all clients to one cell; row 1 maps "b" to a cell of its own.
        var rates = RequestRates(perMinute: 1, places: 4) { client, row in row == 0 ? 0 : client == "b" ? 1 : 2 }
        #expect(rates.take("a", now: 0) == nil)
        #expect(rates.take("a", now: 0) != nil)
        #expect(rates.take("b", now: 0) == nil)
        #expect(rates.take("c", now: 0) != nil)
    }
}
