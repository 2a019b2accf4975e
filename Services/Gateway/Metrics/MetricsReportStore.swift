package import Contracts
package import Observability

/// Stores the newest valid report of each process: pure state, without bus or clock.
package struct MetricsReportStore: Sendable {
    /// The maximum of processes; a stack has a dozen, and at most sixty-four calculators per host.
    private static let processesMax = 256
    /// The maximum of values of one process: its methods, with about twenty values each.
    private static let samplesMax = 4_000
    /// The maximum length in bytes of a label's value, and of a process's name.
    private static let labelBytesMax = 128

    private struct Entry: Sendable {
        let report: MetricsReport
        let at: UInt64
    }

    private var entries: [String: Entry] = [:]
    /// Reports that were rejected since the start.
    package private(set) var refused = 0

    package init() {}

    /// Decodes a published report.
    ///
    /// - Parameters:
    ///   - payload: The received bytes.
    ///   - service: The service of the topic; the broker has checked that the sender may publish there.
    /// - Returns: The metrics that this version knows; nil for an invalid report.
    package static func decode(_ payload: [UInt8], of service: ServiceName) -> MetricsReport? {
        (try? PayloadCoder.decodeReply(MetricsReport.self, from: payload)).flatMap { validated($0, of: service) }
    }

    /// Stores a report if there is room.
    ///
    /// - Parameters:
    ///   - report: The report; nil for an invalid one, which is counted.
    ///   - now: Monotonic time in nanoseconds.
    package mutating func add(_ report: MetricsReport?, at now: UInt64) {
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

    /// Removes reports older than a time: a stopped process is no longer reported.
    package mutating func remove(before time: UInt64) {
        entries = entries.filter { $0.value.at >= time }
    }

    /// All reports, in a stable order.
    package var reports: [MetricsReport] { entries.sorted { $0.key < $1.key }.map(\.value.report) }

    /// All reports with the times of their arrival.
    package var sources: [ProcessReading.Source] {
        entries.values.map { ProcessReading.Source($0.report, atNs: $0.at) }
    }

    /// Returns the processes that have reported since a time.
    package func processes(since time: UInt64) -> Set<String> {
        Set(entries.filter { $0.value.at >= time }.keys)
    }

    /// Returns a report reduced to known metrics of the expected form; nil for an invalid report.
    private static func validated(_ report: MetricsReport, of service: ServiceName) -> MetricsReport? {
        guard report.service == service, isShort(report.process), !report.process.isEmpty,
            report.families.reduce(0, { $0 + $1.samples.count }) <= samplesMax
        else { return nil }
        var known = report
        known.families = report.families.compactMap { family in
            guard let metric = Metric.named(family.name), metric.isOfProcess else { return nil }
            return MetricFamily(name: family.name, samples: family.samples.filter { matches(metric, $0) })
        }
        return known
    }

    private static func matches(_ metric: Metric, _ sample: MetricSample) -> Bool {
        sample.labels.count == metric.ownLabels.count && sample.labels.allSatisfy(isShort)
            && sample.counts?.count == (metric.kind == .histogram ? metric.bounds.count + 1 : nil)
    }

    private static func isShort(_ text: String) -> Bool { text.utf8.count <= labelBytesMax }
}
