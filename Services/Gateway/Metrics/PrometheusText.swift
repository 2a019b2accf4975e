import Contracts
package import Observability

/// Formats metrics as text for Prometheus (exposition format 0.0.4).
package struct PrometheusText {
    /// The lines of each metric by name.
    private var lines: [String: String] = [:]

    package init() {}

    /// Adds the report of a process.
    package mutating func add(_ report: MetricsReport) {
        for family in report.families {
            guard let metric = Metric.named(family.name), metric.isOfProcess else { continue }
            let processLabels = [report.service.rawValue, report.process]
            for sample in family.samples { add(metric, processLabels + sample.labels, sample) }
        }
    }

    /// Adds metrics that the gateway has derived about other processes.
    package mutating func add(_ metrics: MetricSet) {
        for family in metrics.families {
            guard let metric = Metric.named(family.name), !metric.isOfProcess else { continue }
            for sample in family.samples { add(metric, sample.labels, sample) }
        }
    }

    private mutating func add(_ metric: Metric, _ values: [String], _ sample: MetricSample) {
        guard values.count == metric.labels.count else { return }
        let labels = zip(metric.labels, values).map { "\($0)=\"\(Self.escaped($1))\"" }
        if let counts = sample.counts {
            addBuckets(metric, labels, counts, sum: sample.value)
        } else {
            append(metric, "", labels, Self.number(sample.value))
        }
    }

    /// Adds cumulative buckets, as the format requires.
    private mutating func addBuckets(_ metric: Metric, _ labels: [String], _ counts: [UInt64], sum: Double) {
        guard counts.count == metric.bounds.count + 1 else { return }
        var total: UInt64 = 0
        for (bound, count) in zip(metric.bounds.map(Self.number) + ["+Inf"], counts) {
            total &+= count
            append(metric, "_bucket", labels + ["le=\"\(bound)\""], "\(total)")
        }
        append(metric, "_sum", labels, Self.number(sum))
        append(metric, "_count", labels, "\(total)")
    }

    private mutating func append(_ metric: Metric, _ suffix: String, _ labels: [String], _ value: String) {
        let braces = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
        lines[metric.name, default: ""] += "\(metric.name)\(suffix)\(braces) \(value)\n"
    }

    /// The complete text: metrics in the order of declaration, each with its help and type.
    package var text: String {
        Metric.all.reduce(into: "") { text, metric in
            guard let lines = lines[metric.name] else { return }
            text += "# HELP \(metric.name) \(Self.escapedHelp(metric.help))\n"
            text += "# TYPE \(metric.name) \(metric.kind.rawValue)\n"
            text += lines
        }
    }

    /// Formats a number: integers without a fraction, other values as Prometheus writes them.
    private static func number(_ value: Double) -> String {
        if let whole = Int64(exactly: value) { return "\(whole)" }
        guard value.isFinite else { return value.isNaN ? "NaN" : value > 0 ? "+Inf" : "-Inf" }
        return "\(value)"
    }

    private static func escaped(_ text: String) -> String {
        escapedHelp(text).replacing("\"", with: "\\\"")
    }

    private static func escapedHelp(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    }
}
