/// What came of requests of one kind, or of all.
package struct LoadFigures: Codable, Sendable, Equatable {
    /// That were due.
    package var asked: Int
    /// That got the answer they should.
    package var good: Int
    /// That failed, by status and code.
    package var errors: [String: Int]
    /// That were due and never sent, because as many as may be were under way.
    package var missed: Int
    /// From when they were due to when the answer was there; missed ones are among them, failed ones are not.
    package var latency: LatencySummary

    package init(asked: Int, good: Int, errors: [String: Int], missed: Int, latency: LatencySummary) {
        self.asked = asked
        self.good = good
        self.errors = errors
        self.missed = missed
        self.latency = latency
    }

    package var failed: Int { errors.values.reduce(0, +) }

    /// Failed or missed, of those that were due.
    package var failedShare: Double { asked > 0 ? Double(failed + missed) / Double(asked) : 0 }
}
