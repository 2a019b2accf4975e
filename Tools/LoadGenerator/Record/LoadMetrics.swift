/// The measurements of requests of one kind, or of all.
package struct LoadMetrics: Codable, Sendable, Equatable {
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

/// The measurements of one second of a run.
package struct LoadSecond: Codable, Sendable, Equatable {
    /// The end of the second, in seconds since the start of the run.
    package var at: Double
    /// The number of requests that became due.
    package var asked: Int
    /// The number of successful responses.
    package var good: Int
    package var failed: Int
    package var missed: Int
    /// The number of requests in flight at the end of the second.
    package var inFlight: Int
    package var p50Us: Double
    package var p99Us: Double
    package var maxUs: Double

    init(at: Double, inFlight: Int, _ counter: LoadCounter) {
        self.at = at
        self.inFlight = inFlight
        asked = counter.asked
        good = counter.good
        failed = counter.errors.values.reduce(0, +)
        missed = counter.missed
        p50Us = counter.latencies.microseconds(atPercentile: 50)
        p99Us = counter.latencies.microseconds(atPercentile: 99)
        maxUs = counter.latencies.microseconds(atPercentile: 100)
    }
}
