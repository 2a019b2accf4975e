/// One second of a run.
package struct LoadSecond: Codable, Sendable, Equatable {
    /// When it ended, in seconds since the run began.
    package var at: Double
    /// Requests that became due in it.
    package var asked: Int
    /// Good answers that came in it.
    package var good: Int
    package var failed: Int
    package var missed: Int
    /// Under way at its end.
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
