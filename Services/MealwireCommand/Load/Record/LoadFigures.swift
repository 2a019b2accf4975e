/// The measurements of requests of one kind, or of all.
package struct LoadFigures: Codable, Sendable, Equatable {
    /// The number of due requests.
    package var asked: Int
    /// The number of successful requests.
    package var good: Int
    /// The number of failed requests, by status and code.
    package var errors: [String: Int]
    /// The number of due requests that were never sent, because the limit of concurrent requests was reached.
    package var missed: Int
    /// The latencies from the due time to the response.
    ///
    /// They include missed requests, but not failed ones.
    package var latency: LatencySummary

    package init(asked: Int, good: Int, errors: [String: Int], missed: Int, latency: LatencySummary) {
        self.asked = asked
        self.good = good
        self.errors = errors
        self.missed = missed
        self.latency = latency
    }

    package var failed: Int { errors.values.reduce(0, +) }

    /// The share of due requests that failed or were missed.
    package var failedShare: Double { asked > 0 ? Double(failed + missed) / Double(asked) : 0 }
}
