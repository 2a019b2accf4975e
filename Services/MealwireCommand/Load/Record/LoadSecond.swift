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
