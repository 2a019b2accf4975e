/// Counts requests of one kind.
struct LoadCounter: Sendable {
    /// The number of distinct errors; further ones are counted together.
    private static let errorKindsMax = 32
    private static let otherErrors = "other"

    private(set) var asked = 0
    private(set) var good = 0
    private(set) var missed = 0
    private(set) var errors: [String: Int] = [:]
    private(set) var latencies = LatencyHistogram()

    mutating func ask() { asked += 1 }

    /// Counts a response.
    ///
    /// Only successful ones count for latencies, because fast rejections must not improve them.
    mutating func answer(_ outcome: LoadOutcome, afterNs: UInt64) {
        switch outcome {
        case .good:
            latencies.record(nanoseconds: afterNs)
            good += 1
        case .bad(let kind):
            let isKnown = errors[kind] != nil || errors.count < Self.errorKindsMax
            errors[isKnown ? kind : Self.otherErrors, default: 0] += 1
        }
    }

    mutating func miss(afterNs: UInt64) {
        latencies.record(nanoseconds: afterNs)
        missed += 1
    }

    mutating func reset() {
        (asked, good, missed, errors) = (0, 0, 0, [:])
        latencies.reset()
    }

    var figures: LoadMetrics {
        LoadMetrics(asked: asked, good: good, errors: errors, missed: missed, latency: latencies.summary)
    }
}
