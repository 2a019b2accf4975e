/// Counts the requests of clients against a rate, in memory that does not grow with the number of clients.
///
/// Each client has a place in every row, chosen by a hash, and the least of its places counts (a count-min sketch). A
/// place holds the time at which all counted requests are paid off (the generic cell rate algorithm). So no client can
/// push the count of another one out, and a client shares the count of others only where it meets them in every row.
package struct RequestRates: Sendable {
    /// Rows; a client is held for another one only if the two meet in all of them.
    private static let rowCount = 2
    /// Places of a row.
    ///
    /// With 3,000 clients over their rate, one in 120 others is counted with them. Takes 512 KiB.
    private static let placesDefault = 32_768
    private static let minuteNs: UInt64 = 60 * 1_000_000_000

    /// Returns the place of a client in a row, as any number.
    package typealias Place = @Sendable (_ client: String, _ row: Int) -> Int

    private let place: Place
    private let places: Int
    /// What one request costs, in nanoseconds.
    private let intervalNs: UInt64
    /// When each place has paid for what was counted, in nanoseconds on the caller's clock.
    private var paidAt: [UInt64]

    /// - Parameters:
    ///   - perMinute: Requests a minute; as many may come at once.
    ///   - places: Places of a row.
    ///   - place: Chooses the place of a client; by a hash whose key no client knows, unless a test says otherwise.
    package init(perMinute: Int, places: Int? = nil, place: Place? = nil) {
        (self.place, self.places) = (place ?? Self.hash, places ?? Self.placesDefault)
        intervalNs = Self.minuteNs / UInt64(max(1, perMinute))
        paidAt = [UInt64](repeating: 0, count: Self.rowCount * self.places)
    }

    /// Counts a request, if the client's rate has room for it.
    ///
    /// - Parameters:
    ///   - client: By which it is told from others.
    ///   - now: On a clock that never goes back, in nanoseconds.
    /// - Returns: nil if there is room; otherwise how long the client has to wait, in nanoseconds.
    package mutating func take(_ client: String, now: UInt64) -> UInt64? {
        let indices = (0..<Self.rowCount).map { row in
            row * places + Int(UInt(bitPattern: place(client, row)) % UInt(places))
        }
        let paid = max(now, indices.map { paidAt[$0] }.min() ?? now) + intervalNs
        guard paid - now <= Self.minuteNs else { return paid - now - Self.minuteNs }
        for index in indices { paidAt[index] = max(paidAt[index], paid) }
        return nil
    }

    /// Swift's hasher has a random key in each process.
    @Sendable
    private static func hash(_ client: String, _ row: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(row)
        hasher.combine(client)
        return hasher.finalize()
    }
}
