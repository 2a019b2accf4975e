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
        stack, process, requests, broker, bridge, storage, events, http, traces,
    ].flatMap { $0 }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// Finds a metric by its name; nil if this version has none.
    package static func named(_ name: String) -> Metric? { byName[name] }
}
