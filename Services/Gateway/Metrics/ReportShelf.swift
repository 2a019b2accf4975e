package import Contracts

/// The newest figures of each process, as far as they can be believed: pure, without bus and clock.
package struct ReportShelf: Sendable {
    /// Processes whose figures are kept; a set has a dozen, and sixty-four calculators at most on a host.
    private static let processesMax = 256
    /// Values of one process: its methods, some twenty values each.
    private static let samplesMax = 4_000
    /// Bytes of a label's value, and of a process's name.
    private static let labelBytesMax = 128

    private struct Entry: Sendable {
        let report: MetricsReport
        let at: UInt64
    }

    private var entries: [String: Entry] = [:]
    /// Figures that were not taken, since the start.
    package private(set) var refused = 0

    package init() {}

    /// Reads what was published.
    ///
    /// - Parameters:
    ///   - payload: What came.
    ///   - service: By the topic on which it came; the broker has checked who may publish there.
    /// - Returns: What of it this version knows; nil if it is no report of that service.
    package static func read(_ payload: [UInt8], of service: ServiceName) -> MetricsReport? {
        (try? PayloadCoder.decodeReply(MetricsReport.self, from: payload)).flatMap { believable($0, of: service) }
    }

    /// Keeps what was read, if there is room.
    ///
    /// - Parameters:
    ///   - report: Nil for what could not be read, which is counted.
    ///   - now: On the monotonic clock, in nanoseconds.
    package mutating func put(_ report: MetricsReport?, at now: UInt64) {
        guard let report else {
            refused += 1
            return
        }
        let key = "\(report.service.rawValue)/\(report.process)"
        guard entries[key] != nil || entries.count < Self.processesMax else {
            refused += 1
            return
        }
        entries[key] = Entry(report: report, at: now)
    }

    /// Puts what is older out of sight: a process that has gone is not told of any more.
    package mutating func forget(before time: UInt64) {
        entries = entries.filter { $0.value.at >= time }
    }

    /// What there is, in a lasting order.
    package var reports: [MetricsReport] { entries.sorted { $0.key < $1.key }.map(\.value.report) }

    /// Who has told something since a moment.
    package func processes(since time: UInt64) -> Set<String> {
        Set(entries.filter { $0.value.at >= time }.keys)
    }

    /// A report with what this version knows, of the form that it knows; nil if it is none at all.
    private static func believable(_ report: MetricsReport, of service: ServiceName) -> MetricsReport? {
        guard report.service == service, isShort(report.process), !report.process.isEmpty,
            report.families.reduce(0, { $0 + $1.samples.count }) <= samplesMax
        else { return nil }
        var known = report
        known.families = report.families.compactMap { family in
            guard let metric = Metric.named(family.name), metric.isOfProcess else { return nil }
            return MetricFamily(name: family.name, samples: family.samples.filter { isOf(metric, $0) })
        }
        return known
    }

    private static func isOf(_ metric: Metric, _ sample: MetricSample) -> Bool {
        sample.labels.count == metric.ownLabels.count && sample.labels.allSatisfy(isShort)
            && sample.counts?.count == (metric.kind == .histogram ? metric.bounds.count + 1 : nil)
    }

    private static func isShort(_ text: String) -> Bool { text.utf8.count <= labelBytesMax }
}
