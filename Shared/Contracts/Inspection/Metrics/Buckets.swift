/// The bounds of histograms.
///
/// Few, because each bound is a time series per method and process.
package enum Buckets {
    /// Bounds for times, in seconds: from a quarter of a millisecond, which most requests do not exceed, to the longest
    /// acceptable wait.
    package static let seconds = [
        0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]
    /// Bounds for the number of writes per commit; 128 is the maximum.
    package static let writes = [1.0, 2, 4, 8, 16, 32, 64, 128]

    /// ``seconds`` in nanoseconds.
    package static let nanoseconds = seconds.map { UInt64(($0 * 1e9).rounded()) }

    /// Number of buckets for times, including the infinite one.
    package static let timesCount = nanoseconds.count + 1

    /// The index of the bucket for a time.
    ///
    /// Searches linearly from the start, because nearly all times are in the first few buckets.
    package static func index(ofNanoseconds time: UInt64) -> Int {
        var index = 0
        while index < nanoseconds.count, time > nanoseconds[index] { index += 1 }
        return index
    }

    /// The index of the bucket for a value.
    package static func index(of value: Double, in bounds: [Double]) -> Int {
        bounds.firstIndex { value <= $0 } ?? bounds.count
    }
}
