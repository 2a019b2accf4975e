/// One thing that is counted or measured, as Prometheus is told of it: name, kind, labels and meaning.
///
/// All of them are declared here, so that processes, the gateway, the documentation and the tests of alerts and dashboard
/// speak of the same.
package struct Metric: Sendable, Hashable {
    /// How its values are to be read.
    package enum Kind: String, Sendable, CaseIterable {
        /// Only grows, from 0 at the start of its process.
        case counter
        /// Is what it is now.
        case gauge
        /// How often which values occurred.
        case histogram
    }

    /// The labels of whatever a process tells of itself: its service, and which of the service's processes it is.
    ///
    /// It is not called `instance`, because Prometheus gives that name to what it scrapes.
    package static let processLabels = ["service", "process"]

    package let name: String
    package let kind: Kind
    /// All labels, in the order of their values.
    package let labels: [String]
    /// A sentence for people.
    package let help: String
    /// The upper bounds of a histogram's buckets, without the last one, which is infinite.
    package let bounds: [Double]
    /// Whether a process tells it of itself; the gateway adds the process's labels.
    package let isOfProcess: Bool

    /// Declares a metric that processes tell of themselves.
    ///
    /// - Parameters:
    ///   - name: By the rules of Prometheus: a unit at its end, and `_total` for counters.
    ///   - kind: How its values are to be read.
    ///   - labels: Besides those of the process.
    ///   - bounds: Of a histogram.
    ///   - help: A sentence for people.
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

    /// Declares a metric that the gateway finds out about others.
    static func ofSet(_ name: String, _ kind: Kind, _ labels: [String], _ help: String) -> Metric {
        Metric(name, kind, labels, [], help, isOfProcess: false)
    }

    /// The labels whose values the process gives itself.
    package var ownLabels: ArraySlice<String> { labels.dropFirst(isOfProcess ? Self.processLabels.count : 0) }

    /// Every metric, in the order in which they are told.
    package static let all: [Metric] = [
        set, process, requests, broker, bridge, storage, events, http, traces,
    ].flatMap { $0 }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// The metric of a name; nil if this version has none.
    package static func named(_ name: String) -> Metric? { byName[name] }
}
