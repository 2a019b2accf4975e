/// Limits the request rate of each client, in memory that does not grow with the number of clients.
///
/// Each client has one cell in every row, chosen by a hash, and the least of its cells counts (a count-min sketch). A
/// cell holds the time at which all counted requests are paid off (the generic cell rate algorithm). So no client can
/// evict the count of another. A client shares a count only with a client that has the same cell in every row.
package struct ClientRateLimiter: Sendable {
    /// The number of rows; two clients share a count only if they collide in all of them.
    private static let rowCount = 2
    /// The number of cells in a row.
    ///
    /// With 3,000 clients over their rate, one in 120 others collides with them. The cells take 512 KiB.
    private static let cellsDefault = 32_768
    private static let minuteNs: UInt64 = 60 * 1_000_000_000

    /// Returns a client's cell in a row, as any number.
    package typealias CellChooser = @Sendable (_ client: String, _ row: Int) -> Int

    private let cell: CellChooser
    private let cells: Int
    /// The cost of one request in nanoseconds.
    private let intervalNs: UInt64
    /// The time at which each cell is paid off, in nanoseconds on the caller's clock; empty before the first request.
    private var paidAt: [UInt64] = []

    /// Makes a limiter without counts.
    ///
    /// - Parameters:
    ///   - perMinute: Requests a minute; as many may come at once.
    ///   - cells: The number of cells in a row.
    ///   - cell: Chooses a client's cell; the default is a hash with a secret key.
    package init(perMinute: Int, cells: Int? = nil, cell: CellChooser? = nil) {
        (self.cell, self.cells) = (cell ?? Self.hash, cells ?? Self.cellsDefault)
        intervalNs = Self.minuteNs / UInt64(max(1, perMinute))
    }

    /// Counts a request if the client is below its rate.
    ///
    /// - Parameters:
    ///   - client: Identifies the client.
    ///   - now: Monotonic time in nanoseconds.
    /// - Returns: Nil if the request is counted; otherwise the time to wait, in nanoseconds.
    package mutating func take(_ client: String, now: UInt64) -> UInt64? {
        if paidAt.isEmpty { paidAt = [UInt64](repeating: 0, count: Self.rowCount * cells) }
        let indices = (0..<Self.rowCount).map { row in
            row * cells + Int(UInt(bitPattern: cell(client, row)) % UInt(cells))
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
