/// The bounds of histograms: few, because each is a time series for each method of each process.
package enum Buckets {
    /// Times in seconds: from a quarter of a millisecond, which most requests take less than, to the longest that anybody
    /// waits for.
    package static let seconds = [
        0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]
    /// Writes that share a commit; 128 is the most.
    package static let writes = [1.0, 2, 4, 8, 16, 32, 64, 128]

    /// The same as ``seconds``, in nanoseconds.
    package static let nanoseconds = seconds.map { UInt64(($0 * 1e9).rounded()) }

    /// How many buckets times have, the infinite one included.
    package static let timesCount = nanoseconds.count + 1

    /// The bucket of a time.
    ///
    /// Looked for from below, because nearly all are in the first few.
    package static func index(ofNanoseconds time: UInt64) -> Int {
        var index = 0
        while index < nanoseconds.count, time > nanoseconds[index] { index += 1 }
        return index
    }

    /// The bucket of a value among bounds.
    package static func index(of value: Double, in bounds: [Double]) -> Int {
        bounds.firstIndex { value <= $0 } ?? bounds.count
    }
}
