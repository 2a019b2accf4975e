/// A metric as Prometheus describes it: name, kind, labels and help text.
///
/// All metrics are declared here, as the common reference for processes, gateway, documentation, and the tests of
/// alerts and dashboard.
package struct Metric: Sendable, Hashable {
    /// The meaning of a metric's values.
    package enum Kind: String, Sendable, CaseIterable {
        /// Only increases, from 0 at the start of its process.
        case counter
        /// The current value.
        case gauge
        /// The distribution of values.
        case histogram
    }

    /// The labels of all metrics that a process publishes: its service, and its instance.
    ///
    /// The second one is not named `instance`, because Prometheus uses that name for scrape targets.
    package static let processLabels = ["service", "process"]

    package let name: String
    package let kind: Kind
    /// All labels, in the order of their values.
    package let labels: [String]
    /// The help text: a sentence.
    package let help: String
    /// The upper bounds of a histogram's buckets, without the last, infinite one.
    package let bounds: [Double]
    /// Whether processes publish it about themselves; the gateway adds the process's labels.
    package let isOfProcess: Bool

    /// Declares a metric that processes publish about themselves.
    ///
    /// - Parameters:
    ///   - name: A name by the conventions of Prometheus: a unit at its end, and `_total` for counters.
    ///   - kind: The meaning of its values.
    ///   - labels: Labels besides those of the process.
    ///   - bounds: The bounds of a histogram.
    ///   - help: A sentence.
    init(_ name: String, _ kind: Kind, by labels: [String] = [], bounds: [Double] = [], _ help: String) {
        self.init(name, kind, Self.processLabels + labels, bounds, help, isOfProcess: true)
    }

    private init(
        _ name: String,
        _ kind: Kind,
        _ labels: [String],
        _ bounds: [Double],
        _ help: String,
        isOfProcess: Bool
    ) {
        self.name = "mealwire_\(name)"
        self.kind = kind
        self.labels = labels
        self.bounds = bounds
        self.help = help
        self.isOfProcess = isOfProcess
    }

    /// Declares a metric that the gateway collects about the stack.
    static func ofStack(_ name: String, _ kind: Kind, _ labels: [String], _ help: String) -> Metric {
        Metric(name, kind, labels, [], help, isOfProcess: false)
    }

    /// The labels with values from the process.
    package var ownLabels: ArraySlice<String> { labels.dropFirst(isOfProcess ? Self.processLabels.count : 0) }

    /// All metrics, in the order of the report.
    package static let all: [Metric] = [
        stack, process, requests, broker, bridge, storage, events, http, traces, pictures,
    ].flatMap { $0 }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// Finds a metric by its name; nil if this version has none.
    package static func named(_ name: String) -> Metric? { byName[name] }
}

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
